// What the generated definitions use besides the classes: the keyword form of mma_operand and
// the results accepted besides the inferred ones. Included by the files that hold a shard of the
// definitions, each with its own copy.
#pragma once

#include "dialects/fly/FlyOps.h"

namespace mlir::fly {

/// Whether other result types than the inferred ones are accepted because they mean the same value.
template <typename Op>
bool acceptsDeclared(typename Op::Adaptor, ArrayRef<Type> /*inferred*/,
                     ArrayRef<Type> /*declared*/) {
  return false;
}
template <>
bool acceptsDeclared<GetOp>(GetOp::Adaptor op, ArrayRef<Type> inferred, ArrayRef<Type> declared);

[[maybe_unused]] static ParseResult parseMmaOperandKeyword(OpAsmParser &parser,
                                                           MmaOperandAttr &operand) {
  SMLoc loc = parser.getCurrentLocation();
  std::string keyword;
  if (parser.parseKeywordOrString(&keyword))
    return failure();
  std::optional<MmaOperand> value = symbolizeMmaOperand(keyword);
  if (!value)
    return parser.emitError(loc)
           << "expected the operand of a matrix product to be one of: a, b, c, "
              "d, got '"
           << keyword << "'";
  operand = MmaOperandAttr::get(parser.getContext(), *value);
  return success();
}

[[maybe_unused]] static void printMmaOperandKeyword(OpAsmPrinter &printer, Operation *,
                                                    MmaOperandAttr operand) {
  // The generic printer of diagnostics shows operations that lack the attribute.
  if (operand)
    printer << stringifyMmaOperand(operand.getValue());
}

} // namespace mlir::fly
