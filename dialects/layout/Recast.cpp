// Recast: the same bytes counted in elements of another width (layout-algebra 8).
#include "dialects/layout/Detail.h"

namespace layout {

using namespace detail;

static int64_t ceilOf(int64_t a, int64_t b) { return a / b + (a % b != 0); }

static std::optional<Reason> rejectBasis(const char *op, const Leaf &d, int64_t factor,
                                         const Layout &l) {
  if (d.isInt())
    return std::nullopt;
  return fail(139, std::string(op) + " by " + std::to_string(factor) + ": stride " + d.str() +
                       " of " + shorten(l.str()) +
                       " is a basis element, integer strides are needed");
}

template <typename F> static Result<Layout> perMode(const Layout &l, F &&f) {
  LAYOUT_REQUIRE_CONGRUENT(l);
  std::vector<Leaf> stride = l.stride().leaves(), newStride(stride.size());
  size_t i = 0;
  std::optional<Reason> bad;
  IntTuple shape = mapLeavesOf(l.shape(), [&](const Leaf &s) {
    Leaf out = s;
    if (!bad)
      bad = f(out, newStride[i] = stride[i]);
    ++i;
    return out;
  });
  if (bad)
    return *bad;
  i = 0;
  IntTuple strides = mapLeavesOf(l.stride(), [&](const Leaf &) { return newStride[i++]; });
  return Layout(std::move(shape), std::move(strides));
}

Result<Layout> upcast(const Layout &l, int64_t factor) {
  if (factor <= 0)
    return fail(139, "upcast by the factor " + std::to_string(factor) + ", which is not positive");
  return perMode(l, [&](Leaf &s, Leaf &d) -> std::optional<Reason> {
    if (auto bad = rejectBasis("upcast", d, factor, l))
      return bad;
    if (d.isStaticValue(0))
      return std::nullopt;
    if (d.isDynamic()) {
      auto stride = safeDiv(d, Leaf(factor));
      if (!stride)
        return fail(139,
                    "upcast by " + std::to_string(factor) + " of " + shorten(l.str()) +
                        ": stride " + stride.reason().message,
                    stride.reason().fix);
      d = *std::move(stride);
      return std::nullopt;
    }
    int64_t magnitude = d.value() < 0 ? -d.value() : d.value();
    if (factor % magnitude != 0 && magnitude % factor != 0)
      return fail(
          139,
          "upcast: factor/stride divisibility: stride " + d.str() + " of " + shorten(l.str()) +
              " and the factor " + std::to_string(factor) + " do not divide each other",
          magnitude < factor ? "the next multiple of the factor is " + std::to_string(factor)
                             : "multiples of the factor nearby are " +
                                   std::to_string(magnitude / factor * factor) + " and " +
                                   std::to_string((magnitude / factor + 1) * factor));
    auto shape = ceilDiv(s, Leaf(ceilOf(factor, magnitude)));
    if (!shape)
      return shape.reason();
    s = *std::move(shape);
    int64_t scaled = ceilOf(magnitude, factor);
    d = Leaf(d.value() < 0 ? -scaled : scaled);
    return std::nullopt;
  });
}

Result<Layout> downcast(const Layout &l, int64_t factor) {
  if (factor <= 0)
    return fail(139,
                "downcast by the factor " + std::to_string(factor) + ", which is not positive");
  return perMode(l, [&](Leaf &s, Leaf &d) -> std::optional<Reason> {
    if (auto bad = rejectBasis("downcast", d, factor, l))
      return bad;
    Leaf &scaled = d.isStaticValue(1) || d.isStaticValue(-1) ? s : d;
    auto product = mul(scaled, Leaf(factor));
    if (!product)
      return product.reason();
    scaled = *std::move(product);
    return std::nullopt;
  });
}

namespace {

/// Factors of one recast: first up by `num`, then down by `den`.
struct Step {
  bool up;
  int64_t factor;
};

std::optional<Reason> shiftBase(int32_t &base, int32_t others, const Step &step, bool trivial,
                                const std::string &text) {
  if ((step.factor & (step.factor - 1)) != 0) {
    if (trivial)
      return std::nullopt;
    return fail(139, "recast: factor must be a power of two for swizzle " + text + ", got " +
                         std::to_string(step.factor));
  }
  int32_t bits = 0;
  while ((int64_t(1) << bits) < step.factor)
    ++bits;
  if (step.up && base < bits) {
    if (trivial) {
      base = 0;
      return std::nullopt;
    }
    return fail(139,
                "recast: swizzle base too small: base " + std::to_string(base) + " of " + text +
                    " cannot lose log2 " + std::to_string(step.factor) + " = " +
                    std::to_string(bits),
                "use a swizzle with a base of at least " + std::to_string(bits));
  }
  int32_t moved = step.up ? base - bits : base + bits;
  if (!step.up && int64_t(moved) + others > 30) {
    if (trivial)
      return std::nullopt;
    return fail(139, "recast: swizzle " + text + " would reach bit " +
                         std::to_string(int64_t(moved) + others) + ", more than 30");
  }
  base = moved;
  return std::nullopt;
}

Result<AnyLayout> recastStep(const AnyLayout &l, const Step &step) {
  if (l.isPlain()) {
    LAYOUT_TRY(Layout out,
               step.up ? upcast(l.plain(), step.factor) : downcast(l.plain(), step.factor));
    return AnyLayout(std::move(out));
  }
  const ComposedLayout &c = l.composed();
  LAYOUT_TRY(AnyLayout outer, recastStep(c.outer(), step));
  if (!c.offset().isLeaf() || c.offset().leaf().isBasis())
    return fail(139, "recast: offset " + shorten(c.offset().str()) + " of " + shorten(l.str()) +
                         " is not a scalar integer");
  auto offset = step.up ? safeDiv(c.offset().leaf(), Leaf(step.factor))
                        : mul(c.offset().leaf(), Leaf(step.factor));
  if (!offset)
    return fail(step.up ? 139 : offset.reason().rule,
                "recast: offset not exactly divisible: " + offset.reason().message,
                offset.reason().fix);
  ComposedLayout::Inner inner = c.inner();
  if (!std::holds_alternative<AnyLayout>(inner))
    if (auto bad = std::visit([](const auto &part) { return verify(part); }, inner))
      return *bad;
  if (auto *swizzle = std::get_if<Swizzle>(&inner)) {
    if (auto bad = shiftBase(swizzle->base, swizzle->mask + swizzle->shift, step,
                             swizzle->isTrivial(), c.str()))
      return *bad;
  } else if (auto *coordSwizzle = std::get_if<CoordSwizzle>(&inner)) {
    for (int32_t *base : {&coordSwizzle->baseRow, &coordSwizzle->baseCol})
      if (auto bad = shiftBase(*base, coordSwizzle->mask, step, coordSwizzle->isTrivial(), c.str()))
        return *bad;
  } else {
    LAYOUT_TRY(inner, recastStep(std::get<AnyLayout>(inner), step));
  }
  return AnyLayout(ComposedLayout(std::move(inner), *std::move(offset), std::move(outer)));
}

} // namespace

/// Elements of the static modes that move, beyond 63 bits or with a run-time leaf nothing.
static std::optional<int64_t> movingElements(const Layout &l) {
  std::vector<Leaf> shape = l.shape().leaves(), stride = l.stride().leaves();
  if (shape.size() != stride.size())
    return std::nullopt;
  int64_t count = 1;
  for (size_t i = 0; i < shape.size(); ++i) {
    if (!shape[i].isStatic() || !stride[i].isStatic())
      return std::nullopt;
    if (!stride[i].isStaticValue(0) && __builtin_mul_overflow(count, shape[i].value(), &count))
      return std::nullopt;
  }
  return count;
}

/// A recast mode by mode keeps the bits only if exactly one mode is contiguous and the factor fits
/// it.
static void warnBits(const AnyLayout &before, const AnyLayout &after, int64_t oldBits,
                     int64_t newBits, Warnings *warnings) {
  if (!warnings)
    return;
  // Inner layouts are recast too: what one level spreads another one may gather.
  for (const AnyLayout *level = &before; !level->isPlain(); level = &level->composed().outer())
    if (std::holds_alternative<AnyLayout>(level->composed().inner()))
      return;
  std::optional<int64_t> from = movingElements(before.linear()),
                         to = movingElements(after.linear());
  int64_t had = 0, has = 0;
  if (!from || !to || __builtin_mul_overflow(*from, oldBits, &had) ||
      __builtin_mul_overflow(*to, newBits, &has) || had == has)
    return;
  warn(warnings, 139,
       "recast of " + shorten(before.linear().str()) + " from " + std::to_string(oldBits) + " to " +
           std::to_string(newBits) + " bits: " + std::to_string(*from) + " elements hold " +
           std::to_string(had) + " bits, the " + std::to_string(*to) + " elements of " +
           shorten(after.linear().str()) + " hold " + std::to_string(has));
}

Result<AnyLayout> recast(const AnyLayout &l, int64_t oldBits, int64_t newBits, Warnings *warnings) {
  if (oldBits <= 0 || newBits <= 0) {
    warn(warnings, 139,
         "recast from " + std::to_string(oldBits) + " to " + std::to_string(newBits) +
             " bits changes nothing, widths must be positive");
    return l;
  }
  int64_t common = gcd(oldBits, newBits);
  AnyLayout out = l;
  if (newBits != common) {
    LAYOUT_TRY(out, recastStep(out, {true, newBits / common}));
  }
  if (oldBits != common) {
    LAYOUT_TRY(out, recastStep(out, {false, oldBits / common}));
  }
  warnBits(l, out, oldBits, newBits, warnings);
  return out;
}

Result<Layout> recast(const Layout &l, int64_t oldBits, int64_t newBits, Warnings *warnings) {
  LAYOUT_TRY(AnyLayout out, recast(AnyLayout(l), oldBits, newBits, warnings));
  return out.plain();
}

} // namespace layout
