#include "test/unit/layout/Operations.h"

#include <functional>

namespace layout::test {

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

static std::string_view trim(std::string_view text) {
  while (!text.empty() && text.front() == ' ')
    text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ')
    text.remove_suffix(1);
  return text;
}

std::vector<std::string> splitArguments(std::string_view text) {
  std::vector<std::string> out;
  int depth = 0;
  size_t begin = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (c == '(' || c == '[' || c == '{' || c == '<')
      ++depth;
    if (c == ')' || c == ']' || c == '}' || (c == '>' && (i == 0 || text[i - 1] != '-')))
      --depth;
    if (c == ',' && depth == 0) {
      out.emplace_back(trim(text.substr(begin, i - begin)));
      begin = i + 1;
    }
  }
  std::string_view last = trim(text.substr(begin));
  if (!last.empty() || !out.empty())
    out.emplace_back(last);
  return out;
}

/// The body of `name<body>`, or nothing.
static std::optional<std::string> bodyOf(std::string_view text, std::string_view name) {
  if (text.substr(0, 5) == "!fly.")
    text.remove_prefix(5);
  if (text.substr(0, name.size()) != name || text.size() < name.size() + 2 ||
      text[name.size()] != '<' || text.back() != '>')
    return std::nullopt;
  return std::string(text.substr(name.size() + 1, text.size() - name.size() - 2));
}

static int64_t bitsOf(const std::string &element) {
  size_t digit = element.find_first_of("0123456789");
  return digit == std::string::npos ? 32 : std::stoll(element.substr(digit));
}

std::string Pointer::str() const {
  std::string out = "ptr<" + element + ", " + space;
  if (alignment != (bits + 7) / 8)
    out += ", align<" + std::to_string(alignment) + ">";
  if (!(swizzle == Swizzle()))
    out += ", " + swizzle.str();
  return out + ">";
}

std::string str(const Value &value) {
  return std::visit(
      [](const auto &v) -> std::string {
        using T = std::decay_t<decltype(v)>;
        if constexpr (std::is_same_v<T, Text>)
          return v.value;
        else if constexpr (std::is_same_v<T, TiledCopy> || std::is_same_v<T, TiledMma>)
          return "<tiled>";
        else
          return v.str();
      },
      value);
}

std::optional<int64_t> Attributes::number(const std::string &name) const {
  auto it = numbers.find(name);
  if (it == numbers.end() || it->second.empty())
    return std::nullopt;
  return it->second.front();
}

std::vector<int32_t> Attributes::list(const std::string &name) const {
  auto it = numbers.find(name);
  if (it == numbers.end())
    return {};
  return {it->second.begin(), it->second.end()};
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

static Reason badText(std::string_view text) {
  return Reason{1, "test cannot read '" + std::string(text) + "'", ""};
}

static Layout parsed(const std::string &text) { return *parseLayout(std::string_view(text)); }

static Result<CopyAtomLayouts> copyAtom(std::string_view text) {
  auto body = bodyOf(text, "copy_atom");
  if (!body)
    return badText(text);
  auto parts = splitArguments(*body);
  auto bits = bodyOf(parts[0], "universal_copy");
  if (!bits || parts.size() != 2)
    return badText(text);
  // All three bit layouts are one thread with n bits (layout-algebra 13.1).
  Layout perBit = parsed("(1," + *bits + "):(1,1)");
  LAYOUT_TRY(Layout perValue, recast(perBit, 1, std::stoll(parts[1])));
  return CopyAtomLayouts{perValue, perValue, perValue};
}

/// The 64-lane MFMA family of layout-algebra 13.1 and the universal product.
static Result<MmaAtomLayouts> mmaAtom(std::string_view text) {
  if (auto body = bodyOf(text, "mma_atom"))
    return mmaAtom(*body);
  size_t open = text.find('<');
  std::string name(text.substr(0, open));
  std::string body(text.substr(open + 1, text.size() - open - 2));
  std::string shape = splitArguments(body)[0];
  int64_t m = std::stoll(shape), n, k;
  shape = shape.substr(shape.find('x') + 1);
  n = std::stoll(shape);
  k = std::stoll(shape.substr(shape.find('x') + 1));
  MmaAtomLayouts atom;
  atom.shapeMNK = IntTuple::of({m, n, k});
  if (name.find("universal_fma") != std::string::npos) {
    atom.threads = Layout(1, 1);
    atom.a = atom.b = atom.c = parsed("(1,1):(1,1)");
    return atom;
  }
  if (name.find("mfma") == std::string::npos)
    return badText(text);
  auto s = [](int64_t v) { return std::to_string(v); };
  int64_t g = 64 / m, perGroup = k / g, h = 64 / n, v = m / 4 / h;
  atom.threads = parsed("64:1");
  atom.a = atom.b = parsed("((" + s(m) + "," + s(g) + ")," + s(perGroup) + "):((1," +
                           s(m * perGroup) + ")," + s(m) + ")");
  atom.c = parsed("((" + s(n) + "," + s(h) + "),(4," + s(v) + ")):((" + s(m) + ",4),(1," +
                  s(4 * h) + "))");
  return atom;
}

static std::string angled(const std::string &text) { return text.substr(1, text.size() - 2); }

Result<Value> parseValue(std::string_view text) {
  text = trim(text);
  if (text.substr(0, 5) == "tile ")
    text.remove_prefix(5);
  if (auto body = bodyOf(text, "int_tuple")) {
    LAYOUT_TRY(IntTuple t, parseIntTuple(*body));
    return Value(t);
  }
  for (const char *name : {"layout", "composed_layout"})
    if (auto body = bodyOf(text, name)) {
      LAYOUT_TRY(AnyLayout l, parseAnyLayout(*body));
      return Value(l);
    }
  if (auto body = bodyOf(text, "tile")) {
    LAYOUT_TRY(Tile t, parseTile(*body));
    return Value(t);
  }
  for (const char *name : {"swizzle", "coord_swizzle"})
    if (auto body = bodyOf(text, name))
      return parseValue(*body);
  if (auto body = bodyOf(text, "coord_tensor")) {
    auto parts = splitArguments(*body);
    LAYOUT_TRY(IntTuple base, parseIntTuple(parts[0]));
    size_t comma = body->find(", ", parts[0].size());
    LAYOUT_TRY(AnyLayout l, parseAnyLayout(std::string_view(*body).substr(comma + 2)));
    return Value(CoordTensor{base, l});
  }
  if (auto body = bodyOf(text, "ptr")) {
    auto parts = splitArguments(*body);
    Pointer p;
    p.element = parts[0];
    p.space = parts[1];
    p.bits = bitsOf(p.element);
    p.alignment = (p.bits + 7) / 8;
    for (size_t i = 2; i < parts.size(); ++i)
      if (auto bytes = bodyOf(parts[i], "align"))
        p.alignment = std::stoll(*bytes);
      else {
        LAYOUT_TRY(p.swizzle, parseSwizzle(parts[i]));
      }
    return Value(p);
  }
  if (auto body = bodyOf(text, "tiled_copy")) {
    auto parts = splitArguments(*body);
    TiledCopy copy;
    LAYOUT_TRY(copy.atom, copyAtom(parts[0]));
    LAYOUT_TRY(copy.threadValue, parseLayout(angled(parts[1])));
    LAYOUT_TRY(copy.tile, parseTile(angled(parts[2])));
    return Value(copy);
  }
  if (auto body = bodyOf(text, "tiled_mma")) {
    auto parts = splitArguments(*body);
    TiledMma mma;
    LAYOUT_TRY(mma.atom, mmaAtom(parts[0]));
    LAYOUT_TRY(mma.atomLayout, parseLayout(angled(parts[1])));
    mma.permutation = Tile(std::vector<Tile>(3, Tile()));
    if (parts.size() > 2) {
      LAYOUT_TRY(mma.permutation, parseTile(angled(parts[2])));
    }
    return Value(mma);
  }
  bool composed = text.find(" o ") != std::string_view::npos;
  if (!composed && text.substr(0, 2) == "S<") {
    LAYOUT_TRY(Swizzle s, parseSwizzle(text));
    return Value(s);
  }
  if (!composed && text.substr(0, 3) == "CS<") {
    LAYOUT_TRY(CoordSwizzle s, parseCoordSwizzle(text));
    return Value(s);
  }
  if (text.substr(0, 1) == "[") {
    LAYOUT_TRY(Tile t, parseTile(text));
    return Value(t);
  }
  if (composed || text.find(':') != std::string_view::npos) {
    LAYOUT_TRY(AnyLayout l, parseAnyLayout(text));
    return Value(l);
  }
  LAYOUT_TRY(IntTuple t, parseIntTuple(text));
  return Value(t);
}

Call parseCall(std::string_view text) {
  Call call;
  size_t open = text.find('(');
  call.op = std::string(text.substr(0, open));
  int depth = 0;
  size_t close = open;
  for (; close < text.size(); ++close) {
    depth += text[close] == '(';
    depth -= text[close] == ')';
    if (depth == 0)
      break;
  }
  call.operands = splitArguments(text.substr(open + 1, close - open - 1));
  std::string_view rest = trim(text.substr(close + 1));
  if (rest.size() < 2)
    return call;
  for (const std::string &entry : splitArguments(rest.substr(1, rest.size() - 2))) {
    size_t equals = entry.find('=');
    std::string name = entry.substr(0, equals), value = entry.substr(equals + 1);
    if (value[0] == '[')
      for (const std::string &n : splitArguments(value.substr(1, value.size() - 2)))
        call.attributes.numbers[name].push_back(std::stoll(n));
    else if (value[0] == '-' || (value[0] >= '0' && value[0] <= '9'))
      call.attributes.numbers[name] = {std::stoll(value)};
    else
      call.attributes.words[name] = value;
  }
  return call;
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

namespace {

using Values = std::vector<Value>;

/// Operands, attributes and warnings of one call.
struct Context {
  const Values &in;
  const Attributes &attributes;
  Warnings *warnings;

  const IntTuple &tuple(size_t i) const { return std::get<IntTuple>(in[i]); }
  const AnyLayout &any(size_t i) const { return std::get<AnyLayout>(in[i]); }
  const Layout &linear(size_t i) const { return any(i).linear(); }
  bool isTuple(size_t i) const { return std::holds_alternative<IntTuple>(in[i]); }
  Divisor divisor(size_t i) const {
    if (const auto *tile = std::get_if<Tile>(&in[i]))
      return *tile;
    if (isTuple(i))
      return Tile(tuple(i).leaf());
    return linear(i);
  }
  MmaOperand operand() const {
    auto it = attributes.words.find("operand_id");
    return it == attributes.words.end() ? MmaOperand::A : MmaOperand(it->second[0] - 'a');
  }
};

using Handler = std::function<Result<Value>(const Context &)>;

Result<Value> wrap(Result<IntTuple> r) { return r ? Result<Value>(Value(*r)) : r.reason(); }
Result<Value> wrap(Result<Leaf> r) { return r ? Result<Value>(Value(IntTuple(*r))) : r.reason(); }
Result<Value> wrap(Result<Layout> r) {
  return r ? Result<Value>(Value(AnyLayout(*r))) : r.reason();
}
Result<Value> wrap(Result<AnyLayout> r) { return r ? Result<Value>(Value(*r)) : r.reason(); }

Result<Value> truth(Result<Leaf> r) {
  if (!r)
    return r.reason();
  return Value(Text{r->isDynamic() ? "dynamic" : r->isStaticValue(0) ? "false" : "true"});
}

/// On the linear layout, rebuilt.
Result<Value> rebuilt(const AnyLayout &l, Result<Layout> r) {
  return r ? Result<Value>(Value(l.withLinear(*r))) : r.reason();
}

Handler binary(Result<IntTuple> (*f)(const IntTuple &, const IntTuple &, Warnings *)) {
  return [f](const Context &c) { return wrap(f(c.tuple(0), c.tuple(1), c.warnings)); };
}

template <typename FTuple, typename FLayout> Handler structural(FTuple onTuple, FLayout onLayout) {
  return [=](const Context &c) -> Result<Value> {
    if (c.isTuple(0))
      return wrap(onTuple(c, c.tuple(0)));
    return rebuilt(c.any(0), onLayout(c, c.linear(0)));
  };
}

Handler onLayouts(Result<Layout> (*f)(const Layout &, const Layout &, Warnings *)) {
  return
      [f](const Context &c) { return rebuilt(c.any(0), f(c.linear(0), c.linear(1), c.warnings)); };
}

Handler divide(Result<Layout> (*f)(const Layout &, const Divisor &, Warnings *)) {
  return
      [f](const Context &c) { return rebuilt(c.any(0), f(c.linear(0), c.divisor(1), c.warnings)); };
}

Result<Value> sliceOf(const Context &c) {
  const IntTuple &coord = c.tuple(1);
  if (c.isTuple(0))
    return wrap(slice(c.tuple(0), coord));
  if (const auto *tensor = std::get_if<CoordTensor>(&c.in[0])) {
    LAYOUT_TRY(AnyLayout l, slice(tensor->layout, coord));
    if (!tensor->layout.isPlain())
      return Value(CoordTensor{tensor->base, l});
    LAYOUT_TRY(IntTuple start, crd2idx(coord, tensor->layout.plain(), c.warnings));
    LAYOUT_TRY(IntTuple base, add(tensor->base, start));
    return Value(CoordTensor{base, l});
  }
  return wrap(slice(c.any(0), coord, c.warnings));
}

Result<Value> crd2idxOf(const Context &c) {
  if (const auto *s = std::get_if<Swizzle>(&c.in[1]))
    return wrap(crd2idx(c.tuple(0), *s));
  if (const auto *s = std::get_if<CoordSwizzle>(&c.in[1]))
    return wrap(crd2idx(c.tuple(0), *s));
  return wrap(crd2idx(c.tuple(0), c.any(1), c.warnings));
}

Result<Value> compositionOf(const Context &c) {
  Divisor inner = c.divisor(1);
  if (const auto *l = std::get_if<Layout>(&inner))
    return rebuilt(c.any(0), composition(c.linear(0), *l, c.warnings));
  return rebuilt(c.any(0), composition(c.linear(0), std::get<Tile>(inner), c.warnings));
}

Pointer withDivisibility(Pointer p, int64_t v) {
  p.alignment = (p.bits * v + 7) / 8;
  return p;
}

Result<Value> addOffsetOf(const Context &c) {
  const Pointer &p = std::get<Pointer>(c.in[0]);
  if (!c.tuple(1).isLeaf())
    return Reason{0, "offset must be a scalar integer", ""};
  return Value(
      withDivisibility(p, advancedDivisibility(p.alignment * 8 / p.bits, c.tuple(1).leaf())));
}

Result<Value> applySwizzleOf(const Context &c) {
  Pointer p = std::get<Pointer>(c.in[0]);
  p.swizzle = std::get<Swizzle>(c.in[1]);
  return Value(withDivisibility(p, gcd(p.alignment * 8 / p.bits, int64_t(1) << p.swizzle.base)));
}

Result<Value> decompositionOf(const Context &c) {
  const CoordTensor &tensor = std::get<CoordTensor>(c.in[0]);
  LAYOUT_TRY(auto parts, decomposition(tensor.layout));
  LAYOUT_TRY(IntTuple base, addBasis(tensor.base, parts.first));
  return Value(CoordTensor{base, AnyLayout(parts.second)});
}

Result<Value> copyPartition(const Context &c, CopySide side) {
  IntTuple thread = c.in.size() > 2 ? c.tuple(2) : IntTuple(Leaf::dynamic());
  LAYOUT_TRY(Partition p,
             partition(std::get<TiledCopy>(c.in[0]), side, c.linear(1), thread, c.warnings));
  return Value(AnyLayout(p.layout));
}

Result<Value> mmaPartition(const Context &c) {
  IntTuple thread = c.in.size() > 2 ? c.tuple(2) : IntTuple(Leaf::dynamic());
  LAYOUT_TRY(Partition p,
             partition(std::get<TiledMma>(c.in[0]), c.operand(), c.linear(1), thread, c.warnings));
  return Value(AnyLayout(p.layout));
}

Result<Value> coalesceOf(const Context &c) {
  return rebuilt(c.any(0),
                 c.in.size() > 1 ? coalesce(c.linear(0), c.tuple(1)) : coalesce(c.linear(0)));
}

Result<Value> complementOf(const Context &c) {
  std::optional<IntTuple> codomain;
  if (c.in.size() > 1)
    codomain = c.tuple(1);
  return rebuilt(c.any(0), complement(c.linear(0), codomain, c.warnings));
}

std::map<std::string, Handler> handlers() {
  std::map<std::string, Handler> h;
  h["int_tuple_add"] = binary(&add);
  h["int_tuple_sub"] = binary(&sub);
  h["int_tuple_mul"] = binary(&mul);
  h["int_tuple_div"] = binary(&div);
  h["int_tuple_mod"] = binary(&mod);
  h["min"] = binary(&min);
  h["max"] = binary(&max);
  h["int_tuple_product"] = [](const Context &c) { return wrap(product(c.tuple(0))); };
  h["size"] = [](const Context &c) {
    return wrap(c.isTuple(0) ? product(c.tuple(0)) : size(c.linear(0)));
  };
  h["int_tuple_product_each"] = [](const Context &c) { return wrap(productEach(c.tuple(0))); };
  h["int_tuple_product_like"] = [](const Context &c) {
    return wrap(productLike(c.tuple(0), c.tuple(1), c.warnings));
  };
  h["shape_div"] = [](const Context &c) {
    return wrap(shapeDiv(c.tuple(0), c.tuple(1), c.warnings));
  };
  h["ceil_div"] = [](const Context &c) {
    return wrap(ceilDiv(c.tuple(0), c.tuple(1), c.warnings));
  };
  h["elem_less"] = [](const Context &c) { return truth(elemLess(c.tuple(0), c.tuple(1))); };
  h["equal"] = [](const Context &c) { return truth(equal(c.tuple(0), c.tuple(1))); };
  h["congruent"] = [](const Context &c) { return truth(Leaf(congruent(c.tuple(0), c.tuple(1)))); };
  h["weakly_congruent"] = [](const Context &c) {
    return truth(Leaf(weaklyCongruent(c.tuple(0), c.tuple(1))));
  };
  h["canonicalize"] = [](const Context &c) { return rebuilt(c.any(0), canonicalize(c.linear(0))); };
  h["get"] = [](const Context &c) -> Result<Value> {
    ModePath path = c.attributes.list("mode");
    if (c.isTuple(0))
      return wrap(c.tuple(0).at(path));
    return rebuilt(c.any(0), c.linear(0).at(path));
  };
  auto range = [](const Context &c) {
    return std::pair(*c.attributes.number("begin"), *c.attributes.number("end"));
  };
  h["take"] = structural(
      [=](const Context &c, const IntTuple &t) { return take(t, range(c).first, range(c).second); },
      [=](const Context &c, const Layout &l) { return take(l, range(c).first, range(c).second); });
  h["group"] = structural(
      [=](const Context &c, const IntTuple &t) {
        return group(t, range(c).first, range(c).second);
      },
      [=](const Context &c, const Layout &l) { return group(l, range(c).first, range(c).second); });
  h["select"] = structural(
      [](const Context &c, const IntTuple &t) { return select(t, c.attributes.list("indices")); },
      [](const Context &c, const Layout &l) { return select(l, c.attributes.list("indices")); });
  h["append"] =
      structural([](const Context &c,
                    const IntTuple &t) { return append(t, c.tuple(1), c.attributes.number("n")); },
                 [](const Context &c, const Layout &l) {
                   return append(l, c.linear(1), c.attributes.number("n"));
                 });
  h["prepend"] =
      structural([](const Context &c,
                    const IntTuple &t) { return prepend(t, c.tuple(1), c.attributes.number("n")); },
                 [](const Context &c, const Layout &l) {
                   return prepend(l, c.linear(1), c.attributes.number("n"));
                 });
  h["slice"] = sliceOf;
  h["dice"] = structural([](const Context &c, const IntTuple &t) { return dice(t, c.tuple(1)); },
                         [](const Context &c, const Layout &l) { return dice(l, c.tuple(1)); });
  h["zip"] = [](const Context &c) { return wrap(zip(c.tuple(0))); };
  h["zip2by"] = [](const Context &c) -> Result<Value> {
    LAYOUT_TRY(auto both, zip2By(c.tuple(0), c.tuple(1)));
    return Value(IntTuple::of({both.first, both.second}));
  };
  h["filter_zeros"] = [](const Context &c) { return wrap(filterZeros(c.tuple(0), c.tuple(1))); };
  h["expand"] = [](const Context &c) -> Result<Value> {
    std::vector<size_t> modes;
    for (const std::string &n : splitArguments(std::get<Text>(c.in[1]).value))
      modes.push_back(size_t(std::stoul(n)));
    return Value(expand(c.tuple(0), modes));
  };
  h["coprofile"] = [](const Context &c) { return wrap(coprofile(c.linear(0))); };
  h["coshape"] = [](const Context &c) { return wrap(coshape(c.linear(0))); };
  h["cosize"] = [](const Context &c) { return wrap(cosize(c.linear(0))); };
  h["crd2idx"] = crd2idxOf;
  h["idx2crd"] = [](const Context &c) { return wrap(idx2crd(c.tuple(0), c.linear(1))); };
  h["get_flat_coord"] = [](const Context &c) {
    return wrap(getFlatCoord(c.tuple(0), c.linear(1)));
  };
  h["get_1d_coord"] = [](const Context &c) { return wrap(get1dCoord(c.tuple(0), c.linear(1))); };
  h["coalesce"] = coalesceOf;
  h["composition"] = compositionOf;
  h["complement"] = complementOf;
  h["right_inverse"] = [](const Context &c) {
    return rebuilt(c.any(0), rightInverse(c.linear(0), c.warnings));
  };
  h["left_inverse"] = [](const Context &c) {
    return rebuilt(c.any(0), leftInverse(c.linear(0), c.warnings));
  };
  h["recast_layout"] = [](const Context &c) {
    return wrap(recast(c.any(0), *c.attributes.number("old_type_bits"),
                       *c.attributes.number("new_type_bits"), c.warnings));
  };
  h["logical_divide"] = divide(&logicalDivide);
  h["zipped_divide"] = divide(&zippedDivide);
  h["tiled_divide"] = divide(&tiledDivide);
  h["flat_divide"] = divide(&flatDivide);
  h["logical_product"] = onLayouts(&logicalProduct);
  h["zipped_product"] = onLayouts(&zippedProduct);
  h["tiled_product"] = onLayouts(&tiledProduct);
  h["flat_product"] = onLayouts(&flatProduct);
  h["blocked_product"] = onLayouts(&blockedProduct);
  h["raked_product"] = onLayouts(&rakedProduct);
  h["compact"] = [](const Context &c) { return wrap(compact(c.tuple(0))); };
  h["make_ordered_layout"] = [](const Context &c) {
    return wrap(makeOrderedLayout(c.tuple(0), c.tuple(1), c.warnings));
  };
  h["make_layout_like"] = [](const Context &c) {
    return wrap(makeLayoutLike(c.linear(0), c.warnings));
  };
  h["make_identity_layout"] = [](const Context &c) -> Result<Value> {
    return Value(AnyLayout(makeIdentityLayout(c.tuple(0))));
  };
  h["make_fragment_layout_like"] = [](const Context &c) {
    return wrap(makeFragmentLayoutLike(c.linear(0), c.warnings));
  };
  h["tile_to_shape"] = [](const Context &c) {
    return rebuilt(c.any(0), tileToShape(c.linear(0), c.tuple(1), c.tuple(2), c.warnings));
  };
  h["add_offset"] = addOffsetOf;
  h["apply_swizzle"] = applySwizzleOf;
  h["decomposition"] = decompositionOf;
  h["tiled_copy_thrval_view"] = [](const Context &c) {
    return wrap(
        threadValueView(std::get<TiledCopy>(c.in[0]), CopySide::Src, c.linear(1), c.warnings));
  };
  h["tiled_copy.partition_src"] = [](const Context &c) { return copyPartition(c, CopySide::Src); };
  h["tiled_copy.partition_dst"] = [](const Context &c) { return copyPartition(c, CopySide::Dst); };
  h["tiled_copy.retile"] = [](const Context &c) {
    return wrap(retile(std::get<TiledCopy>(c.in[0]), c.linear(1)));
  };
  h["tiled_mma_thrval_view"] = [](const Context &c) {
    return wrap(threadValueView(std::get<TiledMma>(c.in[0]), c.operand(), c.linear(1), c.warnings));
  };
  h["tiled_mma.partition"] = mmaPartition;
  h["tiled_mma.partition_shape"] = [](const Context &c) {
    return wrap(partitionShape(std::get<TiledMma>(c.in[0]), c.operand(), c.tuple(1)));
  };
  h["mma.make_fragment"] = [](const Context &c) {
    return wrap(fragmentLayout(std::get<TiledMma>(c.in[0]), c.operand(), c.linear(1),
                               c.attributes.number("stages")));
  };
  return h;
}

} // namespace

Result<Value> apply(const std::string &op, const std::vector<Value> &operands,
                    const Attributes &attributes, Warnings *warnings) {
  static const std::map<std::string, Handler> table = handlers();
  auto it = table.find(op);
  if (it == table.end())
    return Reason{1, "test knows no operation '" + op + "'", ""};
  return it->second(Context{operands, attributes, warnings});
}

std::string run(const Call &call, Warnings *warnings) {
  std::string op = call.op;
  for (const char *prefix : {"fly.", "helper."})
    if (op.rfind(prefix, 0) == 0)
      op = op.substr(std::string_view(prefix).size());
  std::vector<Value> operands;
  for (const std::string &text : call.operands) {
    // Notation of the examples: `stride (0,1)`, `guide *`, `{0,1}`.
    std::string_view plain = text;
    for (std::string_view label : {"stride ", "shape ", "guide "})
      if (plain.substr(0, label.size()) == label)
        plain.remove_prefix(label.size());
    if (plain.front() == '{') {
      operands.push_back(Text{std::string(plain.substr(1, plain.size() - 2))});
      continue;
    }
    auto value = parseValue(plain);
    if (!value)
      return "error: " + value.reason().message;
    operands.push_back(*value);
  }
  auto result = apply(op, operands, call.attributes, warnings);
  if (!result)
    return (result.reason().rule == 1 ? "test: " : "error: ") + result.reason().message;
  return str(*result);
}

} // namespace layout::test
