// The `fly_rocdl` dialect: AMD instructions as payloads of fly atoms.
#pragma once

#include "dialects/fly/FlyDialect.h"
#include "dialects/fly/FlyTypes.h"
#include "dialects/fly_rocdl/Instances.h"
#include "dialects/layout/Result.h"

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Dialect/LLVMIR/ROCDLDialect.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "dialects/fly_rocdl/FlyROCDLDialect.h.inc"

#define GET_ATTRDEF_CLASSES
#include "dialects/fly_rocdl/FlyROCDLAttrs.h.inc"

#define GET_TYPEDEF_CLASSES
#include "dialects/fly_rocdl/FlyROCDLTypes.h.inc"

#define GET_OP_CLASSES
#include "dialects/fly_rocdl/FlyROCDLOps.h.inc"

namespace mlir::fly_rocdl {

/// Whether a pointer or memref lies behind a buffer descriptor.
bool isBufferSpace(Attribute addressSpace);

/// Chip names or prefixes of a comma-separated list.
SmallVector<std::string> splitChips(llvm::StringRef list);

/// Elements in the register of one lane.
int64_t registerValuesOf(const MmaRow &row, Elem a, Elem b, fly::MmaOperand operand);
/// The register type of an operand.
Type registerTypeOf(const MmaRow &row, Elem a, Elem b, fly::MmaOperand operand,
                    MLIRContext *context);

/// What nobody has verified about a payload (section 10), with the codes FLY341 to FLY346.
layout::Warnings openQuestions(Type payload);
/// Rule 347 for payloads that LLVM has only a synchronous instruction for.
std::optional<layout::Reason> synchronousRemark(Type payload);
/// Rule 309 for a number of bits that no buffer instruction moves.
std::optional<layout::Reason> transferProblem(int64_t bits);
/// Rule 332 for a value that the 12 bits of an instruction do not hold; nothing stands for a value
/// that is known at run time only.
std::optional<layout::Reason> immediateProblem(StringRef field, std::optional<int64_t> value);

} // namespace mlir::fly_rocdl
