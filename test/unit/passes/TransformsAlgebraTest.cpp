// fly-layout-lowering computes what the static algebra says: every line of the value tables is run
// again with some of its integers known at run time only. The lowered code, fed with the original
// integers, must give the static result, and its types are those of inference (the pass checks
// that).
#include "dialects/fly/FlyOps.h"
#include "dialects/fly_rocdl/FlyROCDLDialect.h"
#include "passes/transforms/Passes.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"

#include <gtest/gtest.h>
#include <random>

using namespace mlir;

namespace {

/// Values of run-time leaves, in the order of the leaves.
using Values = SmallVector<int64_t>;

/// Stands for an integer that does not matter.
constexpr int64_t anything = INT64_MIN;

/// Hides some static integers of a value.
class Hider {
public:
  explicit Hider(unsigned seed) : random(seed) {}

  layout::IntTuple hide(const layout::IntTuple &tuple, Values &values) {
    return tuple.mapLeaves([&](const layout::Leaf &leaf) {
      if (leaf.isNone() || leaf.isDynamic() || leaf.value() < 2 || random() % 2)
        return leaf;
      values.push_back(leaf.value());
      SmallVector<int64_t> divisors;
      for (int64_t d = 1; d <= leaf.value() && d <= 64; ++d)
        if (leaf.value() % d == 0)
          divisors.push_back(d);
      layout::Leaf hidden =
          layout::Leaf::dynamic(random() % 4 ? 32 : 64, divisors[random() % divisors.size()]);
      return leaf.isBasis() ? hidden.withBasis(leaf.modes()) : hidden;
    });
  }

  std::mt19937 random;
};

/// One function of a test module and what it must return.
struct Expectation {
  func::FuncOp function;
  std::vector<int64_t> leaves;
  std::string what;
};

class AlgebraLowering : public ::testing::Test {
protected:
  AlgebraLowering() {
    context.loadDialect<fly::FlyDialect, fly_rocdl::FlyROCDLDialect, func::FuncDialect,
                        arith::ArithDialect, vector::VectorDialect, gpu::GPUDialect>();
    context.disableMultithreading();
  }

  Type parse(StringRef text) { return parseType(text, &context); }

  DictionaryAttr attributes(const llvm::json::Object *object) {
    Builder b(&context);
    NamedAttrList list;
    if (object)
      for (const auto &[key, value] : *object) {
        StringRef name = key;
        if (const llvm::json::Array *array = value.getAsArray()) {
          SmallVector<int32_t> numbers;
          for (const llvm::json::Value &number : *array)
            numbers.push_back(*number.getAsInteger());
          list.set(name, b.getDenseI32ArrayAttr(numbers));
        } else if (auto number = value.getAsInteger()) {
          list.set(name, b.getI32IntegerAttr(*number));
        } else {
          list.set(name, fly::MmaOperandAttr::get(&context,
                                                  *fly::symbolizeMmaOperand(*value.getAsString())));
        }
      }
    return list.getDictionary(&context);
  }

  /// The result types that the operation infers; empty when it refuses.
  SmallVector<Type> infer(StringRef name, ValueRange operands, DictionaryAttr attrs) {
    ScopedDiagnosticHandler quiet(&context, [](Diagnostic &) { return success(); });
    OperationName op(name, &context);
    auto *interface = op.getInterface<InferTypeOpInterface>();
    if (!interface)
      return {};
    size_t size = op.getOpPropertyByteSize();
    std::unique_ptr<char[]> storage = std::make_unique<char[]>(size);
    OpaqueProperties properties(size ? storage.get() : nullptr);
    if (size)
      op.initOpProperties(properties, nullptr);
    SmallVector<Type> types;
    Location loc = UnknownLoc::get(&context);
    auto report = [&] { return emitError(loc); };
    if ((size && failed(op.setOpPropertiesFromAttribute(op, properties, attrs, report))) ||
        failed(interface->inferReturnTypes(&context, loc, operands, attrs, properties, {}, types)))
      types.clear();
    if (size)
      op.destroyOpProperties(properties);
    return types;
  }

  Value makeTuple(OpBuilder &b, const layout::IntTuple &tuple, const Values &values) {
    SmallVector<Value> leaves;
    size_t next = 0;
    tuple.forEachLeaf([&](const layout::Leaf &leaf) {
      if (leaf.isDynamic())
        leaves.push_back(
            arith::ConstantIntOp::create(b, loc, values[next++], leaf.width()).getResult());
    });
    return fly::MakeIntTupleOp::create(b, loc, fly::IntTupleType::get(&context, tuple), leaves);
  }

  Value makeLayout(OpBuilder &b, const layout::Layout &layout, Hider *hider, bool strides) {
    Values shapeValues, strideValues;
    layout::IntTuple shape = hider ? hider->hide(layout.shape(), shapeValues) : layout.shape();
    layout::IntTuple stride =
        hider && strides ? hider->hide(layout.stride(), strideValues) : layout.stride();
    Value s = makeTuple(b, shape, shapeValues), d = makeTuple(b, stride, strideValues);
    return fly::MakeLayoutOp::create(b, loc, s, d);
  }

  Value makeAny(OpBuilder &b, const layout::AnyLayout &any, Hider *hider, bool strides) {
    if (any.isPlain())
      return makeLayout(b, any.plain(), hider, strides);
    const layout::ComposedLayout &composed = any.composed();
    Value inner;
    if (auto *swizzle = std::get_if<layout::Swizzle>(&composed.inner()))
      inner = fly::StaticOp::create(b, loc, fly::SwizzleType::get(&context, *swizzle));
    else if (auto *swizzle = std::get_if<layout::CoordSwizzle>(&composed.inner()))
      inner = fly::StaticOp::create(b, loc, fly::CoordSwizzleType::get(&context, *swizzle));
    else
      inner = makeAny(b, std::get<layout::AnyLayout>(composed.inner()), hider, strides);
    Values values;
    layout::IntTuple offset = hider ? hider->hide(composed.offset(), values) : composed.offset();
    Value o = makeTuple(b, offset, values);
    return fly::MakeComposedLayoutOp::create(b, loc, inner, o,
                                             makeAny(b, composed.outer(), hider, strides));
  }

  /// A value of a static type, with some of its integers hidden if there is a hider.
  Value operand(OpBuilder &b, Type type, Hider *hider, bool strides) {
    if (auto tuple = dyn_cast<fly::IntTupleType>(type)) {
      Values values;
      layout::IntTuple hidden = hider ? hider->hide(tuple.getValue(), values) : tuple.getValue();
      return makeTuple(b, hidden, values);
    }
    if (auto layout = dyn_cast<fly::LayoutType>(type))
      return makeLayout(b, layout.getValue(), hider, strides);
    if (auto composed = dyn_cast<fly::ComposedLayoutType>(type))
      return makeAny(b, composed.getValue(), hider, strides);
    if (auto tensor = dyn_cast<fly::CoordTensorType>(type)) {
      Values values;
      layout::IntTuple base = hider ? hider->hide(tensor.getBase(), values) : tensor.getBase();
      Value iter = makeTuple(b, base, values);
      return fly::MakeViewOp::create(b, loc, iter, makeAny(b, tensor.getLayout(), hider, strides));
    }
    return fly::StaticOp::create(b, loc, type);
  }

  //===-- Results as lists of integers
  //---------------------------------------------------------===//

  static void append(const layout::IntTuple &tuple, std::vector<int64_t> &leaves) {
    for (const layout::Leaf &leaf : tuple.leaves())
      leaves.push_back(leaf.value());
  }
  static void append(const layout::Layout &layout, std::vector<int64_t> &leaves) {
    append(layout.shape(), leaves);
    // The stride of a mode of extent 1 has no meaning.
    std::vector<layout::Leaf> shape = layout.shape().leaves(), stride = layout.stride().leaves();
    for (size_t i = 0; i != stride.size(); ++i)
      leaves.push_back(shape[i].value() == 1 ? anything : stride[i].value());
  }
  /// The integers of a static type, as `lowered` lists those of a value.
  static bool listed(Type type, std::vector<int64_t> &leaves, std::string &profile) {
    auto shapeOf = [&](const layout::IntTuple &t) {
      profile += t.mapLeaves([](const layout::Leaf &) { return layout::Leaf(0); }).str();
    };
    if (auto tuple = dyn_cast<fly::IntTupleType>(type)) {
      append(tuple.getValue(), leaves);
      shapeOf(tuple.getValue());
      return true;
    }
    if (auto layout = dyn_cast<fly::LayoutType>(type)) {
      append(layout.getValue(), leaves);
      shapeOf(layout.getValue().shape());
      return true;
    }
    if (auto composed = dyn_cast<fly::ComposedLayoutType>(type)) {
      const layout::AnyLayout &any = composed.getValue();
      if (!any.composed().outer().isPlain())
        return false;
      append(any.composed().offset(), leaves);
      append(any.composed().outer().plain(), leaves);
      shapeOf(any.composed().outer().plain().shape());
      return true;
    }
    if (auto tensor = dyn_cast<fly::CoordTensorType>(type)) {
      if (!tensor.getLayout().isPlain())
        return false;
      append(tensor.getBase(), leaves);
      append(tensor.getLayout().plain(), leaves);
      shapeOf(tensor.getBase());
      shapeOf(tensor.getLayout().plain().shape());
      return true;
    }
    return false;
  }

  void leavesOf(OpBuilder &b, Value tuple, SmallVectorImpl<Value> &values) {
    SmallVector<Type> types;
    for (const layout::Leaf &leaf : cast<fly::IntTupleType>(tuple.getType()).getValue().leaves())
      types.push_back(b.getIntegerType(leaf.isDynamic() ? leaf.width() : 32));
    auto op = fly::GetLeavesOp::create(b, loc, types, tuple, b.getBoolAttr(false));
    llvm::append_range(values, op->getResults());
  }
  void layoutLeaves(OpBuilder &b, Value layout, SmallVectorImpl<Value> &values) {
    leavesOf(b, fly::GetShapeOp::create(b, loc, layout), values);
    leavesOf(b, fly::GetStrideOp::create(b, loc, layout), values);
  }
  void lowered(OpBuilder &b, Value value, SmallVectorImpl<Value> &values) {
    Type type = value.getType();
    if (isa<fly::IntTupleType>(type)) {
      leavesOf(b, value, values);
    } else if (isa<fly::LayoutType>(type)) {
      layoutLeaves(b, value, values);
    } else if (isa<fly::ComposedLayoutType>(type)) {
      leavesOf(b, fly::ComposedGetOffsetOp::create(b, loc, value), values);
      layoutLeaves(b, fly::ComposedGetOuterOp::create(b, loc, value), values);
    } else {
      leavesOf(b, fly::GetIterOp::create(b, loc, value), values);
      layoutLeaves(b, fly::GetLayoutOp::create(b, loc, value), values);
    }
  }

  MLIRContext context;
  Location loc = UnknownLoc::get(&context);
};

/// Keys of an order, strides that decide one, and inverses mean something else at run time.
bool comparable(StringRef op, unsigned operand) {
  if (op == "fly.make_ordered_layout")
    return operand == 0;
  if (op == "fly.tile_to_shape")
    return operand == 1;
  return op != "fly.right_inverse" && op != "fly.left_inverse";
}
bool stridesComparable(StringRef op) {
  return op != "fly.make_layout_like" && op != "fly.make_fragment_layout_like" &&
         op != "fly.complement" && op != "fly.mma.make_fragment";
}

TEST_F(AlgebraLowering, RunTimeValuesEqualStaticOnes) {
  auto file = llvm::MemoryBuffer::getFile(FLY_TEST_DATA_DIR "/layout-algebra.jsonl");
  ASSERT_TRUE(bool(file));
  SmallVector<StringRef> lines;
  (*file)->getBuffer().split(lines, '\n', -1, false);
  unsigned compared = 0, seed = 0;
  llvm::StringMap<unsigned> perOp;

  PassManager passes(&context);
  passes.enableVerifier(true);
  passes.addPass(fly::createFlyCanonicalizePass());
  passes.addPass(fly::createFlyLayoutLoweringPass());
  passes.addPass(createCanonicalizerPass());

  for (StringRef line : lines) {
    llvm::Expected<llvm::json::Value> json = llvm::json::parse(line);
    ASSERT_TRUE(bool(json));
    const llvm::json::Object &test = *json->getAsObject();
    StringRef name = *test.getString("op");
    if (!name.consume_front("fly.") || *test.getString("expect") == "error")
      continue;
    std::string opName = ("fly." + name).str();
    // Their operand is a register view, and everything about it is static.
    if (opName == "fly.mma.make_fragment" || opName == "fly.tiled_copy.retile")
      continue;
    DictionaryAttr attrs = attributes(test.getObject("attrs"));
    SmallVector<Type> types;
    for (const llvm::json::Value &input : *test.getArray("inputs")) {
      // A tensor of coordinates shows the offset that a memref hides in its pointer.
      std::string text = input.getAsString()->str();
      bool tensor = StringRef(opName).contains("partition_") ||
                    StringRef(opName).contains("tiled_mma.partition");
      if (tensor && StringRef(text).starts_with("!fly.layout<"))
        text = "!fly.coord_tensor<0, " + text.substr(12);
      types.push_back(parse(text));
      ASSERT_TRUE(types.back()) << text;
    }
    if (StringRef(opName) == "fly.tiled_copy.partition_src" ||
        StringRef(opName) == "fly.tiled_copy.partition_dst" ||
        StringRef(opName) == "fly.tiled_mma.partition")
      types.push_back(parse("!fly.int_tuple<37>"));
    if (llvm::any_of(types, [](Type type) {
          auto mayStatic = dyn_cast<fly::MayStaticTypeInterface>(type);
          return !mayStatic || !mayStatic.isStatic();
        }))
      continue;

    OwningOpRef<ModuleOp> module = ModuleOp::create(loc);
    std::vector<Expectation> expectations;
    for (unsigned variant = 0; variant != 6; ++variant) {
      OpBuilder b = OpBuilder::atBlockEnd(module->getBody());
      auto function =
          func::FuncOp::create(b, loc, "f" + std::to_string(variant), b.getFunctionType({}, {}));
      b.setInsertionPointToStart(function.addEntryBlock());
      Hider hider(++seed);
      SmallVector<Value> fixed, hidden;
      for (auto [i, type] : llvm::enumerate(types)) {
        fixed.push_back(operand(b, type, nullptr, false));
        hidden.push_back(
            operand(b, type, comparable(opName, i) ? &hider : nullptr, stridesComparable(opName)));
      }
      SmallVector<Type> fixedTypes = infer(opName, fixed, attrs),
                        hiddenTypes = infer(opName, hidden, attrs);
      Expectation expectation{function, {}, (*test.getString("id")).str() + " " + opName};
      std::string wanted, found;
      std::vector<int64_t> ignored;
      bool usable = fixedTypes.size() == 1 && hiddenTypes.size() == 1;
      bool truth = usable && hiddenTypes[0].isInteger(1);
      if (truth && *test.getString("expect") != "dynamic")
        expectation.leaves.push_back(*test.getString("expect") == "true");
      else
        usable = usable && !truth && listed(fixedTypes[0], expectation.leaves, wanted) &&
                 listed(hiddenTypes[0], ignored, found) && wanted == found;
      if (!usable) {
        function.erase();
        continue;
      }
      OperationState state(loc, opName, hidden, hiddenTypes, attrs.getValue());
      Operation *op = b.create(state);
      for (Value value : hidden)
        llvm::raw_string_ostream(expectation.what) << " " << value.getType();
      SmallVector<Value> results;
      if (truth)
        results.push_back(arith::ExtUIOp::create(b, loc, b.getI32Type(), op->getResult(0)));
      else
        lowered(b, op->getResult(0), results);
      func::ReturnOp::create(b, loc, results);
      function.setType(b.getFunctionType({}, ValueRange(results).getTypes()));
      expectations.push_back(expectation);
    }
    if (expectations.empty())
      continue;
    ASSERT_TRUE(succeeded(verify(*module))) << line.str();
    ASSERT_TRUE(succeeded(passes.run(*module))) << line.str();
    for (Expectation &expectation : expectations) {
      std::vector<int64_t> found;
      Operation *end = expectation.function.getBody().front().getTerminator();
      for (Value value : end->getOperands()) {
        APInt constant;
        ASSERT_TRUE(matchPattern(value, m_ConstantInt(&constant))) << expectation.what;
        found.push_back(constant.getSExtValue());
      }
      ASSERT_EQ(found.size(), expectation.leaves.size()) << expectation.what;
      for (size_t i = 0; i != found.size(); ++i)
        if (expectation.leaves[i] != anything)
          EXPECT_EQ(found[i], expectation.leaves[i]) << expectation.what << " leaf " << i;
      ++compared;
      ++perOp[opName];
    }
  }
  RecordProperty("compared", int(compared));
  EXPECT_GT(compared, 1500u);
  EXPECT_GT(perOp.size(), 40u);
}

} // namespace
