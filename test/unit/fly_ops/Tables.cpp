// Every line of the value tables as an operation: build it, infer its type, compare; a wrong
// declared type is refused.
#include "test/unit/fly_ops/Support.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/Verifier.h"
#include "llvm/Support/JSON.h"

#include <gtest/gtest.h>

namespace fly_ops_test {
namespace {
using namespace mlir;

struct Line {
  std::string id, op, expect;
  std::vector<std::string> inputs;
  llvm::json::Object attrs;
};

std::vector<Line> readLines() {
  std::vector<Line> lines;
  std::string text = readFile(FLY_TEST_DATA_DIR "/layout-algebra.jsonl");
  SmallVector<StringRef> rows;
  StringRef(text).split(rows, '\n', -1, /*KeepEmpty=*/false);
  for (StringRef row : rows) {
    llvm::Expected<llvm::json::Value> value = llvm::json::parse(row);
    if (!value) {
      ADD_FAILURE() << "not JSON: " << row.str();
      continue;
    }
    llvm::json::Object &object = *value->getAsObject();
    Line line{object.getString("id")->str(),
              object.getString("op")->str(),
              object.getString("expect")->str(),
              {},
              {}};
    for (llvm::json::Value &input : *object.getArray("inputs"))
      line.inputs.push_back(input.getAsString()->str());
    if (llvm::json::Object *attrs = object.getObject("attrs"))
      line.attrs = std::move(*attrs);
    lines.push_back(std::move(line));
  }
  return lines;
}

Type parseQuietly(MLIRContext &context, StringRef text) {
  Listener quiet(context);
  return parseType(text, &context);
}

/// The operand types of the operation: tiled operations take tensors where the table names a
/// layout, and a thread that the table leaves open.
std::optional<std::vector<Type>> operandTypes(MLIRContext &context, const Line &line) {
  std::vector<Type> types;
  for (const std::string &text : line.inputs) {
    Type type = parseQuietly(context, text);
    if (!type)
      return std::nullopt;
    types.push_back(type);
  }
  StringRef op = line.op;
  auto toMemRef = [&](Type type, fly::AddressSpace space) -> Type {
    const layout::Layout &layout = cast<fly::LayoutType>(type).getValue();
    layout::Result<layout::IntTuple> zero = layout::coprofile(layout);
    if (zero && !zero->isLeaf())
      return fly::CoordTensorType::get(&context, *zero, layout::AnyLayout(layout));
    return fly::MemRefType::get(Float16Type::get(&context),
                                fly::AddressSpaceAttr::get(&context, space),
                                layout::AnyLayout(layout));
  };
  bool partition = op.starts_with("fly.tiled_copy.partition") || op == "fly.tiled_mma.partition";
  if (partition || op == "fly.mma.make_fragment")
    types[1] = toMemRef(types[1], fly::AddressSpace::Global);
  if (op == "fly.tiled_copy.retile")
    types[1] = toMemRef(types[1], fly::AddressSpace::Register);
  if (partition)
    types.push_back(fly::IntTupleType::get(&context, layout::IntTuple(layout::Leaf::dynamic())));
  return types;
}

DictionaryAttr attributes(MLIRContext &context, const Line &line) {
  Builder b(&context);
  NamedAttrList list;
  for (const auto &entry : line.attrs) {
    StringRef name = entry.first;
    if (const llvm::json::Array *array = entry.second.getAsArray()) {
      SmallVector<int32_t> values;
      for (const llvm::json::Value &value : *array)
        values.push_back(*value.getAsInteger());
      list.set(name, b.getDenseI32ArrayAttr(values));
    } else if (std::optional<int64_t> number = entry.second.getAsInteger()) {
      list.set(name, b.getI32IntegerAttr(*number));
    } else {
      list.set(name, fly::MmaOperandAttr::get(
                         &context, *fly::symbolizeMmaOperand(*entry.second.getAsString())));
    }
  }
  return list.getDictionary(&context);
}

/// What the table calls the result: the layout of a tensor for tiled operations, the type without
/// its
/// `!fly.` for pointers and tensors, the payload otherwise.
std::string resultText(const Line &line, Type type) {
  StringRef op = line.op;
  if (op.starts_with("fly.tiled_copy.") || op == "fly.tiled_mma.partition" ||
      op == "fly.mma.make_fragment")
    return fly::getLayoutOf(type)->str();
  if (auto tuple = dyn_cast<fly::IntTupleType>(type))
    return tuple.getValue().str();
  if (auto plain = dyn_cast<fly::LayoutType>(type))
    return plain.getValue().str();
  if (auto composed = dyn_cast<fly::ComposedLayoutType>(type))
    return composed.getValue().str();
  return StringRef(print(type)).drop_front(strlen("!fly.")).str();
}

/// The value of a comparison, which its type does not show.
std::string truthText(const Line &line, ArrayRef<Type> types) {
  auto lhs = cast<fly::IntTupleType>(types[0]).getValue();
  auto rhs = cast<fly::IntTupleType>(types[1]).getValue();
  layout::Result<layout::Leaf> truth =
      line.op == "fly.equal" ? layout::equal(lhs, rhs) : layout::elemLess(lhs, rhs);
  if (!truth)
    return "error";
  if (!truth->isStatic())
    return "dynamic";
  return truth->value() ? "true" : "false";
}

TEST(Tables, EveryLineThroughAnOperation) {
  MLIRContext context;
  loadDialects(context);
  size_t checked = 0, helpers = 0;
  for (const Line &line : readLines()) {
    SCOPED_TRACE(line.id + " " + line.op);
    if (StringRef(line.op).starts_with("helper.")) {
      ++helpers;
      continue;
    }
    ++checked;
    std::optional<std::vector<Type>> types = operandTypes(context, line);
    if (!types) {
      EXPECT_EQ(line.expect, "error") << "an operand type does not parse";
      continue;
    }
    OpBuilder builder(&context);
    Location loc = NameLoc::get(builder.getStringAttr("here"));
    OwningOpRef<ModuleOp> module = ModuleOp::create(loc);
    Block block;
    SmallVector<Value> operands;
    for (Type type : *types)
      operands.push_back(block.addArgument(type, loc));
    builder.setInsertionPointToEnd(&block);

    RegisteredOperationName name = *RegisteredOperationName::lookup(line.op, &context);
    auto *interface = name.getInterface<InferTypeOpInterface>();
    ASSERT_TRUE(interface);
    OperationState state(loc, name.getStringRef());
    state.addOperands(operands);
    DictionaryAttr attrs = attributes(context, line);
    state.addAttributes(attrs.getValue());

    // The operation is created with a placeholder type first, so that its properties exist.
    state.addTypes(NoneType::get(&context));
    Operation *op = builder.create(state);
    SmallVector<Type> inferred;
    std::string reported;
    {
      Listener listener(context);
      if (failed(interface->inferReturnTypes(&context, loc, operands,
                                             op->getDiscardableAttrDictionary(),
                                             op->getPropertiesStorage(), {}, inferred)))
        reported = listener.heard.all();
    }
    if (line.expect == "error") {
      EXPECT_FALSE(reported.empty())
          << "accepted, inferred " << (inferred.empty() ? "nothing" : print(inferred[0]));
      op->erase();
      continue;
    }
    if (!reported.empty()) {
      ADD_FAILURE() << reported << "expected " << line.expect;
      op->erase();
      continue;
    }
    ASSERT_EQ(inferred.size(), 1u);
    bool truth = inferred[0].isInteger(1);
    EXPECT_EQ(truth ? truthText(line, *types) : resultText(line, inferred[0]), line.expect);

    op->getResult(0).setType(inferred[0]);
    {
      Listener listener(context);
      EXPECT_TRUE(succeeded(verify(op))) << listener.heard.all();
    }
    // Another type of the same kind is refused.
    Type wrong;
    if (truth)
      wrong = builder.getI32Type();
    else if (isa<fly::IntTupleType>(inferred[0]))
      wrong = fly::IntTupleType::get(&context, layout::IntTuple::of({12345, 1}));
    else if (auto memref = dyn_cast<fly::MemRefType>(inferred[0]))
      wrong = memref.withLayout(layout::AnyLayout(layout::Layout(12345, 1)));
    else if (auto tensor = dyn_cast<fly::CoordTensorType>(inferred[0]))
      wrong = fly::CoordTensorType::get(&context, tensor.getBase(),
                                        layout::AnyLayout(layout::Layout(12345, 0)));
    else if (auto ptr = dyn_cast<fly::PointerType>(inferred[0]))
      wrong = ptr.withDivisibility(4096);
    else
      wrong = fly::LayoutType::get(&context, layout::Layout(12345, 1));
    op->getResult(0).setType(wrong);
    {
      Listener listener(context);
      EXPECT_TRUE(failed(verify(op))) << "accepted " << print(wrong);
    }
    op->erase();
  }
  EXPECT_EQ(checked + helpers, 727u);
}

} // namespace
} // namespace fly_ops_test
