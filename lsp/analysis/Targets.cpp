// What the chip in force cannot do, as far as it is known before code is made: the checks that the
// backends' conversions make, at the operation as it was written.
#include "lsp/analysis/Checks.h"
#include "lsp/analysis/Spelling.h"

#include "dialects/fly/AtomEmission.h"
#include "dialects/fly/FlyOps.h"
#include "dialects/fly_ptx/Payloads.h"
#include "dialects/fly_rocdl/Chips.h"
#include "dialects/fly_rocdl/FlyROCDLDialect.h"
#include "passes/pipelines/Chips.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;

namespace flylsp {

namespace {

/// What a message says and its notes.
struct Said {
  Severity severity = Severity::Error;
  std::string message;
  std::vector<std::string> notes;
};

/// Runs a check of a backend, which reports through diagnostics, and returns what it said.
std::vector<Said> listen(MLIRContext *context, llvm::function_ref<void()> check) {
  std::vector<Said> said;
  ScopedDiagnosticHandler handler(context, [&](Diagnostic &diagnostic) {
    Said entry;
    if (diagnostic.getSeverity() == DiagnosticSeverity::Warning)
      entry.severity = Severity::Warning;
    else if (diagnostic.getSeverity() != DiagnosticSeverity::Error)
      entry.severity = Severity::Information;
    entry.message = diagnostic.str();
    for (Diagnostic &note : diagnostic.getNotes())
      entry.notes.push_back(note.str());
    said.push_back(std::move(entry));
    return success();
  });
  check();
  return said;
}

/// A gpu.module with a target of its own, or everything that takes the chip from outside.
struct Scope {
  std::string chip;
  fly::Backend backend = fly::Backend::None;
  int ptx = 0; ///< PTX version times ten that the target states
  bool own = false;
  Span place;       ///< of the chip's name in the text
  std::string name; ///< of the module
  /// A payload is reported once, where it first occurs.
  llvm::SmallPtrSet<const void *, 8> seen;
  bool tensorTold = false;
};

/// "gfx1100, gfx1101 and 12 other chips".
std::string someOf(ArrayRef<StringRef> chips) {
  std::string text;
  for (size_t i = 0; i < std::min<size_t>(chips.size(), 3); ++i)
    text += (i ? ", " : "") + chips[i].str();
  if (chips.size() > 3)
    text += " and " + std::to_string(chips.size() - 3) + " other chips";
  return text;
}

class TargetChecker {
public:
  TargetChecker(ArrayRef<mlir::Operation *> pointers, StringRef text,
                const AnalysisOptions &options, const Unsound &unsound, PieceFacts &facts)
      : pointers(pointers), text(text), options(options), unsound(unsound), facts(facts) {}

  void run() {
    for (auto [index, op] : llvm::enumerate(pointers)) {
      at = uint32_t(index);
      checkPayloads(op);
      if (auto kernel = dyn_cast<gpu::GPUFuncOp>(op); kernel && kernel.isKernel())
        checkArguments(kernel);
      if (!unsound.contains(op) && op->getName().getDialectNamespace() == "fly")
        checkOperation(op);
    }
  }

private:
  Scope &scopeOf(mlir::Operation *op) {
    auto module = op->getParentOfType<gpu::GPUModuleOp>();
    auto [entry, isNew] = scopes.try_emplace(module.getOperation());
    Scope &scope = entry->second;
    if (!isNew)
      return scope;
    scope.chip = fly::targetChip(module).str();
    scope.own = !scope.chip.empty();
    if (scope.own) {
      scope.name = module.getName().str();
      scope.ptx = fly_ptx::statedPtx(module);
      auto found = llvm::find(pointers, module.getOperation());
      if (found != pointers.end()) {
        const Operation &record = facts.operations[size_t(found - pointers.begin())];
        size_t chipAt = text.find(scope.chip, record.name.end);
        scope.place = chipAt == StringRef::npos
                          ? record.name
                          : Span{uint32_t(chipAt), uint32_t(chipAt + scope.chip.size())};
      }
    } else {
      scope.chip = options.chip;
    }
    const fly::ChipInfo *info = scope.chip.empty() ? nullptr : fly::findChip(scope.chip);
    if (info)
      scope.backend = info->backend;
    else
      scope.chip.clear(); // told elsewhere
    return scope;
  }

  Finding &add(Said said) {
    Finding finding;
    finding.severity = said.severity;
    finding.message = std::move(said.message);
    finding.code = takeCode(finding.message);
    finding.span = facts.operations[at].name;
    noteSource(pointers[at], finding);
    for (std::string &note : said.notes) {
      Related related;
      related.message = std::move(note);
      related.span = finding.span;
      finding.related.push_back(std::move(related));
    }
    facts.findings.push_back(std::move(finding));
    return facts.findings.back();
  }

  /// Where the chip comes from.
  Finding &add(Severity severity, const layout::Reason &reason) {
    Said said{severity, fly::withCode(reason.message, reason.rule), {}};
    if (!reason.fix.empty())
      said.notes.push_back(reason.fix);
    return add(std::move(said));
  }

  void noteChip(const Scope &scope, Finding &finding) {
    Related related;
    if (scope.own) {
      related.message = "the chip " + scope.chip + " is the target of gpu.module @" + scope.name;
      related.span = scope.place;
    } else {
      related.message = "the chip " + scope.chip + " comes from " +
                        (options.chipOrigin.empty() ? "the settings" : options.chipOrigin);
      related.span = finding.span;
      related.file = options.chipFile;
      related.line = related.column = options.chipFile.empty() ? 0 : 1;
    }
    finding.related.push_back(std::move(related));
  }

  /// The stretch of the operation that spells a payload; its name when an alias stands there.
  Span spelled(Type payload) {
    std::string name;
    llvm::raw_string_ostream(name) << payload;
    const Operation &op = facts.operations[at];
    StringRef statement = text.slice(op.name.begin, op.scope.end);
    size_t found = statement.find(name);
    if (found == StringRef::npos)
      return op.name;
    uint32_t begin = op.name.begin + uint32_t(found);
    return {begin, begin + uint32_t(name.size())};
  }

  /// Registers are a thread's own: nobody can pass them to a kernel.
  void checkArguments(gpu::GPUFuncOp kernel) {
    for (BlockArgument argument : kernel.getArguments()) {
      if (!fly::isGenericAddressSpace(spaceOf(argument.getType()), fly::AddressSpace::Register))
        continue;
      Finding &finding =
          add({Severity::Error,
               "a kernel takes no register memory: argument #" +
                   std::to_string(argument.getArgNumber()) + " is " + typeText(argument.getType()),
               {"take it from memory that every thread sees, or allocate it in the kernel"}});
      unsigned number = argument.getArgNumber();
      for (const Value &value : facts.values)
        if (value.argument && value.operation == int32_t(at) && number-- == 0) {
          moveFinding(finding, value.span);
          break;
        }
    }
  }

  static Type payloadOf(Type type) {
    if (auto tiled = dyn_cast<fly::TiledMmaType>(type))
      type = tiled.getMmaAtom();
    else if (auto tiled = dyn_cast<fly::TiledCopyType>(type))
      type = tiled.getCopyAtom();
    if (auto atom = dyn_cast<fly::MmaAtomType>(type))
      return atom.getMmaOp();
    if (auto atom = dyn_cast<fly::CopyAtomType>(type))
      return atom.getCopyOp();
    return {};
  }

  void checkPayloads(mlir::Operation *op) {
    Scope *scope = nullptr;
    for (Type type : llvm::concat<const Type>(op->getResultTypes(), op->getOperandTypes())) {
      Type payload = payloadOf(type);
      auto info = dyn_cast_or_null<fly::AtomInfoTypeInterface>(payload);
      if (!info)
        continue;
      if (!scope)
        scope = &scopeOf(op);
      if (!scope->seen.insert(payload.getAsOpaquePointer()).second)
        continue;
      for (const layout::Reason &question : fly_rocdl::openQuestions(payload))
        moveFinding(add(Severity::Warning, question), spelled(payload));
      if (std::optional<layout::Reason> remark = fly_rocdl::synchronousRemark(payload)) {
        Finding &finding = add(Severity::Information, *remark);
        finding.onRequest = true;
        moveFinding(finding, spelled(payload));
      }
      if (scope->chip.empty()) {
        checkAnyChip(payload, info);
        continue;
      }
      for (Said &said : chipFaults(op, payload, info, *scope)) {
        Finding &finding = add(std::move(said));
        finding.span = spelled(payload);
        noteChip(*scope, finding);
        if (finding.severity == Severity::Error && scope->own)
          offerChip(*scope, payload, info, finding);
      }
    }
  }

  std::vector<Said> chipFaults(mlir::Operation *op, Type payload, fly::AtomInfoTypeInterface info,
                               const Scope &scope) {
    std::vector<Said> said;
    bool nvidia = payload.getDialect().getNamespace() == "fly_ptx";
    if (nvidia && scope.backend == fly::Backend::Ptx) {
      said = listen(op->getContext(),
                    [&] { (void)fly_ptx::checkTarget(op, payload, scope.chip, scope.ptx); });
    } else if (std::optional<layout::Reason> problem =
                   fly_rocdl::chipProblem(payload, scope.chip)) {
      int rule = nvidia ? 401 : problem->rule;
      std::string message = problem->message;
      if (nvidia) {
        std::optional<fly_ptx::Requirement> needs = fly_ptx::requirementOf(payload);
        message = "'" + info.getMnemonic().str() + "' requires sm_" +
                  std::to_string(needs ? needs->architecture : 75) + ", target is " + scope.chip;
      }
      // Without a target of its own the module targets nothing.
      if (size_t at = message.find(", module targets "); !scope.own && at != std::string::npos)
        message.replace(at, 17, ", the chip in force is ");
      said.push_back({Severity::Error, fly::withCode(message, rule), {}});
    }
    for (const layout::Reason &warning : fly_rocdl::chipWarnings(payload, scope.chip))
      said.push_back({Severity::Warning, fly::withCode(warning.message, warning.rule), {}});
    return said;
  }

  /// Without a chip: what holds on some of the chips that have the instruction.
  void checkAnyChip(Type payload, fly::AtomInfoTypeInterface info) {
    SmallVector<std::string> patterns = info.getChips();
    std::map<std::pair<int, std::string>, SmallVector<StringRef>> byReason;
    for (const fly::ChipInfo &chip : fly::knownChips()) {
      if (chip.backend != fly::Backend::Rocdl || !chipFits(chip.name, patterns))
        continue;
      for (const layout::Reason &warning : fly_rocdl::chipWarnings(payload, chip.name)) {
        // One sentence for all chips.
        std::string message = warning.message;
        for (size_t name = message.find(chip.name); name != std::string::npos;
             name = message.find(chip.name, name))
          message.replace(name, chip.name.size(), "the chip");
        byReason[{warning.rule, message}].push_back(chip.name);
      }
    }
    for (auto &[reason, chips] : byReason) {
      Finding &finding =
          add({Severity::Information,
               fly::withCode("on " + someOf(chips) + ": " + reason.second, reason.first),
               {}});
      finding.span = spelled(payload);
    }
  }

  /// Another target that has the instruction.
  void offerChip(const Scope &scope, Type payload, fly::AtomInfoTypeInterface info,
                 Finding &finding) {
    if (text.slice(scope.place.begin, scope.place.end) != scope.chip)
      return;
    for (const std::string &pattern : info.getChips()) {
      const fly::ChipInfo *chip = fly::findChip(pattern);
      if (!chip || chip->backend != scope.backend)
        continue;
      Fix fix{"Compile for " + chip->name, {{scope.place, chip->name}}};
      // The PTX version that the target states follows.
      std::optional<fly_ptx::Requirement> needs = fly_ptx::requirementOf(payload);
      if (needs && scope.ptx && scope.ptx < needs->ptx) {
        std::string old = "+ptx" + std::to_string(scope.ptx);
        size_t line = text.find('{', scope.place.end), found = text.find(old, scope.place.end);
        if (found == StringRef::npos || found > line)
          return;
        fix.edits.push_back(
            {{uint32_t(found), uint32_t(found + old.size())}, "+ptx" + std::to_string(needs->ptx)});
        if (fly_ptx::architectureOf(scope.chip) >= needs->architecture) {
          fix.edits.erase(fix.edits.begin());
          fix.title = "Compile for PTX " + std::to_string(needs->ptx / 10) + "." +
                      std::to_string(needs->ptx % 10);
        }
      }
      finding.fixes.push_back(std::move(fix));
      return;
    }
  }

  static Attribute spaceOf(Type type) {
    if (auto pointer = dyn_cast<fly::PointerType>(type))
      return pointer.getAddressSpace();
    if (auto memref = dyn_cast<fly::MemRefType>(type))
      return memref.getAddressSpace();
    return {};
  }
  static bool isTensor(Type type) {
    return fly::isGenericAddressSpace(spaceOf(type), fly::AddressSpace::Tensor);
  }

  void checkOperation(mlir::Operation *op) {
    if (llvm::any_of(llvm::concat<const Type>(op->getOperandTypes(), op->getResultTypes()),
                     isTensor)) {
      Scope &scope = scopeOf(op);
      if (scope.backend == fly::Backend::Rocdl) {
        if (!std::exchange(scope.tensorTold, true))
          noteChip(scope, add({Severity::Error, "AMD targets have no tensor memory", {}}));
        return;
      }
    }
    if (isa<fly::PtrLoadOp, fly::PtrStoreOp>(op))
      checkAccess(op);
    else if (auto advance = dyn_cast<fly::AddOffsetOp>(op))
      checkColumn(advance);
    else if (isa<fly::CopyOp, fly::CopyAtomCallOp, fly::CopyAtomCallSSAOp>(op))
      checkAlignment(op);
    else if (auto update = dyn_cast<fly::AtomSetValueOp>(op))
      checkImmediate(update);
  }

  void checkAccess(mlir::Operation *op) {
    bool stores = isa<fly::PtrStoreOp>(op);
    Type memory = op->getOperand(stores ? 1 : 0).getType();
    Type value = stores ? op->getOperand(0).getType() : op->getResult(0).getType();
    if (isTensor(memory)) {
      add(Severity::Error, fly_ptx::tensorAccessProblem());
    } else if (isa_and_nonnull<fly_rocdl::BufferDescAttr>(spaceOf(memory))) {
      int64_t bits = fly::valueBits(value);
      if (std::optional<layout::Reason> problem = fly_rocdl::transferProblem(bits);
          problem && bits > 0)
        add(Severity::Error, *problem);
    }
  }

  void checkColumn(fly::AddOffsetOp op) {
    auto pointer = dyn_cast<fly::PointerType>(op.getPtr().getType());
    auto offset = dyn_cast<fly::IntTupleType>(op.getOffset().getType());
    if (!pointer || !offset || !isTensor(pointer) || !offset.getValue().isLeaf() ||
        !offset.getValue().leaf().isStatic() || !offset.getValue().leaf().isInt())
      return;
    int64_t value = offset.getValue().leaf().value(), bits = fly::bitWidth(pointer.getElemTy());
    if (std::optional<layout::Reason> problem = fly_ptx::columnProblem(value, bits))
      add(Severity::Error, *problem);
  }

  /// The alignment that NVIDIA's instructions demand of the pointers of a copy.
  void checkAlignment(mlir::Operation *op) {
    Type payload = payloadOf(op->getOperand(0).getType());
    auto copy = dyn_cast_or_null<fly::CopyOpTypeInterface>(payload);
    if (!copy || payload.getDialect().getNamespace() != "fly_ptx" || copy.isWholeTile())
      return;
    int64_t bytes = copy.getCopyBits() / 8;
    if (auto load = dyn_cast<fly_ptx::Sm75LdMatrixType>(payload))
      bytes = std::min(16, 4 * load.getNum());
    else if (auto store = dyn_cast<fly_ptx::Sm90StMatrixType>(payload))
      bytes = std::min(16, 4 * store.getNum());
    for (unsigned i : {1u, 2u}) {
      auto memory = i < op->getNumOperands()
                        ? dyn_cast<fly::MemRefType>(op->getOperand(i).getType())
                        : fly::MemRefType();
      if (!memory ||
          fly::isGenericAddressSpace(memory.getAddressSpace(), fly::AddressSpace::Register))
        continue;
      for (Said &said : listen(op->getContext(), [&] {
             (void)fly_ptx::checkAlignment(op->getLoc(), i == 1 ? "source" : "destination", memory,
                                           bytes);
           }))
        add(std::move(said));
    }
  }

  /// Offsets that the instruction encodes (U2).
  void checkImmediate(fly::AtomSetValueOp op) {
    Type payload = payloadOf(op.getAtom().getType());
    auto state = dyn_cast_or_null<fly::StatefulOpTypeInterface>(payload);
    if (op.getField() != "imm_offset" || !state || state.getFieldNames().size() != 2)
      return; // of tile transfers it is an address like any other
    APInt constant;
    std::optional<int64_t> bytes;
    if (matchPattern(op.getValue(), m_ConstantInt(&constant)))
      bytes = constant.getSExtValue();
    else if (!isRunTime(op.getValue()))
      return; // unrolling and folding may still make a constant of it
    if (std::optional<layout::Reason> problem = fly_rocdl::immediateProblem(op.getField(), bytes))
      add(Severity::Error, *problem);
  }

  /// Whether no pass can make a constant of a value: an argument of a function or the number of a
  /// thread, a block or a lane, and what is computed from one.
  static bool isRunTime(mlir::Value value) {
    for (unsigned steps = 0; steps < 64; ++steps) {
      if (auto argument = dyn_cast<BlockArgument>(value))
        return argument.getOwner()->isEntryBlock() &&
               isa<FunctionOpInterface>(argument.getOwner()->getParentOp());
      mlir::Operation *op = value.getDefiningOp();
      if (isa<gpu::ThreadIdOp, gpu::BlockIdOp, gpu::LaneIdOp>(op))
        return true;
      if (!isa<arith::IndexCastOp, arith::ExtSIOp, arith::ExtUIOp, arith::TruncIOp, arith::AddIOp,
               arith::SubIOp>(op))
        return false;
      // Of a sum the part that is no constant.
      value = op->getOperand(
          op->getNumOperands() > 1 && matchPattern(op->getOperand(0), m_Constant()) ? 1 : 0);
    }
    return false;
  }

  ArrayRef<mlir::Operation *> pointers;
  StringRef text;
  const AnalysisOptions &options;
  const Unsound &unsound;
  PieceFacts &facts;
  std::map<mlir::Operation *, Scope> scopes;
  uint32_t at = 0;
};

} // namespace

bool chipFits(StringRef chip, ArrayRef<std::string> patterns) {
  return patterns.empty() || llvm::any_of(patterns, [&](const std::string &pattern) {
           return chip == pattern || (!pattern.empty() && chip.starts_with(pattern));
         });
}

void checkTargets(ArrayRef<mlir::Operation *> pointers, StringRef text,
                  const AnalysisOptions &options, const Unsound &unsound, PieceFacts &facts) {
  TargetChecker(pointers, text, options, unsound, facts).run();
}

} // namespace flylsp
