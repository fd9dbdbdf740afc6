// The `fly` dialect: its name, its parser and printer entry points, and what it depends on.
#ifndef FLY_DIALECT_TD
#define FLY_DIALECT_TD

include "mlir/IR/OpBase.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/EnumAttr.td"

def Fly_Dialect : Dialect {
  let name = "fly";
  let cppNamespace = "::mlir::fly";
  let summary = "Target-neutral layouts, tiles and atoms of GPU tile programs";
  let description = [{
    The `fly` dialect describes which thread holds which element of a tile. Layouts, swizzles and tiles
    are part of the types, so every operation on them is checked and inferred by the verifier; atoms
    (one copy or one matrix instruction) publish the layout of every operand through an interface, and
    tiled operations spread atoms over a workgroup.

    The text is that of revision 11c4174d82b7 of the FlyDSL project. A word that this revision does not
    know is reported as such, by name.

    ```mlir
    %l = fly.static : !fly.layout<(4,8):(1,4)>
    %v = fly.make_view(%p, %l) : (!fly.ptr<f32, global>, !fly.layout<(4,8):(1,4)>) -> !fly.memref<f32, global, (4,8):(1,4)>
    ```
  }];
  // Index arithmetic, pointer results and predicated atom calls create operations of these dialects.
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::LLVM::LLVMDialect",
                           "::mlir::scf::SCFDialect", "::mlir::ub::UBDialect"];
  // Parsing is hand-written so that an unknown word names the revision that this tool knows.
  let useDefaultAttributePrinterParser = 0;
  let useDefaultTypePrinterParser = 0;
  let extraClassDeclaration = [{
    ::mlir::Attribute parseAttribute(::mlir::DialectAsmParser &parser,
                                     ::mlir::Type type) const override;
    void printAttribute(::mlir::Attribute attr, ::mlir::DialectAsmPrinter &printer) const override;
    ::mlir::Type parseType(::mlir::DialectAsmParser &parser) const override;
    void printType(::mlir::Type type, ::mlir::DialectAsmPrinter &printer) const override;
    std::optional<ParseOpHook> getParseOperationHook(llvm::StringRef opName) const override;

    /// Findings of the layout invariants, one entry per atom type (Invariants.cpp).
    struct InvariantCache;
    std::shared_ptr<InvariantCache> invariantCache;

    void registerAttributes();
    void registerTypes();
    /// Defined by the operations' sources.
    void registerOps();
  }];
}

#endif
