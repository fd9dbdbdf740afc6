// Quick fixes: edits for findings whose right value follows from the rule. Where a type is wrong it
// is spelled at every use, so all of its spellings in the piece change together.
#include "lsp/analysis/Checks.h"
#include "lsp/analysis/Retype.h"

#include "dialects/fly/FlyOps.h"
#include "dialects/fly/FlyTypes.h"
#include "passes/check/Findings.h"

#include "mlir/AsmParser/AsmParser.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

#include <numeric>

using namespace mlir;

namespace flylsp {

namespace {

class FixMaker {
public:
  FixMaker(ArrayRef<mlir::Operation *> pointers, StringRef text, PieceFacts &facts)
      : pointers(pointers), text(text), facts(facts) {}

  void offer(Finding &finding) {
    bool inferred = StringRef(finding.message).contains("inferred type(s) '");
    if ((!finding.fixes.empty() && !inferred) || finding.span.end > text.size())
      return;
    current = &finding;
    message = finding.message;
    token = text.slice(finding.span.begin, finding.span.end);
    int32_t index = pointers.empty() ? -1 : facts.operationAt(finding.span.begin);
    op = index >= 0 ? pointers[size_t(index)] : nullptr;
    record = index >= 0 ? &facts.operations[size_t(index)] : nullptr;
    byRule();
  }

private:
  // --- Words of messages ------------------------------------------------------------------------

  /// The note that starts with some words, without them.
  std::optional<StringRef> note(StringRef start) const {
    for (const Related &related : current->related) {
      StringRef text = related.message;
      if (text.consume_front(start))
        return text;
    }
    return std::nullopt;
  }
  /// The number behind some words of the message.
  std::optional<int64_t> number(StringRef behind) const {
    size_t at = message.find(behind);
    if (at == StringRef::npos)
      return std::nullopt;
    return leading(message.drop_front(at + behind.size()));
  }
  static std::optional<int64_t> leading(StringRef words) {
    int64_t value = 0;
    return words.consumeInteger(10, value) ? std::nullopt : std::optional<int64_t>(value);
  }

  // --- Edits ------------------------------------------------------------------------------------

  void fix(const Twine &title, std::vector<TextEdit> edits) {
    if (!edits.empty())
      current->fixes.push_back({title.str(), std::move(edits)});
  }

  /// The outermost fly type that spells a place, on its line.
  Span typeAround(uint32_t at) const {
    size_t line = text.rfind('\n', at);
    for (size_t i = line == StringRef::npos ? 0 : line + 1; i <= at; ++i) {
      if (text[i] != '!')
        continue;
      size_t end = i + 1;
      while (end < text.size() && isIdentifierByte(text[end]))
        ++end;
      if (end < text.size() && text[end] == '<')
        end = close(end);
      if (end == StringRef::npos)
        return {};
      if (at < end)
        return {uint32_t(i), uint32_t(end)};
      i = end - 1;
    }
    return {};
  }

  /// Behind the bracket that opens at `at`.
  size_t close(size_t at) const {
    int depth = 0;
    for (size_t i = at; i < text.size() && text[i] != '\n'; ++i) {
      char c = text[i];
      if (c == '(' || c == '[' || c == '<' || c == '{')
        ++depth;
      else if ((c == ')' || c == ']' || c == '}' || (c == '>' && text[i - 1] != '-')) &&
               --depth == 0)
        return i + 1;
    }
    return StringRef::npos;
  }

  /// A number, a word or a bracketed list that starts at a place.
  Span itemAt(uint32_t at) const {
    if (at < text.size() && StringRef("([<{").contains(text[at])) {
      size_t end = close(at);
      return end == StringRef::npos ? Span{} : Span{at, uint32_t(end)};
    }
    uint32_t end = at;
    while (end < text.size() &&
           (isIdentifierByte(text[end]) || text[end] == '?' || text[end] == '*'))
      ++end;
    if (end < text.size() && text[end] == '{' && end > at && text[end - 1] == '?')
      if (size_t brace = close(end); brace != StringRef::npos)
        end = uint32_t(brace);
    return {at, end};
  }

  /// Every spelling of a text as a whole type.
  std::vector<TextEdit> everywhere(StringRef old, const std::string &now) const {
    std::vector<TextEdit> edits;
    for (size_t at = text.find(old); at != StringRef::npos; at = text.find(old, at + old.size())) {
      size_t end = at + old.size();
      bool whole = (end == text.size() || old.ends_with(">") ||
                    !(isIdentifierByte(text[end]) || text[end] == '<')) &&
                   (at == 0 || !llvm::isAlnum(text[at - 1]));
      if (whole)
        edits.push_back({{uint32_t(at), uint32_t(end)}, now});
    }
    return edits;
  }

  /// Replaces a stretch; where it lies in a type, in all spellings of that type.
  std::vector<TextEdit> replace(Span span, StringRef now) const {
    Span type = typeAround(span.begin);
    if (type.empty() || span.end > type.end)
      return {{span, now.str()}};
    std::string changed =
        (text.slice(type.begin, span.begin) + now + text.slice(span.end, type.end)).str();
    return everywhere(text.slice(type.begin, type.end), changed);
  }

  void write(Span span, const Twine &now) {
    std::string value = now.str();
    if (span.empty() || value.empty() || text.slice(span.begin, span.end) == value)
      return;
    fix("Write " + value, replace(span, value));
  }

  /// The number behind `name =` in a stretch.
  Span valueOf(Span where, StringRef name) const {
    StringRef inside = text.slice(where.begin, where.end);
    size_t at = inside.find(name);
    if (at == StringRef::npos)
      return {};
    at = inside.find('=', at);
    if (at == StringRef::npos)
      return {};
    at = inside.find_first_not_of(' ', at + 1);
    if (at == StringRef::npos)
      return {};
    return itemAt(where.begin + uint32_t(at));
  }

  static std::string print(Type type) { return typeText(type); }

  /// Offers a type for a value, with every type that follows from it, when all operations accept it
  /// and the finding is gone.
  bool retype(const Twine &title, mlir::Value value, Type now,
              llvm::function_ref<void(Retyper &, std::vector<TextEdit> &)> more = nullptr) {
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

  // --- Rules ------------------------------------------------------------------------------------

  void byRule() {
    Span span = current->span;
    if (message.contains("inferred type(s) '"))
      return inferredType();
    if (auto near = note("did you mean '"))
      return otherName(*near);
    switch (current->code) {
    case 102:
      if (note("use !fly.layout for a plain layout"))
        if (Span type = typeAround(span.begin); !type.empty()) {
          StringRef old = text.slice(type.begin, type.end);
          size_t word = old.find("composed_layout");
          if (word != StringRef::npos)
            fix("Make it a layout",
                everywhere(old,
                           (old.take_front(word) + "layout" + old.drop_front(word + 15)).str()));
        }
      return;
    case 104:
      if (auto stride = note("a stride for it would be "))
        if (Span item = itemAt(span.begin); !item.empty())
          write(item, *stride);
      return;
    case 105:
      if (auto positive = note("write "))
        if (std::optional<int64_t> value = leading(*positive))
          write(span, Twine(*value));
      return;
    case 108:
      if (auto positive = note("write div="))
        if (std::optional<int64_t> value = leading(*positive)) {
          Span item = itemAt(span.begin);
          write(token.contains("div") ? valueOf(item, "div") : item, Twine(*value));
        }
      return;
    case 111:
      if (token == "index")
        for (StringRef type : {"i32", "i64"})
          write(span, type);
      return;
    case 112:
      return addressSpace();
    case 114:
      return alignment();
    case 116:
      return widths();
    case 118:
      if (message.contains("1x1x1"))
        write(itemAt(span.begin), "1x1x1");
      return;
    case 119:
      return tileSize();
    case 145:
      if (note("leave it out or write S<0,0,0>"))
        trivialSwizzle();
      return;
    case 150:
      if (auto number = note("write llvm_address_space = "))
        if (std::optional<int64_t> value = leading(*number))
          addressNumber(*value);
      return;
    case 152:
      return allocation();
    case 155:
      if (note("keep one of them"))
        removeAttribute(span);
      return;
    case 156:
    case 331:
      return stateField();
    case 157:
      if (auto width = note("write valBits = "))
        if (std::optional<int64_t> value = leading(*width))
          write(valueOf(span, "valBits"), Twine(*value));
      return;
    case 160:
      return placeholders();
    case 161:
      return assumedType();
    case 170:
      return narrowCopy();
    case 172:
    case 407:
      return promiseAlignment();
    case 174:
      return raiseBase();
    case 178:
    case 211:
      return valueWidth();
    case 179:
      return scales();
    case 301:
    case 302:
    case 304:
    case 306:
    case 307:
    case 410:
      return legalInstance();
    case 308:
      return clearFlags();
    case 309:
    case 310:
    case 434:
      return transferSize();
    case 311:
      return packedAtomic();
    case 411:
      for (StringRef option : {"satfinite", "b1op"})
        if (note(("remove " + option).str()))
          removeOption(option);
      return;
    case 412:
      if (token.starts_with("!") || !token.empty())
        valueWidth();
      return;
    case 419:
      if (Span type = typeAround(span.begin); !type.empty())
        if (Span value = valueOf(type, "cache"); !value.empty())
          write(value, "ca");
      return;
    default:
      return;
    }
  }

  /// The nearest name, wherever the unknown one stands.
  void otherName(StringRef near) {
    near = near.split('\'').first;
    StringRef name = message.split('\'').second.split('\'').first;
    std::vector<TextEdit> edits = everywhere(name, near.str());
    for (const TextEdit &edit : edits)
      if (edit.span.end > current->span.begin && edit.span.begin < current->span.end) {
        // The parser stands inside of the name.
        for (Related &related : current->related)
          if (related.span == current->span)
            related.span = edit.span;
        current->span = edit.span;
        return fix("Write " + near, edits);
      }
  }

  /// The number of the pointer's memory, in the attribute and in the result.
  void addressNumber(int64_t number) {
    Span have = valueOf(current->span, "llvm_address_space");
    if (!op || op->getNumResults() != 1 || !op->getResult(0).use_empty() || have.empty())
      return;
    std::string old = print(op->getResult(0).getType());
    StringRef statement = text.slice(record->name.begin, record->scope.end);
    size_t place = statement.rfind(old);
    if (place == StringRef::npos)
      return;
    uint32_t begin = record->name.begin + uint32_t(place);
    std::string now = number ? "!llvm.ptr<" + std::to_string(number) + ">" : "!llvm.ptr";
    fix("Write " + Twine(number),
        {{have, std::to_string(number)}, {{begin, begin + uint32_t(old.size())}, now}});
  }

  /// The one spelling of a swizzle that does nothing; a value of it would change more types.
  void trivialSwizzle() {
    size_t open = text.find('<', current->span.begin);
    size_t end = open == StringRef::npos ? open : close(open);
    if (end == StringRef::npos)
      return;
    StringRef old = text.slice(current->span.begin, end);
    if (!text.contains(("swizzle<" + old).str()))
      fix("Write S<0,0,0>", everywhere(old, "S<0,0,0>"));
  }

  void addressSpace() {
    Span span = current->span;
    static const std::pair<StringRef, StringRef> numbers[] = {
        {"0", "generic"}, {"1", "global"}, {"3", "shared"}, {"5", "register"}};
    for (auto [number, keyword] : numbers)
      if (token == number)
        return write(span, keyword);
    StringRef word = token.trim("\"'"), best;
    unsigned least = 3;
    for (StringRef keyword :
         {"generic", "global", "shared", "register", "tensor", "shared_cluster"}) {
      unsigned distance = word.edit_distance(keyword, /*AllowReplacements=*/true, least);
      if (distance < least) {
        least = distance;
        best = keyword;
      }
    }
    if (word == "local" || word == "lds" || word == "workgroup")
      best = word == "local" ? "register" : "shared";
    if (!best.empty())
      write(span, best);
  }

  /// The next alignment that elements have.
  void alignment() {
    std::optional<int64_t> have = leading(token);
    std::optional<int64_t> unit;
    if (auto multiple = note("align to a multiple of "))
      unit = leading(*multiple);
    if (!unit)
      unit = number("element byte size (");
    if (!unit || *unit <= 0)
      return;
    int64_t value =
        have && *have > 0 ? int64_t(llvm::alignTo(uint64_t(*have), uint64_t(*unit))) : *unit;
    write(current->span, Twine(value));
  }

  void widths() {
    std::optional<int64_t> have = leading(token);
    if (!have)
      return;
    if (auto transfer = note("use a value width that divides ")) {
      std::optional<int64_t> bits = leading(*transfer);
      Span type = typeAround(current->span.begin);
      StringRef spelled = text.slice(type.begin, type.end);
      if (!bits || std::gcd(*bits, *have) <= 1)
        return;
      std::string width = std::to_string(std::gcd(*bits, *have));
      if (spelled.starts_with("!fly.copy_atom<"))
        widen(spelled, width);
      else
        write(current->span, width);
    } else if (message.contains("whole-tile")) {
      write(current->span, "0");
    } else if (message.starts_with("copy width") && *have > 0) {
      write(current->span, Twine(llvm::alignTo(uint64_t(*have), 8)));
    }
  }

  /// A tile that holds every position: its last extent grows.
  void tileSize() {
    std::optional<StringRef> least = note("write a tile of at least ");
    std::optional<int64_t> elements = least ? leading(*least) : std::nullopt;
    size_t open = message.find("tile ["), end = message.find(']', open);
    if (!elements || open == StringRef::npos || end == StringRef::npos)
      return;
    StringRef old = message.slice(open + 5, end + 1);
    SmallVector<StringRef> extents;
    old.drop_front().drop_back().split(extents, '|');
    int64_t others = 1, value = 0;
    for (StringRef extent : ArrayRef(extents).drop_back()) {
      if (extent.getAsInteger(10, value))
        return;
      others *= value;
    }
    if (others <= 0 || *elements % others)
      return;
    Span type = typeAround(current->span.begin);
    StringRef spelled = text.slice(type.begin, type.end);
    size_t place = spelled.rfind(old);
    if (type.empty() || place == StringRef::npos)
      return;
    std::string now =
        old.take_front(old.rfind('|') + 1).str() + std::to_string(*elements / others) + "]";
    if (!old.contains('|'))
      now = "[" + std::to_string(*elements) + "]";
    uint32_t begin = type.begin + uint32_t(place);
    write({begin, begin + uint32_t(old.size())}, now);
  }

  void allocation() {
    Span span = current->span;
    if (auto size = note("write allocAlign = ")) {
      if (std::optional<int64_t> value = leading(*size))
        write(valueOf(span, "allocAlign"), Twine(*value));
      return;
    }
    if (size_t power = message.find(" is not a power of two"); power != StringRef::npos) {
      std::optional<int64_t> value = number("allocAlign = ");
      if (value && *value > 0)
        write(valueOf(span, "allocAlign"), Twine(llvm::PowerOf2Ceil(uint64_t(*value))));
      return;
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
    std::string entry =
        "allocAlign = " + std::to_string(std::max(type.getAlignment(), 1)) + " : i64";
    bool empty = text.drop_front(at).ltrim().starts_with("}");
    fix("Add " + entry, {{{at, at}, entry + (empty ? "" : ", ")}});
  }

  /// An attribute of a list and the comma next to it.
  void removeAttribute(Span span) {
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

  void stateField() {
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

  /// One {} per value.
  void placeholders() {
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

  /// `assume` returns the type of its first operand.
  void assumedType() {
    auto assume = dyn_cast_or_null<fly::AssumeOp>(op);
    if (!assume || !message.contains("is not of the type of dst") || op->getNumResults() != 1 ||
        !op->getResult(0).use_empty() || op->getNumOperands() != 2 ||
        !isa<fly::IntTupleType>(op->getOperand(0).getType()) ||
        !isa<fly::IntTupleType>(op->getOperand(1).getType()))
      return;
    std::string have = print(op->getResult(0).getType()), want = print(op->getOperand(0).getType());
    StringRef statement = text.slice(record->name.begin, record->scope.end);
    size_t at = statement.rfind(have);
    if (at != StringRef::npos) {
      uint32_t begin = record->name.begin + uint32_t(at);
      fix("Write " + want, {{{begin, begin + uint32_t(have.size())}, want}});
    }
  }

  /// The operand that a finding stands at.
  mlir::Value guiltyValue() const {
    if (!op)
      return {};
    unsigned seen = 0;
    StringRef statement = text.slice(record->name.begin, record->scope.end);
    size_t stop = statement.find(" : ");
    for (size_t i = 0; i < std::min(statement.size(), stop); ++i)
      if (statement[i] == '%') {
        if (record->name.begin + i == current->span.begin)
          return seen < op->getNumOperands() ? op->getOperand(seen) : mlir::Value();
        ++seen;
      }
    return {};
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

  /// States an alignment in the type of a pointer or memref that comes from outside.
  void promiseAlignment() {
    std::optional<int64_t> bytes;
    mlir::Value value = guiltyValue();
    if (current->code == 407) {
      if (auto clause = note("state the alignment in the pointer type: align<"))
        bytes = leading(*clause);
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

  /// A swizzle that keeps as many bytes together as one access moves.
  void raiseBase() {
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

  /// A copy of as many bits as every thread has.
  void narrowCopy() {
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

  /// The atom with another value width.
  void valueWidth() {
    std::optional<StringRef> words = note("make the atom with valBits = ");
    if (!words)
      words = note("use a value width that divides ");
    if (!words)
      words = note("use ");
    std::optional<int64_t> bits = words ? leading(*words) : std::nullopt;
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

  /// The inferred type, with the types that follow from it.
  void inferredType() {
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

  void widen(StringRef spelled, const std::string &bits) {
    size_t comma = spelled.rfind(',');
    StringRef number = spelled.drop_front(comma + 1).drop_back().trim();
    std::string now = spelled.take_front(comma).str() + ", " + bits + ">";
    std::vector<TextEdit> edits = everywhere(spelled, now);
    // The operation that makes it repeats the width.
    for (size_t at = text.find("make_copy_atom"); at != StringRef::npos;
         at = text.find("make_copy_atom", at + 1)) {
      size_t end = std::min(text.find('\n', at), text.size());
      StringRef line = text.slice(at, end);
      size_t width = line.find("valBits = " + number.str());
      if (width != StringRef::npos && line.contains(spelled)) {
        uint32_t begin = uint32_t(at + width) + 10;
        edits.push_back({{begin, begin + uint32_t(number.size())}, bits});
      }
    }
    fix("Use values of " + Twine(bits) + " bits", std::move(edits));
  }

  /// Both scales of one, before the product.
  void scales() {
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
               ") : (" + print(type) + ", i32) -> " + print(type) + "\n" + indent.str();
      name = next;
    }
    fix("Set the scales to one",
        {{{record->scope.begin, record->scope.begin}, lines}, {current->span, name}});
  }

  std::string freeName(std::string name) const {
    std::replace(name.begin(), name.end(), '#', '_');
    while (text.contains(name))
      name += "_";
    return name;
  }

  /// The nearest legal instances that the message lists, in place of shape and types.
  void legalInstance() {
    Span type = typeAround(current->span.begin);
    StringRef spelled = text.slice(type.begin, type.end);
    std::optional<StringRef> list = note("use ");
    for (StringRef words : {"nearest: ", "supports "})
      if (size_t place = message.find(words); !list && place != StringRef::npos)
        list = message.drop_front(place + words.size());
    if (type.empty() || !list)
      return;
    // `16x16x8, (f16, f16) -> f32` in the type.
    size_t place = StringRef::npos, stop = StringRef::npos;
    for (size_t i = 1; i + 1 < spelled.size(); ++i)
      if (spelled[i - 1] == '<' && llvm::isDigit(spelled[i])) {
        size_t arrow = spelled.find("->", i);
        if (arrow == StringRef::npos)
          break;
        place = i;
        stop = spelled.find_first_of(",>", arrow + 2);
        break;
      }
    if (place == StringRef::npos || stop == StringRef::npos)
      return;
    // `16x16x16 (f16, f16) -> f32, 32x32x8 (f16, f16) -> f32`
    StringRef rest = *list;
    for (unsigned offered = 0; offered < 3; ++offered) {
      StringRef shape = rest.take_while([](char c) { return llvm::isDigit(c) || c == 'x'; });
      if (shape.count('x') != 2)
        return;
      StringRef types = rest.drop_front(shape.size()).ltrim();
      std::string now = shape.str();
      size_t end = types.find(')'), arrow = types.find("-> ");
      bool listed = types.consume_front("(");
      if (listed) {
        --end;
        --arrow;
        if (end > types.size() || arrow > types.size())
          return;
      }
      // `f8/f6/f4` stands for several types: those that are written may be among them.
      if (listed && !types.take_front(end).contains('/')) {
        StringRef result =
            types.drop_front(arrow + 3).take_while([](char c) { return llvm::isAlnum(c); });
        now += ", (" + types.take_front(end).str() + ") -> " + result.str();
        rest = types.drop_front(arrow + 3 + result.size());
      } else {
        // Only the shape changes.
        now += spelled.slice(place, stop).drop_while([](char c) {
          return llvm::isDigit(c) || c == 'x';
        });
        rest = types;
        if (listed)
          rest = types.drop_front(arrow + 3).drop_while([](char c) { return llvm::isAlnum(c); });
      }
      uint32_t begin = type.begin + uint32_t(place);
      write({begin, type.begin + uint32_t(stop)}, now);
      rest = rest.ltrim(" ,");
      rest.consume_front("or ");
    }
  }

  void clearFlags() {
    Span type = typeAround(current->span.begin);
    if (type.empty())
      return;
    std::string now = text.slice(type.begin, type.end).str();
    for (StringRef flag : {"signA", "signB", "clamp"}) {
      std::string set = flag.str() + " = true";
      if (size_t at = now.find(set); at != std::string::npos)
        now.replace(at, set.size(), flag.str() + " = false");
    }
    if (text.slice(type.begin, type.end) != now)
      fix("Set signA, signB and clamp to false", everywhere(text.slice(type.begin, type.end), now));
  }

  /// Two halves in one register, where the single one does not exist.
  void packedAtomic() {
    size_t words = message.find("is not available on "), list = message.find("; it exists for ");
    if (words == StringRef::npos || list == StringRef::npos)
      return;
    StringRef element = message.slice(words + 20, list);
    std::string packed = "vector<2x" + element.str() + ">";
    Span type = typeAround(current->span.begin);
    StringRef spelled = text.slice(type.begin, type.end);
    size_t comma = spelled.find(", " + element.str() + ">");
    if (type.empty() || comma == StringRef::npos || !message.drop_front(list).contains(packed))
      return;
    uint32_t begin = type.begin + uint32_t(comma) + 2;
    write({begin, begin + uint32_t(element.size())}, packed);
  }

  /// The nearest size that the instruction has: the message or a note lists them.
  void transferSize() {
    // `x4` counts matrices.
    StringRef unit = token.starts_with("x") ? "x" : "";
    std::optional<int64_t> have = leading(token.drop_front(unit.size()));
    if (!have)
      return;
    StringRef list = message;
    if (size_t got = list.find(", got "); got != StringRef::npos)
      list = list.take_front(got);
    int64_t best = 0;
    for (size_t i = 0; i < list.size();) {
      StringRef digits = list.drop_front(i).take_while(llvm::isDigit);
      StringRef before = list.take_front(i);
      bool alone = unit.empty() ? before.empty() || !isIdentifierByte(before.back())
                                : before.ends_with(" x") || before.ends_with(",x");
      int64_t size = 0;
      if (!digits.empty() && alone && !digits.getAsInteger(10, size) && size != *have &&
          !list.drop_front(i + digits.size()).starts_with(".") &&
          (!best || std::abs(size - *have) < std::abs(best - *have)))
        best = size;
      i += std::max<size_t>(digits.size(), 1);
    }
    if (best)
      write(current->span, unit + Twine(best));
  }

  void removeOption(StringRef option) {
    Span type = typeAround(current->span.begin);
    StringRef spelled = text.slice(type.begin, type.end);
    size_t at = spelled.find(", " + option.str());
    if (type.empty() || at == StringRef::npos)
      return;
    size_t end = spelled.find_first_of(",>", at + 2);
    if (end == StringRef::npos)
      return;
    fix("Remove " + option,
        everywhere(spelled, (spelled.take_front(at) + spelled.drop_front(end)).str()));
  }

  ArrayRef<mlir::Operation *> pointers;
  StringRef text, message, token;
  PieceFacts &facts;
  Finding *current = nullptr;
  mlir::Operation *op = nullptr;
  const Operation *record = nullptr;
};

} // namespace

void offerFixes(ArrayRef<mlir::Operation *> pointers, StringRef text, PieceFacts &facts) {
  FixMaker maker(pointers, text, facts);
  // A budget in bytes that are searched: nobody repairs thousands of faults one by one.
  size_t spent = 0;
  for (Finding &finding : facts.findings) {
    spent += text.size();
    if (spent > (size_t(16) << 20))
      break;
    maker.offer(finding);
  }
}

} // namespace flylsp
