// fly.print: one gpu.printf in kernels, vector.print elsewhere (passes.md 4.2, fly-core 7.12).
#include "passes/transforms/layout_lowering/Lowering.h"

namespace mlir::fly::lowering {
namespace {

using layout::AnyLayout;
using layout::IntTuple;
using layout::Leaf;

/// What is printed: text and scalars in turn.
class Segments {
public:
  explicit Segments(Lowering &lowering) : l(lowering) {}

  struct Segment {
    std::string text;
    Value value; ///< null for text
  };
  ArrayRef<Segment> all() const { return segments; }

  void text(StringRef more) {
    if (more.empty())
      return;
    if (segments.empty() || segments.back().value)
      segments.push_back({});
    segments.back().text += more;
  }
  void scalar(Value value) { segments.push_back({{}, value}); }

  LogicalResult value(Value value) {
    Type type = value.getType();
    if (type.isIntOrIndexOrFloat()) {
      scalar(value);
      return success();
    }
    if (auto vector = dyn_cast<VectorType>(type)) {
      if (vector.getRank() != 1 || vector.isScalable())
        return refuse(type);
      text("[");
      for (int64_t i = 0, e = vector.getNumElements(); i != e; ++i) {
        if (i)
          text(", ");
        scalar(vector::ExtractOp::create(l.b, l.loc(), value, i));
      }
      text("]");
      return success();
    }
    if (isa<IntTupleType>(type)) {
      FailureOr<IntTuple> tuple = l.tuple(value);
      return failed(tuple) ? failure() : print(*tuple);
    }
    if (isa<LayoutType, ComposedLayoutType>(type)) {
      FailureOr<AnyLayout> layout = l.anyLayout(value);
      return failed(layout) ? failure() : print(*layout);
    }
    if (auto tile = dyn_cast<TileType>(type)) {
      text(tile.getValue().str());
      return success();
    }
    if (auto swizzle = dyn_cast<SwizzleType>(type)) {
      text(swizzle.getValue().str());
      return success();
    }
    if (auto swizzle = dyn_cast<CoordSwizzleType>(type)) {
      text(swizzle.getValue().str());
      return success();
    }
    if (isa<CoordTensorType>(type)) {
      FailureOr<Tensor> tensor = l.tensor(value);
      if (failed(tensor) || failed(print(tensor->base)))
        return failure();
      text(", ");
      return print(tensor->layout);
    }
    return refuse(type);
  }

private:
  LogicalResult refuse(Type type) {
    InFlightDiagnostic diag = l.error() << "has no text for a value of type " << type;
    if (isa<fly::MemRefType>(type))
      diag << "; print its layout (fly.get_layout) or its elements";
    diag << " [FLY160]";
    return failure();
  }

  LogicalResult print(const IntTuple &tuple) {
    if (tuple.isLeaf()) {
      const Leaf &leaf = tuple.leaf();
      if (!leaf.isDynamic()) {
        text(tuple.str());
        return success();
      }
      FailureOr<Value> value = l.leaf(leaf);
      if (failed(value))
        return failure();
      scalar(*value);
      for (int32_t mode : leaf.modes())
        text("E" + std::to_string(mode));
      return success();
    }
    text("(");
    for (size_t i = 0, e = tuple.rank(); i != e; ++i) {
      if (i)
        text(",");
      if (failed(print(tuple[i])))
        return failure();
    }
    text(")");
    return success();
  }

  LogicalResult print(const AnyLayout &layout) {
    if (layout.isPlain()) {
      if (failed(print(layout.plain().shape())))
        return failure();
      text(":");
      return print(layout.plain().stride());
    }
    const layout::ComposedLayout &composed = layout.composed();
    if (auto *swizzle = std::get_if<layout::Swizzle>(&composed.inner()))
      text(swizzle->str());
    else if (auto *swizzle = std::get_if<layout::CoordSwizzle>(&composed.inner()))
      text(swizzle->str());
    else if (failed(print(std::get<AnyLayout>(composed.inner()))))
      return failure();
    text(" o ");
    if (failed(print(composed.offset())))
      return failure();
    text(" o ");
    if (composed.outer().isPlain())
      return print(composed.outer());
    text("[");
    if (failed(print(composed.outer())))
      return failure();
    text("]");
    return success();
  }

  Lowering &l;
  SmallVector<Segment> segments;
};

/// A scalar as printf takes it, and its conversion.
std::pair<Value, StringRef> printfArgument(Lowering &l, Value value) {
  Type type = value.getType();
  OpBuilder &b = l.b;
  if (type.isIndex())
    return {arith::IndexCastOp::create(b, l.loc(), b.getI64Type(), value), "%ld"};
  unsigned width = type.getIntOrFloatBitWidth();
  if (isa<FloatType>(type)) {
    if (width < 32)
      value = arith::ExtFOp::create(b, l.loc(), b.getF32Type(), value);
    return {value, width <= 32 ? "%.2f" : "%.2lf"};
  }
  if (width == 1)
    value = arith::ExtUIOp::create(b, l.loc(), b.getI32Type(), value);
  else if (width < 32)
    value = arith::ExtSIOp::create(b, l.loc(), b.getI32Type(), value);
  return {value, width <= 32 ? "%d" : "%ld"};
}

LogicalResult print(Lowering &l, Operation *op) {
  auto print = cast<PrintOp>(op);
  Segments segments(l);
  StringRef format = print.getFormat();
  if (format.empty()) {
    for (auto [i, value] : llvm::enumerate(print.getValues())) {
      if (i)
        segments.text(" ");
      if (failed(segments.value(value)))
        return failure();
    }
  } else {
    auto values = print.getValues();
    size_t next = 0;
    while (!format.empty()) {
      size_t hole = format.find("{}");
      segments.text(format.take_front(hole));
      if (hole == StringRef::npos)
        break;
      format = format.drop_front(hole + 2);
      if (next < values.size() && failed(segments.value(values[next++])))
        return failure();
    }
  }

  // Device functions that a kernel calls print like the kernel.
  if (op->getParentOfType<gpu::GPUFuncOp>() || op->getParentOfType<gpu::GPUModuleOp>() ||
      op->getParentOfType<gpu::LaunchOp>()) {
    std::string text;
    SmallVector<Value> arguments;
    for (const Segments::Segment &segment : segments.all()) {
      if (!segment.value) {
        for (char c : segment.text)
          text += c == '%' ? std::string("%%") : std::string(1, c);
        continue;
      }
      auto [argument, conversion] = printfArgument(l, segment.value);
      arguments.push_back(argument);
      text += conversion;
    }
    text += '\n';
    gpu::PrintfOp::create(l.b, l.loc(), l.b.getStringAttr(text), arguments);
    return l.erase();
  }
  for (const Segments::Segment &segment : segments.all()) {
    if (segment.value)
      vector::PrintOp::create(l.b, l.loc(), segment.value, vector::PrintPunctuation::NoPunctuation);
    else
      vector::PrintOp::create(l.b, l.loc(), StringRef(segment.text));
  }
  vector::PrintOp::create(l.b, l.loc(), vector::PrintPunctuation::NewLine);
  return l.erase();
}

} // namespace

void addPrintHandlers(Handlers &handlers, MLIRContext *context) {
  add<PrintOp>(handlers, context, print);
}

} // namespace mlir::fly::lowering
