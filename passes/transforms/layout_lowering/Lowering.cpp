// Reading normal forms, materialising expressions, writing normal forms.
#include "passes/transforms/layout_lowering/Lowering.h"

#include "mlir/Interfaces/FunctionInterfaces.h"

namespace mlir::fly::lowering {

void Lowering::begin(Operation *op) {
  current = op;
  b.setInsertionPoint(op);
  emitted.clear();
  alive.clear();
  Operation *function = op->getParentOp();
  // A launch that is not outlined yet is a kernel of its own.
  while (!function->hasTrait<OpTrait::IsIsolatedFromAbove>() && !isa<gpu::LaunchOp>(function))
    function = function->getParentOp();
  currentScope = &scopes[function];
  if (!currentScope->entry)
    currentScope->entry = &function->getRegion(0).front();
}

bool Lowering::dependsOnFailure(Operation *op) const {
  return llvm::any_of(op->getOperands(), [&](Value operand) {
    Operation *def = operand.getDefiningOp();
    return def && failedOps.contains(def);
  });
}

LogicalResult Lowering::fail(const layout::Reason &reason) {
  emitRule([&] { return error(); }, reason);
  return failure();
}

//===-- Reading
//--------------------------------------------------------------------------------===//

int64_t Lowering::input(Value value) {
  auto [it, isNew] = inputIndex.try_emplace(value, inputs.size());
  if (isNew)
    inputs.push_back(value);
  return it->second;
}

FailureOr<layout::IntTuple> Lowering::notNormal(Value value, StringRef what) {
  InFlightDiagnostic diag = error();
  diag << "cannot be lowered: an operand of type " << value.getType() << " is ";
  if (Operation *def = value.getDefiningOp()) {
    diag << "the result of '" << def->getName() << "' and not of " << what;
    if (isa_and_present<FlyDialect>(def->getDialect()))
      diag << "; run fly-canonicalize before fly-layout-lowering";
    else
      diag << "; run fly-rewrite-func-signature and fly-canonicalize before fly-layout-lowering";
  } else {
    diag << "a block argument and not the result of " << what
         << "; run fly-rewrite-func-signature before fly-layout-lowering";
  }
  return failure();
}

FailureOr<layout::IntTuple> Lowering::tuple(Value value) {
  const layout::IntTuple &tuple = cast<IntTupleType>(value.getType()).getValue();
  if (tuple.isStatic())
    return tuple;
  auto make = value.getDefiningOp<MakeIntTupleOp>();
  if (!make)
    return notNormal(value, "fly.make_int_tuple");
  size_t next = 0;
  return tuple.mapLeaves([&](const layout::Leaf &leaf) {
    if (!leaf.isDynamic())
      return leaf;
    layout::Leaf known = layout::Leaf::symbolic(input(make.getDyncElems()[next++]), leaf.width(),
                                                leaf.divisibility());
    return leaf.isBasis() ? known.withBasis(leaf.modes()) : known;
  });
}

FailureOr<layout::Layout> Lowering::layout(Value value) {
  const layout::Layout &layout = cast<LayoutType>(value.getType()).getValue();
  if (layout.isStatic())
    return layout;
  auto make = value.getDefiningOp<MakeLayoutOp>();
  if (!make) {
    (void)notNormal(value, "fly.make_layout");
    return failure();
  }
  FailureOr<layout::IntTuple> shape = tuple(make.getShape());
  if (failed(shape))
    return failure();
  FailureOr<layout::IntTuple> stride = tuple(make.getStride());
  if (failed(stride))
    return failure();
  return layout::Layout(*shape, *stride);
}

FailureOr<layout::AnyLayout> Lowering::anyLayout(Value value) {
  if (isa<LayoutType>(value.getType())) {
    FailureOr<layout::Layout> plain = layout(value);
    if (failed(plain))
      return failure();
    return layout::AnyLayout(*plain);
  }
  const layout::AnyLayout &composed = cast<ComposedLayoutType>(value.getType()).getValue();
  if (composed.isStatic())
    return composed;
  auto make = value.getDefiningOp<MakeComposedLayoutOp>();
  if (!make) {
    (void)notNormal(value, "fly.make_composed_layout");
    return failure();
  }
  layout::ComposedLayout::Inner inner;
  if (auto swizzle = dyn_cast<SwizzleType>(make.getInner().getType())) {
    inner = swizzle.getValue();
  } else if (auto swizzle = dyn_cast<CoordSwizzleType>(make.getInner().getType())) {
    inner = swizzle.getValue();
  } else {
    FailureOr<layout::AnyLayout> layout = anyLayout(make.getInner());
    if (failed(layout))
      return failure();
    inner = *layout;
  }
  FailureOr<layout::IntTuple> offset = tuple(make.getOffset());
  if (failed(offset))
    return failure();
  FailureOr<layout::AnyLayout> outer = anyLayout(make.getOuter());
  if (failed(outer))
    return failure();
  return layout::AnyLayout(layout::ComposedLayout(std::move(inner), *offset, *outer));
}

FailureOr<Tensor> Lowering::tensor(Value value) {
  auto make = value.getDefiningOp<MakeViewOp>();
  if (!make) {
    if (auto type = dyn_cast<CoordTensorType>(value.getType()))
      if (isStaticType(type))
        return Tensor{Value(), type.getBase(), type.getLayout()};
    (void)notNormal(value, "fly.make_view");
    return failure();
  }
  FailureOr<layout::AnyLayout> layout = anyLayout(make.getLayout());
  if (failed(layout))
    return failure();
  if (isa<PointerType>(make.getIter().getType()))
    return Tensor{make.getIter(), {}, *layout};
  FailureOr<layout::IntTuple> base = tuple(make.getIter());
  if (failed(base))
    return failure();
  return Tensor{Value(), *base, *layout};
}

FailureOr<layout::AnyLayout> Lowering::layoutOf(Value value) {
  if (isa<LayoutType, ComposedLayoutType>(value.getType()))
    return anyLayout(value);
  // A static layout needs no view: the type says everything.
  if (std::optional<layout::AnyLayout> layout = getLayoutOf(value.getType()))
    if (layout->isStatic())
      return *layout;
  FailureOr<Tensor> view = tensor(value);
  if (failed(view))
    return failure();
  return view->layout;
}

FailureOr<layout::Leaf> Lowering::scalarLeaf(const layout::IntTuple &tuple) {
  layout::IntTuple bare = layout::unwrap(tuple);
  if (bare.isLeaf())
    return bare.leaf();
  error() << "expects a scalar integer tuple, got " << tuple.str();
  return failure();
}

//===-- Expressions
//------------------------------------------------------------------------------===//

Lowering::Scope &Lowering::scope() { return *currentScope; }

Value Lowering::atStart(function_ref<Value(OpBuilder &)> create) {
  Scope &s = scope();
  OpBuilder::InsertionGuard guard(b);
  if (s.last)
    b.setInsertionPointAfter(s.last);
  else
    b.setInsertionPointToStart(s.entry);
  Value value = create(b);
  s.last = value.getDefiningOp();
  return value;
}

Value Lowering::constant(int64_t value, unsigned width) {
  if (Value known = scope().constants.lookup({value, width}))
    return known;
  Value made = atStart([&](OpBuilder &builder) -> Value {
    return arith::ConstantIntOp::create(builder, loc(), value, width);
  });
  scope().constants[{value, width}] = made;
  return made;
}

Value Lowering::resize(Value value, unsigned width) {
  unsigned from = value.getType().getIntOrFloatBitWidth();
  Type type = b.getIntegerType(width);
  if (from < width)
    return b.createOrFold<arith::ExtSIOp>(loc(), type, value);
  if (from > width)
    return b.createOrFold<arith::TruncIOp>(loc(), type, value);
  return value;
}

FailureOr<Value> Lowering::emitAs(const layout::ExprRef &expr, unsigned width) {
  FailureOr<Value> value = emit(expr);
  if (failed(value))
    return failure();
  return resize(*value, width);
}

FailureOr<Value> Lowering::emit(const layout::ExprRef &expr) {
  using layout::ExprOp;
  if (!expr) {
    error() << "cannot be lowered: a run-time integer of its result is computed from nothing known "
               "at this place";
    return failure();
  }
  if (expr->op == ExprOp::Constant)
    return constant(expr->value, expr->width);
  if (Value known = emitted.lookup(expr.get()))
    return known;
  auto binary = [&](auto create) -> FailureOr<Value> {
    FailureOr<Value> lhs = emitAs(expr->lhs, expr->width);
    if (failed(lhs))
      return failure();
    FailureOr<Value> rhs = emitAs(expr->rhs, expr->width);
    if (failed(rhs))
      return failure();
    return create(*lhs, *rhs);
  };
  auto make = [&]<typename Op>(std::type_identity<Op>) {
    return binary([&](Value lhs, Value rhs) { return b.createOrFold<Op>(loc(), lhs, rhs); });
  };
  FailureOr<Value> value = failure();
  switch (expr->op) {
  case ExprOp::Input:
    value = inputs[expr->value];
    break;
  case ExprOp::Constant:
    break; // above
  case ExprOp::Add:
    value = make(std::type_identity<arith::AddIOp>{});
    break;
  case ExprOp::Sub:
    value = make(std::type_identity<arith::SubIOp>{});
    break;
  case ExprOp::Mul:
    value = make(std::type_identity<arith::MulIOp>{});
    break;
  case ExprOp::Div:
    value = make(std::type_identity<arith::DivSIOp>{});
    break;
  case ExprOp::Mod:
    value = make(std::type_identity<arith::RemSIOp>{});
    break;
  case ExprOp::CeilDiv:
    value = make(std::type_identity<arith::CeilDivSIOp>{});
    break;
  case ExprOp::Min:
    value = make(std::type_identity<arith::MinSIOp>{});
    break;
  case ExprOp::Max:
    value = make(std::type_identity<arith::MaxSIOp>{});
    break;
  case ExprOp::BitAnd:
    value = make(std::type_identity<arith::AndIOp>{});
    break;
  case ExprOp::BitXor:
    value = make(std::type_identity<arith::XOrIOp>{});
    break;
  case ExprOp::ShiftLeft:
    value = make(std::type_identity<arith::ShLIOp>{});
    break;
  case ExprOp::ShiftRightUnsigned:
    value = make(std::type_identity<arith::ShRUIOp>{});
    break;
  case ExprOp::Lt:
  case ExprOp::Le:
  case ExprOp::Gt:
  case ExprOp::Ge:
  case ExprOp::Eq:
  case ExprOp::Ne:
  case ExprOp::And:
  case ExprOp::Or:
  case ExprOp::Not: {
    FailureOr<Value> bit = emitTruth(expr);
    if (failed(bit))
      return failure();
    value = b.createOrFold<arith::ExtUIOp>(loc(), b.getIntegerType(expr->width), *bit);
    break;
  }
  }
  if (failed(value))
    return failure();
  emitted[expr.get()] = *value;
  alive.push_back(expr);
  return value;
}

/// Truth values stay i1 until an integer is asked for.
FailureOr<Value> Lowering::emitTruth(const layout::ExprRef &expr) {
  using layout::ExprOp;
  if (!expr)
    return emit(expr);
  auto compare = [&](arith::CmpIPredicate predicate) -> FailureOr<Value> {
    unsigned width = std::max(expr->lhs->width, expr->rhs->width);
    FailureOr<Value> lhs = emitAs(expr->lhs, width);
    if (failed(lhs))
      return failure();
    FailureOr<Value> rhs = emitAs(expr->rhs, width);
    if (failed(rhs))
      return failure();
    return b.createOrFold<arith::CmpIOp>(loc(), predicate, *lhs, *rhs);
  };
  auto both = [&](auto create) -> FailureOr<Value> {
    FailureOr<Value> lhs = emitTruth(expr->lhs);
    if (failed(lhs))
      return failure();
    FailureOr<Value> rhs = emitTruth(expr->rhs);
    if (failed(rhs))
      return failure();
    return create(*lhs, *rhs);
  };
  switch (expr->op) {
  case ExprOp::Lt:
    return compare(arith::CmpIPredicate::slt);
  case ExprOp::Le:
    return compare(arith::CmpIPredicate::sle);
  case ExprOp::Gt:
    return compare(arith::CmpIPredicate::sgt);
  case ExprOp::Ge:
    return compare(arith::CmpIPredicate::sge);
  case ExprOp::Eq:
    return compare(arith::CmpIPredicate::eq);
  case ExprOp::Ne:
    return compare(arith::CmpIPredicate::ne);
  case ExprOp::And:
    return both([&](Value l, Value r) { return b.createOrFold<arith::AndIOp>(loc(), l, r); });
  case ExprOp::Or:
    return both([&](Value l, Value r) { return b.createOrFold<arith::OrIOp>(loc(), l, r); });
  case ExprOp::Not: {
    FailureOr<Value> bit = emitTruth(expr->lhs);
    if (failed(bit))
      return failure();
    return b.createOrFold<arith::XOrIOp>(loc(), *bit, constant(1, 1));
  }
  case ExprOp::Constant:
    return constant(expr->value != 0, 1);
  default: {
    FailureOr<Value> value = emit(expr);
    if (failed(value))
      return failure();
    return b.createOrFold<arith::CmpIOp>(loc(), arith::CmpIPredicate::ne, *value,
                                         constant(0, expr->width));
  }
  }
}

FailureOr<Value> Lowering::leaf(const layout::Leaf &leaf, unsigned width) {
  if (!width)
    width = std::max(leaf.width(), 32);
  if (leaf.isStatic())
    return constant(leaf.value(), width);
  return emitAs(leaf.expr(), width);
}

FailureOr<Value> Lowering::truth(const layout::Leaf &leaf) {
  if (leaf.isStatic())
    return constant(leaf.value() != 0, 1);
  return emitTruth(leaf.expr());
}

//===-- Writing
//--------------------------------------------------------------------------------===//

Value Lowering::fixed(Type type) {
  if (Value known = scope().fixed.lookup(type))
    return known;
  Value made =
      atStart([&](OpBuilder &builder) -> Value { return StaticOp::create(builder, loc(), type); });
  scope().fixed[type] = made;
  return made;
}

Value Lowering::fixedTuple(const layout::IntTuple &tuple) {
  Type type = IntTupleType::get(context(), tuple);
  if (Value known = scope().fixed.lookup(type))
    return known;
  Value made = atStart([&](OpBuilder &builder) -> Value {
    return MakeIntTupleOp::create(builder, loc(), type, ValueRange());
  });
  scope().fixed[type] = made;
  return made;
}

Value Lowering::fixedLayout(const layout::AnyLayout &layout) {
  Type type = typeOf(layout);
  if (Value known = scope().fixed.lookup(type))
    return known;
  Value made;
  if (layout.isPlain()) {
    Value shape = fixedTuple(layout.plain().shape());
    Value stride = fixedTuple(layout.plain().stride());
    made = atStart([&](OpBuilder &builder) -> Value {
      return MakeLayoutOp::create(builder, loc(), type, shape, stride);
    });
  } else {
    const layout::ComposedLayout &composed = layout.composed();
    Value inner;
    if (auto *swizzle = std::get_if<layout::Swizzle>(&composed.inner()))
      inner = fixed(SwizzleType::get(context(), *swizzle));
    else if (auto *swizzle = std::get_if<layout::CoordSwizzle>(&composed.inner()))
      inner = fixed(CoordSwizzleType::get(context(), *swizzle));
    else
      inner = fixedLayout(std::get<layout::AnyLayout>(composed.inner()));
    Value offset = fixedTuple(composed.offset());
    Value outer = fixedLayout(composed.outer());
    made = atStart([&](OpBuilder &builder) -> Value {
      return MakeComposedLayoutOp::create(builder, loc(), type, inner, offset, outer);
    });
  }
  scope().fixed[type] = made;
  return made;
}

FailureOr<Value> Lowering::write(const layout::IntTuple &tuple) {
  if (tuple.isStatic())
    return fixedTuple(tuple);
  SmallVector<Value> leaves;
  bool good = true;
  tuple.forEachLeaf([&](const layout::Leaf &l) {
    if (!l.isDynamic() || !good)
      return;
    FailureOr<Value> value = leaf(l);
    good = succeeded(value);
    if (good)
      leaves.push_back(*value);
  });
  if (!good)
    return failure();
  Value made =
      MakeIntTupleOp::create(b, loc(), IntTupleType::get(context(), tuple.abstracted()), leaves);
  return made;
}

Type Lowering::typeOf(const layout::AnyLayout &layout) const {
  if (layout.isPlain())
    return LayoutType::get(context(), layout.plain().abstracted());
  return ComposedLayoutType::get(context(), layout.abstracted());
}

FailureOr<Value> Lowering::write(const layout::AnyLayout &layout) {
  if (layout.isStatic())
    return fixedLayout(layout);
  if (layout.isPlain()) {
    FailureOr<Value> shape = write(layout.plain().shape());
    if (failed(shape))
      return failure();
    FailureOr<Value> stride = write(layout.plain().stride());
    if (failed(stride))
      return failure();
    Value made = MakeLayoutOp::create(b, loc(), typeOf(layout), *shape, *stride);
    return made;
  }
  const layout::ComposedLayout &composed = layout.composed();
  FailureOr<Value> inner = failure();
  if (auto *swizzle = std::get_if<layout::Swizzle>(&composed.inner()))
    inner = fixed(SwizzleType::get(context(), *swizzle));
  else if (auto *swizzle = std::get_if<layout::CoordSwizzle>(&composed.inner()))
    inner = fixed(CoordSwizzleType::get(context(), *swizzle));
  else
    inner = write(std::get<layout::AnyLayout>(composed.inner()));
  if (failed(inner))
    return failure();
  FailureOr<Value> offset = write(composed.offset());
  if (failed(offset))
    return failure();
  FailureOr<Value> outer = write(composed.outer());
  if (failed(outer))
    return failure();
  Value made = MakeComposedLayoutOp::create(b, loc(), typeOf(layout), *inner, *offset, *outer);
  return made;
}

Type Lowering::typeOf(const Tensor &tensor) const {
  if (tensor.isCoord())
    return CoordTensorType::get(context(), tensor.base.abstracted(), tensor.layout.abstracted());
  auto pointer = cast<PointerType>(tensor.pointer.getType());
  return fly::MemRefType::get(pointer.getElemTy(), pointer.getAddressSpace(), tensor.layout,
                              pointer.getAlignment(), pointer.getSwizzle());
}

FailureOr<Value> Lowering::write(const Tensor &tensor) {
  FailureOr<Value> iter = tensor.pointer;
  if (tensor.isCoord())
    iter = write(tensor.base);
  if (failed(iter))
    return failure();
  FailureOr<Value> layout = write(tensor.layout);
  if (failed(layout))
    return failure();
  Value made = MakeViewOp::create(b, loc(), typeOf(tensor), *iter, *layout);
  return made;
}

FailureOr<Value> Lowering::advance(Value pointer, const layout::IntTuple &offset) {
  if (!offset.isLeaf() || !offset.leaf().isInt()) {
    error() << "needs a scalar integer offset, got " << offset.str()
            << "; the layout of a memory view must yield integers";
    return failure();
  }
  if (offset.isStaticValue(0))
    return pointer;
  auto type = cast<PointerType>(pointer.getType());
  FailureOr<Value> amount = write(offset);
  if (failed(amount))
    return failure();
  int64_t divisibility = layout::advancedDivisibility(type.getValueDivisibility(), offset.leaf());
  Value made = AddOffsetOp::create(b, loc(), type.withDivisibility(divisibility), pointer, *amount);
  return made;
}

FailureOr<Tensor> Lowering::advance(const Tensor &tensor, const layout::IntTuple &offset,
                                    layout::Layout linear) {
  Tensor result = withLinear(tensor, std::move(linear));
  if (!tensor.layout.isPlain()) {
    FailureOr<layout::AnyLayout> moved = check(withOffsetAdded(result.layout, offset));
    if (failed(moved))
      return failure();
    result.layout = *moved;
    return result;
  }
  if (tensor.isCoord()) {
    FailureOr<layout::IntTuple> base = check(layout::addBasis(tensor.base, offset));
    if (failed(base))
      return failure();
    result.base = *base;
    return result;
  }
  FailureOr<Value> pointer = advance(tensor.pointer, offset);
  if (failed(pointer))
    return failure();
  result.pointer = *pointer;
  return result;
}

FailureOr<Tensor> Lowering::slice(const Tensor &tensor, const layout::IntTuple &coord) {
  const layout::Layout &linear = tensor.layout.linear();
  FailureOr<layout::Layout> kept = check(layout::slice(linear, coord));
  if (failed(kept))
    return failure();
  FailureOr<layout::IntTuple> offset = check(layout::crd2idx(coord, linear));
  if (failed(offset))
    return failure();
  return advance(tensor, *offset, *kept);
}

FailureOr<Tensor> Lowering::allocate(PointerType pointer, const layout::AnyLayout &layout) {
  if (!layout.isPlain() || !layout.isStatic()) {
    error() << "needs a plain layout with static extent to allocate registers, got " << layout.str()
            << " [FLY151]";
    return failure();
  }
  FailureOr<std::pair<int64_t, int64_t>> range = check(layout::indexRange(layout.plain()));
  if (failed(range))
    return failure();
  auto [first, last] = *range;
  NamedAttribute size = b.getNamedAttr("allocSize", b.getI64IntegerAttr(last - first + 1));
  Value made = MakePtrOp::create(b, loc(), pointer, ValueRange(), b.getDictionaryAttr(size));
  if (first < 0) {
    FailureOr<Value> moved = advance(made, layout::IntTuple(-first));
    if (failed(moved))
      return failure();
    made = *moved;
  }
  return Tensor{made, {}, layout};
}

//===-- Finishing
//------------------------------------------------------------------------------===//

LogicalResult Lowering::replace(Value value) {
  Value old = current->getResult(0);
  if (value.getType() != old.getType()) {
    error() << "was lowered to a value of type " << value.getType() << ", but its declared type is "
            << old.getType();
    return failure();
  }
  old.replaceAllUsesWith(value);
  return erase();
}

LogicalResult Lowering::erase() {
  ++counters.lowered;
  current->erase();
  return success();
}

} // namespace mlir::fly::lowering
