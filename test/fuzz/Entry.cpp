#include "test/fuzz/Entry.h"

#include "dialects/fly/FlyOps.h"
#include "dialects/fly/FlyTypes.h"
#include "dialects/fly_rocdl/FlyROCDLDialect.h"
#include "passes/pipelines/InputScan.h"
#if FLY_HAVE_PTX_DIALECT
#include "dialects/fly_ptx/FlyPTXDialect.h"
#endif

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/ROCDLDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"

using namespace mlir;

namespace fly_fuzz {
namespace {

/// A context with the dialects that kernels are written in. It is made anew now and then, because
/// types and attributes are never released.
MLIRContext &sharedContext() {
  static std::unique_ptr<MLIRContext> context;
  static unsigned uses = 0;
  if (!context || ++uses % 4000 == 0) {
    DialectRegistry registry;
    registry.insert<fly::FlyDialect, fly_rocdl::FlyROCDLDialect, func::FuncDialect,
                    arith::ArithDialect, gpu::GPUDialect, LLVM::LLVMDialect, ROCDL::ROCDLDialect,
                    scf::SCFDialect, vector::VectorDialect>();
#if FLY_HAVE_PTX_DIALECT
    registry.insert<fly_ptx::FlyPTXDialect>();
#endif
    context = std::make_unique<MLIRContext>(registry, MLIRContext::Threading::DISABLED);
    context->loadAllAvailableDialects();
  }
  return *context;
}

/// Collects the messages of one parse.
class Messages {
public:
  explicit Messages(MLIRContext &context)
      : handler(&context, [this](Diagnostic &diagnostic) {
          if (diagnostic.getSeverity() == DiagnosticSeverity::Error) {
            std::string message = diagnostic.str();
            bare |= message.empty() || isa<UnknownLoc>(diagnostic.getLocation());
            errors.push_back(std::move(message));
          }
          return success();
        }) {}

  /// What is wrong with a refusal.
  Fault judgeRefusal(StringRef what) const {
    if (errors.empty())
      return "refused without a message: " + what.str();
    if (bare)
      return "an error without a message or a place: " + what.str();
    return std::nullopt;
  }

  std::vector<std::string> errors;

private:
  bool bare = false;
  ScopedDiagnosticHandler handler;
};

/// MLIR 22 itself crashes or misprints on these, whatever dialect is loaded: they are not ours.
bool isForeign(StringRef text) {
  // Literals and resources of builtin tensors, which no fly text needs.
  return text.contains("dense_resource") || text.contains("{-#");
}

std::string moduleText(ModuleOp module) {
  std::string text;
  llvm::raw_string_ostream os(text);
  module->print(os);
  return text;
}

Fault checkModule(StringRef text) {
  MLIRContext &context = sharedContext();
  std::string printed;
  {
    Messages messages(context);
    OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(text, &context);
    if (!module)
      return messages.judgeRefusal(text);
    printed = moduleText(*module);
  }
  Messages messages(context);
  OwningOpRef<ModuleOp> again = parseSourceString<ModuleOp>(printed, &context);
  if (!again)
    return "printed text is refused: " + printed + "\n" +
           (messages.errors.empty() ? "" : messages.errors.front());
  std::string second = moduleText(*again);
  if (second != printed)
    return "printed text reads back as another one:\n" + printed + "\nand\n" + second;
  return std::nullopt;
}

// --- Generated operations
// -------------------------------------------------------------------------

/// Choices taken from the input; zeros when it is used up.
class Choices {
public:
  explicit Choices(ArrayRef<uint8_t> input) : rest(input) {}

  uint8_t byte() {
    if (rest.empty())
      return 0;
    uint8_t value = rest.front();
    rest = rest.drop_front();
    return value;
  }
  unsigned below(unsigned bound) { return byte() % bound; }
  template <size_t n> StringRef pick(const char *const (&list)[n]) { return list[below(n)]; }

private:
  ArrayRef<uint8_t> rest;
};

/// Writes types and attributes in the grammar of the dialect, with numbers that are at times
/// absurd.
class Writer {
public:
  explicit Writer(ArrayRef<uint8_t> input) : choose(input) {}

  std::string operation() {
    MLIRContext &context = sharedContext();
    static const std::vector<std::string> names = [&] {
      std::vector<std::string> found;
      for (RegisteredOperationName name : context.getRegisteredOperations())
        if (name.getDialectNamespace().starts_with("fly"))
          found.push_back(name.getStringRef().str());
      llvm::sort(found);
      return found;
    }();
    const std::string &name = names[(choose.byte() * 256u + choose.byte()) % names.size()];
    std::vector<std::string> operands, results;
    for (unsigned i = choose.below(7); i > 0; --i)
      operands.push_back(type());
    for (unsigned i = choose.below(3); i > 0; --i)
      results.push_back(type());
    std::string attributes;
    auto registered = RegisteredOperationName::lookup(name, &context);
    for (StringAttr attribute : registered->getAttributeNames())
      if (choose.below(4) != 0)
        attributes +=
            (attributes.empty() ? "" : ", ") + attribute.str() + " = " + this->attribute();
    return assemble(name, operands, attributes, results);
  }

  static std::string assemble(StringRef name, ArrayRef<std::string> operands, StringRef attributes,
                              ArrayRef<std::string> results) {
    std::string arguments, uses;
    for (auto [i, type] : llvm::enumerate(operands)) {
      std::string value = "%a" + std::to_string(i);
      arguments += (i ? ", " : "") + value + ": " + type;
      uses += (i ? ", " : "") + value;
    }
    std::string text = "func.func @f(" + arguments + ") {\n  ";
    if (!results.empty())
      text += "%r:" + std::to_string(results.size()) + " = ";
    text += "\"" + name.str() + "\"(" + uses + ")";
    if (!attributes.empty())
      text += " {" + attributes.str() + "}";
    return text + " : (" + llvm::join(operands, ", ") + ") -> (" + llvm::join(results, ", ") +
           ")\n  return\n}\n";
  }

private:
  std::string number() {
    static const char *const absurd[] = {"-1",         "-2147483648", "2147483647",
                                         "4294967296", "65536",       "9223372036854775807"};
    unsigned kind = choose.byte();
    return kind < 250 ? std::to_string(kind % 10 ? kind % 17 : kind) : choose.pick(absurd).str();
  }
  std::string leaf() {
    switch (choose.below(8)) {
    case 0:
      return "?";
    case 1:
      return "?{div=" + number() + "}";
    case 2:
      return "?{i64}";
    case 3:
      return "*";
    case 4:
      return number() + "E" + std::to_string(choose.below(3));
    default:
      return number();
    }
  }
  std::string tuple(unsigned depth = 3) {
    unsigned kind = choose.below(4);
    if (depth == 0 || kind == 0)
      return leaf();
    std::string text = "(";
    for (unsigned i = 0; i < kind; ++i)
      text += (i ? "," : "") + tuple(depth - 1);
    return text + ")";
  }
  /// A tuple of the profile of `like`.
  std::string congruent(StringRef like) {
    std::string text;
    for (size_t i = 0; i < like.size();) {
      if (like[i] == '(' || like[i] == ')' || like[i] == ',') {
        text += like[i++];
        continue;
      }
      text += leaf();
      unsigned braces = 0;
      for (; i < like.size() && (braces || !StringRef("(),").contains(like[i])); ++i)
        braces += (like[i] == '{') - (like[i] == '}');
    }
    return text;
  }
  std::string layout() {
    std::string shape = tuple();
    return shape + ":" + (choose.below(16) ? congruent(shape) : tuple());
  }
  std::string swizzle() { return "S<" + number() + "," + number() + "," + number() + ">"; }
  std::string coordSwizzle() {
    return "CS<" + number() + "," + number() + ",[" + std::to_string(choose.below(3)) + "]," +
           number() + ",[" + std::to_string(choose.below(3)) + "]>";
  }
  std::string composed(unsigned depth = 2) {
    std::string inner;
    switch (choose.below(4)) {
    case 0:
      inner = coordSwizzle();
      break;
    case 1:
      inner = layout();
      break;
    case 2:
      inner = depth ? "[" + composed(depth - 1) + "]" : swizzle();
      break;
    default:
      inner = swizzle();
    }
    return inner + " o " + tuple(1) + " o " +
           (depth && choose.below(4) == 0 ? "[" + composed(depth - 1) + "]" : layout());
  }
  std::string anyLayout() { return choose.below(3) ? layout() : composed(); }
  std::string tile(unsigned depth = 2) {
    std::string text = "[";
    for (unsigned i = 0, n = choose.below(4) + 1; i < n; ++i) {
      unsigned kind = choose.below(5);
      text += i ? "|" : "";
      text += kind == 0            ? "*"
              : kind == 1          ? layout()
              : kind == 2 && depth ? tile(depth - 1)
                                   : number();
    }
    return text + "]";
  }
  std::string element() {
    static const char *const elements[] = {"f32",      "f16", "i8",   "i1",       "bf16",
                                           "f64",      "i4",  "i128", "f4E2M1FN", "f8E4M3FN",
                                           "f6E2M3FN", "i32", "si32", "f8E8M0FNU"};
    return choose.pick(elements).str();
  }
  std::string space() {
    static const char *const spaces[] = {"global",
                                         "shared",
                                         "register",
                                         "generic",
                                         "tensor",
                                         "shared_cluster",
                                         "#fly_rocdl.buffer_desc"};
    return choose.pick(spaces).str();
  }
  std::string pointerTail() {
    std::string text;
    if (choose.below(3) == 0)
      text += ", align<" + number() + ">";
    if (choose.below(4) == 0)
      text += ", " + swizzle();
    return text;
  }
  std::string copyAtom() {
    static const char *const payloads[] = {
        "!fly.universal_copy<128>",
        "!fly.universal_copy<32>",
        "!fly.universal_atomic<add, f32>",
        "!fly_rocdl.cdna3.buffer_copy<64>",
        "!fly_rocdl.cdna3.buffer_atomic<add, f32>",
        "!fly_rocdl.cdna4.lds_read_trans<trans = 16b, 64>",
        ("!fly_rocdl.gfx1250.tdm<rank = 2, warps = 1, pad = 64, 8, cache = 0, barrier = false, "
         "timeout = false>")};
    static const char *const widths[] = {"32", "16", "8", "64", "0", "4", "1", "48"};
    return "!fly.copy_atom<" + choose.pick(payloads).str() + ", " + choose.pick(widths).str() + ">";
  }
  std::string mmaAtom() {
    static const char *const payloads[] = {
        "!fly.universal_fma<1x1x1, (f32, f32) -> f32>",
        "!fly_rocdl.cdna3.mfma<16x16x16, (f16, f16) -> f32>",
        "!fly_rocdl.cdna3.mfma<16x16x4, (f32, f32) -> f32>",
        ("!fly_rocdl.cdna4.mfma_scale<16x16x128, (f8E4M3FN, f4E2M1FN) -> f32, opselA = 0, "
         "opselB = 0>"),
        ("!fly_rocdl.gfx11.wmma<16x16x16, (f16, f16) -> f32, signA = false, signB = false, "
         "clamp = false>")};
    return "!fly.mma_atom<" + choose.pick(payloads).str() + ">";
  }
  std::string type() {
    static const char *const values[] = {
        "i32", "i64",          "f32", "vector<4xf32>", "vector<8xf16>", "index", "!fly.basis<1E0>",
        "i1",  "vector<0xf32>"};
    switch (choose.below(16)) {
    case 0:
    case 1:
      return "!fly.int_tuple<" + tuple() + ">";
    case 2:
    case 3:
      return "!fly.layout<" + layout() + ">";
    case 4:
      return "!fly.composed_layout<" + composed() + ">";
    case 5:
      return "!fly.swizzle<" + swizzle() + ">";
    case 6:
      return "!fly.coord_swizzle<" + coordSwizzle() + ">";
    case 7:
      return "!fly.tile<" + tile() + ">";
    case 8:
      return "!fly.ptr<" + element() + ", " + space() + pointerTail() + ">";
    case 9:
    case 10: {
      std::string head = "!fly.memref<" + element() + ", " + space() + ", " + anyLayout();
      return head + pointerTail() + ">";
    }
    case 11: {
      std::string base = tuple(2);
      return "!fly.coord_tensor<" + base + ", " + anyLayout() + ">";
    }
    case 12:
      return copyAtom();
    case 13:
      return mmaAtom();
    case 14: {
      bool copy = choose.below(2);
      std::string atom = copy ? copyAtom() : mmaAtom();
      std::string over = ", !fly.layout<" + layout() + ">, !fly.tile<" + tile() + ">>";
      return (copy ? "!fly.tiled_copy<" : "!fly.tiled_mma<") + atom + over;
    }
    default:
      return choose.pick(values).str();
    }
  }
  std::string attribute(unsigned depth = 2) {
    static const char *const words[] = {"\"\"",
                                        "\"{} %d\"",
                                        "unit",
                                        "true",
                                        "i32",
                                        "#fly<mma_operand a>",
                                        "#fly<gemm_traversal_order kmn>",
                                        "array<i32>",
                                        "array<i64: 1>",
                                        "\"scale_a\"",
                                        "1.0 : f32",
                                        "#fly.int_tuple<(4,8)>",
                                        "#fly.layout<4:1>",
                                        "dense<1> : vector<2xi32>",
                                        "@f",
                                        "{allocSize = 4 : i64}",
                                        "{allocBytes = 64 : i64, allocAlign = 16 : i64}",
                                        "#fly<atomic_op add>",
                                        "affine_map<(d0) -> (d0)>"};
    switch (choose.below(6)) {
    case 0:
      return number() + " : i32";
    case 1: {
      std::string text = "array<i32: ";
      for (unsigned i = 0, n = choose.below(4) + 1; i < n; ++i)
        text += (i ? ", " : "") + std::to_string(int(choose.below(9)) - 1);
      return text + ">";
    }
    case 2:
      return number() + " : i64";
    case 3:
      return depth ? "[" + attribute(depth - 1) + "]" : "[]";
    default:
      return choose.pick(words).str();
    }
  }

  Choices choose;
};

/// The types that an error of inference proposes: "inferred type(s) 'A', 'B' are incompatible
/// with".
std::vector<std::string> proposedTypes(StringRef message) {
  std::vector<std::string> types;
  auto [head, tail] = message.split("inferred type(s) ");
  for (StringRef list = tail.split(" are incompatible").first; list.consume_front("'");) {
    auto [type, rest] = list.split('\'');
    types.push_back(type.str());
    rest.consume_front(", ");
    list = rest;
  }
  return types;
}

} // namespace

Fault runTypes(ArrayRef<uint8_t> input) {
  StringRef text(reinterpret_cast<const char *>(input.data()), input.size());
  if (fly::scanInput(text) || isForeign(text))
    return std::nullopt;
  if (!text.starts_with("!fly") && !text.starts_with("#fly"))
    return std::nullopt;
  // The parser wants a terminated text.
  std::string copy = text.str();
  MLIRContext &context = sharedContext();
  Messages messages(context);
  if (text.front() == '!') {
    Type type = parseType(copy, &context);
    if (!type)
      return messages.judgeRefusal(text);
    std::string printed;
    llvm::raw_string_ostream(printed) << type;
    if (parseType(printed, &context) != type)
      return "'" + printed + "' does not read back as the same type";
    return std::nullopt;
  }
  Attribute attribute = parseAttribute(copy, &context);
  if (!attribute)
    return messages.judgeRefusal(text);
  std::string printed;
  llvm::raw_string_ostream(printed) << attribute;
  if (parseAttribute(printed, &context) != attribute)
    return "'" + printed + "' does not read back as the same attribute";
  return std::nullopt;
}

Fault runModules(ArrayRef<uint8_t> input) {
  // The parser wants a terminated text.
  std::string text(reinterpret_cast<const char *>(input.data()), input.size());
  if (fly::scanInput(text) || isForeign(text))
    return std::nullopt;
  return checkModule(text);
}

std::string operationText(ArrayRef<uint8_t> input) { return Writer(input).operation(); }

Fault runOperations(ArrayRef<uint8_t> input) {
  std::string text = operationText(input);
  MLIRContext &context = sharedContext();
  std::vector<std::string> proposed;
  {
    Messages messages(context);
    OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(text, &context);
    if (!module) {
      if (Fault fault = messages.judgeRefusal(text))
        return fault;
      for (const std::string &message : messages.errors)
        if (proposed.empty())
          proposed = proposedTypes(message);
    }
  }
  if (proposed.empty())
    return checkModule(text);
  // With the types that inference proposes the operation gets as far as its own verifier.
  size_t at = text.rfind(") -> (");
  text = text.substr(0, at) + ") -> (" + llvm::join(proposed, ", ") + ")\n  return\n}\n";
  size_t results = text.find("%r:");
  size_t name = text.find("\"fly", results == std::string::npos ? 0 : results);
  size_t begin = text.find("{\n  ") + 4;
  text =
      text.substr(0, begin) + "%r:" + std::to_string(proposed.size()) + " = " + text.substr(name);
  return checkModule(text);
}

} // namespace fly_fuzz
