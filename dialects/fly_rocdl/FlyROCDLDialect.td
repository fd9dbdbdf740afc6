// The `fly_rocdl` dialect and the base classes of its payload types.
#ifndef FLY_ROCDL_DIALECT_TD
#define FLY_ROCDL_DIALECT_TD

include "mlir/IR/OpBase.td"
include "mlir/IR/AttrTypeBase.td"
include "dialects/fly/FlyEnums.td"
include "dialects/fly/FlyInterfaces.td"

def FlyROCDL_Dialect : Dialect {
  let name = "fly_rocdl";
  let cppNamespace = "::mlir::fly_rocdl";
  let summary = "AMD matrix and copy instructions as atoms of the fly dialect";
  let description = [{
    Every type of this dialect is a payload for `!fly.mma_atom` or `!fly.copy_atom`: one machine
    instruction with its shape, element types, thread/value layouts and registers. The legal instances
    are rows of one table (Instances.cpp); a tuple that is no row is refused at the type, with the
    nearest legal ones named. The payloads are grouped by the generation that introduced them: `cdna3`,
    `cdna4`, `gfx11`, `gfx120x`, `gfx1250`.

    ```mlir
    %m = fly.make_mma_atom : !fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x4, (f32, f32) -> f32>>
    %c = fly.make_copy_atom {valBits = 32 : i32} : !fly.copy_atom<!fly_rocdl.cdna3.buffer_copy<128>, 32>
    ```
  }];
  let dependentDialects = ["::mlir::fly::FlyDialect", "::mlir::ROCDL::ROCDLDialect",
                           "::mlir::LLVM::LLVMDialect", "::mlir::arith::ArithDialect",
                           "::mlir::scf::SCFDialect"];
  // Parsing is hand-written so that an unknown word names the nearest one, or the revision.
  let useDefaultAttributePrinterParser = 0;
  let useDefaultTypePrinterParser = 0;
  let extraClassDeclaration = [{
    ::mlir::Attribute parseAttribute(::mlir::DialectAsmParser &parser,
                                     ::mlir::Type type) const override;
    void printAttribute(::mlir::Attribute attr, ::mlir::DialectAsmPrinter &printer) const override;
    ::mlir::Type parseType(::mlir::DialectAsmParser &parser) const override;
    void printType(::mlir::Type type, ::mlir::DialectAsmPrinter &printer) const override;
    std::optional<ParseOpHook> getParseOperationHook(llvm::StringRef opName) const override;

    void registerAttributes();
    void registerTypes();
  }];
}

// Parameters with a description.
class FlyROCDL_Int<string description> : AttrOrTypeParameter<"int32_t", description>;
class FlyROCDL_Flag<string description> : AttrOrTypeParameter<"bool", description>;
class FlyROCDL_Elem<string description> : AttrOrTypeParameter<"::mlir::Type", description>;

// What every matrix payload is written with: `MxNxK, (A, B) -> C`.
defvar FlyROCDL_MmaParameters = (ins FlyROCDL_Int<"rows of the result">:$m,
                                     FlyROCDL_Int<"columns of the result">:$n,
                                     FlyROCDL_Int<"length of the sums">:$k,
                                     FlyROCDL_Elem<"element type of A">:$elemA,
                                     FlyROCDL_Elem<"element type of B">:$elemB,
                                     FlyROCDL_Elem<"element type of C and D">:$elemAcc);
defvar FlyROCDL_MmaFormat =
    "custom<ShapeMNK>($m, $n, $k) `,` `(` $elemA `,` $elemB `)` `->` $elemAcc";
// The flags of every WMMA.
defvar FlyROCDL_WmmaParameters = (ins FlyROCDL_Flag<"whether A is signed">:$signA,
                                      FlyROCDL_Flag<"whether B is signed">:$signB,
                                      FlyROCDL_Flag<"whether the result saturates">:$clamp);
defvar FlyROCDL_WmmaFormat =
    "`signA` `=` $signA `,` `signB` `=` $signB `,` `clamp` `=` $clamp";

// Every payload class defines this.
defvar FlyROCDL_CommonDefinition = [{
    ::llvm::SmallVector<::layout::Reason> $cppClass::getWarnings() const {
      return ::llvm::to_vector(openQuestions(*this));
    }
}];

class FlyROCDL_Type<string name, string typeMnemonic, list<Trait> traits>
    : TypeDef<FlyROCDL_Dialect, name,
              [DeclareTypeInterfaceMethods<Fly_AtomInfoTypeInterface,
                                           ["getInstruction", "getChips", "getIntrinsic", "getWarnings",
                                            "getRequiredThreads"]>] # traits> {
  let mnemonic = typeMnemonic;
  let genVerifyDecl = 1;
}

// A payload is either stateless, and then fixed by its type, or stateful. `fields` names the C++
// expression of its state fields, empty for none; `rebuild` the expression of the atom made anew.
class FlyROCDL_State<string fields, string rebuild> {
  list<Trait> traits = !if(!empty(fields), [DeclareTypeInterfaceMethods<Fly_MayStaticTypeInterface>],
                           [DeclareTypeInterfaceMethods<Fly_StatefulOpTypeInterface, ["acceptsFieldValue"]>]);
  string methods = !if(!empty(fields), [{
    bool $cppClass::isStatic() const { return true; }
    ::mlir::Value $cppClass::rebuildStaticValue(::mlir::OpBuilder &builder, ::mlir::Location loc,
                                                ::mlir::Value current) const {
      return }] # rebuild # [{;
    }
  }], [{
    ::mlir::Type $cppClass::getConvertedType(::mlir::MLIRContext *context) const {
      return stateType(context, }] # fields # [{);
    }
    ::mlir::Value $cppClass::getDefaultState(::mlir::OpBuilder &builder,
                                             ::mlir::Location loc) const {
      return defaultState(builder, loc, }] # fields # [{);
    }
    ::mlir::Value $cppClass::setAtomState(::mlir::OpBuilder &builder, ::mlir::Location loc,
                                          ::mlir::Value atomStruct, ::llvm::StringRef field,
                                          ::mlir::Value value) const {
      return setState(builder, loc, *this, }] # fields # [{, atomStruct, field, value);
    }
    std::optional<unsigned> $cppClass::getFieldIndex(::llvm::StringRef field) const {
      return stateIndex(}] # fields # [{, field);
    }
    ::llvm::SmallVector<::llvm::StringRef> $cppClass::getFieldNames() const {
      return stateNames(}] # fields # [{);
    }
    bool $cppClass::acceptsFieldValue(::llvm::StringRef field, ::mlir::Type valueTy) const {
      return stateAccepts(}] # fields # [{, field, valueTy);
    }
  }]);
}

// A matrix payload: what it publishes comes from its row of the instance table. `payload` names the
// table's group; `blockSize` is the expression that finishes the look-up for block-scaled products.
// A payload writes only its verifier and its emission, or inherits them in `more`.
class FlyROCDL_MmaType<string name, string typeMnemonic, string payload, string fields = "",
                       string blockSize = "0", string more = "">
    : FlyROCDL_Type<name, typeMnemonic,
        [DeclareTypeInterfaceMethods<Fly_MmaOpTypeInterface, ["getReplication", "verifyCall"]>]
          # FlyROCDL_State<fields, "">.traits> {
  let extraClassDeclaration = [{
    /// The instance; not null for a verified type.
    const ::mlir::fly_rocdl::MmaRow *getRow() const;
  }];
  let extraClassDefinition = FlyROCDL_CommonDefinition # [{
    const ::mlir::fly_rocdl::MmaRow *$cppClass::getRow() const {
      return findMmaRow(MmaPayload::}] # payload # [{, getM(), getN(), getK(), elemOf(getElemA()),
                        elemOf(getElemB()), elemOf(getElemAcc()), }] # blockSize # [{);
    }
    int64_t $cppClass::getRequiredThreads() const {
      return waveSize(MmaPayload::}] # payload # [{);
    }
    ::layout::Layout $cppClass::getThrLayout() const {
      return ::layout::Layout(getRequiredThreads(), 1);
    }
    ::layout::IntTuple $cppClass::getShapeMNK() const {
      return ::layout::IntTuple::of({getM(), getN(), getK()});
    }
    ::mlir::Type $cppClass::getValTypeA() const { return getElemA(); }
    ::mlir::Type $cppClass::getValTypeB() const { return getElemB(); }
    ::mlir::Type $cppClass::getValTypeC() const { return getElemAcc(); }
    ::mlir::Type $cppClass::getValTypeD() const { return getElemAcc(); }
    ::layout::Layout $cppClass::getThrValLayoutA() const {
      return layoutsOf(*getRow(), elemOf(getElemA()), elemOf(getElemB())).a;
    }
    ::layout::Layout $cppClass::getThrValLayoutB() const {
      return layoutsOf(*getRow(), elemOf(getElemA()), elemOf(getElemB())).b;
    }
    ::layout::Layout $cppClass::getThrValLayoutC() const {
      return layoutsOf(*getRow(), elemOf(getElemA()), elemOf(getElemB())).c;
    }
    int64_t $cppClass::getReplication(::mlir::fly::MmaOperand operand) const {
      bool isFactor =
          operand == ::mlir::fly::MmaOperand::A || operand == ::mlir::fly::MmaOperand::B;
      return isFactor ? factorReplication(MmaPayload::}] # payload # [{) : 1;
    }
    int64_t $cppClass::getRegisterValues(::mlir::fly::MmaOperand operand) const {
      return registerValuesOf(*getRow(), elemOf(getElemA()), elemOf(getElemB()), operand);
    }
    ::std::string $cppClass::getInstruction() const { return getRow()->mnemonic; }
    ::llvm::SmallVector<::std::string> $cppClass::getChips() const {
      return splitChips(getRow()->chips);
    }
    ::std::string $cppClass::getIntrinsic() const { return intrinsicName(getRow()->op); }
    ::llvm::LogicalResult
    $cppClass::verifyCall(::llvm::function_ref<::mlir::InFlightDiagnostic()> emitError,
                          ::mlir::Type dTy, ::mlir::Type aTy, ::mlir::Type bTy,
                          ::mlir::Type cTy) const {
      return verifyMmaCall(emitError, *this, dTy, aTy, bTy, cTy);
    }
  }] # FlyROCDL_State<fields, "rebuildMmaAtom(builder, loc, *this, current)">.methods # more;
}

// A WMMA of one generation: its rows of the instance table are all that it adds.
class FlyROCDL_WmmaType<string generation, string payload>
    : FlyROCDL_MmaType<!subst("gfx", "Gfx", generation) # "Wmma", generation # ".wmma", payload, "", "0", [{
    ::llvm::LogicalResult
    $cppClass::verify(::llvm::function_ref<::mlir::InFlightDiagnostic()> emitError, int32_t m,
                      int32_t n, int32_t k, ::mlir::Type elemA, ::mlir::Type elemB,
                      ::mlir::Type elemAcc, bool signA, bool signB, bool clamp) {
      return verifyWmma(emitError, MmaPayload::}] # payload # [{, "}] # generation # [{", m, n, k, elemA,
                        elemB, elemAcc, signA || signB || clamp);
    }
    ::llvm::FailureOr<::mlir::Value> $cppClass::emitAtomCallSSA(
        ::mlir::OpBuilder &builder, ::mlir::Location loc, ::mlir::Type resultTy,
        ::mlir::fly::MmaAtomType, ::mlir::Type dTy, ::mlir::Type aTy, ::mlir::Type bTy,
        ::mlir::Type cTy, ::mlir::Value, ::mlir::Value d, ::mlir::Value a, ::mlir::Value b,
        ::mlir::Value c) const {
      MmaCall call(builder, loc, *this, *getRow());
      if (::llvm::failed(call.read(aTy, bTy, cTy, a, b, c)))
        return ::llvm::failure();
      return call.finishWmma(getSignA(), getSignB(), getClamp(), resultTy, dTy, d);
    }
  }]> {
  let parameters = !con(FlyROCDL_MmaParameters, FlyROCDL_WmmaParameters);
  let assemblyFormat = !strconcat("`<`", FlyROCDL_MmaFormat, "`,`", FlyROCDL_WmmaFormat, "`>`");
}

// A copy payload. `route` says from where to where it copies (enum Route); `extra` declares more
// members. Expressions: `bitCount` that one thread moves, `row` of the instance table, `intrinsic`
// without the target's prefix, `valBits` of the wrapper when a stateless one is made anew; layouts of
// a single thread unless given.
class FlyROCDL_CopyType<string name, string typeMnemonic, string route, string bitCount, string row,
                        string intrinsic, string fields = "", code extra = "", string valBits = bitCount, string threads = "1",
                        string source = "threadBits(" # bitCount # ")",
                        string destination = "threadBits(" # bitCount # ")">
    : FlyROCDL_Type<name, typeMnemonic,
                    [DeclareTypeInterfaceMethods<Fly_CopyOpTypeInterface, ["verifyCall"]>]
                      # FlyROCDL_State<fields, "">.traits> {
  let extraClassDeclaration = extra;
  let extraClassDefinition = FlyROCDL_CommonDefinition # [{
    ::llvm::LogicalResult
    $cppClass::verifyCall(::llvm::function_ref<::mlir::InFlightDiagnostic()> emitError,
                          ::mlir::Type srcTy, ::mlir::Type dstTy) const {
      return verifyCopyCall(emitError, *this, Route::}] # route # [{, srcTy, dstTy);
    }
    int64_t $cppClass::getRequiredThreads() const { return }] # threads # [{; }
    ::layout::Layout $cppClass::getThrLayout() const {
      return ::layout::Layout(getRequiredThreads(), 1);
    }
    ::layout::Layout $cppClass::getThrBitLayoutSrc() const { return }] # source # [{; }
    ::layout::Layout $cppClass::getThrBitLayoutDst() const { return }] # destination # [{; }
    ::layout::Layout $cppClass::getThrBitLayoutRef() const { return }] # destination # [{; }
    int64_t $cppClass::getCopyBits() const { return }] # bitCount # [{; }
    ::std::string $cppClass::getInstruction() const { return instructionOf(}] # row # [{); }
    ::llvm::SmallVector<::std::string> $cppClass::getChips() const {
      return splitChips((}] # row # [{)->chips);
    }
    ::std::string $cppClass::getIntrinsic() const { return intrinsicName(}] # intrinsic # [{); }
  }] # FlyROCDL_State<fields, "rebuildCopyAtom(builder, loc, *this, " # valBits # ", current)">.methods;
}

#endif
