#include "dialects/layout/Detail.h"

#include <numeric>
#include <unordered_map>

namespace layout {

using detail::fail;

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

Expr::~Expr() {
  // Only nodes that nobody else holds are taken apart here; each is emptied before it dies.
  std::vector<ExprRef> pending;
  auto release = [&](ExprRef &ref) {
    if (ref && ref.use_count() == 1)
      pending.push_back(std::move(ref));
    ref.reset();
  };
  release(lhs);
  release(rhs);
  while (!pending.empty()) {
    ExprRef node = std::move(pending.back());
    pending.pop_back();
    if (node.use_count() == 1) {
      Expr &dying = const_cast<Expr &>(*node);
      release(dying.lhs);
      release(dying.rhs);
    }
  }
}

static int64_t truncated(uint64_t value, int width) {
  return width == 32 ? int64_t(int32_t(uint32_t(value))) : int64_t(value);
}

/// Ceiling division as arith.ceildivsi computes it; b is not zero.
static int64_t ceilQuotient(int64_t a, int64_t b) {
  if (b == -1)
    return int64_t(0 - uint64_t(a));
  int64_t q = a / b;
  return a % b != 0 && (a < 0) == (b < 0) ? q + 1 : q;
}

static int64_t apply(const Expr &e, int64_t a, int64_t b) {
  uint64_t ua = uint64_t(a), ub = uint64_t(b);
  switch (e.op) {
  case ExprOp::Input:
  case ExprOp::Constant:
    return e.value;
  case ExprOp::Add:
    return truncated(ua + ub, e.width);
  case ExprOp::Sub:
    return truncated(ua - ub, e.width);
  case ExprOp::Mul:
    return truncated(ua * ub, e.width);
  case ExprOp::Div:
    return b == 0 ? 0 : b == -1 ? truncated(0 - ua, e.width) : a / b;
  case ExprOp::Mod:
    return b == 0 || b == -1 ? 0 : a % b;
  case ExprOp::CeilDiv:
    return b == 0 ? 0 : truncated(uint64_t(ceilQuotient(a, b)), e.width);
  case ExprOp::Min:
    return a < b ? a : b;
  case ExprOp::Max:
    return a < b ? b : a;
  case ExprOp::Lt:
    return a < b;
  case ExprOp::Le:
    return a <= b;
  case ExprOp::Gt:
    return a > b;
  case ExprOp::Ge:
    return a >= b;
  case ExprOp::Eq:
    return a == b;
  case ExprOp::Ne:
    return a != b;
  case ExprOp::And:
    return a != 0 && b != 0;
  case ExprOp::Or:
    return a != 0 || b != 0;
  case ExprOp::Not:
    return a == 0;
  case ExprOp::BitAnd:
    return truncated(ua & ub, e.width);
  case ExprOp::BitXor:
    return truncated(ua ^ ub, e.width);
  case ExprOp::ShiftLeft:
    return truncated(ub < uint64_t(e.width) ? ua << ub : 0, e.width);
  case ExprOp::ShiftRightUnsigned: {
    uint64_t bits = e.width == 32 ? uint32_t(ua) : ua;
    return truncated(ub < uint64_t(e.width) ? bits >> ub : 0, e.width);
  }
  }
  return 0;
}

int64_t evaluate(const Expr &root, const std::vector<int64_t> &inputs) {
  std::unordered_map<const Expr *, int64_t> known;
  std::vector<const Expr *> stack{&root};
  while (!stack.empty()) {
    const Expr *e = stack.back();
    if (known.count(e)) {
      stack.pop_back();
      continue;
    }
    if (e->op == ExprOp::Input) {
      known[e] = e->value >= 0 && size_t(e->value) < inputs.size() ? inputs[size_t(e->value)] : 0;
      stack.pop_back();
      continue;
    }
    bool ready = true;
    for (const Expr *child : {e->lhs.get(), e->rhs.get()})
      if (child && !known.count(child)) {
        stack.push_back(child);
        ready = false;
      }
    if (!ready)
      continue;
    known[e] = apply(*e, e->lhs ? known[e->lhs.get()] : 0, e->rhs ? known[e->rhs.get()] : 0);
    stack.pop_back();
  }
  return known[&root];
}

//===----------------------------------------------------------------------===//
// Leaf
//===----------------------------------------------------------------------===//

Leaf Leaf::dynamic(int width, int64_t divisibility, ExprRef expr) {
  Leaf leaf;
  leaf.kind_ = Kind::Dynamic;
  leaf.width_ = uint8_t(width < 0 || width > 255 ? 0 : width);
  leaf.number_ = divisibility;
  if (expr)
    leaf.extra_ = std::make_shared<Extra>(Extra{{}, std::move(expr)});
  return leaf;
}

Leaf Leaf::symbolic(int64_t index, int width, int64_t divisibility) {
  return dynamic(width, divisibility, std::make_shared<Expr>(ExprOp::Input, width, index));
}

Leaf Leaf::withBasis(ModePath path) const {
  Leaf leaf = *this;
  leaf.extra_ = std::make_shared<Extra>(Extra{std::move(path), expr()});
  return leaf;
}

const ModePath &Leaf::modes() const {
  static const ModePath empty;
  return extra_ ? extra_->basis : empty;
}

const ExprRef &Leaf::expr() const {
  static const ExprRef none;
  return extra_ ? extra_->expr : none;
}

Leaf Leaf::coefficient() const {
  if (!isBasis())
    return *this;
  Leaf leaf = *this;
  leaf.extra_ = extra_->expr ? std::make_shared<Extra>(Extra{{}, extra_->expr}) : nullptr;
  return leaf;
}

Leaf Leaf::abstracted() const {
  if (!extra_ || !extra_->expr)
    return *this;
  Leaf leaf = *this;
  leaf.extra_ = isBasis() ? std::make_shared<Extra>(Extra{extra_->basis, nullptr}) : nullptr;
  return leaf;
}

size_t Leaf::hash() const {
  size_t h = size_t(kind_) * 31 + width_;
  h = detail::mixHash(h, size_t(number_));
  for (int32_t mode : modes())
    h = detail::mixHash(h, size_t(mode) + 7);
  return h;
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

int64_t gcd(int64_t a, int64_t b) {
  auto magnitude = [](int64_t x) { return x < 0 ? 0 - uint64_t(x) : uint64_t(x); };
  return int64_t(std::gcd(magnitude(a), magnitude(b)));
}

namespace {

/// d(x) of the propagation rules: a static 0 counts as 0, which every number divides.
int64_t rawDivisibility(const Leaf &x) { return x.isNone() ? 0 : x.value(); }

int commonWidth(const Leaf &a, const Leaf &b) { return std::max(a.width(), b.width()); }

ExprRef exprOf(const Leaf &x, int width) {
  if (x.isDynamic())
    return x.expr();
  return std::make_shared<Expr>(ExprOp::Constant, width, x.value());
}

/// The run-time result of `op`; it carries an expression when every dynamic operand does.
Leaf dynamicResult(ExprOp op, int width, int64_t divisibility, const Leaf &a, const Leaf &b) {
  if (!a.expr() && !b.expr())
    return Leaf::dynamic(width, divisibility);
  int operandWidth = std::max(commonWidth(a, b), 32);
  ExprRef lhs = exprOf(a, operandWidth), rhs = exprOf(b, operandWidth);
  if (!lhs || !rhs)
    return Leaf::dynamic(width, divisibility);
  return Leaf::dynamic(width, divisibility,
                       std::make_shared<Expr>(op, width, 0, std::move(lhs), std::move(rhs)));
}

Reason overflow(const char *op, const Leaf &a, const Leaf &b, __int128 value) {
  bool negative = value < 0;
  unsigned __int128 magnitude = negative ? 0 - (unsigned __int128)value : (unsigned __int128)value;
  std::string digits;
  do
    digits.insert(digits.begin(), char('0' + int(magnitude % 10)));
  while ((magnitude /= 10) != 0);
  return fail(130,
              std::string(op) + " of " + a.str() + " and " + b.str() + " is " +
                  (negative ? "-" : "") + digits + ", outside the 32 bits of a static leaf",
              "make one of them a run-time leaf of 64 bits, ?{i64}");
}

Result<Leaf> staticResult(const char *op, const Leaf &a, const Leaf &b, __int128 value) {
  if (value < minStatic || value > maxStatic)
    return overflow(op, a, b, value);
  return Leaf(int64_t(value));
}

Reason byZero(const char *op, const Leaf &a) {
  return fail(128, std::string(op) + " of " + a.str() + " by zero");
}

/// Integer operands only; the reason names both.
std::optional<Reason> requireInts(const char *op, const Leaf &a, const Leaf &b) {
  if (a.isInt() && b.isInt())
    return std::nullopt;
  return fail(127, std::string(op) + " of " + a.str() + " and " + b.str() +
                       " is not defined: a basis element can only be added to basis elements, "
                       "multiplied or divided by an integer");
}

/// Product of divisibilities: positive and within 32 bits. Too large a product loses powers of two
/// first, so that the result still divides the value.
int64_t saturatedProduct(int64_t a, int64_t b) {
  unsigned __int128 x = a < 0 ? 0 - (unsigned __int128)(__int128)a : (unsigned __int128)a;
  unsigned __int128 y = b < 0 ? 0 - (unsigned __int128)(__int128)b : (unsigned __int128)b;
  unsigned __int128 p = x * y;
  while (p > (unsigned __int128)maxStatic && p % 2 == 0)
    p /= 2;
  if (p <= (unsigned __int128)maxStatic)
    return int64_t(p);
  unsigned __int128 larger = std::max(x, y);
  while (larger > (unsigned __int128)maxStatic && larger % 2 == 0)
    larger /= 2;
  return larger <= (unsigned __int128)maxStatic ? int64_t(larger) : 1;
}

/// gcd of the divisibilities of a dynamic result, kept within 32 bits.
int64_t commonDivisor(const Leaf &a, const Leaf &b) {
  int64_t g = gcd(rawDivisibility(a), rawDivisibility(b));
  return g == 0 ? 1 : g;
}

Leaf extremum(ExprOp op, const Leaf &a, const Leaf &b) {
  return dynamicResult(op, commonWidth(a, b), commonDivisor(a, b), a, b);
}

} // namespace

Result<Leaf> add(const Leaf &a, const Leaf &b) {
  if (auto bad = requireInts("sum", a, b))
    return *bad;
  if (a.isStatic() && b.isStatic())
    return staticResult("sum", a, b, __int128(a.value()) + b.value());
  if (a.isStaticValue(0))
    return b;
  if (b.isStaticValue(0))
    return a;
  return dynamicResult(ExprOp::Add, commonWidth(a, b), commonDivisor(a, b), a, b);
}

Result<Leaf> sub(const Leaf &a, const Leaf &b) {
  if (auto bad = requireInts("difference", a, b))
    return *bad;
  if (a.isStatic() && b.isStatic())
    return staticResult("difference", a, b, __int128(a.value()) - b.value());
  if (b.isStaticValue(0))
    return a;
  if (a.isStaticValue(0))
    return dynamicResult(ExprOp::Sub, b.width(), rawDivisibility(b), a, b);
  return dynamicResult(ExprOp::Sub, commonWidth(a, b), commonDivisor(a, b), a, b);
}

Result<Leaf> mul(const Leaf &a, const Leaf &b) {
  if (a.isBasis() || b.isBasis()) {
    if (a.isBasis() && b.isBasis())
      return fail(127, "product of the two basis elements " + a.str() + " and " + b.str());
    const Leaf &basis = a.isBasis() ? a : b;
    LAYOUT_TRY(Leaf scaled, mul(a.coefficient(), b.coefficient()));
    return scaled.withBasis(basis.modes());
  }
  if (a.isStatic() && b.isStatic())
    return staticResult("product", a, b, __int128(a.value()) * b.value());
  if (a.isStaticValue(0) || b.isStaticValue(0))
    return Leaf(0);
  return dynamicResult(ExprOp::Mul, commonWidth(a, b),
                       saturatedProduct(rawDivisibility(a), rawDivisibility(b)), a, b);
}

Result<Leaf> div(const Leaf &a, const Leaf &b) {
  if (auto bad = requireInts("quotient", a, b))
    return *bad;
  if (b.isStaticValue(0))
    return byZero("division", a);
  if (a.isStatic() && b.isStatic())
    return staticResult("quotient", a, b, __int128(a.value()) / b.value());
  if (a.isStaticValue(0))
    return Leaf(0);
  return dynamicResult(ExprOp::Div, commonWidth(a, b), 1, a, b);
}

Result<Leaf> mod(const Leaf &a, const Leaf &b) {
  if (auto bad = requireInts("remainder", a, b))
    return *bad;
  if (b.isStaticValue(0))
    return byZero("remainder", a);
  if (a.isStatic() && b.isStatic())
    return staticResult("remainder", a, b, __int128(a.value()) % b.value());
  if (b.isStaticValue(1) || a.isStaticValue(0))
    return Leaf(0);
  return dynamicResult(ExprOp::Mod, commonWidth(a, b), commonDivisor(a, b), a, b);
}

Result<Leaf> min(const Leaf &a, const Leaf &b) {
  if (auto bad = requireInts("minimum", a, b))
    return *bad;
  if (a.isStatic() && b.isStatic())
    return Leaf(std::min(a.value(), b.value()));
  return extremum(ExprOp::Min, a, b);
}

Result<Leaf> max(const Leaf &a, const Leaf &b) {
  if (auto bad = requireInts("maximum", a, b))
    return *bad;
  if (a.isStatic() && b.isStatic())
    return Leaf(std::max(a.value(), b.value()));
  return extremum(ExprOp::Max, a, b);
}

Result<Leaf> safeDiv(const Leaf &a, const Leaf &b) {
  if (a.isBasis() && b.isInt()) {
    LAYOUT_TRY(Leaf scaled, safeDiv(a.coefficient(), b));
    return scaled.withBasis(a.modes());
  }
  if (auto bad = requireInts("exact quotient", a, b))
    return *bad;
  if (b.isStaticValue(0))
    return byZero("exact division", a);
  if (a.isStatic() && b.isStatic()) {
    if (a.value() % b.value() != 0)
      return fail(139, a.str() + " is not a multiple of " + b.str());
    return staticResult("exact quotient", a, b, __int128(a.value()) / b.value());
  }
  if (b.isStatic() && rawDivisibility(a) % b.value() != 0)
    return fail(139,
                a.str() + " is not known to be a multiple of " + b.str() + ": its divisor is " +
                    std::to_string(a.divisibility()),
                "declare it as ?{div=" + b.str() + "} where that holds");
  if (a.isStaticValue(0))
    return a;
  return dynamicResult(ExprOp::Div, commonWidth(a, b), 1, a, b);
}

Result<Leaf> ceilDiv(const Leaf &a, const Leaf &b) {
  if (a.isBasis() && b.isInt()) {
    LAYOUT_TRY(Leaf scaled, ceilDiv(a.coefficient(), b));
    return scaled.withBasis(a.modes());
  }
  if (auto bad = requireInts("ceiling quotient", a, b))
    return *bad;
  if (b.isStaticValue(0))
    return byZero("ceiling division", a);
  if (a.isStatic() && b.isStatic())
    return staticResult("ceiling quotient", a, b, ceilQuotient(a.value(), b.value()));
  if (a.isStaticValue(0) || a.isStaticValue(1))
    return a;
  return dynamicResult(ExprOp::CeilDiv, commonWidth(a, b), 1, a, b);
}

Result<Leaf> shapeDiv(const Leaf &a, const Leaf &b) {
  if (auto bad = requireInts("shape quotient", a, b))
    return *bad;
  if (b.isStaticValue(0))
    return byZero("shape division", a);
  if (a.isStatic() && b.isStatic()) {
    int64_t x = a.value(), y = b.value();
    if (x != 0 && x % y != 0 && y % x != 0)
      return fail(
          129, "shape_div: neither of " + a.str() + " and " + b.str() + " divides the other",
          "use ceil_div where a partial tile is meant: " + std::to_string(ceilQuotient(x, y)));
    return staticResult("shape quotient", a, b, ceilQuotient(x, y));
  }
  if (a.isStaticValue(0) || a.isStaticValue(1))
    return a;
  return dynamicResult(ExprOp::CeilDiv, commonWidth(a, b), 1, a, b);
}

Result<Leaf> compare(Compare how, const Leaf &a, const Leaf &b) {
  if (a.isBasis() || b.isBasis()) {
    if (how != Compare::Eq && how != Compare::Ne)
      return *requireInts("comparison", a, b);
    if (a.modes() != b.modes())
      return Leaf(how == Compare::Ne);
    return compare(how, a.coefficient(), b.coefficient());
  }
  static constexpr ExprOp ops[] = {ExprOp::Lt, ExprOp::Le, ExprOp::Gt,
                                   ExprOp::Ge, ExprOp::Eq, ExprOp::Ne};
  if (!a.isStatic() || !b.isStatic())
    return dynamicResult(ops[int(how)], 32, 1, a, b);
  int64_t x = a.value(), y = b.value();
  switch (how) {
  case Compare::Lt:
    return Leaf(x < y);
  case Compare::Le:
    return Leaf(x <= y);
  case Compare::Gt:
    return Leaf(x > y);
  case Compare::Ge:
    return Leaf(x >= y);
  case Compare::Eq:
    return Leaf(x == y);
  case Compare::Ne:
    return Leaf(x != y);
  }
  return Leaf(0);
}

Result<Leaf> logicalAnd(const Leaf &a, const Leaf &b) {
  if (auto bad = requireInts("conjunction", a, b))
    return *bad;
  if (a.isStaticValue(0) || b.isStaticValue(0))
    return Leaf(0);
  if (a.isStatic() && b.isStatic())
    return Leaf(1);
  return dynamicResult(ExprOp::And, 32, 1, a, b);
}

Result<Leaf> logicalOr(const Leaf &a, const Leaf &b) {
  if (auto bad = requireInts("disjunction", a, b))
    return *bad;
  if ((a.isStatic() && !a.isStaticValue(0)) || (b.isStatic() && !b.isStaticValue(0)))
    return Leaf(1);
  if (a.isStatic() && b.isStatic())
    return Leaf(0);
  return dynamicResult(ExprOp::Or, 32, 1, a, b);
}

Result<Leaf> logicalNot(const Leaf &a) {
  if (auto bad = requireInts("negation", a, a))
    return *bad;
  if (a.isStatic())
    return Leaf(a.isStaticValue(0));
  return Leaf::dynamic(32, 1,
                       a.expr() ? std::make_shared<Expr>(ExprOp::Not, 32, 0, a.expr()) : nullptr);
}

} // namespace layout
