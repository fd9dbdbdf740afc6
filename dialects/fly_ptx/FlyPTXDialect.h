// The `fly_ptx` dialect: NVIDIA instructions as payloads of fly atoms.
#pragma once

#include "dialects/fly/FlyDialect.h"
#include "dialects/fly/FlyTypes.h"
#include "dialects/fly_ptx/Instances.h"

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "dialects/fly_ptx/FlyPTXDialect.h.inc"

#define GET_TYPEDEF_CLASSES
#include "dialects/fly_ptx/FlyPTXTypes.h.inc"

#define GET_OP_CLASSES
#include "dialects/fly_ptx/FlyPTXOps.h.inc"
