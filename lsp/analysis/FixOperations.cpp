// Quick fixes of an operation with its types: changes are tried on the IR before they are offered.
#include "lsp/analysis/FixMaker.h"
#include "lsp/analysis/Spelling.h"

#include "dialects/fly/Diagnostics.h"
#include "dialects/fly/FlyOps.h"
#include "dialects/fly/FlyTypes.h"
#include "passes/check/Findings.h"

#include "mlir/AsmParser/AsmParser.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace flylsp {

bool FixMaker::retype(const Twine &title, mlir::Value value, Type now,
                      llvm::function_ref<void(Retyper &, std::vector<TextEdit> &)> more) {
  std::vector<TextEdit> extra;
  Retyper trial(pointers, text, facts);
  if (more)
    more(trial, extra);
  if (!trial.change(value, now, op) || !trial.verifies())
    return false;
  // What the analysis finds must not find it again.
  if (current->code >= 170 && current->code < 180 && op)
    for (const fly::check::Finding &found : fly::check::collectFindings(op))
      if (found.rule == current->code)
        return false;
  std::vector<TextEdit> edits = trial.edits();
  edits.insert(edits.end(), extra.begin(), extra.end());
  fix(title, std::move(edits));
  return true;
}

/// The first view that a view was cut from.
static mlir::Value origin(mlir::Value view) {
  for (unsigned steps = 0; steps < 1000; ++steps) {
    mlir::Operation *maker = view.getDefiningOp();
    mlir::Value from;
    if (maker)
      for (mlir::Value operand : maker->getOperands())
        if (isa<fly::MemRefType, fly::PointerType>(operand.getType())) {
          from = operand;
          break;
        }
    if (!from)
      break;
    view = from;
  }
  return view;
}

void FixMaker::addressNumber(int64_t number) {
  Span have = valueOf(current->span, "llvm_address_space");
  if (!op || op->getNumResults() != 1 || !op->getResult(0).use_empty() || have.empty())
    return;
  std::string old = typeText(op->getResult(0).getType());
  StringRef statement = text.slice(record->name.begin, record->scope.end);
  size_t place = statement.rfind(old);
  if (place == StringRef::npos)
    return;
  uint32_t begin = record->name.begin + uint32_t(place);
  std::string now = number ? "!llvm.ptr<" + std::to_string(number) + ">" : "!llvm.ptr";
  fix("Write " + Twine(number),
      {{have, std::to_string(number)}, {{begin, begin + uint32_t(old.size())}, now}});
}

void FixMaker::allocation() {
  Span span = current->span;
  if (auto size = note("write allocAlign = ")) {
    if (std::optional<int64_t> value = leadingNumber(*size))
      write(valueOf(span, "allocAlign"), Twine(*value));
    return;
  }
  if (size_t power = message.find(" is not a power of two"); power != StringRef::npos) {
    std::optional<int64_t> value = number("allocAlign = ");
    if (value && *value > 0)
      write(valueOf(span, "allocAlign"), Twine(llvm::PowerOf2Ceil(uint64_t(*value))));
    return;
  }
  if (auto size = note("write allocBytes = ")) {
    // At the allocation that the view is made of.
    mlir::Operation *made = op ? op->getOperand(0).getDefiningOp() : nullptr;
    while (isa_and_nonnull<fly::RecastIterOp, fly::AddOffsetOp>(made))
      made = made->getOperand(0).getDefiningOp();
    auto known = llvm::find(pointers, made);
    std::optional<int64_t> value = leadingNumber(*size);
    if (known == pointers.end() || !value)
      return;
    const Operation &place = facts.operations[size_t(known - pointers.begin())];
    return write(valueOf({place.name.begin, place.scope.end}, "allocBytes"), Twine(*value));
  }
  // The alignment that the result promises is the one to ask for.
  auto make = dyn_cast_or_null<fly::MakePtrOp>(op);
  if (!make || !record || !message.contains("needs the integer allocAlign"))
    return;
  auto type = dyn_cast<fly::PointerType>(make->getResult(0).getType());
  StringRef statement = text.slice(record->name.begin, record->scope.end);
  size_t open = statement.find("dictAttrs = {");
  if (!type || open == StringRef::npos)
    return;
  uint32_t at = record->name.begin + uint32_t(open) + 13;
  std::string entry = "allocAlign = " + std::to_string(std::max(type.getAlignment(), 1)) + " : i64";
  bool empty = text.drop_front(at).ltrim().starts_with("}");
  fix("Add " + entry, {{{at, at}, entry + (empty ? "" : ", ")}});
}

void FixMaker::removeAttribute(Span span) {
  if (!token.contains('='))
    return;
  uint32_t begin = span.begin, end = span.end;
  StringRef after = text.drop_front(end).ltrim();
  StringRef before = text.take_front(begin).rtrim();
  if (after.starts_with(","))
    end = uint32_t(after.data() - text.data()) + 1;
  else if (before.ends_with(","))
    begin = uint32_t(before.size()) - 1;
  while (end < text.size() && text[end] == ' ' && begin && text[begin - 1] == ' ')
    ++end;
  fix("Remove " + token.split('=').first.trim(), {{{begin, end}, ""}});
}

void FixMaker::stateField() {
  std::optional<StringRef> list = note("its fields are ");
  if (!list)
    return;
  SmallVector<StringRef> fields;
  list->split(fields, ',');
  StringRef word = token.trim('"'), best;
  unsigned least = std::max<unsigned>(2, unsigned(word.size()) / 2);
  for (StringRef field : fields) {
    field = field.trim(" \"");
    unsigned distance = word.edit_distance(field, true, least);
    if (distance < least || fields.size() == 1) {
      least = distance;
      best = field;
    }
  }
  if (!best.empty() && token.starts_with("\""))
    write(current->span, "\"" + best + "\"");
}

void FixMaker::placeholders() {
  size_t words = message.find("placeholders for ");
  std::optional<int64_t> have = number("the format has "), want = number("placeholders for ");
  if (words == StringRef::npos || !have || !want || !token.starts_with("\""))
    return;
  std::string now = token.str();
  for (; *have > *want; --*have) {
    size_t last = now.rfind("{}");
    if (last == std::string::npos)
      return;
    size_t blank = last > 1 && now[last - 1] == ' ' ? 1 : 0;
    now.erase(last - blank, 2 + blank);
  }
  for (; *have < *want; ++*have)
    now.insert(now.size() - 1, now.size() > 2 ? " {}" : "{}");
  fix("Write one {} per value", {{current->span, now}});
}

void FixMaker::assumedType() {
  auto assume = dyn_cast_or_null<fly::AssumeOp>(op);
  if (!assume || !message.contains("is not of the type of dst") || op->getNumResults() != 1 ||
      !op->getResult(0).use_empty() || op->getNumOperands() != 2 ||
      !isa<fly::IntTupleType>(op->getOperand(0).getType()) ||
      !isa<fly::IntTupleType>(op->getOperand(1).getType()))
    return;
  std::string have = typeText(op->getResult(0).getType()),
              want = typeText(op->getOperand(0).getType());
  StringRef statement = text.slice(record->name.begin, record->scope.end);
  size_t at = statement.rfind(have);
  if (at != StringRef::npos) {
    uint32_t begin = record->name.begin + uint32_t(at);
    fix("Write " + want, {{{begin, begin + uint32_t(have.size())}, want}});
  }
}

/// The same pointer or memref with another alignment or swizzle; null for other types.
static Type withMemory(Type type, std::optional<int64_t> alignment,
                       std::optional<layout::Swizzle> swizzle) {
  if (auto pointer = dyn_cast<fly::PointerType>(type))
    return fly::PointerType::get(
        pointer.getElemTy(), pointer.getAddressSpace(),
        int32_t(std::max<int64_t>(alignment.value_or(0), pointer.getAlignment())),
        swizzle.value_or(pointer.getSwizzle()));
  if (auto memref = dyn_cast<fly::MemRefType>(type))
    return fly::MemRefType::get(
        memref.getElemTy(), memref.getAddressSpace(), memref.getLayout(),
        int32_t(std::max<int64_t>(alignment.value_or(0), memref.getAlignment())),
        swizzle.value_or(memref.getSwizzle()));
  return {};
}

static layout::Swizzle swizzleOf(Type type) {
  if (auto pointer = dyn_cast<fly::PointerType>(type))
    return pointer.getSwizzle();
  if (auto memref = dyn_cast<fly::MemRefType>(type))
    return memref.getSwizzle();
  return {};
}

void FixMaker::promiseAlignment() {
  std::optional<int64_t> bytes;
  mlir::Value value = guiltyValue();
  if (current->code == 407) {
    if (auto clause = note("state the alignment in the pointer type: align<"))
      bytes = leadingNumber(*clause);
  } else if (!message.contains(": ")) { // the start, not the pitch, is to blame
    bytes = number("one call moves ");
    if (!bytes)
      bytes = number("an access of ");
  }
  if (!bytes || !value || !llvm::isPowerOf2_64(uint64_t(*bytes)))
    return;
  mlir::Value from = origin(value);
  if (isa<BlockArgument>(from))
    if (Type now = withMemory(from.getType(), bytes, std::nullopt))
      retype("State align<" + Twine(*bytes) + "> in the type", from, now);
}

void FixMaker::raiseBase() {
  std::optional<int64_t> bytes = number("one call moves ");
  if (!bytes)
    bytes = number("an access of ");
  if (!bytes)
    bytes = number("accesses of ");
  mlir::Value value = guiltyValue();
  if (!bytes || !value || !llvm::isPowerOf2_64(uint64_t(*bytes)))
    return;
  mlir::Value from = origin(value);
  layout::Swizzle swizzle = swizzleOf(from.getType());
  if (swizzle.isTrivial() || from.getDefiningOp<fly::ApplySwizzleOp>())
    return;
  swizzle.base = int(llvm::Log2_64(uint64_t(*bytes)));
  if (swizzle.mask + swizzle.base + swizzle.shift <= 30)
    retype("Raise the base of the swizzle to " + Twine(swizzle.base), from,
           withMemory(from.getType(), std::nullopt, swizzle));
}

/// The atom behind a tiled copy or a call.
static fly::MakeCopyAtomOp atomMaker(mlir::Value value) {
  for (unsigned steps = 0; value && steps < 1000; ++steps) {
    mlir::Operation *maker = value.getDefiningOp();
    if (auto made = dyn_cast_or_null<fly::MakeCopyAtomOp>(maker))
      return made;
    // By number: the operation may not have verified.
    if (!isa_and_nonnull<fly::MakeTiledCopyOp, fly::AtomSetValueOp>(maker) ||
        maker->getNumOperands() == 0)
      break;
    value = maker->getOperand(0);
  }
  return {};
}

void FixMaker::narrowCopy() {
  std::optional<int64_t> have = number("gives a thread "), needs = number("of the atom moves ");
  fly::MakeCopyAtomOp maker;
  if (op)
    for (mlir::Value operand : op->getOperands())
      if (!maker)
        maker = atomMaker(operand);
  if (!maker || !have || !needs || *have <= 0 || *have >= *needs)
    return;
  auto type = dyn_cast<fly::CopyAtomType>(maker->getResult(0).getType());
  auto payload = type ? dyn_cast<fly::UniversalCopyType>(type.getCopyOp()) : nullptr;
  if (!payload)
    return;
  int64_t bits = *have * type.getValBits();
  if (bits % 8 == 0)
    retype("Copy " + Twine(bits) + " bits at a time", maker->getResult(0),
           fly::CopyAtomType::get(fly::UniversalCopyType::get(type.getContext(), int32_t(bits)),
                                  type.getValBits()));
}

void FixMaker::valueWidth() {
  std::optional<StringRef> words = note("make the atom with valBits = ");
  if (!words)
    words = note("use a value width that divides ");
  if (!words)
    words = note("use ");
  std::optional<int64_t> bits = words ? leadingNumber(*words) : std::nullopt;
  if (!bits || *bits <= 0)
    return;
  fly::MakeCopyAtomOp maker;
  if (op) {
    maker = dyn_cast<fly::MakeCopyAtomOp>(op);
    for (mlir::Value operand : op->getOperands())
      if (!maker)
        maker = atomMaker(operand);
  }
  if (!maker) {
    // Refused while it was read: the last number of the type that is spelled here.
    Span type = typeAround(current->span.begin);
    StringRef spelled = text.slice(type.begin, type.end);
    if (spelled.starts_with("!fly.copy_atom<") && spelled.contains(','))
      widen(spelled, std::to_string(*bits));
    return;
  }
  auto type = dyn_cast<fly::CopyAtomType>(maker->getResult(0).getType());
  auto known = llvm::find(pointers, maker.getOperation());
  if (!type || known == pointers.end())
    return;
  const Operation &made = facts.operations[size_t(known - pointers.begin())];
  Span width = valueOf({made.name.begin, made.scope.end}, "valBits");
  if (width.empty())
    return;
  retype("Use values of " + Twine(*bits) + " bits", maker->getResult(0),
         fly::CopyAtomType::get(type.getCopyOp(), int32_t(*bits)),
         [&](Retyper &trial, std::vector<TextEdit> &edits) {
           trial.setAttribute(maker, "valBits",
                              IntegerAttr::get(IntegerType::get(type.getContext(), 32), *bits));
           edits.push_back({width, std::to_string(*bits)});
         });
}

void FixMaker::inferredType() {
  constexpr StringLiteral start = "inferred type(s) '", middle = "' are incompatible";
  size_t from = message.find(start), to = message.find(middle);
  if (from == StringRef::npos || to == StringRef::npos)
    return;
  current->fixes.clear();
  StringRef name = message.slice(from + start.size(), to);
  if (!op || op->getNumResults() != 1 || name.contains("', '"))
    return;
  size_t read = 0;
  Type type = mlir::parseType(name, op->getContext(), &read);
  if (type && read == name.size())
    retype("Write the inferred type " + name, op->getResult(0), type);
}

void FixMaker::scales() {
  mlir::Value product = guiltyValue();
  Type type = product ? product.getType() : Type();
  if (!isa_and_nonnull<fly::MmaAtomType>(type) || !message.contains("still the default 0") ||
      message.contains(" and "))
    return;
  SmallVector<StringRef> fields;
  StringRef rest = message;
  while (rest.contains('"')) {
    rest = rest.split('"').second;
    fields.push_back(rest.split('"').first);
    rest = rest.split('"').second;
  }
  size_t line = text.rfind('\n', record->scope.begin);
  uint32_t start = line == StringRef::npos ? 0 : uint32_t(line) + 1;
  StringRef indent = text.slice(start, record->scope.begin);
  if (!indent.trim().empty())
    return;
  std::string name = token.str(), base = name, lines, one = freeName(name + "_one");
  lines = one + " = arith.constant 2139062143 : i32\n" + indent.str();
  for (StringRef field : fields) {
    std::string next = freeName(base + "_" + field.str());
    lines += next + " = fly.atom.set_value(" + name + ", \"" + field.str() + "\", " + one +
             ") : (" + typeText(type) + ", i32) -> " + typeText(type) + "\n" + indent.str();
    name = next;
  }
  fix("Set the scales to one",
      {{{record->scope.begin, record->scope.begin}, lines}, {current->span, name}});
}

std::string FixMaker::freeName(std::string name) const {
  std::replace(name.begin(), name.end(), '#', '_');
  while (text.contains(name))
    name += "_";
  return name;
}

mlir::Value FixMaker::guiltyValue() const {
  if (!op)
    return {};
  std::vector<Span> names = operandNames(text.slice(record->name.begin, record->scope.end));
  for (auto [number, name] : llvm::enumerate(names))
    if (record->name.begin + name.begin == current->span.begin)
      return number < op->getNumOperands() ? op->getOperand(unsigned(number)) : mlir::Value();
  return {};
}

void FixMaker::reinfer(const Twine &title, StringRef name, Attribute value, TextEdit edit) {
  if (!op || op->getNumResults() != 1)
    return;
  std::optional<SmallVector<Type>> inferred;
  {
    Retyper trial(pointers, text, facts);
    trial.setAttribute(op, name, value);
    inferred = inferredTypes(op);
  }
  if (inferred)
    retype(title, op->getResult(0), inferred->front(),
           [&](Retyper &trial, std::vector<TextEdit> &edits) {
             trial.setAttribute(op, name, value);
             edits.push_back(edit);
           });
}

void FixMaker::otherValue(mlir::Value value, StringRef now) {
  if (!value)
    return;
  StringRef name = isa<fly::TileType>(value.getType())     ? "!fly.tile<"
                   : isa<fly::LayoutType>(value.getType()) ? "!fly.layout<"
                                                           : "!fly.int_tuple<";
  ScopedDiagnosticHandler quiet(value.getContext(), [](Diagnostic &) { return success(); });
  if (Type type = mlir::parseType((name + now + ">").str(), value.getContext()))
    retype("Write " + now, value, type);
}

void FixMaker::otherTile(int64_t extent) {
  mlir::Value value = guiltyValue();
  auto type = value ? dyn_cast<fly::TileType>(value.getType()) : nullptr;
  std::optional<int64_t> number = this->number("element ");
  if (!type || !number)
    return;
  std::string spelled = type.getValue().str();
  SmallVector<StringRef> elements;
  StringRef(spelled).trim("[]").split(elements, '|');
  if (*number < 0 || size_t(*number) >= elements.size())
    return;
  std::string now = std::to_string(extent);
  elements[size_t(*number)] = now;
  otherValue(value, "[" + llvm::join(elements, "|") + "]");
}

void FixMaker::nearbyStrides() {
  mlir::Value value = guiltyValue();
  auto type = value ? dyn_cast<fly::LayoutType>(value.getType()) : nullptr;
  // "factor/stride divisibility: stride 6 of …"
  std::optional<int64_t> have;
  for (size_t at = message.find("stride "); at != StringRef::npos && !have;
       at = message.find("stride ", at + 1))
    have = leadingNumber(message.drop_front(at + 7));
  StringRef list;
  for (const Related &related : current->related)
    if (StringRef words = related.message; words.starts_with("multiples of "))
      list = words.split(" nearby are ").second;
  // A flat layout spells each stride once.
  std::string spelled = type ? type.getValue().str() : "";
  auto [shape, stride] = StringRef(spelled).split(':');
  if (!type || !have || list.empty() || stride.drop_front().contains('('))
    return;
  SmallVector<StringRef> strides;
  stride.trim("()").split(strides, ',');
  auto guilty = llvm::find(strides, std::to_string(*have));
  if (guilty == strides.end() || llvm::count(strides, *guilty) != 1)
    return;
  for (StringRef near : llvm::split(list, " and ")) {
    *guilty = near.trim();
    std::string now = llvm::join(strides, ",");
    if (*guilty != "0")
      otherValue(value, (shape + ":" + (stride.starts_with("(") ? "(" + now + ")" : now)).str());
  }
}

void FixMaker::recastPointer() {
  auto recast = dyn_cast_or_null<fly::RecastIterOp>(op);
  if (!recast)
    return;
  auto from = dyn_cast<fly::PointerType>(recast.getSrc().getType());
  auto to = dyn_cast<fly::PointerType>(recast.getResult().getType());
  if (!from || !to)
    return;
  int64_t bytes = llvm::divideCeil(fly::bitWidth(to.getElemTy()), 8);
  if (from.getAlignment() % bytes == 0)
    retype("Keep all but the element type", recast.getResult(),
           fly::PointerType::get(to.getElemTy(), from.getAddressSpace(), from.getAlignment(),
                                 from.getSwizzle()));
}

void FixMaker::allocatedMemref() {
  auto allocation = dyn_cast_or_null<fly::MemRefAllocaOp>(op);
  auto layout = allocation ? dyn_cast<fly::LayoutType>(op->getOperand(0).getType()) : nullptr;
  auto type = layout ? dyn_cast<fly::MemRefType>(op->getResult(0).getType()) : nullptr;
  if (!type)
    return;
  auto space = fly::AddressSpaceAttr::get(op->getContext(), fly::AddressSpace::Register);
  Type now = fly::MemRefType::get(type.getElemTy(), space, layout.getValue());
  retype("Write " + typeText(now), op->getResult(0), now);
}

void FixMaker::wideCoordinate() {
  mlir::Value value = guiltyValue();
  if (!value || !isa<BlockArgument>(value) || !isa<fly::IntTupleType>(value.getType()))
    return;
  // Leaves that are known to be multiples keep their braces, which is not written here.
  std::string now = cast<fly::IntTupleType>(value.getType()).getValue().str();
  if (StringRef(now).contains('{'))
    return;
  for (size_t at = now.find('?'); at != std::string::npos; at = now.find('?', at + 1))
    now.insert(at + 1, "{i64}");
  otherValue(value, now);
}

/// The n-th argument of all blocks of an operation; null when there are fewer.
static mlir::Value argumentOf(mlir::Operation *op, unsigned number) {
  for (Region &region : op->getRegions())
    for (Block &block : region)
      for (BlockArgument argument : block.getArguments())
        if (number-- == 0)
          return argument;
  return {};
}

void FixMaker::nearestValue() {
  mlir::Value wanted = guiltyValue();
  if (!wanted)
    return;
  // What encloses the operation.
  llvm::DenseSet<int32_t> around{-1};
  for (int32_t index = int32_t(record - facts.operations.data()); index >= 0;
       index = facts.operations[size_t(index)].parent)
    around.insert(index);
  std::vector<StringRef> names;
  llvm::DenseMap<int32_t, unsigned> arguments; // seen so far, by their operation
  for (const Value &value : facts.values) {
    if (value.operation < 0 || value.span.begin >= record->scope.begin)
      continue;
    const Operation &owner = facts.operations[size_t(value.operation)];
    mlir::Operation *pointer = pointers[size_t(value.operation)];
    mlir::Value candidate;
    if (value.argument)
      candidate = argumentOf(pointer, arguments[value.operation]++);
    else if (owner.valueCount == pointer->getNumResults())
      candidate = pointer->getResult(unsigned(&value - &facts.values[owner.firstValue]));
    if (candidate && candidate.getType() == wanted.getType() &&
        around.contains(value.argument ? value.operation : owner.parent))
      names.push_back(text.slice(value.span.begin, value.span.end));
  }
  StringRef name = token.take_until([](char c) { return c == '#'; });
  if (StringRef near = fly::nearestWord(name, names); !near.empty())
    fix("Use " + near, {{current->span, near.str()}});
}

} // namespace flylsp
