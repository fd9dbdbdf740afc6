// The integer leaf of tuples and layouts, and its arithmetic (layout-algebra.md 1 and 2).
//
// One leaf class serves three uses: static integers, the abstract run-time integer of type
// inference (width and divisibility), and a run-time integer that also carries the expression
// computing it. Every algorithm above is written once; inference passes dynamic leaves without
// expression, lowering passes `Leaf::symbolic` inputs and materialises the expressions of the
// result.
#pragma once

#include "dialects/layout/Result.h"

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace layout {

/// Path of modes of a basis element, outermost first.
using ModePath = std::vector<int32_t>;

enum class ExprOp : uint8_t {
  Input,    ///< `value` is the index that the caller chose in Leaf::symbolic
  Constant, ///< `value`
  Add,
  Sub,
  Mul,
  Div,
  Mod,
  CeilDiv,
  Min,
  Max, // signed; Div truncates
  Lt,
  Le,
  Gt,
  Ge,
  Eq,
  Ne, // 32-bit 0 or 1
  And,
  Or,
  Not, // truth values of operands tested against 0
  BitAnd,
  BitXor,
  ShiftLeft,
  ShiftRightUnsigned
};

struct Expr;
using ExprRef = std::shared_ptr<const Expr>;

/// Node of a run-time computation; shared sub-expressions are one node.
/// `width` is the width in bits of the value (32 or 64); narrower operands are sign-extended to it.
/// Comparisons and And, Or, Not have width 32 and work on the wider of their operands' widths.
struct Expr {
  ExprOp op;
  int width;
  int64_t value = 0;
  ExprRef lhs, rhs;

  Expr(ExprOp op, int width, int64_t value = 0, ExprRef lhs = nullptr, ExprRef rhs = nullptr)
      : op(op), width(width), value(value), lhs(std::move(lhs)), rhs(std::move(rhs)) {}
  Expr(const Expr &) = delete;
  /// Long chains (a product of many leaves) are released without recursion.
  ~Expr();
};

class Leaf {
public:
  enum class Kind : uint8_t { None, Static, Dynamic };

  Leaf() = default; // the none leaf `*`
  Leaf(int64_t value) : kind_(Kind::Static), width_(32), number_(value) {}
  static Leaf none() { return Leaf(); }
  static Leaf dynamic(int width = 32, int64_t divisibility = 1, ExprRef expr = nullptr);
  /// A run-time integer known as input number `index`.
  static Leaf symbolic(int64_t index, int width = 32, int64_t divisibility = 1);
  /// `*this` as the coefficient of the unit vector at `path` (not empty).
  Leaf withBasis(ModePath path) const;

  Kind kind() const { return kind_; }
  bool isNone() const { return kind_ == Kind::None; }
  bool isDynamic() const { return kind_ == Kind::Dynamic; }
  bool isStatic() const { return kind_ != Kind::Dynamic; } // none counts as static
  bool isBasis() const { return extra_ && !extra_->basis.empty(); }
  bool isInt() const { return !isBasis(); }
  /// An integer leaf (none counts as 0), static and equal to `k`; never true for a basis leaf.
  bool isStaticValue(int64_t k) const { return isInt() && kind_ != Kind::Dynamic && number_ == k; }
  /// Value of a static leaf (coefficient of a basis leaf), 0 for none.
  int64_t value() const { return number_; }
  /// 32 or 64 for dynamic leaves, 32 for static ones, 0 for none.
  int width() const { return width_; }
  /// d(x) of layout-algebra.md 2: the value of a static leaf, 1 for static 0, else the known
  /// divisor.
  int64_t divisibility() const { return kind_ == Kind::Static && number_ == 0 ? 1 : number_; }
  /// Path of a basis leaf, empty for an integer leaf.
  const ModePath &modes() const;
  Leaf coefficient() const;
  const ExprRef &expr() const;
  /// The same leaf without its expression (what attributes store).
  Leaf abstracted() const;
  /// Canonical text.
  std::string str() const;

  /// Compares what is printed: kind, value, width, divisibility, path; expressions do not count.
  friend bool operator==(const Leaf &a, const Leaf &b) {
    return a.kind_ == b.kind_ && a.width_ == b.width_ && a.number_ == b.number_ &&
           (a.extra_ == b.extra_ || a.modes() == b.modes());
  }
  size_t hash() const;

private:
  Kind kind_ = Kind::None;
  uint8_t width_ = 0;
  int64_t number_ = 0; // value, or divisibility when dynamic
  // Plain integers, by far the most common leaves, own no memory.
  struct Extra {
    ModePath basis;
    ExprRef expr;
  };
  std::shared_ptr<const Extra> extra_;
};

/// Smallest and largest value of a static leaf (and of a static stride): 32 bits.
inline constexpr int64_t minStatic = INT32_MIN, maxStatic = INT32_MAX;

// Arithmetic of layout-algebra.md 2. Evaluated in 64 bits; a static result outside 32 bits is an
// error (rule 130), division by a static zero rule 128, undefined basis arithmetic rule 127.
Result<Leaf> add(const Leaf &a, const Leaf &b); // integers only; see addBasis for basis leaves
Result<Leaf> sub(const Leaf &a, const Leaf &b);
Result<Leaf> mul(const Leaf &a, const Leaf &b); // one side may be a basis leaf
Result<Leaf> div(const Leaf &a, const Leaf &b);
Result<Leaf> mod(const Leaf &a, const Leaf &b);
Result<Leaf> min(const Leaf &a, const Leaf &b);
Result<Leaf> max(const Leaf &a, const Leaf &b);
Result<Leaf> safeDiv(const Leaf &a, const Leaf &b);  // a may be a basis leaf
Result<Leaf> ceilDiv(const Leaf &a, const Leaf &b);  // a may be a basis leaf
Result<Leaf> shapeDiv(const Leaf &a, const Leaf &b); // rule 129
enum class Compare { Lt, Le, Gt, Ge, Eq, Ne };
Result<Leaf> compare(Compare how, const Leaf &a, const Leaf &b);
Result<Leaf> logicalAnd(const Leaf &a, const Leaf &b);
Result<Leaf> logicalOr(const Leaf &a, const Leaf &b);
Result<Leaf> logicalNot(const Leaf &a);

/// Greatest common divisor of absolute values; gcd(0, n) = |n|.
int64_t gcd(int64_t a, int64_t b);

/// Evaluates an expression on concrete inputs (`inputs[i]` is input i). Reference semantics for
/// tests.
int64_t evaluate(const Expr &expr, const std::vector<int64_t> &inputs);

} // namespace layout
