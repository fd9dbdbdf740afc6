// Tiled copies and tiled matrix products.
#ifndef FLY_OPS_TILED_TD
#define FLY_OPS_TILED_TD

include "dialects/fly/FlyOpsBase.td"

def Fly_MakeTiledCopyOp : Fly_InferredOp<"make_tiled_copy"> {
  let summary = "copy atom repeated over a workgroup";
  let description = [{
    `layoutThrVal` maps (thread, value) to the column-major position in the tile `tileMN`. The layout is
    static, threads times values cover the tile exactly (FLY119), and a thread holds whole calls of the
    atom (FLY170).

    Guarantees: every element of the tile has an owner.

    Example:

    ```mlir
    %tc = fly.make_tiled_copy(%a, %l, %t) : (!fly.copy_atom<!fly.universal_copy<32>, 32>, !fly.layout<(4,8):(8,1)>, !fly.tile<[4|8]>) -> !fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<32>, 32>, !fly.layout<(4,8):(8,1)>, !fly.tile<[4|8]>>
    ```
  }];
  let arguments = (ins Fly_CopyAtomArg:$copyAtom, Fly_LayoutArg:$layoutThrVal, Fly_TileArg:$tileMN);
  let results = (outs Fly_TiledCopyArg:$result);
  let hasVerifier = 1;
}

def Fly_MakeTiledMmaOp : Fly_InferredOp<"make_tiled_mma"> {
  let summary = "matrix atom repeated over a workgroup";
  let description = [{
    `atomLayout` places atoms over (M,N,K); `permutation` reorders the tile per dimension and is
    `[*|*|*]` when absent. The layout is static and of rank 3.

    Guarantees: every thread belongs to one atom of the tile.

    Example:

    ```mlir
    %tm = fly.make_tiled_mma(%m, %l) : (!fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, !fly.layout<(16,16,1):(1,16,0)>) -> !fly.tiled_mma<!fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, !fly.layout<(16,16,1):(1,16,0)>>
    ```
  }];
  let arguments = (ins AnyType:$mmaAtom, Fly_LayoutArg:$atomLayout,
                       Optional<Fly_TileArg>:$permutation);
  let results = (outs Fly_TiledMmaArg:$result);
  let hasVerifier = 1;
}

def Fly_TiledCopyPartitionSrcOp : Fly_InferredOp<"tiled_copy.partition_src"> {
  let summary = "what one thread of a tiled copy reads";
  let description = [{
    The view of `src` that belongs to the thread `coord`: mode 0 holds the values, then one mode of
    repetitions per mode of the tensor. A memory view advances its pointer, and its alignment follows; a
    composed layout absorbs the thread's offset; a coordinate tensor advances its base. The tensor has
    the modes of the tile and a static thread exists (FLY158).

    Guarantees: the parts of all threads cover the tensor, rounded up to whole tiles.

    Example:

    ```mlir
    %p = fly.tiled_copy.partition_src(%tc, %m, %tid) : (!fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<32>, 32>, !fly.layout<(4,8):(8,1)>, !fly.tile<[4|8]>>, !fly.memref<f32, global, (8,16):(16,1)>, !fly.int_tuple<?>) -> !fly.memref<f32, global, ((1,(4,2)),2,2):((0,(16,1)),64,8)>
    ```
  }];
  let arguments = (ins Fly_TiledCopyArg:$tiledCopy, Fly_TensorArg:$src, Fly_IntTupleArg:$coord);
  let results = (outs Fly_TensorArg:$result);
}

def Fly_TiledCopyPartitionDstOp : Fly_InferredOp<"tiled_copy.partition_dst"> {
  let summary = "what one thread of a tiled copy writes";
  let description = [{
    As `fly.tiled_copy.partition_src`, with the destination layout of the atom.

    Guarantees: the parts of all threads cover the tensor, rounded up to whole tiles.

    Example:

    ```mlir
    %p = fly.tiled_copy.partition_dst(%tc, %m, %tid) : (!fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<128>, 32>, !fly.layout<((4,8),4):((16,1),4)>, !fly.tile<[8|16]>>, !fly.memref<f32, global, (8,16):(1,8), align<16>>, !fly.int_tuple<?>) -> !fly.memref<f32, global, ((4,1),1,1):((4,0),0,0)>
    ```
  }];
  let arguments = (ins Fly_TiledCopyArg:$tiledCopy, Fly_TensorArg:$dst, Fly_IntTupleArg:$coord);
  let results = (outs Fly_TensorArg:$result);
}

def Fly_TiledCopyRetileOp : Fly_InferredOp<"tiled_copy.retile"> {
  let summary = "register fragment seen in the order of a tiled copy";
  let description = [{
    The same registers with the value order that the copy uses. Only the layout changes; it is plain.

    Guarantees: no register is moved, added or lost.

    Example:

    ```mlir
    %r = fly.tiled_copy.retile(%tc, %f) : (!fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<32>, 32>, !fly.layout<(4,8):(8,1)>, !fly.tile<[4|8]>>, !fly.memref<f32, register, (1,2,2):(0,1,2)>) -> !fly.memref<f32, register, ((1,(4,2)),1,1):((0,(1,2)),0,0)>
    ```
  }];
  let arguments = (ins Fly_TiledCopyArg:$tiledCopy, Fly_MemRefArg:$input);
  let results = (outs Fly_MemRefArg:$result);
}

def Fly_TiledMmaPartitionOp : Fly_InferredOp<"tiled_mma.partition"> {
  let summary = "what one thread of a tiled matrix product holds of an operand";
  let description = [{
    The view of `input` that belongs to the thread `coord`: the atom's values, then the repetitions over
    both dimensions of the operand: (M,K) for a, (N,K) for b, (M,N) for c and d. A static thread number
    is split over atom threads and atoms as the lowering splits it.

    Guarantees: the parts of all threads cover the tensor, rounded up to whole tiles.

    Example:

    ```mlir
    %p = fly.tiled_mma.partition(a, %mma, %t, %tid) : (!fly.tiled_mma<!fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, !fly.layout<(4,4,1):(1,4,0)>>, !fly.memref<f32, global, (16,8):(1,16)>, !fly.int_tuple<?>) -> !fly.memref<f32, global, (1,4,8):(0,4,16)>
    ```
  }];
  let arguments = (ins Fly_MmaOperandArg:$operand_id, Fly_TiledMmaArg:$tiled_mma,
                       Fly_TensorArg:$input, Fly_IntTupleArg:$coord);
  let results = (outs Fly_TensorArg:$result);
  let assemblyFormat = [{
    `(` custom<MmaOperandKeyword>($operand_id) `,` $tiled_mma `,` $input `,` $coord `)` attr-dict
    `:` functional-type(operands, results)
  }];
}

def Fly_TiledMmaPartitionShapeOp : Fly_InferredOp<"tiled_mma.partition_shape"> {
  let summary = "shape of one thread's part of an operand";
  let description = [{
    The shape that `fly.tiled_mma.partition` gives for a tensor of this shape.

    Guarantees: the result is static where the shape is.

    Example:

    ```mlir
    %s = fly.tiled_mma.partition_shape(%mma, %t) {operand_id = #fly<mma_operand b>} : (!fly.tiled_mma<!fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, !fly.layout<(4,4,1):(1,4,0)>>, !fly.int_tuple<(16,8)>) -> !fly.int_tuple<(1,4,8)>
    ```
  }];
  let arguments = (ins Fly_MmaOperandArg:$operand_id, Fly_TiledMmaArg:$tiled_mma,
                       Fly_IntTupleArg:$shape);
  let results = (outs Fly_IntTupleArg:$result);
}

def Fly_MmaMakeFragmentOp : Fly_InferredOp<"mma.make_fragment"> {
  let summary = "register memory for one thread's part of an operand";
  let description = [{
    Register memory of the operand's element type with one element per value of the partition. With
    `stages` the view's further modes are replaced by that many stages, the slowest mode of the
    fragment. Extents are static (FLY159).

    Guarantees: the fragment has the shape of the partition, and every value has one place of its own.

    Example:

    ```mlir
    %f = fly.mma.make_fragment(a, %mma, %t, stages = 2) : (!fly.tiled_mma<!fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, !fly.layout<(4,4,1):(1,4,0)>>, !fly.memref<f32, global, (16,8):(1,16)>) -> !fly.memref<f32, register, (1,4,8,2):(0,1,4,32)>
    ```
  }];
  let arguments = (ins Fly_MmaOperandArg:$operand_id, Fly_TiledMmaArg:$tiled_mma,
                       Fly_MemRefArg:$input, OptionalAttr<I32Attr>:$stages);
  let results = (outs Fly_MemRefArg:$result);
  let assemblyFormat = [{
    `(` custom<MmaOperandKeyword>($operand_id) `,` $tiled_mma `,` $input
    (`,` `stages` `=` $stages^)? `)` attr-dict `:` functional-type(operands, results)
  }];
}

#endif
