// Types of the dialect by their text, for programs that parse the same types again and again in
// one context, such as a language server.
#pragma once

#include "dialects/fly/FlyDialect.h"

#include "mlir/IR/DialectInterface.h"
#include "llvm/ADT/StringMap.h"

namespace mlir::fly {

/// When this interface is registered (by `rememberTypeTexts`), a type that was parsed before is
/// found by its text. Not for contexts that several threads parse in.
class TypeTexts : public DialectInterface::Base<TypeTexts> {
public:
  explicit TypeTexts(Dialect *dialect) : Base(dialect) {}

  /// The type that the body of a `!fly.…` stands for. `parse` is called for a text that is new, and
  /// for one that means more than its letters: one with an alias, or that was warned about.
  Type get(DialectAsmParser &parser, function_ref<Type()> parse);

private:
  llvm::StringMap<Type> types;
};

void rememberTypeTexts(DialectRegistry &registry);

} // namespace mlir::fly
