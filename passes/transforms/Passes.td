// The passes that rewrite fly into simpler fly. docs/passes.md is generated from this file.
#ifndef FLY_TRANSFORMS_PASSES_TD
#define FLY_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

def FlyRewriteFuncSignaturePass : Pass<"fly-rewrite-func-signature", "::mlir::ModuleOp"> {
  let summary = "Remove layout types from function, launch and scf boundaries";
  let description = [{
    Values of layout types never cross the boundary of a function, a call, a launch, an `scf`
    region or a return: they are carried by pointers and packed structs of their run-time integers.

    | type at a boundary | carriers |
    |---|---|
    | any static type | none |
    | `int_tuple` | one packed struct, an `i32`/`i64` field per dynamic leaf, depth first |
    | `layout` | packed struct of the structs of shape and stride, those that are dynamic |
    | `composed_layout` | packed struct of outer, offset, inner, those that are dynamic |
    | `coord_tensor` | packed struct of base and layout, those that are dynamic |
    | `memref` | its `ptr`, and the struct of its layout if that is dynamic |
    | `tiled_copy`, `tiled_mma` of a stateful atom | the atom |
    | everything else | itself |

    Entering a region, a value is rebuilt only if it is used. Leaving it (yield, return, call,
    launch), its run-time integers are read with `fly.get` and `fly.get_scalar`.

    Guarantees: afterwards no block argument, call, launch, return or `scf` result has a type of the
    table's first rows; running the pass again changes nothing. A construct that the pass does not
    know and that would pass such a value across blocks is an error at that operation.

    ```mlir
    func.func @f(%t: !fly.int_tuple<(4,?)>, %m: !fly.memref<f32, global, (4,8):(8,1)>)
    // becomes
    func.func @f(%t: !llvm.struct<packed (i32)>, %m: !fly.ptr<f32, global>)
    ```
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect", "::mlir::fly::FlyDialect"];
  let statistics = [
    Statistic<"numFunctions", "functions", "Number of functions with a new signature">,
    Statistic<"numDropped", "dropped", "Number of static values that no longer cross a boundary">,
    Statistic<"numRebuilt", "rebuilt", "Number of values rebuilt from their carriers">
  ];
}

def FlyCanonicalizePass : Pass<"fly-canonicalize", "::mlir::ModuleOp"> {
  let summary = "Bring constructors and static values to their normal form";
  let description = [{
    `make_shape`, `make_stride` and `make_coord` become `make_int_tuple`. A single-result operation
    whose result type is static is replaced by the normal form of that type: an operand-less
    `make_int_tuple`, a `make_layout` or `make_composed_layout` of such, a `make_view` for a
    coordinate tensor, `make_copy_atom`, `make_mma_atom`, `make_tiled_copy`, `make_tiled_mma` for
    stateless atoms. Tiles and swizzles keep their `fly.static`; stateful atoms are untouched.

    Guarantees: every static value is in normal form; operations without users that have no effect
    are gone; running the pass again changes nothing. Expects `fly-rewrite-func-signature` before.

    ```mlir
    %l = fly.static : !fly.layout<(4,8):(1,4)>
    // becomes
    %s = fly.make_int_tuple() : () -> !fly.int_tuple<(4,8)>
    %d = fly.make_int_tuple() : () -> !fly.int_tuple<(1,4)>
    %l = fly.make_layout(%s, %d) : (!fly.int_tuple<(4,8)>, !fly.int_tuple<(1,4)>) -> !fly.layout<(4,8):(1,4)>
    ```
  }];
  let dependentDialects = ["::mlir::fly::FlyDialect"];
  let statistics = [
    Statistic<"numRenamed", "renamed", "Number of make_shape, make_stride and make_coord replaced">,
    Statistic<"numStatic", "static", "Number of static values brought to normal form">
  ];
}

def FlyLayoutLoweringPass : Pass<"fly-layout-lowering", "::mlir::ModuleOp"> {
  let summary = "Expand layout algebra, tiled operations, whole-tensor copies and products";
  let description = [{
    One walk in dominance order. Each operation of the layout algebra is evaluated by the very
    function that inferred its type, on leaves that carry the SSA values they stand for; the
    expressions of the result become `arith` operations, shared sub-expressions once. Whole-tensor
    `fly.copy` and `fly.gemm` are unrolled to atom calls, loads and stores of memrefs become pointer
    accesses, `fly.print` becomes `gpu.printf` or `vector.print`. Dead operations are removed and
    common sub-expressions eliminated at the end.

    Guarantees: of the layout types only constructors, views, pointer operations and atom calls are
    left; the type of every rebuilt value equals the type it had (checked, an internal
    disagreement is an error at the operation); a chain of pointer offsets has at most one dynamic
    link, below at most one static link, unless merging them would change a declared alignment;
    running the pass again changes nothing. Expects `fly-rewrite-func-signature` and
    `fly-canonicalize` before. Knows no backend.

    An operation that cannot be lowered is an error that names it, the reason, and the pass that
    should have run before. Remarks (category `fly`): a copy expanded to several calls, a vector
    access of a memref that is taken apart into scalars.

    ```mlir
    %x = fly.crd2idx(%c, %l) : (!fly.int_tuple<(?,3)>, !fly.layout<(4,8):(2,4)>) -> !fly.int_tuple<?{div=2}>
    // becomes
    %m = arith.muli %i, %c2 : i32
    %s = arith.addi %m, %c12 : i32
    %x = fly.make_int_tuple(%s) : (i32) -> !fly.int_tuple<?{div=2}>
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::vector::VectorDialect", "::mlir::gpu::GPUDialect",
    "::mlir::LLVM::LLVMDialect", "::mlir::fly::FlyDialect"
  ];
  let options = [
    Option<"maxCalls", "max-calls", "int64_t", /*default=*/"65536",
           "Largest number of atom calls that one copy or gemm may expand to">
  ];
  let statistics = [
    Statistic<"numLowered", "lowered", "Number of operations lowered">,
    Statistic<"numCopyCalls", "copy-calls", "Number of copy atom calls emitted">,
    Statistic<"numMmaCalls", "mma-calls", "Number of MMA atom calls emitted">,
    Statistic<"numScalarised", "scalarised", "Number of vector accesses taken apart into scalars">
  ];
}

def FlyIntSwizzleSimplifyPass : Pass<"fly-int-swizzle-simplify", "::mlir::ModuleOp"> {
  let summary = "Move period-aligned addends out of XOR swizzles";
  let description = [{
    In device functions, `x ^ ((x & M) >> s)` with M a run of m ones above K zeros and s at most K
    has the period `1 << (m + K)`. Addends of x that are known multiples of the period are added
    after the swizzle instead of before it, where they can be folded into an address offset.

    What is known about a value: the divisor that follows from the constants, sums, products,
    shifts and selects that compute it, or the `div` of a leaf that it feeds in a
    `make_int_tuple`, whichever is larger.

    Guarantees: the values computed are unchanged; running the pass again changes nothing. Expects
    `fly-layout-lowering` before, and must come before the first general `canonicalize`.

    ```mlir
    // S<1,2,1>: mask 8, shift 1, period 16
    %y = arith.addi %x, %c64 : i32
    %a = arith.andi %y, %c8 : i32
    %h = arith.shrui %a, %c1 : i32
    %r = arith.xori %y, %h : i32
    // becomes
    %a2 = arith.andi %x, %c8 : i32
    %h2 = arith.shrui %a2, %c1 : i32
    %r2 = arith.xori %x, %h2 : i32
    %r  = arith.addi %r2, %c64 : i32
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::fly::FlyDialect"];
  let statistics = [
    Statistic<"numSwizzles", "swizzles", "Number of swizzles simplified">,
    Statistic<"numPeeled", "peeled", "Number of addends moved">
  ];
}

def FlyConvertAtomCallToSSAFormPass
    : Pass<"fly-convert-atom-call-to-ssa-form", "::mlir::ModuleOp"> {
  let summary = "Make atom calls on register memory value-based";
  let description = [{
    A register memref is promotable if its layout is plain and coalesces to one mode of stride 1 or
    extent 1. An atom call with a promotable operand (the predicate counts) is replaced by its
    `_ssa` form: promotable inputs are read by `ptr.load` from the pointer of their view, a
    promotable destination becomes the result and is written by `ptr.store`; the other operands
    stay memrefs. A predicated copy also reads the old destination, the value kept where the
    predicate is false.

    Guarantees: no call is left that has a promotable operand; running the pass again changes
    nothing. Expects `fly-layout-lowering` before: a promotable operand that is not a `make_view` is
    an error.

    ```mlir
    fly.copy_atom_call(%atom, %src, %reg) : (!fly.copy_atom<!fly.universal_copy<64>, 16>,
        !fly.memref<f16, global, 4:1>, !fly.memref<f16, register, 4:1>) -> ()
    // becomes
    %v = fly.copy_atom_call_ssa(%atom, %src) {operandSegmentSizes = array<i32: 1, 1, 0, 0>}
        : (!fly.copy_atom<!fly.universal_copy<64>, 16>, !fly.memref<f16, global, 4:1>) -> vector<4xf16>
    fly.ptr.store(%v, %rp) : (vector<4xf16>, !fly.ptr<f16, register>) -> ()
    ```
  }];
  let dependentDialects = ["::mlir::vector::VectorDialect", "::mlir::fly::FlyDialect"];
  let statistics = [
    Statistic<"numCopies", "copies", "Number of copy atom calls converted">,
    Statistic<"numMmas", "mmas", "Number of MMA atom calls converted">
  ];
}

def FlyPromoteRegmemToVectorSSAPass
    : Pass<"fly-promote-regmem-to-vectorssa", "::mlir::ModuleOp"> {
  let summary = "Turn register memory into vector values";
  let description = [{
    Every register `make_ptr` of a device function becomes a vector value of `allocSize` elements
    that is carried through the body, `scf.for`, `scf.if` and `scf.while` included: a store inserts
    into it, a load extracts from it. Floats narrower than 16 bits are carried as integers of the
    same width.

    An allocation stays in memory if it is used through `recast_iter` or with an offset known only
    at run time, if its address escapes, or if an atom call addresses it in a form that has no
    value-based call; a remark (category `fly`) says so at the allocation, with the reason.

    Guarantees: if every allocation was promoted, no register pointer is left; running the pass
    again changes nothing. Expects `fly-convert-atom-call-to-ssa-form` before. Errors: an access
    outside the allocation, a promotable operand that an atom call still addresses, register values
    in an operation with regions that the pass does not know.

    ```mlir
    %p = fly.make_ptr() {dictAttrs = {allocSize = 4 : i64}} : () -> !fly.ptr<f32, register>
    fly.ptr.store(%v, %p) : (vector<4xf32>, !fly.ptr<f32, register>) -> ()
    %q = fly.add_offset(%p, %two) : (!fly.ptr<f32, register>, !fly.int_tuple<2>) -> !fly.ptr<f32, register>
    %x = fly.ptr.load(%q) : (!fly.ptr<f32, register>) -> f32
    // becomes
    %0 = ub.poison : vector<4xf32>
    %1 = vector.insert_strided_slice %v, %0 {offsets = [0], strides = [1]} : vector<4xf32> into vector<4xf32>
    %x = vector.extract %1[2] : f32 from vector<4xf32>
    ```
  }];
  let dependentDialects = [
    "::mlir::vector::VectorDialect", "::mlir::ub::UBDialect", "::mlir::scf::SCFDialect",
    "::mlir::fly::FlyDialect"
  ];
  let statistics = [
    Statistic<"numPromoted", "promoted", "Number of register allocations promoted">,
    Statistic<"numInMemory", "in-memory", "Number of register allocations left in memory">
  ];
}

#endif // FLY_TRANSFORMS_PASSES_TD
