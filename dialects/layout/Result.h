// A value or the reason why there is none; the library never asserts on user input.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace layout {

/// Why an operation has no result, or why its result deserves a warning.
///
/// `rule` is the number of the project-wide diagnostic code (133 is shown as FLY133, see
/// docs/diagnostics.md); 0 where no numbered rule applies. `message` is one lower-case sentence
/// that names both numbers; `fix` may be empty.
struct Reason {
  int rule = 0;
  std::string message;
  std::string fix;
};

/// Collects warnings: results that are kept although they are weak (fly-core 12.4).
using Warnings = std::vector<Reason>;

template <typename T> class [[nodiscard]] Result {
public:
  Result(T value) : value_(std::in_place_index<0>, std::move(value)) {}
  Result(Reason reason) : value_(std::in_place_index<1>, std::move(reason)) {}

  explicit operator bool() const { return value_.index() == 0; }
  const T &operator*() const & { return *std::get_if<0>(&value_); }
  T &operator*() & { return *std::get_if<0>(&value_); }
  T &&operator*() && { return std::move(*std::get_if<0>(&value_)); }
  const T *operator->() const { return std::get_if<0>(&value_); }
  /// Only where there is no value.
  const Reason &reason() const { return *std::get_if<1>(&value_); }

private:
  std::variant<T, Reason> value_;
};

/// `LAYOUT_TRY(auto x, f())` unwraps or returns the reason to the caller.
#define LAYOUT_CONCAT_(a, b) a##b
#define LAYOUT_CONCAT(a, b) LAYOUT_CONCAT_(a, b)
#define LAYOUT_TRY_(tmp, decl, expr)                                                               \
  auto tmp = (expr);                                                                               \
  if (!tmp)                                                                                        \
    return tmp.reason();                                                                           \
  decl = *std::move(tmp)
#define LAYOUT_TRY(decl, expr) LAYOUT_TRY_(LAYOUT_CONCAT(layoutTry, __LINE__), decl, expr)

} // namespace layout
