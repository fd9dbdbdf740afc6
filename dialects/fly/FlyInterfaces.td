// Interfaces of atom payloads. Written value-first: a payload implements `emitAtomCallSSA`, and the
// memory and predicated forms follow from it (AtomEmission.cpp).
#ifndef FLY_INTERFACES_TD
#define FLY_INTERFACES_TD

include "dialects/fly/FlyBaseInterfaces.td"

def Fly_CopyOpTypeInterface : TypeInterface<"CopyOpTypeInterface"> {
  let cppNamespace = "::mlir::fly";
  let description = [{
    What a copy payload publishes: the participating threads, which bit of the transfer each thread
    holds on the source side, the destination side and in the reference order, and how one call is
    emitted. Operands in memory are LLVM pointers or fat pointers by then.
  }];
  let methods = [
    InterfaceMethod<"Participating threads; `1:1` for a single thread.", "::layout::Layout",
      "getThrLayout", (ins)>,
    InterfaceMethod<"(threads, bits) of the source.", "::layout::Layout", "getThrBitLayoutSrc", (ins)>,
    InterfaceMethod<"(threads, bits) of the destination.", "::layout::Layout", "getThrBitLayoutDst",
      (ins)>,
    InterfaceMethod<"(threads, bits) of the reference order.", "::layout::Layout",
      "getThrBitLayoutRef", (ins)>,
    InterfaceMethod<"Bits that one thread moves in one call; 0 when a call moves a whole tile.",
      "int64_t", "getCopyBits", (ins)>,
    InterfaceMethod<"Whether one call moves an entire tile of any extent.", "bool", "isWholeTile",
      (ins), "", [{ return false; }]>,
    InterfaceMethod<[{
        Checks that the operand types of a call (memrefs or register values, null where absent) fit
        this payload; reports through `emitError`.
      }], "::llvm::LogicalResult", "verifyCall",
      (ins "::llvm::function_ref<::mlir::InFlightDiagnostic()>":$emitError, "::mlir::Type":$srcTy,
           "::mlir::Type":$dstTy), "", [{ return ::mlir::success(); }]>,
    InterfaceMethod<[{
        Emits one call on values. `srcTy` and `dstTy` are fly memrefs for operands in memory, else the
        type of the register value. With `resultTy` the destination is a register and the new content
        is returned; without it the destination is memory and the returned value is ignored. Failure
        has been reported.
      }], "::llvm::FailureOr<::mlir::Value>", "emitAtomCallSSA",
      (ins "::mlir::OpBuilder &":$builder, "::mlir::Location":$loc, "::mlir::Type":$resultTy,
           "::mlir::fly::CopyAtomType":$atomTy, "::mlir::Type":$srcTy, "::mlir::Type":$dstTy,
           "::mlir::Value":$atomVal, "::mlir::Value":$src, "::mlir::Value":$dst)>,
    InterfaceMethod<"Emits one call on memory operands: load, value form, store.",
      "::llvm::LogicalResult", "emitAtomCall",
      (ins "::mlir::OpBuilder &":$builder, "::mlir::Location":$loc,
           "::mlir::fly::CopyAtomType":$atomTy, "::mlir::fly::MemRefType":$srcTy,
           "::mlir::fly::MemRefType":$dstTy, "::mlir::Value":$atomVal, "::mlir::Value":$srcPtr,
           "::mlir::Value":$dstPtr), "",
      [{
        return ::mlir::fly::detail::emitCopyCall($_type, builder, loc, atomTy, srcTy, dstTy, atomVal,
                                                 srcPtr, dstPtr);
      }]>,
    InterfaceMethod<[{
        The value form under a predicate (`pred` is an i1). With `resultTy`, `oldDst` is the content
        kept when the predicate is false.
      }], "::llvm::FailureOr<::mlir::Value>", "emitAtomCallPredSSA",
      (ins "::mlir::OpBuilder &":$builder, "::mlir::Location":$loc, "::mlir::Type":$resultTy,
           "::mlir::fly::CopyAtomType":$atomTy, "::mlir::Type":$srcTy, "::mlir::Type":$dstTy,
           "::mlir::Value":$atomVal, "::mlir::Value":$src, "::mlir::Value":$dst,
           "::mlir::Value":$pred, "::mlir::Value":$oldDst), "",
      [{
        return ::mlir::fly::detail::emitPredicatedCopyCallSSA($_type, builder, loc, resultTy, atomTy,
                                                              srcTy, dstTy, atomVal, src, dst, pred,
                                                              oldDst);
      }]>,
    InterfaceMethod<[{
        The memory form under a predicate in memory (`predTy` is a fly memref of one i1).
      }], "::llvm::LogicalResult", "emitAtomCallPred",
      (ins "::mlir::OpBuilder &":$builder, "::mlir::Location":$loc,
           "::mlir::fly::CopyAtomType":$atomTy, "::mlir::fly::MemRefType":$srcTy,
           "::mlir::fly::MemRefType":$dstTy, "::mlir::Value":$atomVal, "::mlir::Value":$srcPtr,
           "::mlir::Value":$dstPtr, "::mlir::Type":$predTy, "::mlir::Value":$predPtr), "",
      [{
        return ::mlir::fly::detail::emitPredicatedCopyCall($_type, builder, loc, atomTy, srcTy, dstTy,
                                                           atomVal, srcPtr, dstPtr, predTy, predPtr);
      }]>];
}

def Fly_MmaOpTypeInterface : TypeInterface<"MmaOpTypeInterface"> {
  let cppNamespace = "::mlir::fly";
  let description = [{
    What a matrix payload publishes: its shape, its element types, and for every operand which element
    of the column-major reference tile each (thread, value) holds: A over (M,K), B over (N,K), C and D
    over (M,N).
  }];
  let methods = [
    InterfaceMethod<"Participating threads; `1:1` for a single thread.", "::layout::Layout",
      "getThrLayout", (ins)>,
    InterfaceMethod<"The tuple (m, n, k).", "::layout::IntTuple", "getShapeMNK", (ins)>,
    InterfaceMethod<"Element type of A.", "::mlir::Type", "getValTypeA", (ins)>,
    InterfaceMethod<"Element type of B.", "::mlir::Type", "getValTypeB", (ins)>,
    InterfaceMethod<"Element type of C.", "::mlir::Type", "getValTypeC", (ins)>,
    InterfaceMethod<"Element type of D.", "::mlir::Type", "getValTypeD", (ins)>,
    InterfaceMethod<"(threads, values) of A over (M,K).", "::layout::Layout", "getThrValLayoutA",
      (ins)>,
    InterfaceMethod<"(threads, values) of B over (N,K).", "::layout::Layout", "getThrValLayoutB",
      (ins)>,
    InterfaceMethod<"(threads, values) of C and D over (M,N).", "::layout::Layout",
      "getThrValLayoutC", (ins)>,
    InterfaceMethod<"Number of threads that hold the same element of an operand.", "int64_t",
      "getReplication", (ins "::mlir::fly::MmaOperand":$operand), "", [{ return 1; }]>,
    InterfaceMethod<[{
        Elements that the register of an operand holds in one thread; 0 for an operand that is not
        in registers (a shared-memory descriptor or tensor memory), which the whole thread group names.
      }], "int64_t", "getRegisterValues", (ins "::mlir::fly::MmaOperand":$operand)>,
    InterfaceMethod<[{
        Checks that the operand types of a call (memrefs or register values, null where absent) fit
        this payload; reports through `emitError`.
      }], "::llvm::LogicalResult", "verifyCall",
      (ins "::llvm::function_ref<::mlir::InFlightDiagnostic()>":$emitError, "::mlir::Type":$dTy,
           "::mlir::Type":$aTy, "::mlir::Type":$bTy, "::mlir::Type":$cTy), "",
      [{ return ::mlir::success(); }]>,
    InterfaceMethod<[{
        Emits one product on values; operands whose type is a fly memref are in memory. With `resultTy`
        D is returned, else it is stored to `d`. Failure has been reported.
      }], "::llvm::FailureOr<::mlir::Value>", "emitAtomCallSSA",
      (ins "::mlir::OpBuilder &":$builder, "::mlir::Location":$loc, "::mlir::Type":$resultTy,
           "::mlir::fly::MmaAtomType":$atomTy, "::mlir::Type":$dTy, "::mlir::Type":$aTy,
           "::mlir::Type":$bTy, "::mlir::Type":$cTy, "::mlir::Value":$atomVal, "::mlir::Value":$d,
           "::mlir::Value":$a, "::mlir::Value":$b, "::mlir::Value":$c)>,
    InterfaceMethod<"Emits one product on memory operands: load, value form, store.",
      "::llvm::LogicalResult", "emitAtomCall",
      (ins "::mlir::OpBuilder &":$builder, "::mlir::Location":$loc,
           "::mlir::fly::MmaAtomType":$atomTy, "::mlir::fly::MemRefType":$dTy,
           "::mlir::fly::MemRefType":$aTy, "::mlir::fly::MemRefType":$bTy,
           "::mlir::fly::MemRefType":$cTy, "::mlir::Value":$atomVal, "::mlir::Value":$dPtr,
           "::mlir::Value":$aPtr, "::mlir::Value":$bPtr, "::mlir::Value":$cPtr), "",
      [{
        return ::mlir::fly::detail::emitMmaCall($_type, builder, loc, atomTy, dTy, aTy, bTy, cTy,
                                                atomVal, dPtr, aPtr, bPtr, cPtr);
      }]>];
}

#endif
