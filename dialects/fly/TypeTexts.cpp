#include "dialects/fly/TypeTexts.h"

using namespace mlir;
using namespace mlir::fly;

/// Whether a text mentions an alias: `#a` or `!a` without a dialect's dot.
static bool mentionsAlias(StringRef text) {
  for (size_t at = 0; (at = text.find_first_of("#!", at)) != StringRef::npos; ++at) {
    StringRef name = text.drop_front(at + 1).take_while(
        [](char c) { return llvm::isAlnum(c) || c == '_' || c == '$' || c == '.'; });
    if (!name.contains('.'))
      return true;
  }
  return false;
}

Type TypeTexts::get(DialectAsmParser &parser, function_ref<Type()> parse) {
  StringRef text = parser.getFullSymbolSpec();
  auto known = types.find(text);
  if (known != types.end())
    return known->second;
  bool silent = true;
  Type type;
  {
    ScopedDiagnosticHandler listener(getContext(), [&](Diagnostic &) {
      silent = false;
      return failure(); // for the handlers before this one
    });
    type = parse();
  }
  if (type && silent && !mentionsAlias(text))
    types.try_emplace(text, type);
  return type;
}

void mlir::fly::rememberTypeTexts(DialectRegistry &registry) {
  registry.addExtension(
      +[](MLIRContext *, FlyDialect *dialect) { dialect->addInterfaces<TypeTexts>(); });
}
