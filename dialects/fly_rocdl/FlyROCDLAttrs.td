// Attributes of the `fly_rocdl` dialect.
#ifndef FLY_ROCDL_ATTRS_TD
#define FLY_ROCDL_ATTRS_TD

include "dialects/fly_rocdl/FlyROCDLDialect.td"

def FlyROCDL_BufferDescAttr
    : AttrDef<FlyROCDL_Dialect, "BufferDesc",
              [DeclareAttrInterfaceMethods<Fly_MemorySpaceAttrInterface>]> {
  let mnemonic = "buffer_desc";
  let summary = "address space of memory behind a buffer descriptor";
  let description = [{
    Address space of `!fly.ptr` and `!fly.memref`. Such a pointer is a fat pointer at run time: the
    buffer resource (`!llvm.ptr<8>`) and an offset in elements (`i32`). Accesses are bounds-checked by
    the hardware against the descriptor.

    Guarantees: none beyond its name; it has no parameters. `fly.make_ptr` makes such a pointer of a
    base pointer, a stride (`i16`), a number of records (`i64`) and flags (`i32`) (FLY152).

    Example: `!fly.memref<f32, #fly_rocdl.buffer_desc, (64,16):(16,1)>`.
  }];
}

#endif
