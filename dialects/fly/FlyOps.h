// Operations of the `fly` dialect.
#pragma once

#include "dialects/fly/FlyTypes.h"
#include "dialects/fly/Inference.h"

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Dialect/LLVMIR/LLVMTypes.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace mlir::fly {
/// Marks operations whose result types follow from their operands (FlyOpsBase.td).
template <typename ConcreteType>
class InfersTypes : public OpTrait::TraitBase<ConcreteType, InfersTypes> {};
} // namespace mlir::fly

#define GET_OP_CLASSES
#include "dialects/fly/FlyOps.h.inc"
