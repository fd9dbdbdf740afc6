#include "lsp/analysis/Instructions.h"

#include "lsp/analysis/Checks.h"
#include "lsp/analysis/TypeFacts.h"

#include "dialects/fly/FlyTypes.h"
#include "dialects/fly_ptx/FlyPTXDialect.h"
#include "dialects/fly_ptx/Instances.h"
#include "dialects/fly_rocdl/FlyROCDLDialect.h"
#include "dialects/fly_rocdl/Instances.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Intrinsics.h"

#include <algorithm>

using namespace mlir;
using llvm::StringRef;

namespace flylsp {

// --- What no payload makes -----------------------------------------------------------------------

namespace {
struct OtherInstruction {
  const char *name, *instruction;
};
/// By operation; an intrinsic is found through its operation. Only what stands for one instruction.
constexpr OtherInstruction otherInstructions[] = {
    {"rocdl.ds_bpermute", "ds_bpermute_b32"},
    {"rocdl.ds_swizzle", "ds_swizzle_b32"},
    {"rocdl.exp2", "v_exp_f32"},
    {"rocdl.permlane16.swap", "v_permlane16_swap_b32"},
    {"rocdl.permlane32.swap", "v_permlane32_swap_b32"},
    {"rocdl.permlanex16", "v_permlanex16_b32"},
    {"rocdl.rcp", "v_rcp_f32"},
    {"rocdl.readfirstlane", "v_readfirstlane_b32"},
    {"rocdl.readlane", "v_readlane_b32"},
    {"rocdl.s.barrier", "s_barrier (gfx12: s_barrier_signal, s_barrier_wait)"},
    {"rocdl.s.setprio", "s_setprio"},
    {"rocdl.s.sleep", "s_sleep"},
    {"rocdl.s.waitcnt", "s_waitcnt"},
    {"rocdl.update.dpp", "v_mov_b32_dpp"},
    {"nvvm.barrier0", "bar.sync 0"},
    {"nvvm.cp.async.commit.group", "cp.async.commit_group"},
    {"nvvm.cp.async.wait.group", "cp.async.wait_group"},
    {"nvvm.mapa", "mapa"},
    {"nvvm.shfl.sync", "shfl.sync"},
    {"nvvm.read.ptx.sreg.tid.x", "mov.u32 of %tid.x"},
    {"nvvm.read.ptx.sreg.tid.y", "mov.u32 of %tid.y"},
    {"nvvm.read.ptx.sreg.tid.z", "mov.u32 of %tid.z"},
    {"nvvm.read.ptx.sreg.ctaid.x", "mov.u32 of %ctaid.x"},
    {"nvvm.read.ptx.sreg.ctaid.y", "mov.u32 of %ctaid.y"},
    {"nvvm.read.ptx.sreg.ctaid.z", "mov.u32 of %ctaid.z"},
};
} // namespace

StringRef Instructions::otherInstruction(StringRef name) {
  for (const OtherInstruction &entry : otherInstructions)
    if (name == entry.name || name == intrinsicOf(entry.name))
      return entry.instruction;
  return {};
}

/// Drops the types of an overloaded intrinsic: `.v4f32`, `.i32`, `.p8`.
static StringRef dropOverload(StringRef name) {
  StringRef rest = name.rsplit('.').second;
  if (rest.consume_front("v"))
    rest = rest.drop_while(llvm::isDigit);
  if (!(rest.consume_front("bf") || rest.consume_front("f") || rest.consume_front("i") ||
        rest.consume_front("p")) ||
      rest.empty() || !llvm::all_of(rest, llvm::isDigit))
    return {};
  return name.rsplit('.').first;
}

bool Instructions::isIntrinsic(StringRef name) {
  for (; !name.empty(); name = dropOverload(name))
    if (llvm::Intrinsic::ID id = llvm::Intrinsic::lookupIntrinsicID(name);
        id != llvm::Intrinsic::not_intrinsic && llvm::Intrinsic::getBaseName(id) == name)
      return true;
  return false;
}

std::string Instructions::intrinsicOf(StringRef operation) {
  std::string name;
  if (operation.consume_front("rocdl."))
    name = fly_rocdl::intrinsicName(operation);
  else if (operation.consume_front("nvvm."))
    name = "llvm.nvvm." + operation.str();
  return !name.empty() && isIntrinsic(name) ? name : std::string();
}

// --- The tables ----------------------------------------------------------------------------------

std::string tidyPayload(StringRef payload) {
  // Some are printed with a blank in front of a comma or at the end.
  std::string text;
  for (size_t i = 0; i < payload.size(); ++i)
    if (payload[i] != ' ' || i + 1 == payload.size() ||
        (payload[i + 1] != ',' && payload[i + 1] != '>'))
      text += payload[i];
  return text;
}

/// `16x16x4, (f32, f32) -> f32` of a payload's text.
static std::string parametersOf(StringRef payload) {
  StringRef text = payload.drop_front(std::min(payload.find('<'), payload.size()));
  if (text.consume_front("<"))
    text.consume_back(">");
  return text.str();
}

/// `!fly_rocdl.cdna3.mfma` of a payload's text.
static StringRef familyOf(StringRef payload) {
  return payload.take_until([](char c) { return c == '<'; });
}

/// Leaves of parameters what they have beyond others: `satfinite` of `16x8x32, …, satfinite`.
static bool takeOption(StringRef &parameters, StringRef base) {
  if (!parameters.consume_front(base))
    return false;
  parameters = parameters.ltrim();
  if (!parameters.consume_front(","))
    return false;
  parameters = parameters.ltrim();
  return true;
}

static int64_t copyBits(Type payload) {
  auto copy = dyn_cast<fly::CopyOpTypeInterface>(payload);
  return copy && !copy.isWholeTile() ? copy.getCopyBits() : 0;
}

/// Numbers of a text and the words between them.
static void splitNumbers(StringRef text, std::vector<int64_t> &numbers,
                         std::vector<std::string> &words) {
  while (!text.empty()) {
    // Digits inside of a word (`f32`) belong to the word, those of a shape (`16x16x4`) do not.
    if (llvm::isDigit(text.front())) {
      int64_t number = 0;
      text.consumeInteger(10, number);
      numbers.push_back(number);
      text.consume_front("x");
    } else if (llvm::isAlpha(text.front())) {
      StringRef word = text.take_while([](char c) { return llvm::isAlnum(c) || c == '_'; });
      words.push_back(word.str());
      text = text.drop_front(word.size());
    } else {
      text = text.drop_front();
    }
  }
}

Instructions &Instructions::get() {
  static Instructions instructions;
  return instructions;
}

Instructions::Instructions() {
  startContext();
  addUniversal();
  addRocdl();
  addPtx();
  for (Family &family : families_)
    for (Instance &instance : family.instances) {
      byPayload_[instance.payload] = &instance;
      splitNumbers(instance.parameters, instance.numbers, instance.words);
      for (Instance &base : family.instances)
        if (StringRef option = instance.parameters;
            !base.isOption && &base != &instance && takeOption(option, base.parameters)) {
          base.options += (base.options.empty() ? "" : " | ") + option.str();
          instance.isOption = true;
        }
    }
}

void Instructions::startContext() {
  static const DialectRegistry *registry = [] {
    auto *all = new DialectRegistry;
    registerDialects(*all);
    return all;
  }();
  context_ = std::make_unique<MLIRContext>(*registry, MLIRContext::Threading::DISABLED);
  context_->allowUnregisteredDialects();
  context_->getDiagEngine().registerHandler([](Diagnostic &) { return success(); });
  context_->loadDialect<fly::FlyDialect, fly_rocdl::FlyROCDLDialect, fly_ptx::FlyPTXDialect>();
  read_.clear();
  readBytes_ = 0;
}

void Instructions::add(Family &family, Instance instance, ArrayRef<std::string> names) {
  for (const std::string &name : names)
    if (!name.empty()) {
      std::vector<Maker> &makers = makers_[name];
      if (makers.empty() || makers.back().payload != instance.payload)
        makers.push_back({instance.payload, nullptr});
    }
  family.instances.push_back(std::move(instance));
}

static Family &familyFor(std::deque<Family> &families, llvm::StringMap<Family *> &byName,
                         StringRef payload) {
  Family *&family = byName[familyOf(payload)];
  if (!family) {
    family = &families.emplace_back();
    family->name = familyOf(payload).str();
  }
  return *family;
}

/// Chips that spell an instruction in the same way, together.
static std::vector<Mnemonic> groupMnemonics(ArrayRef<std::pair<std::string, std::string>> byChip) {
  std::vector<Mnemonic> groups;
  for (const auto &[chip, name] : byChip) {
    auto same = llvm::find_if(groups, [&](const Mnemonic &group) { return group.name == name; });
    if (same == groups.end())
      same = groups.insert(groups.end(), Mnemonic{name, {}});
    same->chips.push_back(chip);
  }
  if (groups.size() == 1)
    groups.front().chips.clear();
  return groups;
}

void Instructions::addRocdl() {
  for (const fly_rocdl::InstanceInfo &info : fly_rocdl::allInstances(context_.get())) {
    Instance instance;
    instance.payload = tidyPayload(info.text);
    instance.parameters = parametersOf(instance.payload);
    instance.mnemonics = groupMnemonics(info.mnemonics);
    instance.operation = info.operation;
    instance.intrinsic = cast<fly::AtomInfoTypeInterface>(info.payload).getIntrinsic();
    instance.chips.assign(info.chips.begin(), info.chips.end());
    instance.bits = copyBits(info.payload);
    // The other way of a payload that copies both ways, or whose operation has a counterpart.
    Instance store = instance;
    store.mnemonics = groupMnemonics(info.storeMnemonics);
    if (isa<fly_rocdl::Gfx1250TdmType>(info.payload)) {
      store.operation = "rocdl.tensor.store.from.lds";
      store.mnemonics = {{"tensor_store_from_lds", {}}};
    } else if (size_t at = store.operation.find(".load"); at != std::string::npos) {
      store.operation.replace(at, 5, ".store");
    }
    if (!store.mnemonics.empty()) {
      store.intrinsic = intrinsicOf(store.operation);
      const Instance *kept = &others_.emplace_back(store);
      instance.store = kept;
      for (const std::string &name : {store.operation, store.intrinsic})
        if (!name.empty())
          makers_[name].push_back({store.payload, kept});
    }
    std::string operation = instance.operation, intrinsic = instance.intrinsic;
    add(familyFor(families_, byName_, info.text), std::move(instance), {operation, intrinsic});
  }
}

void Instructions::addPtx() {
  for (const fly_ptx::InstanceInfo &info : fly_ptx::allInstances(context_.get())) {
    auto facts = cast<fly::AtomInfoTypeInterface>(info.payload);
    Instance instance;
    instance.payload = tidyPayload(info.text);
    instance.parameters = parametersOf(instance.payload);
    instance.mnemonics = {{info.instruction, {}}};
    instance.intrinsic = facts.getIntrinsic();
    for (const std::string &chip : facts.getChips())
      instance.chips.push_back(chip);
    instance.bits = copyBits(info.payload);
    // Intrinsics carry the address spaces of their pointers behind the name.
    std::string plain = dropOverload(instance.intrinsic).str();
    llvm::TypeSwitch<Type>(info.payload)
        .Case<fly_ptx::Sm75LdMatrixType>(
            [&](auto) { instance.operation = NVVM::LdMatrixOp::getOperationName(); })
        .Case<fly_ptx::Sm90StMatrixType>(
            [&](auto) { instance.operation = NVVM::StMatrixOp::getOperationName(); })
        .Case<fly_ptx::Sm80CpAsyncType>(
            [&](auto) { instance.operation = NVVM::CpAsyncOp::getOperationName(); })
        .Default([&](Type) {
          if (info.isMma)
            instance.operation = NVVM::MmaOp::getOperationName();
        });
    std::string operation = instance.operation, intrinsic = instance.intrinsic;
    add(familyFor(families_, byName_, info.text), std::move(instance),
        {operation, intrinsic, plain});
  }
}

void Instructions::addUniversal() {
  auto tryAll = [&](StringRef name, ArrayRef<std::string> parameters) {
    for (const std::string &one : parameters) {
      std::string text = (name + "<" + one + ">").str();
      Type type = mlir::parseType(text, context_.get());
      if (!type)
        continue; // the verifier says which of these are legal
      Family &family = familyFor(families_, byName_, text);
      family.complete = false;
      Instance instance;
      instance.payload = text;
      instance.parameters = one;
      instance.bits = copyBits(type);
      family.instances.push_back(std::move(instance));
    }
  };
  std::vector<std::string> widths, products, atomics;
  for (int bits : {8, 16, 32, 64, 128})
    widths.push_back(std::to_string(bits));
  for (StringRef type : {"f32", "f64", "f16", "bf16"})
    products.push_back(("1x1x1, (" + type + ", " + type + ") -> " + type).str());
  for (unsigned op = 0; op <= fly::getMaxEnumValForAtomicOp(); ++op)
    if (std::optional<fly::AtomicOp> known = fly::symbolizeAtomicOp(op))
      for (StringRef type : {"i32", "i64", "f32", "f64", "f16", "bf16"})
        atomics.push_back((fly::stringifyAtomicOp(*known) + ", " + type).str());
  tryAll("!fly.universal_copy", widths);
  tryAll("!fly.universal_fma", products);
  tryAll("!fly.universal_atomic", atomics);
}

// --- Looking up ----------------------------------------------------------------------------------

StringRef Instance::mnemonicOn(StringRef chip) const {
  for (const Mnemonic &mnemonic : mnemonics)
    for (const std::string &one : mnemonic.chips) {
      // gfx950 is one of gfx9, gfx1151 one of gfx11, gfx1200 one of gfx12 but not of gfx125.
      bool sameFamily =
          StringRef(one).drop_back(2) == chip.drop_back(std::min<size_t>(2, chip.size()));
      if (one == chip || (sameFamily && StringRef(one).contains("125") == chip.contains("125")))
        return mnemonic.name;
    }
  return mnemonics.empty() ? StringRef() : StringRef(mnemonics.front().name);
}

const Family *Instructions::family(StringRef name) const { return byName_.lookup(name); }

static int doublings(int64_t a, int64_t b) {
  int steps = 0;
  for (a = std::max<int64_t>(a, 1), b = std::max<int64_t>(b, 1); a != b && steps < 32; ++steps)
    (a < b ? a : b) *= 2;
  return steps;
}

std::vector<const Instance *> Instructions::nearest(const Family &family, StringRef parameters) {
  std::vector<int64_t> numbers;
  std::vector<std::string> words;
  splitNumbers(parameters, numbers, words);
  std::vector<std::pair<int, const Instance *>> order;
  for (const Instance &instance : family.instances) {
    int score = instance.parameters == parameters ? -1000 : 0;
    for (size_t i = 0; i < std::min(numbers.size(), instance.numbers.size()); ++i)
      score += doublings(numbers[i], instance.numbers[i]);
    for (size_t i = 0; i < std::min(words.size(), instance.words.size()); ++i)
      score += 4 * (words[i] != instance.words[i]);
    order.emplace_back(score, &instance);
  }
  llvm::sort(order); // equal ones by their place in the table
  std::vector<const Instance *> result;
  for (const auto &entry : order)
    result.push_back(entry.second);
  return result;
}

/// Keeps what `fits` says, unless that is nothing.
template <typename Predicate>
static void narrow(std::vector<const Instance *> &list, Predicate fits) {
  std::vector<const Instance *> kept;
  for (const Instance *instance : list)
    if (fits(*instance))
      kept.push_back(instance);
  if (!kept.empty())
    list = std::move(kept);
}

/// The integer behind `key` and blanks or `=`, such as `num = 4`; nothing when it does not stand
/// there.
static std::optional<int64_t> numberAfter(StringRef text, StringRef key) {
  for (size_t at = text.find(key); at != StringRef::npos; at = text.find(key, at + 1)) {
    if (at > 0 && (llvm::isAlnum(text[at - 1]) || text[at - 1] == '_'))
      continue;
    StringRef rest = text.drop_front(at + key.size()).ltrim(" =");
    int64_t number = 0;
    if (!rest.consumeInteger(10, number))
      return number;
  }
  return std::nullopt;
}

/// Bits of the last `f32`, `i32` or `vector<4xf32>` of a statement without an arrow, else of the
/// type behind the arrow; 0 when there is none.
static int64_t bitsMoved(StringRef statement) {
  StringRef type = statement.rtrim();
  if (size_t at = type.rfind("->"); at != StringRef::npos)
    type = type.drop_front(at + 2);
  else if (size_t at = type.rfind(" : "); at != StringRef::npos)
    type = type.drop_front(at + 3);
  else
    return 0;
  type = type.trim();
  // Of several types the data is the only one that is no pointer: the first vector or scalar.
  int64_t count = 1;
  if (type.consume_front("(")) {
    type = type.take_until([](char c) { return c == ',' || c == ')'; });
  }
  if (type.consume_front("vector<")) {
    type.consumeInteger(10, count);
    type.consume_front("x");
  }
  int64_t bits = 0;
  if (!(type.consume_front("bf") || type.consume_front("f") || type.consume_front("i")) ||
      type.consumeInteger(10, bits))
    return 0;
  return count * bits;
}

std::vector<const Instance *> Instructions::makersOf(StringRef name, StringRef statement,
                                                     StringRef chip) const {
  auto found = makers_.find(name);
  for (StringRef shorter = dropOverload(name); found == makers_.end() && !shorter.empty();
       shorter = dropOverload(shorter))
    found = makers_.find(shorter);
  std::vector<const Instance *> list;
  if (found == makers_.end())
    return list;
  for (const Maker &maker : found->second)
    if (const Instance *instance = maker.other ? maker.other : byPayload_.lookup(maker.payload))
      list.push_back(instance);
  if (!chip.empty())
    narrow(list, [&](const Instance &instance) { return chipFits(chip, instance.chips); });

  if (name == NVVM::MmaOp::getOperationName()) {
    std::optional<int64_t> m = numberAfter(statement, "m"), n = numberAfter(statement, "n"),
                           k = numberAfter(statement, "k");
    if (m && n && k) {
      std::string shape =
          std::to_string(*m) + "x" + std::to_string(*n) + "x" + std::to_string(*k) + ",";
      narrow(list, [&](const Instance &i) { return StringRef(i.parameters).starts_with(shape); });
    }
    // `#nvvm.mma_type<s8>` where the types of registers do not tell, else the vectors themselves.
    auto element = [&](StringRef key) -> std::string {
      size_t at = statement.find(key);
      if (at == StringRef::npos)
        return {};
      StringRef type = statement.drop_front(at).split('<').second;
      type = type.take_until([](char c) { return c == '>'; });
      bool integer = type.starts_with("s") || type.starts_with("u");
      return (type.starts_with("s")    ? "si" + type.drop_front(1)
              : integer                ? "ui" + type.drop_front(1)
              : type.starts_with("b1") ? llvm::Twine("i1")
                                       : llvm::Twine(type))
          .str();
    };
    std::string a = element("multiplicandAPtxType"), b = element("multiplicandBPtxType");
    if (a.empty())
      a = statement.contains("xf16>") ? "f16" : statement.contains("xbf16>") ? "bf16" : "";
    if (b.empty())
      b = a;
    if (!a.empty())
      narrow(list, [&](const Instance &i) {
        return StringRef(i.parameters).contains("(" + a + ", " + b + ")");
      });
    StringRef result = statement.rsplit("->").second;
    for (StringRef acc : {"f32", "f64", "i32", "f16"})
      if (result.contains(acc)) {
        narrow(list, [&](const Instance &i) {
          return StringRef(i.parameters).contains("-> " + acc.str());
        });
        break;
      }
    auto keepFlag = [&](StringRef inText, StringRef inPayload) {
      bool set = statement.contains(inText);
      narrow(list,
             [&](const Instance &i) { return StringRef(i.parameters).contains(inPayload) == set; });
    };
    keepFlag("satfinite", "satfinite");
    keepFlag("and_popc", "and_popc");
  } else if (name == NVVM::LdMatrixOp::getOperationName() ||
             name == NVVM::StMatrixOp::getOperationName()) {
    std::optional<int64_t> count = numberAfter(statement, "num");
    if (!count) // one register for each matrix
      count = bitsMoved(statement) / 32;
    if (*count > 0)
      narrow(list, [&](const Instance &i) {
        return StringRef(i.parameters).starts_with("x" + std::to_string(*count));
      });
    bool trans = statement.contains("mma_layout<col>");
    narrow(list,
           [&](const Instance &i) { return StringRef(i.parameters).contains("trans") == trans; });
  } else if (name == NVVM::CpAsyncOp::getOperationName()) {
    std::optional<int64_t> bytes;
    SmallVector<StringRef> parts;
    statement.split(parts, ',');
    for (StringRef part : parts)
      if (int64_t number = 0; !bytes && !part.trim().getAsInteger(10, number))
        bytes = number;
    if (bytes)
      narrow(list, [&](const Instance &i) { return i.bits == *bytes * 8; });
    bool global = numberAfter(statement, "cache") ? false : statement.contains("cg");
    narrow(list,
           [&](const Instance &i) { return StringRef(i.parameters).contains("cg") == global; });
    bool sized = statement.take_until([](char c) { return c == ':'; }).count('%') > 2;
    narrow(list,
           [&](const Instance &i) { return StringRef(i.parameters).contains("zfill") == sized; });
  } else if (int64_t bits = bitsMoved(statement)) {
    if (llvm::any_of(list, [](const Instance *instance) { return instance->bits != 0; }))
      narrow(list, [&](const Instance &i) { return i.bits == bits; });
  }
  return list;
}

std::vector<const Instance *> Instructions::makersOfPtx(StringRef instruction) const {
  std::vector<const Instance *> list;
  for (const Family &family : families_) {
    if (!StringRef(family.name).starts_with("!fly_ptx."))
      continue;
    for (const Instance &instance : family.instances)
      if (!instance.mnemonics.empty()) {
        StringRef rest = instruction;
        if (rest == instance.mnemonics.front().name ||
            (rest.consume_front(instance.mnemonics.front().name) && rest.starts_with(".")))
          list.push_back(&instance);
      }
  }
  auto has = [&](StringRef part) {
    return (instruction + ".").str().find("." + part.str() + ".") != std::string::npos;
  };
  // What stands behind `cp.async` for other instructions.
  if (instruction.starts_with("cp.async") && !has("ca") && !has("cg"))
    return {};
  int64_t count = 1, bits = 0;
  SmallVector<StringRef> parts;
  instruction.split(parts, '.');
  for (StringRef part : parts) {
    if (part.size() > 1 && part[0] == 'v' && part.drop_front().getAsInteger(10, count))
      count = 1;
    if (part.size() > 1 && StringRef("busf").contains(part[0]) &&
        part.drop_front().getAsInteger(10, bits))
      bits = 0;
    if (part.size() == 2 && part[0] == 'x' && llvm::isDigit(part[1]))
      narrow(list, [&](const Instance &i) { return StringRef(i.parameters).starts_with(part); });
    if (part.consume_front("L1::")) {
      part.consume_front("evict_");
      std::string option = ("evict = " + part).str();
      narrow(list, [&](const Instance &i) { return StringRef(i.parameters).ends_with(option); });
    }
  }
  if (!instruction.contains("L1::"))
    narrow(list, [](const Instance &i) { return !StringRef(i.parameters).contains("evict"); });
  narrow(list, [&](const Instance &i) {
    return StringRef(i.parameters).contains("trans") == has("trans") &&
           StringRef(i.parameters).contains("cg") == has("cg");
  });
  if (bits)
    narrow(list, [&](const Instance &i) { return i.bits == count * bits; });
  return list;
}

TypeRef Instructions::read(const std::string &text) {
  std::lock_guard lock(mutex_);
  if (auto found = read_.find(text); found != read_.end())
    return found->second;
  // A context keeps all that it ever read; a long session starts a fresh one.
  if (readBytes_ > (size_t(4) << 20))
    startContext();
  readBytes_ += text.size();
  TypeRef fact;
  size_t length = 0;
  if (StringRef(text).starts_with("#")) {
    Attribute attribute = mlir::parseAttribute(text, context_.get(), Type(), &length);
    if (attribute && length == text.size())
      fact = std::make_shared<const TypeFact>(describeAttribute(attribute));
  } else if (StringRef(text).starts_with("!")) {
    Type type = mlir::parseType(text, context_.get(), &length);
    if (type && length == text.size())
      fact = std::make_shared<const TypeFact>(describeType(type));
  }
  return read_[text] = fact;
}

} // namespace flylsp
