#include "passes/pipelines/Chips.h"

#include "passes/pipelines/InputScan.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/TargetParser/TargetParser.h"
#include "llvm/TargetParser/Triple.h"

#include <algorithm>

using namespace mlir;
using namespace mlir::fly;
using llvm::StringRef;

StringRef fly::backendName(Backend backend) {
  switch (backend) {
  case Backend::None:
    return "none";
  case Backend::Rocdl:
    return "AMD";
  case Backend::Ptx:
    return "NVIDIA";
  }
  return "none";
}

/// Adds the processors of one LLVM target; nothing when that target is not linked in.
static void addChips(std::vector<ChipInfo> &chips, StringRef tripleText, StringRef prefix,
                     Backend backend) {
  std::string error;
  llvm::Triple triple(tripleText);
  const llvm::Target *target = llvm::TargetRegistry::lookupTarget(triple, error);
  if (!target)
    return;
  std::unique_ptr<llvm::MCSubtargetInfo> table(target->createMCSubtargetInfo(triple, "", ""));
  if (!table)
    return;
  size_t first = chips.size();
  for (const llvm::SubtargetSubTypeKV &entry : table->getAllProcessorDescriptions()) {
    StringRef name = entry.Key;
    // Marketing names of chips before GCN 3 and "generic" are of no use to tile programs.
    if (!name.starts_with(prefix))
      continue;
    unsigned wave = 32;
    if (backend == Backend::Rocdl) {
      StringRef digits = name.drop_front(prefix.size());
      // "gfx9-4-generic" and friends count by the number before the dash.
      unsigned major = llvm::AMDGPU::getIsaVersion(name).Major;
      if (digits.contains("generic"))
        digits.take_until([](char c) { return c == '-'; }).getAsInteger(10, major);
      wave = major >= 10 ? 32 : 64;
    }
    chips.push_back({name.str(), backend, wave});
  }
  std::sort(chips.begin() + first, chips.end(),
            [](const ChipInfo &a, const ChipInfo &b) { return a.name < b.name; });
}

llvm::ArrayRef<ChipInfo> fly::knownChips() {
  static const std::vector<ChipInfo> chips = [] {
    llvm::InitializeAllTargetInfos();
    llvm::InitializeAllTargetMCs();
    std::vector<ChipInfo> result;
    addChips(result, "amdgcn-amd-amdhsa", "gfx", Backend::Rocdl);
    addChips(result, "nvptx64-nvidia-cuda", "sm_", Backend::Ptx);
    return result;
  }();
  return chips;
}

const ChipInfo *fly::findChip(StringRef name) {
  for (const ChipInfo &chip : knownChips())
    if (chip.name == name)
      return &chip;
  return nullptr;
}

StringRef fly::nearestChip(StringRef name) {
  const ChipInfo *best = nullptr;
  unsigned bestDistance = 3; // more edits than this is another chip, not a slip of the keyboard
  for (const ChipInfo &chip : knownChips()) {
    unsigned distance = StringRef(chip.name).edit_distance_insensitive(name, true, bestDistance);
    if (distance < bestDistance) {
      best = &chip;
      bestDistance = distance;
    }
  }
  return best ? StringRef(best->name) : StringRef();
}

std::string fly::unknownChipMessage(StringRef name) {
  std::string text = "unknown chip '" + name.str() + "'";
  if (StringRef near = nearestChip(name); !near.empty())
    text += "; did you mean '" + near.str() + "'?";
  return text;
}

std::string ResolvedChip::describe() const {
  switch (source) {
  case ChipSource::Target:
    return name + " (target of gpu.module @" + origin + ")";
  case ChipSource::Option:
    return name + " (option)";
  case ChipSource::Project:
    return name + " (project file " + origin + ")";
  case ChipSource::None:
    return "no chip";
  }
  return "no chip";
}

ResolvedChip fly::resolveChip(Operation *op, StringRef option, StringRef sourcePath,
                              std::string *conflict) {
  ResolvedChip found;
  auto take = [&](gpu::GPUModuleOp module) {
    StringRef chip = targetChip(module);
    if (chip.empty())
      return;
    if (found.name.empty()) {
      found = {chip.str(), ChipSource::Target, module.getName().str()};
    } else if (found.name != chip && conflict && conflict->empty()) {
      *conflict = "gpu modules target different chips: " + found.name + " in @" + found.origin +
                  ", " + chip.str() + " in @" + module.getName().str() +
                  "; compile them one at a time";
    }
  };
  if (op) {
    auto enclosing = dyn_cast<gpu::GPUModuleOp>(op);
    if (!enclosing)
      enclosing = op->getParentOfType<gpu::GPUModuleOp>();
    if (enclosing) {
      take(enclosing);
    } else {
      op->walk<WalkOrder::PreOrder>([&](gpu::GPUModuleOp module) {
        take(module);
        return WalkResult::skip();
      });
    }
  }
  if (!found.name.empty())
    return found;
  if (!option.empty())
    return {option.str(), ChipSource::Option, ""};
  std::string project = findProjectFile(sourcePath);
  if (!project.empty())
    if (std::optional<std::string> chip = projectChip(project))
      return {*chip, ChipSource::Project, project};
  return found;
}

Location fly::conflictLocation(Operation *op) {
  StringRef first;
  Location found = op->getLoc();
  op->walk<WalkOrder::PreOrder>([&](gpu::GPUModuleOp module) {
    StringRef chip = targetChip(module);
    if (first.empty())
      first = chip;
    if (chip.empty() || chip == first)
      return WalkResult::skip();
    found = module.getLoc();
    return WalkResult::interrupt();
  });
  return found;
}

std::string fly::findProjectFile(StringRef sourcePath) {
  if (sourcePath.empty() || sourcePath.starts_with("<"))
    return "";
  llvm::SmallString<256> folder(sourcePath);
  if (sourcePath == "-")
    folder = ".";
  else
    llvm::sys::path::remove_filename(folder);
  if (llvm::sys::fs::make_absolute(folder))
    return "";
  llvm::sys::path::remove_dots(folder, /*remove_dot_dot=*/true);
  while (!folder.empty()) {
    llvm::SmallString<256> file(folder);
    llvm::sys::path::append(file, "fly.json");
    if (llvm::sys::fs::is_regular_file(file))
      return file.str().str();
    StringRef parent = llvm::sys::path::parent_path(folder);
    if (parent == folder)
      break;
    folder.truncate(parent.size());
  }
  return "";
}

llvm::Expected<llvm::json::Value> fly::parseProjectText(StringRef text) {
  text = withoutByteOrderMark(text);
  if (std::optional<ScanError> fault = scanInput(text, /*allowEmpty=*/true))
    return llvm::createStringError("[%u:%u] %s", fault->line, fault->column,
                                   fault->message.c_str());
  return llvm::json::parse(text);
}

std::optional<std::string> fly::projectChip(StringRef projectFile, std::string *problem) {
  auto buffer = llvm::MemoryBuffer::getFile(projectFile, /*IsText=*/true);
  if (!buffer) {
    if (problem)
      *problem = projectFile.str() + ": " + buffer.getError().message();
    return std::nullopt;
  }
  llvm::Expected<llvm::json::Value> value = parseProjectText((*buffer)->getBuffer());
  if (!value) {
    std::string text = llvm::toString(value.takeError());
    if (problem)
      *problem = projectFile.str() + ": " + text;
    return std::nullopt;
  }
  const llvm::json::Object *object = value->getAsObject();
  if (!object)
    return std::nullopt;
  if (std::optional<StringRef> chip = object->getString("chip"))
    return chip->str();
  return std::nullopt;
}
