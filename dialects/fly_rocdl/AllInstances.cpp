// The instance tables as a list of types with everything there is to tell about them.
#include "dialects/fly_rocdl/Chips.h"
#include "dialects/fly_rocdl/Emission.h"

using namespace mlir;
using namespace mlir::fly_rocdl;

namespace {
constexpr Elem scaledFormats[] = {Elem::E4M3FN, Elem::E5M2, Elem::E2M3, Elem::E3M2, Elem::E2M1};
/// One chip of each generation that the tests compile for.
constexpr const char *representativeChips[] = {"gfx942", "gfx950", "gfx1100", "gfx1201", "gfx1250"};

/// The spelling of a mnemonic on a chip, "" where the chip lacks it.
StringRef spelling(StringRef chip, StringRef gfx9, StringRef gfx11, StringRef gfx12) {
  return chip.starts_with("gfx9") ? gfx9 : chip.starts_with("gfx11") ? gfx11 : gfx12;
}

std::string storeMnemonic(StringRef load) {
  std::string store = ("buffer_store" + load.drop_front(StringRef("buffer_load").size())).str();
  if (size_t at = store.find("_u8"); at != std::string::npos)
    return store.replace(at, 3, "_b8");
  if (size_t at = store.find("_u16"); at != std::string::npos)
    return store.replace(at, 4, "_b16");
  for (StringRef narrow : {"_ubyte", "_ushort"})
    if (size_t at = store.find(narrow.str()); at != std::string::npos)
      return store.erase(at + 1, 1);
  return store;
}

class Collector {
public:
  explicit Collector(MLIRContext *context) : context(context) {}

  void mma(const MmaRow &row, Elem a, Elem b) {
    Type typeA = typeOf(a, context), typeB = typeOf(b, context), acc = typeOf(row.acc, context);
    InstanceInfo info;
    info.isMma = true;
    switch (row.payload) {
    case MmaPayload::Mfma:
      info.payload = Cdna3MfmaType::get(context, row.m, row.n, row.k, typeA, typeB, acc);
      break;
    case MmaPayload::MfmaScale:
      info.payload = Cdna4MfmaScaleType::get(context, row.m, row.n, row.k, typeA, typeB, acc, 0, 0);
      break;
    case MmaPayload::WmmaGfx11:
      info.payload =
          Gfx11WmmaType::get(context, row.m, row.n, row.k, typeA, typeB, acc, false, false, false);
      break;
    case MmaPayload::WmmaGfx120x:
      info.payload = Gfx120xWmmaType::get(context, row.m, row.n, row.k, typeA, typeB, acc, false,
                                          false, false);
      break;
    case MmaPayload::WmmaGfx1250:
      info.payload = Gfx1250WmmaType::get(context, row.m, row.n, row.k, typeA, typeB, acc, false,
                                          false, false);
      break;
    case MmaPayload::WmmaScale:
      info.payload = Gfx1250WmmaScaleType::get(context, row.m, row.n, row.k, typeA, typeB, acc, 0,
                                               0, 0, false, false, row.blockSize);
      break;
    }
    auto payload = cast<fly::MmaOpTypeInterface>(info.payload);
    info.layouts = {{"A", payload.getThrValLayoutA()},
                    {"B", payload.getThrValLayoutB()},
                    {"C", payload.getThrValLayoutC()}};
    for (auto [name, operand] :
         {std::pair("A", fly::MmaOperand::A), std::pair("B", fly::MmaOperand::B),
          std::pair("C", fly::MmaOperand::C)})
      info.registers.push_back({name, textOf(registerTypeOf(row, a, b, operand, context))});
    info.operation = std::string("rocdl.") + row.op;
    for (StringRef chip : representativeChips)
      if (chipMatches(chip, splitChips(row.chips)))
        info.mnemonics.push_back({chip.str(), row.mnemonic});
    add(std::move(info), row.chips);
  }

  /// `gfx9` and so on are the mnemonics by generation, as the row spells them.
  void copy(Type payload, int32_t valBits, StringRef operation, StringRef reg, StringRef chips,
            StringRef gfx9, StringRef gfx11, StringRef gfx12, bool hasStore = false) {
    InstanceInfo info;
    info.payload = payload;
    info.valBits = valBits;
    auto copyOp = cast<fly::CopyOpTypeInterface>(payload);
    info.layouts = {{"src", copyOp.getThrBitLayoutSrc()},
                    {"dst", copyOp.getThrBitLayoutDst()},
                    {"ref", copyOp.getThrBitLayoutRef()}};
    if (!reg.empty())
      info.registers = {{"data", reg.str()}};
    info.operation = operation.str();
    for (StringRef chip : representativeChips) {
      StringRef name = spelling(chip, gfx9, gfx11, gfx12);
      if (name.empty() || !chipMatches(chip, splitChips(chips)))
        continue;
      info.mnemonics.push_back({chip.str(), name.str()});
      if (hasStore)
        info.storeMnemonics.push_back({chip.str(), storeMnemonic(name)});
    }
    add(std::move(info), chips);
  }

  std::vector<InstanceInfo> take() { return std::move(instances); }

private:
  void add(InstanceInfo info, StringRef chips) {
    info.text = textOf(info.payload);
    info.chips = splitChips(chips);
    for (const layout::Reason &question : openQuestions(info.payload))
      info.note += (info.note.empty() ? "" : "; ") + question.message;
    instances.push_back(std::move(info));
  }

  MLIRContext *context;
  std::vector<InstanceInfo> instances;
};
} // namespace

std::vector<InstanceInfo> mlir::fly_rocdl::allInstances(MLIRContext *context) {
  context->getOrLoadDialect<FlyROCDLDialect>();
  Collector collector(context);
  for (const MmaRow &row : mmaRows()) {
    if (row.a != Elem::F8F6F4) {
      collector.mma(row, row.a, row.b);
      continue;
    }
    for (Elem a : scaledFormats)
      for (Elem b : scaledFormats)
        collector.mma(row, a, b);
  }
  auto wordText = [&](int bits) { return textOf(transferType(context, bits)); };
  for (const CopyRow &row : bufferCopyRows())
    collector.copy(Cdna3BufferCopyType::get(context, row.bits, 0), row.bits < 32 ? row.bits : 32,
                   "rocdl.raw.ptr.buffer.load", wordText(row.bits), row.chips, row.mnemonicGfx9,
                   row.mnemonicGfx11, row.mnemonicGfx11, true);
  for (const CopyRow &row : bufferCopyLdsRows())
    collector.copy(Cdna3BufferCopyLdsType::get(context, row.bits), 32,
                   "rocdl.raw.ptr.buffer.load.lds", "", row.chips, row.mnemonicGfx9,
                   row.mnemonicGfx11, row.mnemonicGfx11);
  for (const AtomicRow &row : atomicRows()) {
    Type type = typeOf(row.elem, context);
    if (row.isUnsigned)
      type = IntegerType::get(context, bitsOf(row.elem), IntegerType::Unsigned);
    if (row.lanes > 1)
      type = VectorType::get({row.lanes}, type);
    collector.copy(Cdna3BufferAtomicType::get(context, fly::AtomicOp(row.op), type),
                   bitsOf(row.elem),
                   std::string(row.hasRocdlOp ? "rocdl." : "llvm.amdgcn.") +
                       "raw.ptr.buffer.atomic." + row.name,
                   textOf(type), row.chips, row.mnemonicGfx9, row.mnemonicGfx11, row.mnemonicGfx12);
  }
  for (const TransRow &row : transRows())
    collector.copy(Cdna4LdsReadTransType::get(context, row.granularity, row.bits), row.granularity,
                   std::string("rocdl.") + row.op,
                   textOf(registerType(row.reg, Elem::None, 0, context)), row.chips, row.mnemonic,
                   "", "");
  for (const CopyRow &row : bufferAsyncLdsRows())
    collector.copy(Cdna4BufferLoadAsyncLdsType::get(context, row.bits), 32,
                   "rocdl.raw.ptr.buffer.load.lds", "", row.chips, row.mnemonicGfx9,
                   row.mnemonicGfx11, row.mnemonicGfx11);
  for (const CopyRow &row : globalAsyncLdsRows())
    collector.copy(Cdna4GlobalLoadAsyncLdsType::get(context, row.bits), 32, "rocdl.global.load.lds",
                   "", row.chips, row.mnemonicGfx9, row.mnemonicGfx11, row.mnemonicGfx11);
  for (int rank = 1; rank <= 5; ++rank)
    collector.copy(Gfx1250TdmType::get(context, rank, 1, 0, 0, 0, false, false), 0,
                   "rocdl.tensor.load.to.lds", "", tdmChips, "", "", "tensor_load_to_lds");
  return collector.take();
}

std::optional<layout::Reason> mlir::fly_rocdl::synchronousRemark(Type payload) {
  if (!isa<Cdna4BufferLoadAsyncLdsType, Cdna4GlobalLoadAsyncLdsType>(payload))
    return std::nullopt;
  return layout::Reason{
      347,
      textOf(payload) +
          " is lowered to the synchronous load, because LLVM 22 has no asynchronous one",
      ""};
}

std::optional<layout::Reason> mlir::fly_rocdl::transferProblem(int64_t bits) {
  if (llvm::is_contained({8, 16, 32, 64, 96, 128}, bits))
    return std::nullopt;
  return layout::Reason{
      309, "a buffer access of " + std::to_string(bits) + " bits is not a machine transfer size",
      "transfers have 8, 16, 32, 64, 96 or 128 bits"};
}

std::optional<layout::Reason> mlir::fly_rocdl::immediateProblem(StringRef field,
                                                                std::optional<int64_t> value) {
  if (!value)
    return layout::Reason{332, field.str() + " must be a compile-time constant", ""};
  // Twelve bits of the instruction, which LLVM would fill without looking.
  if (*value < 0 || *value > 4095)
    return layout::Reason{
        332, field.str() + " must lie in [0, 4095], got " + std::to_string(*value), ""};
  return std::nullopt;
}

layout::Warnings mlir::fly_rocdl::openQuestions(Type payload) {
  layout::Warnings questions;
  auto scaled = [&](Type a, Type b) {
    int bitsA = bitsOf(elemOf(a)), bitsB = bitsOf(elemOf(b));
    if (bitsA == 6 || bitsB == 6)
      questions.push_back({344,
                           "the packing of 6-bit operands of " + textOf(payload) +
                               " is assumed dense with low bits first, not verified",
                           ""});
    return bitsA == 8 || bitsB == 8;
  };
  llvm::TypeSwitch<Type>(payload)
      .Case<Cdna4MfmaScaleType>([&](Cdna4MfmaScaleType type) {
        if (scaled(type.getElemA(), type.getElemB()))
          questions.push_back({341,
                               "which 32 elements a scale byte of " + textOf(payload) +
                                   " governs is not verified for 8-bit operands",
                               "give all blocks of a row the same scale, or use 4-bit operands"});
      })
      .Case<Gfx1250WmmaScaleType>([&](Gfx1250WmmaScaleType type) {
        scaled(type.getElemA(), type.getElemB());
        if (type.getM() == 32)
          questions.push_back({342,
                               "the layouts of A and C of " + textOf(payload) +
                                   " are provisional, not verified on hardware",
                               "use 16x16x128 where correctness matters"});
        else
          questions.push_back({343,
                               "the K order of " + textOf(payload) +
                                   " is known up to a permutation, which scaled blocks notice",
                               "give all blocks of a row the same scale"});
      })
      .Case<Cdna4LdsReadTransType>([&](auto) {
        questions.push_back(
            {345, "the element order of " + textOf(payload) + " is derived, not measured", ""});
      })
      .Default([](Type) {});
  return questions;
}
