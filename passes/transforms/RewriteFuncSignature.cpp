// fly-rewrite-func-signature: values of layout types cross boundaries as pointers and packed
// structs of their run-time integers (passes.md 2).
//
// Direct rewriting instead of a dialect conversion: every boundary is changed once, with all its
// regions moved, so the cost is linear and nothing has to be rolled back.
#include "dialects/fly/FlyOps.h"
#include "dialects/fly/FlyTypes.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "passes/transforms/Passes.h"
#include "passes/transforms/StepCheck.h"

namespace mlir::fly {
#define GEN_PASS_DEF_FLYREWRITEFUNCSIGNATUREPASS
#include "passes/transforms/Passes.h.inc"
} // namespace mlir::fly

using namespace mlir;
using namespace mlir::fly;

namespace {

/// What crosses a boundary in place of a value; nothing for a type that crosses as itself.
using Carriers = std::optional<SmallVector<Type, 2>>;

Type packed(MLIRContext *context, ArrayRef<Type> fields) {
  return LLVM::LLVMStructType::getLiteral(context, fields, /*isPacked=*/true);
}

Type layoutTypeOf(MLIRContext *context, const layout::AnyLayout &value) {
  if (value.isPlain())
    return LayoutType::get(context, value.plain());
  return ComposedLayoutType::get(context, value);
}

Type innerTypeOf(MLIRContext *context, const layout::ComposedLayout::Inner &inner) {
  if (auto *swizzle = std::get_if<layout::Swizzle>(&inner))
    return SwizzleType::get(context, *swizzle);
  if (auto *swizzle = std::get_if<layout::CoordSwizzle>(&inner))
    return CoordSwizzleType::get(context, *swizzle);
  return layoutTypeOf(context, std::get<layout::AnyLayout>(inner));
}

/// The struct of a tuple's dynamic leaves.
Type tupleStruct(MLIRContext *context, const layout::IntTuple &tuple) {
  SmallVector<Type> fields;
  tuple.forEachLeaf([&](const layout::Leaf &leaf) {
    if (leaf.isDynamic())
      fields.push_back(IntegerType::get(context, leaf.width()));
  });
  return packed(context, fields);
}

Type layoutStruct(MLIRContext *context, const layout::AnyLayout &value) {
  SmallVector<Type, 3> fields;
  if (value.isPlain()) {
    const layout::Layout &plain = value.plain();
    if (!plain.shape().isStatic())
      fields.push_back(tupleStruct(context, plain.shape()));
    if (!plain.stride().isStatic())
      fields.push_back(tupleStruct(context, plain.stride()));
  } else {
    const layout::ComposedLayout &composed = value.composed();
    if (!composed.outer().isStatic())
      fields.push_back(layoutStruct(context, composed.outer()));
    if (!composed.offset().isStatic())
      fields.push_back(tupleStruct(context, composed.offset()));
    if (!composed.isStaticInner())
      fields.push_back(layoutStruct(context, std::get<layout::AnyLayout>(composed.inner())));
  }
  return packed(context, fields);
}

Carriers carriersOf(Type type) {
  MLIRContext *context = type.getContext();
  if (auto mayStatic = dyn_cast<MayStaticTypeInterface>(type))
    if (mayStatic.isStatic())
      return SmallVector<Type, 2>{};
  if (auto tuple = dyn_cast<IntTupleType>(type))
    return SmallVector<Type, 2>{tupleStruct(context, tuple.getValue())};
  if (auto layout = dyn_cast<LayoutType>(type))
    return SmallVector<Type, 2>{layoutStruct(context, layout.getValue())};
  if (auto composed = dyn_cast<ComposedLayoutType>(type))
    return SmallVector<Type, 2>{layoutStruct(context, composed.getValue())};
  if (auto tensor = dyn_cast<CoordTensorType>(type)) {
    SmallVector<Type, 2> fields;
    if (!tensor.getBase().isStatic())
      fields.push_back(tupleStruct(context, tensor.getBase()));
    if (!tensor.getLayout().isStatic())
      fields.push_back(layoutStruct(context, tensor.getLayout()));
    return SmallVector<Type, 2>{packed(context, fields)};
  }
  if (auto memref = dyn_cast<fly::MemRefType>(type)) {
    SmallVector<Type, 2> result{memref.getPointerType()};
    if (!memref.getLayout().isStatic())
      result.push_back(layoutStruct(context, memref.getLayout()));
    return result;
  }
  // The layout and the tile of a tiled operation are static, so only its stateful atom is carried.
  if (auto copy = dyn_cast<TiledCopyType>(type))
    return SmallVector<Type, 2>{copy.getCopyAtom()};
  if (auto mma = dyn_cast<TiledMmaType>(type))
    return SmallVector<Type, 2>{mma.getMmaAtom()};
  return std::nullopt;
}

bool changes(TypeRange types) {
  return llvm::any_of(types, [](Type type) { return carriersOf(type).has_value(); });
}

/// The carriers of several types, one after the other.
SmallVector<Type> carriersOf(TypeRange types) {
  SmallVector<Type> result;
  for (Type type : types) {
    if (Carriers carriers = carriersOf(type))
      result.append(carriers->begin(), carriers->end());
    else
      result.push_back(type);
  }
  return result;
}

/// Attributes of an argument or result stay with it, or with the pointer that carries it.
void spread(Type type, DictionaryAttr attrs, SmallVectorImpl<DictionaryAttr> &into) {
  DictionaryAttr none = DictionaryAttr::get(type.getContext());
  if (!attrs)
    attrs = none;
  Carriers types = carriersOf(type);
  if (!types) {
    into.push_back(attrs);
    return;
  }
  for (Type carrier : *types)
    into.push_back(isa<PointerType>(carrier) ? attrs : none);
}

ArrayAttr spread(TypeRange types, ArrayAttr attrs) {
  SmallVector<DictionaryAttr> list;
  for (auto [type, attr] : llvm::zip_equal(types, attrs.getAsRange<DictionaryAttr>()))
    spread(type, attr, list);
  return ArrayAttr::get(attrs.getContext(), SmallVector<Attribute>(list.begin(), list.end()));
}

//===-- Entering: values from carriers -------------------------------------------------------===//

/// Builds values of layout types from their carriers.
class Rebuilder {
public:
  Rebuilder(OpBuilder &builder, Location loc) : b(builder), loc(loc) {}

  Value value(Type type, ValueRange carriers) {
    MLIRContext *context = type.getContext();
    if (auto memref = dyn_cast<fly::MemRefType>(type)) {
      Value layout = carriers.size() == 2 ? layoutFromStruct(memref.getLayout(), carriers[1])
                                          : fixed(layoutTypeOf(context, memref.getLayout()));
      return MakeViewOp::create(b, loc, type, carriers[0], layout);
    }
    if (auto copy = dyn_cast<TiledCopyType>(type); copy && !carriers.empty())
      return MakeTiledCopyOp::create(b, loc, type, carriers[0], fixed(copy.getLayoutThrVal()),
                                     fixed(copy.getTileMN()));
    if (auto mma = dyn_cast<TiledMmaType>(type); mma && !carriers.empty())
      return MakeTiledMmaOp::create(b, loc, type, carriers[0], fixed(mma.getAtomLayout()),
                                    fixed(mma.getPermutation()));
    if (carriers.empty())
      return fixed(type);
    if (auto tuple = dyn_cast<IntTupleType>(type))
      return tupleFromStruct(tuple.getValue(), carriers[0]);
    if (auto layout = dyn_cast<LayoutType>(type))
      return layoutFromStruct(layout.getValue(), carriers[0]);
    if (auto composed = dyn_cast<ComposedLayoutType>(type))
      return layoutFromStruct(composed.getValue(), carriers[0]);
    auto tensor = cast<CoordTensorType>(type);
    int64_t field = 0;
    bool staticBase = tensor.getBase().isStatic();
    Value base =
        tupleFromStruct(tensor.getBase(), staticBase ? Value() : extract(carriers[0], field++));
    Value layout = tensor.getLayout().isStatic()
                       ? fixed(layoutTypeOf(context, tensor.getLayout()))
                       : layoutFromStruct(tensor.getLayout(), extract(carriers[0], field++));
    return MakeViewOp::create(b, loc, type, base, layout);
  }

private:
  Value fixed(Type type) { return StaticOp::create(b, loc, type); }
  Value extract(Value container, int64_t field) {
    return LLVM::ExtractValueOp::create(b, loc, container, ArrayRef<int64_t>{field});
  }
  Value tupleFromStruct(const layout::IntTuple &tuple, Value container) {
    SmallVector<Value> leaves;
    if (container)
      for (size_t i = 0, e = tuple.dynamicLeafCount(); i != e; ++i)
        leaves.push_back(extract(container, i));
    return MakeIntTupleOp::create(b, loc, IntTupleType::get(b.getContext(), tuple), leaves);
  }
  Value layoutFromStruct(const layout::AnyLayout &value, Value container) {
    int64_t field = 0;
    MLIRContext *context = b.getContext();
    auto part = [&](bool isStatic) { return isStatic ? Value() : extract(container, field++); };
    if (value.isPlain()) {
      const layout::Layout &plain = value.plain();
      Value shape = tupleFromStruct(plain.shape(), part(plain.shape().isStatic()));
      Value stride = tupleFromStruct(plain.stride(), part(plain.stride().isStatic()));
      return MakeLayoutOp::create(b, loc, LayoutType::get(context, plain), shape, stride);
    }
    const layout::ComposedLayout &composed = value.composed();
    Value outer = composed.outer().isStatic()
                      ? fixed(layoutTypeOf(context, composed.outer()))
                      : layoutFromStruct(composed.outer(), extract(container, field++));
    Value offset = tupleFromStruct(composed.offset(), part(composed.offset().isStatic()));
    Value inner = composed.isStaticInner()
                      ? fixed(innerTypeOf(context, composed.inner()))
                      : layoutFromStruct(std::get<layout::AnyLayout>(composed.inner()),
                                         extract(container, field++));
    return MakeComposedLayoutOp::create(b, loc, ComposedLayoutType::get(context, value), inner,
                                        offset, outer);
  }

  OpBuilder &b;
  Location loc;
};

//===-- Leaving: carriers from values --------------------------------------------------------===//

/// Reads the carriers of values of layout types.
class Taker {
public:
  Taker(OpBuilder &builder, Location loc) : b(builder), loc(loc) {}

  /// Appends the carriers of `value`; failure (reported) if it has none.
  LogicalResult take(Value value, SmallVectorImpl<Value> &carriers) {
    Type type = value.getType();
    Carriers types = carriersOf(type);
    if (!types) {
      carriers.push_back(value);
      return success();
    }
    if (types->empty())
      return success();
    if (auto memref = dyn_cast<fly::MemRefType>(type)) {
      carriers.push_back(GetIterOp::create(b, loc, memref.getPointerType(), value));
      if (types->size() == 2)
        carriers.push_back(layout(memref.getLayout(), layoutOf(value, memref.getLayout())));
      return success();
    }
    if (isa<TiledCopyType, TiledMmaType>(type)) {
      Value atom;
      if (auto make = value.getDefiningOp<MakeTiledCopyOp>())
        atom = make.getCopyAtom();
      else if (auto make = value.getDefiningOp<MakeTiledMmaOp>())
        atom = make.getMmaAtom();
      if (!atom)
        return emitError(loc) << "a value of type " << type
                              << " crosses this boundary, but the atom in it is not known; it must "
                                 "come from fly.make_tiled_copy or fly.make_tiled_mma";
      carriers.push_back(atom);
      return success();
    }
    if (auto t = dyn_cast<IntTupleType>(type)) {
      carriers.push_back(tuple(t.getValue(), value));
      return success();
    }
    if (auto t = dyn_cast<LayoutType>(type)) {
      carriers.push_back(layout(t.getValue(), value));
      return success();
    }
    if (auto t = dyn_cast<ComposedLayoutType>(type)) {
      carriers.push_back(layout(t.getValue(), value));
      return success();
    }
    auto tensor = cast<CoordTensorType>(type);
    SmallVector<Value, 2> fields;
    if (!tensor.getBase().isStatic())
      fields.push_back(tuple(
          tensor.getBase(),
          GetIterOp::create(b, loc, IntTupleType::get(b.getContext(), tensor.getBase()), value)));
    if (!tensor.getLayout().isStatic())
      fields.push_back(layout(tensor.getLayout(), layoutOf(value, tensor.getLayout())));
    carriers.push_back(pack(types->front(), fields));
    return success();
  }

private:
  Value layoutOf(Value tensor, const layout::AnyLayout &value) {
    return GetLayoutOp::create(b, loc, layoutTypeOf(b.getContext(), value), tensor);
  }
  Value pack(Type type, ValueRange fields) {
    Value result = LLVM::UndefOp::create(b, loc, type);
    for (auto [i, field] : llvm::enumerate(fields))
      result = LLVM::InsertValueOp::create(b, loc, result, field, ArrayRef<int64_t>{int64_t(i)});
    return result;
  }
  void collect(const layout::IntTuple &t, Value whole, SmallVectorImpl<int32_t> &path,
               SmallVectorImpl<Value> &fields) {
    if (!t.isLeaf()) {
      for (size_t i = 0, e = t.rank(); i != e; ++i) {
        path.push_back(i);
        collect(t[i], whole, path, fields);
        path.pop_back();
      }
      return;
    }
    if (!t.leaf().isDynamic())
      return;
    Value leaf = whole;
    if (!path.empty())
      leaf = GetOp::create(b, loc, IntTupleType::get(b.getContext(), t), whole,
                           b.getDenseI32ArrayAttr(path));
    fields.push_back(GetScalarOp::create(b, loc, b.getIntegerType(t.leaf().width()), leaf));
  }
  Value tuple(const layout::IntTuple &t, Value value) {
    SmallVector<int32_t> path;
    SmallVector<Value> fields;
    collect(t, value, path, fields);
    return pack(tupleStruct(b.getContext(), t), fields);
  }
  Value layout(const layout::AnyLayout &l, Value value) {
    MLIRContext *context = b.getContext();
    SmallVector<Value, 3> fields;
    if (l.isPlain()) {
      const layout::IntTuple &shape = l.plain().shape(), &stride = l.plain().stride();
      if (!shape.isStatic())
        fields.push_back(
            tuple(shape, GetShapeOp::create(b, loc, IntTupleType::get(context, shape), value)));
      if (!stride.isStatic())
        fields.push_back(
            tuple(stride, GetStrideOp::create(b, loc, IntTupleType::get(context, stride), value)));
    } else {
      const layout::ComposedLayout &c = l.composed();
      if (!c.outer().isStatic())
        fields.push_back(layout(c.outer(), ComposedGetOuterOp::create(
                                               b, loc, layoutTypeOf(context, c.outer()), value)));
      if (!c.offset().isStatic())
        fields.push_back(tuple(
            c.offset(),
            ComposedGetOffsetOp::create(b, loc, IntTupleType::get(context, c.offset()), value)));
      if (!c.isStaticInner())
        fields.push_back(
            layout(std::get<layout::AnyLayout>(c.inner()),
                   ComposedGetInnerOp::create(b, loc, innerTypeOf(context, c.inner()), value)));
    }
    return pack(layoutStruct(context, l), fields);
  }

  OpBuilder &b;
  Location loc;
};

//===-- Boundaries ---------------------------------------------------------------------------===//

struct RewriteFuncSignature : fly::impl::FlyRewriteFuncSignaturePassBase<RewriteFuncSignature> {
  void runOnOperation() override {
    // Inner operations first: their results are rebuilt before the region around them moves.
    SmallVector<Operation *> boundaries;
    getOperation()->walk<WalkOrder::PostOrder>([&](Operation *op) {
      if (isa<FunctionOpInterface, gpu::LaunchFuncOp, func::CallOp, scf::ForOp, scf::IfOp,
              scf::WhileOp, scf::IndexSwitchOp, scf::ExecuteRegionOp>(op))
        boundaries.push_back(op);
    });
    for (Operation *op : boundaries) {
      Step step(getArgument(), op);
      if (failed(rewrite(op)) || failed(step.done()))
        return signalPassFailure();
    }
    if (failed(checkNothingCrosses()))
      signalPassFailure();
  }

  LogicalResult rewrite(Operation *op) {
    if (auto function = dyn_cast<FunctionOpInterface>(op))
      return rewriteFunction(function);
    if (auto launch = dyn_cast<gpu::LaunchFuncOp>(op)) {
      SmallVector<Value> operands;
      if (!changes(launch.getKernelOperands().getTypes()))
        return success();
      if (failed(take(op, launch.getKernelOperands(), operands)))
        return failure();
      launch.getKernelOperandsMutable().assign(operands);
      return success();
    }
    // Yields and conditions first, so that the op's own results and those agree again below.
    bool regionsChange = false;
    for (Region &region : op->getRegions())
      for (Block &block : region) {
        regionsChange |= changes(block.getArgumentTypes());
        if (!block.empty() && isa<scf::YieldOp, scf::ConditionOp>(block.back()))
          regionsChange |= changes(block.back().getOperandTypes());
      }
    if (!regionsChange && !changes(op->getOperandTypes()) && !changes(op->getResultTypes()))
      return success();
    for (Region &region : op->getRegions())
      for (Block &block : region) {
        if (!block.empty() && isa<scf::YieldOp, scf::ConditionOp>(block.back()) &&
            failed(rewriteOperands(&block.back())))
          return failure();
        rewriteArguments(block, block.getNumArguments());
      }
    return rewriteResults(op);
  }

  LogicalResult take(Operation *op, ValueRange values, SmallVectorImpl<Value> &carriers) {
    OpBuilder b(op);
    Taker taker(b, op->getLoc());
    for (Value value : values)
      if (failed(taker.take(value, carriers)))
        return failure();
    numDropped += llvm::count_if(values.getTypes(), [](Type type) {
      Carriers types = carriersOf(type);
      return types && types->empty();
    });
    return success();
  }

  LogicalResult rewriteOperands(Operation *op) {
    if (!changes(op->getOperandTypes()))
      return success();
    SmallVector<Value> operands;
    if (failed(take(op, op->getOperands(), operands)))
      return failure();
    op->setOperands(operands);
    return success();
  }

  /// Replaces the first `count` arguments of a block; used ones are rebuilt at its start.
  void rewriteArguments(Block &block, unsigned count) {
    OpBuilder b = OpBuilder::atBlockBegin(&block);
    unsigned index = 0;
    for (unsigned i = 0; i != count; ++i) {
      BlockArgument old = block.getArgument(index);
      Carriers types = carriersOf(old.getType());
      if (!types) {
        ++index;
        continue;
      }
      SmallVector<Value, 2> carriers;
      for (auto [k, type] : llvm::enumerate(*types))
        carriers.push_back(block.insertArgument(index + 1 + k, type, old.getLoc()));
      if (!old.use_empty()) {
        old.replaceAllUsesWith(Rebuilder(b, old.getLoc()).value(old.getType(), carriers));
        ++numRebuilt;
      }
      block.eraseArgument(index);
      index += types->size();
    }
  }

  /// Replaces an op by one whose operands and results are carriers; its regions move over.
  LogicalResult rewriteResults(Operation *op) {
    SmallVector<Value> operands;
    if (auto call = dyn_cast<func::CallOp>(op)) {
      if (ArrayAttr attrs = call.getArgAttrsAttr())
        call.setArgAttrsAttr(spread(op->getOperandTypes(), attrs));
      if (ArrayAttr attrs = call.getResAttrsAttr())
        call.setResAttrsAttr(spread(op->getResultTypes(), attrs));
    }
    if (failed(take(op, op->getOperands(), operands)))
      return failure();
    if (!changes(op->getResultTypes())) {
      op->setOperands(operands);
      return success();
    }
    OperationState state(op->getLoc(), op->getName(), operands, carriersOf(op->getResultTypes()),
                         op->getAttrs(), op->getSuccessors());
    for (unsigned i = 0, e = op->getNumRegions(); i != e; ++i)
      state.addRegion();
    OpBuilder b(op);
    Operation *replacement = b.create(state);
    for (auto [from, to] : llvm::zip(op->getRegions(), replacement->getRegions()))
      to.takeBody(from);
    b.setInsertionPointAfter(replacement);
    unsigned index = 0;
    for (OpResult old : op->getResults()) {
      Carriers types = carriersOf(old.getType());
      unsigned size = types ? types->size() : 1;
      ValueRange carriers = replacement->getResults().slice(index, size);
      index += size;
      if (old.use_empty())
        continue;
      if (!types) {
        old.replaceAllUsesWith(carriers[0]);
        continue;
      }
      old.replaceAllUsesWith(Rebuilder(b, op->getLoc()).value(old.getType(), carriers));
      ++numRebuilt;
    }
    op->erase();
    return success();
  }

  LogicalResult rewriteFunction(FunctionOpInterface function) {
    auto type = dyn_cast<FunctionType>(function.getFunctionType());
    if (!type)
      return success();
    for (Block &block : function.getFunctionBody())
      if (!block.empty() && isa<func::ReturnOp, gpu::ReturnOp>(block.back()) &&
          failed(rewriteOperands(&block.back())))
        return failure();
    if (!changes(type.getInputs()) && !changes(type.getResults()))
      return success();
    ++numFunctions;
    SmallVector<DictionaryAttr> argAttrs, resultAttrs;
    for (auto [i, input] : llvm::enumerate(type.getInputs()))
      spread(input, function.getArgAttrDict(i), argAttrs);
    for (auto [i, result] : llvm::enumerate(type.getResults()))
      spread(result, function.getResultAttrDict(i), resultAttrs);
    numDropped += llvm::count_if(type.getInputs(), [](Type type) {
      Carriers types = carriersOf(type);
      return types && types->empty();
    });
    function.setFunctionTypeAttr(TypeAttr::get(FunctionType::get(
        &getContext(), carriersOf(type.getInputs()), carriersOf(type.getResults()))));
    function.setAllArgAttrs(argAttrs);
    function.setAllResultAttrs(resultAttrs);
    if (!function.isExternal())
      rewriteArguments(function.getFunctionBody().front(), type.getNumInputs());
    return success();
  }

  LogicalResult checkNothingCrosses() {
    WalkResult walk = getOperation()->walk([&](Operation *op) -> WalkResult {
      auto report = [&](Type type) {
        op->emitOpError() << "passes a value of type " << type
                          << " across a boundary that fly-rewrite-func-signature does not know; "
                             "only functions, func.call, gpu.launch_func, scf.for, scf.if, "
                             "scf.while, scf.index_switch and scf.execute_region can carry it";
        return WalkResult::interrupt();
      };
      for (Region &region : op->getRegions())
        for (Block &block : region)
          for (Type type : block.getArgumentTypes())
            if (carriersOf(type))
              return report(type);
      if (isa<RegionBranchOpInterface, BranchOpInterface, CallOpInterface,
              RegionBranchTerminatorOpInterface>(op) ||
          op->hasTrait<OpTrait::ReturnLike>()) {
        for (Type type : op->getOperandTypes())
          if (carriersOf(type))
            return report(type);
        for (Type type : op->getResultTypes())
          if (carriersOf(type))
            return report(type);
      }
      if (auto constant = dyn_cast<func::ConstantOp>(op))
        if (auto type = dyn_cast<FunctionType>(constant.getType()))
          for (Type part : llvm::concat<const Type>(type.getInputs(), type.getResults()))
            if (carriersOf(part))
              return report(part);
      return WalkResult::advance();
    });
    return failure(walk.wasInterrupted());
  }
};

} // namespace
