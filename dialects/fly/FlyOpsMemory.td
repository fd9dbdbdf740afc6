// Pointers, views and single accesses.
#ifndef FLY_OPS_MEMORY_TD
#define FLY_OPS_MEMORY_TD

include "dialects/fly/FlyOpsBase.td"

// --- Pointers -----------------------------------------------------------------------------------------

def Fly_MakePtrOp : Fly_MemoryOp<"make_ptr"> {
  let summary = "new pointer: an allocation or a target descriptor";
  let description = [{
    What is made follows from the result's address space: `register` is a private allocation of
    `allocSize` elements; `shared` a static allocation of `allocBytes` bytes at alignment `allocAlign`; a
    target space takes the operands that the target defines. Operands and dictionary of the generic
    spaces are verified (FLY152).

    Guarantees: every occurrence is an allocation of its own; a descriptor accesses no memory.

    Example:

    ```mlir
    %p = fly.make_ptr() {dictAttrs = {allocSize = 4 : i64}} : () -> !fly.ptr<f16, register>
    ```
  }];
  let arguments = (ins Variadic<AnyType>:$args, OptionalAttr<DictionaryAttr>:$dictAttrs);
  let results = (outs Fly_PtrArg:$result);
  let hasVerifier = 1;
}

def Fly_GetDynSharedOp : Fly_InferredOp<"get_dyn_shared"> {
  let summary = "base of the dynamic shared memory";
  let description = [{
    All occurrences denote the same base. The type is `!fly.ptr<i8, shared, align<1024>>`.

    Guarantees: no effect; the base is aligned to 1,024 bytes.

    Example:

    ```mlir
    %p = fly.get_dyn_shared() : !fly.ptr<i8, shared, align<1024>>
    ```
  }];
  let results = (outs Fly_PtrArg:$result);
  let assemblyFormat = [{ `(` `)` attr-dict `:` qualified(type($result)) }];
}

def Fly_IntToPtrOp : Fly_PureOp<"inttoptr"> {
  let summary = "pointer from an integer address";
  let description = [{
    `shared` pointers are 32 bits wide, `global` and `generic` ones 64 (FLY150).

    Guarantees: the address is unchanged; the alignment of the type is promised by the author.

    Example:

    ```mlir
    %p = fly.inttoptr(%x) : (i64) -> !fly.ptr<f32, global>
    ```
  }];
  let arguments = (ins Fly_AnyIntArg:$src);
  let results = (outs Fly_PtrArg:$result);
  let hasVerifier = 1;
}

def Fly_PtrToIntOp : Fly_InferredOp<"ptrtoint"> {
  let summary = "address of a pointer";
  let description = [{
    `i32` for `shared`, `i64` for `global`; other spaces are an error.

    Guarantees: the address is unchanged; a swizzle of the pointer is not applied.

    Example:

    ```mlir
    %i = fly.ptrtoint(%p) : (!fly.ptr<f32, shared>) -> i32
    ```
  }];
  let arguments = (ins Fly_PtrArg:$ptr);
  let results = (outs Fly_AnyIntArg:$result);
}

def Fly_ToLLVMPtrOp : Fly_InferredOp<"to_llvm_ptr"> {
  let summary = "LLVM pointer of a fly pointer";
  let description = [{
    The number of the LLVM address space is given and must be that of the pointer's space where the
    generic spaces fix it: 0 `generic`, 1 `global`, 3 `shared` (FLY150).

    Guarantees: the address is unchanged; a swizzle of the pointer is not applied.

    Example:

    ```mlir
    %q = fly.to_llvm_ptr(%p) {llvm_address_space = 3 : i32} : (!fly.ptr<f32, shared>) -> !llvm.ptr<3>
    ```
  }];
  let arguments = (ins Fly_PtrArg:$ptr, I32Attr:$llvm_address_space);
  let results = (outs Fly_LLVMPtrArg:$result);
}

def Fly_AddOffsetOp : Fly_InferredOp<"add_offset"> {
  let summary = "iterator advanced by an offset in elements";
  let description = [{
    A pointer takes an integer; its alignment becomes what the offset provably keeps, its swizzle stays.
    An integer-tuple iterator is added to the offset.

    Guarantees: element type, space and swizzle stay; the alignment of the result holds for every
    value of the offset.

    Example:

    ```mlir
    %q = fly.add_offset(%p, %o) : (!fly.ptr<f32, global, align<16>>, !fly.int_tuple<2>) -> !fly.ptr<f32, global, align<8>>
    ```
  }];
  let arguments = (ins Fly_IteratorArg:$ptr, Fly_IntTupleArg:$offset);
  let results = (outs Fly_IteratorArg:$result);
}

def Fly_ApplySwizzleOp : Fly_InferredOp<"apply_swizzle"> {
  let summary = "pointer whose byte addresses are swizzled at every access";
  let description = [{
    The result carries the swizzle; alignment is reduced to what the swizzle keeps. A pointer that
    already carries a non-trivial swizzle is refused, since that swizzle would be lost (FLY145).

    Guarantees: element type and space stay; the address is swizzled where memory is accessed, not
    here.

    Example:

    ```mlir
    %q = fly.apply_swizzle(%p, %s) : (!fly.ptr<f16, shared, align<32>>, !fly.swizzle<S<3,3,3>>) -> !fly.ptr<f16, shared, align<16>, S<3,3,3>>
    ```
  }];
  let arguments = (ins Fly_PtrArg:$ptr, Fly_SwizzleArg:$swizzle);
  let results = (outs Fly_PtrArg:$result);
}

def Fly_RecastIterOp : Fly_PureOp<"recast_iter"> {
  let summary = "pointer to other elements at the same address";
  let description = [{
    Address space and swizzle stay, alignment does not rise (FLY150).

    Guarantees: the address is unchanged.

    Example:

    ```mlir
    %q = fly.recast_iter(%p) : (!fly.ptr<f32, register>) -> !fly.ptr<i32, register>
    ```
  }];
  let arguments = (ins Fly_PtrArg:$src);
  let results = (outs Fly_PtrArg:$result);
  let hasVerifier = 1;
}

def Fly_DecompositionOp : Fly_InferredOp<"decomposition"> {
  let summary = "view with its composed layout split into start and linear part";
  let description = [{
    A plain layout is unchanged. Otherwise the inner maps are applied to the offset alone, the iterator
    advances by the result and the linear layout remains. Exact as long as the inner maps are additive
    over the view, which the caller promises. The offset is an integer (FLY144).

    Guarantees: the result has a plain layout of the same shape.

    Example:

    ```mlir
    %r = fly.decomposition(%m) : (!fly.memref<f32, global, 128:2 o 5 o [128:3 o 7 o (4,8):(1,4)], align<16>>) -> !fly.memref<f32, global, (4,8):(1,4), align<16>>
    ```
  }];
  let arguments = (ins Fly_TensorArg:$tensor);
  let results = (outs Fly_TensorArg:$result);
}

// --- Accesses -----------------------------------------------------------------------------------------

def Fly_PtrLoadOp : Fly_MemoryOp<"ptr.load"> {
  let summary = "loads an element or a vector from a pointer";
  let description = [{
    The result is the element type, a vector of it, or integers of the same width for floats narrower
    than 16 bits; an integer-tuple iterator yields itself (FLY149). A vector access through a swizzled
    pointer follows the swizzle at its start only, so it has to fit the swizzle's grain.

    Guarantees: reads memory and writes none; without a use it is removed.

    Example:

    ```mlir
    %v = fly.ptr.load(%p) : (!fly.ptr<f16, shared, align<16>>) -> vector<8xf16>
    ```
  }];
  let arguments = (ins Fly_IteratorArg:$ptr);
  let results = (outs AnyType:$result);
  let hasVerifier = 1;
}

def Fly_PtrStoreOp : Fly_MemoryOp<"ptr.store"> {
  let summary = "stores an element or a vector to a pointer";
  let description = [{
    The value is typed as the result of `fly.ptr.load` would be (FLY149).

    Guarantees: writes memory; the value has as many bits as are written.

    Example:

    ```mlir
    fly.ptr.store(%v, %p) : (f32, !fly.ptr<f32, global>) -> ()
    ```
  }];
  let arguments = (ins AnyType:$value, Fly_PtrArg:$ptr);
  let hasVerifier = 1;
}

def Fly_MemRefAllocaOp : Fly_MemoryOp<"memref.alloca"> {
  let summary = "register memory for a layout";
  let description = [{
    Allocates the elements that the layout spans. The layout is static and plain, equals the layout of
    the result, and the space is `register` (FLY151).

    Guarantees: the elements are private to the thread and undefined before the first store.

    Example:

    ```mlir
    %m = fly.memref.alloca(%l) : (!fly.layout<4:1>) -> !fly.memref<f32, register, 4:1>
    ```
  }];
  let arguments = (ins Fly_LayoutArg:$layout);
  let results = (outs Fly_MemRefArg:$result);
  let hasVerifier = 1;
}

def Fly_MemRefLoadOp : Fly_MemoryOp<"memref.load", [Fly_InfersTypes]> {
  let summary = "loads the element at a coordinate";
  let description = [{
    A memory view yields its element type; a coordinate tensor yields the tuple `base + layout(indices)`.
    The coordinate fits the shape in rank (FLY131); a static one that leaves a register fragment is an
    error.

    Guarantees: reads one element and writes none; without a use it is removed.

    Example:

    ```mlir
    %v = fly.memref.load(%m, %i) : (!fly.memref<f32, global, 32:1>, !fly.int_tuple<5>) -> f32
    ```
  }];
  let arguments = (ins Fly_TensorArg:$memref, Fly_IntTupleArg:$indices);
  let results = (outs AnyType:$result);
  let hasVerifier = 1;
}

def Fly_MemRefStoreOp : Fly_MemoryOp<"memref.store"> {
  let summary = "stores the element at a coordinate";
  let description = [{
    The value has the element type (FLY147) and the coordinate fits the shape in rank (FLY131); a static
    one that leaves a register fragment is an error.

    Guarantees: writes one element.

    Example:

    ```mlir
    fly.memref.store(%v, %m, %i) : (f32, !fly.memref<f32, global, 32:1>, !fly.int_tuple<3>) -> ()
    ```
  }];
  let arguments = (ins AnyType:$value, Fly_MemRefArg:$memref, Fly_IntTupleArg:$indices);
  let hasVerifier = 1;
}

def Fly_MemRefLoadVecOp : Fly_MemoryOp<"memref.load_vec", [Fly_InfersTypes]> {
  let summary = "loads a whole view as a vector";
  let description = [{
    The elements in column-major order of the shape. The layout is plain and of static size (FLY148); a
    coordinate tensor has an integer base and integer strides (FLY142) and yields `i64` elements when
    any leaf is 64 bits wide, else `i32`.

    Guarantees: the vector has as many elements as the view; a coordinate tensor is not in memory and
    has no effect.

    Example:

    ```mlir
    %v = fly.memref.load_vec(%m) : (!fly.memref<f32, register, (3,4,2):(1,16,4)>) -> vector<24xf32>
    ```
  }];
  let arguments = (ins Fly_TensorArg:$memref);
  let results = (outs AnyType:$result);
}

def Fly_MemRefStoreVecOp : Fly_MemoryOp<"memref.store_vec"> {
  let summary = "stores a vector to a whole view";
  let description = [{
    The elements go to the view in column-major order of its shape; length and element type agree
    (FLY148).

    Guarantees: the vector has as many elements as the view.

    Example:

    ```mlir
    fly.memref.store_vec(%v, %m) : (vector<4xf32>, !fly.memref<f32, register, 4:1>) -> ()
    ```
  }];
  let arguments = (ins AnyType:$vector, Fly_MemRefArg:$memref);
  let hasVerifier = 1;
}

#endif
