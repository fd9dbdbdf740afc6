// The `fly_ptx` dialect and the base classes of its payload types.
#ifndef FLY_PTX_DIALECT_TD
#define FLY_PTX_DIALECT_TD

include "mlir/IR/OpBase.td"
include "mlir/IR/AttrTypeBase.td"
include "dialects/fly/FlyEnums.td"
include "dialects/fly/FlyInterfaces.td"

def FlyPTX_Dialect : Dialect {
  let name = "fly_ptx";
  let cppNamespace = "::mlir::fly_ptx";
  let summary = "NVIDIA matrix and copy instructions as atoms of the fly dialect";
  let description = [{
    Every type of this dialect is a payload for `!fly.mma_atom` or `!fly.copy_atom`: one PTX
    instruction with its shape, element types, thread/value layouts and registers. The name starts with
    the first architecture that has the instruction; later ones have it too. The legal instances are
    rows of one table (Instances.cpp), their layouts come from one formula (AtomLayouts.cpp).

    ```mlir
    %m = fly.make_mma_atom : !fly.mma_atom<!fly_ptx.sm80.mma<16x8x16, (f16, f16) -> f32>>
    %c = fly.make_copy_atom {valBits = 16 : i32} : !fly.copy_atom<!fly_ptx.sm75.ldmatrix<x4>, 16>
    ```
  }];
  let dependentDialects = ["::mlir::fly::FlyDialect", "::mlir::NVVM::NVVMDialect",
                           "::mlir::LLVM::LLVMDialect", "::mlir::arith::ArithDialect",
                           "::mlir::scf::SCFDialect", "::mlir::vector::VectorDialect"];
  // Parsing is hand-written so that an unknown word names the nearest one, or the revision.
  let useDefaultTypePrinterParser = 0;
  let extraClassDeclaration = [{
    ::mlir::Type parseType(::mlir::DialectAsmParser &parser) const override;
    void printType(::mlir::Type type, ::mlir::DialectAsmPrinter &printer) const override;
    std::optional<ParseOpHook> getParseOperationHook(llvm::StringRef opName) const override;

    void registerTypes();
  }];
}

// A stateless payload. `threads` execute it together, `arch` is the number of the first architecture,
// `intrinsic` and `instruction` are expressions.
class FlyPTX_Type<string name, string typeMnemonic, int arch, string threads, string instruction,
                  string rebuild, list<Trait> traits>
    : TypeDef<FlyPTX_Dialect, name,
              [DeclareTypeInterfaceMethods<Fly_MayStaticTypeInterface>,
               DeclareTypeInterfaceMethods<Fly_AtomInfoTypeInterface,
                                           ["getInstruction", "getChips", "getIntrinsic",
                                            "getRequiredThreads"]>] # traits> {
  let mnemonic = typeMnemonic;
  let genVerifyDecl = 1;
  code common = [{
    bool $cppClass::isStatic() const { return true; }
    ::mlir::Value $cppClass::rebuildStaticValue(::mlir::OpBuilder &builder, ::mlir::Location loc,
                                                ::mlir::Value current) const {
      return }] # rebuild # [{;
    }
    int64_t $cppClass::getRequiredThreads() const { return }] # threads # [{; }
    ::std::string $cppClass::getInstruction() const { return }] # instruction # [{; }
    ::llvm::SmallVector<::std::string> $cppClass::getChips() const { return chipsFrom(}] # arch # [{); }
  }];
}

// `mma.sync` of one architecture: shape, element types and accumulator are a row of the table.
class FlyPTX_MmaType<string name, int arch>
    : FlyPTX_Type<name, "sm" # arch # ".mma", arch, "32",
                  "instructionOf(*this)", "rebuildMmaAtom(builder, loc, *this, current)",
                  [DeclareTypeInterfaceMethods<Fly_MmaOpTypeInterface, ["verifyCall"]>]> {
  let parameters = (ins "int32_t":$m, "int32_t":$n, "int32_t":$k, "::mlir::Type":$elemA,
                        "::mlir::Type":$elemB, "::mlir::Type":$elemAcc, "bool":$satfinite,
                        "bool":$andPopc);
  let hasCustomAssemblyFormat = 1;
  let extraClassDeclaration = [{
    /// The instance; not null for a verified type.
    const ::mlir::fly_ptx::MmaRow *getRow() const;
    /// First architecture with the instruction: 75, 80, 89 or 90.
    static constexpr int architecture = }] # arch # [{;
  }];
  let extraClassDefinition = common # [{
    ::mlir::Type $cppClass::parse(::mlir::AsmParser &parser) { return parseMma<$cppClass>(parser); }
    void $cppClass::print(::mlir::AsmPrinter &printer) const { printMma(printer, *this); }
    ::llvm::LogicalResult
    $cppClass::verify(::llvm::function_ref<::mlir::InFlightDiagnostic()> emitError, int32_t m,
                      int32_t n, int32_t k, ::mlir::Type elemA, ::mlir::Type elemB,
                      ::mlir::Type elemAcc, bool satfinite, bool andPopc) {
      return verifyMma(emitError, architecture, m, n, k, elemA, elemB, elemAcc, satfinite, andPopc);
    }
    const ::mlir::fly_ptx::MmaRow *$cppClass::getRow() const {
      return findMmaRow(architecture, getM(), getN(), getK(), getElemA(), getElemB(), getElemAcc());
    }
    ::layout::Layout $cppClass::getThrLayout() const { return ::layout::Layout(32, 1); }
    ::layout::IntTuple $cppClass::getShapeMNK() const {
      return ::layout::IntTuple::of({getM(), getN(), getK()});
    }
    ::mlir::Type $cppClass::getValTypeA() const { return memoryType(getElemA()); }
    ::mlir::Type $cppClass::getValTypeB() const { return memoryType(getElemB()); }
    ::mlir::Type $cppClass::getValTypeC() const { return getElemAcc(); }
    ::mlir::Type $cppClass::getValTypeD() const { return getElemAcc(); }
    ::layout::Layout $cppClass::getThrValLayoutA() const {
      return fragmentA(getM(), getK(), packing(getElemA()));
    }
    ::layout::Layout $cppClass::getThrValLayoutB() const {
      return fragmentB(getK(), packing(getElemB()));
    }
    ::layout::Layout $cppClass::getThrValLayoutC() const { return fragmentC(getM()); }
    int64_t $cppClass::getRegisterValues(::mlir::fly::MmaOperand operand) const {
      return registerValues(getM(), getN(), getK(), operand);
    }
    ::std::string $cppClass::getIntrinsic() const { return intrinsicOf(*this); }
    ::llvm::LogicalResult
    $cppClass::verifyCall(::llvm::function_ref<::mlir::InFlightDiagnostic()> emitError,
                          ::mlir::Type dTy, ::mlir::Type aTy, ::mlir::Type bTy,
                          ::mlir::Type cTy) const {
      return verifyMmaCall(emitError, *this, dTy, aTy, bTy, cTy);
    }
    ::llvm::FailureOr<::mlir::Value> $cppClass::emitAtomCallSSA(
        ::mlir::OpBuilder &builder, ::mlir::Location loc, ::mlir::Type resultTy,
        ::mlir::fly::MmaAtomType, ::mlir::Type dTy, ::mlir::Type aTy, ::mlir::Type bTy,
        ::mlir::Type cTy, ::mlir::Value, ::mlir::Value d, ::mlir::Value a, ::mlir::Value b,
        ::mlir::Value c) const {
      return emitMma(builder, loc, *this, {getM(), getN(), getK()}, getElemA(), getElemB(),
                     getElemAcc(), getSatfinite(), getAndPopc(), getRow()->emission, resultTy, dTy,
                     aTy, bTy, cTy, d, a, b, c);
    }
  }];
}

// A copy payload. `source`, `destination` and `reference` are expressions of bit layouts.
class FlyPTX_CopyType<string name, string typeMnemonic, int arch, string threads, string bitCount,
                      string valBits, string source, string destination, string reference,
                      string instruction, string intrinsic, list<string> ownMethods = []>
    : FlyPTX_Type<name, typeMnemonic, arch, threads, instruction,
                  "rebuildCopyAtom(builder, loc, *this, " # valBits # ", current)",
                  [DeclareTypeInterfaceMethods<Fly_CopyOpTypeInterface,
                                               ["verifyCall"] # ownMethods>]> {
  let extraClassDefinition = common # [{
    ::layout::Layout $cppClass::getThrLayout() const { return ::layout::Layout(}] # threads # [{, 1); }
    ::layout::Layout $cppClass::getThrBitLayoutSrc() const { return }] # source # [{; }
    ::layout::Layout $cppClass::getThrBitLayoutDst() const { return }] # destination # [{; }
    ::layout::Layout $cppClass::getThrBitLayoutRef() const { return }] # reference # [{; }
    int64_t $cppClass::getCopyBits() const { return }] # bitCount # [{; }
    ::std::string $cppClass::getIntrinsic() const { return }] # intrinsic # [{; }
  }];
}

#endif
