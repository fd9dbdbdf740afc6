// Quick fixes: edits for findings whose right value follows from the rule. Where a type is wrong it
// is spelled at every use, so all of its spellings in the piece change together.
#include "lsp/analysis/FixMaker.h"
#include "lsp/analysis/Spelling.h"

#include "dialects/fly/FlyTypes.h"

using namespace mlir;

namespace flylsp {

std::optional<int64_t> leadingNumber(StringRef words) {
  int64_t value = 0;
  return words.consumeInteger(10, value) ? std::nullopt : std::optional<int64_t>(value);
}

void FixMaker::offer(Finding &finding) {
  // What reading the text offers gives way to what the IR says.
  StringRef words = finding.message;
  bool again = words.contains("inferred type(s) '") ||
               (!pointers.empty() && words.starts_with("use of undeclared SSA value name"));
  if ((!finding.fixes.empty() && !again) || finding.span.end > text.size())
    return;
  current = &finding;
  message = finding.message;
  token = text.slice(finding.span.begin, finding.span.end);
  int32_t index = pointers.empty() ? -1 : facts.operationAt(finding.span.begin);
  op = index >= 0 ? pointers[size_t(index)] : nullptr;
  record = index >= 0 ? &facts.operations[size_t(index)] : nullptr;
  byRule();
}

std::optional<StringRef> FixMaker::note(StringRef start) const {
  for (const Related &related : current->related) {
    StringRef text = related.message;
    if (text.consume_front(start))
      return text;
  }
  return std::nullopt;
}

std::optional<int64_t> FixMaker::number(StringRef behind) const {
  size_t at = message.find(behind);
  if (at == StringRef::npos)
    return std::nullopt;
  return leadingNumber(message.drop_front(at + behind.size()));
}

void FixMaker::fix(const Twine &title, std::vector<TextEdit> edits) {
  if (!edits.empty())
    current->fixes.push_back({title.str(), std::move(edits)});
}

Span FixMaker::typeAround(uint32_t at) const {
  size_t line = text.rfind('\n', at);
  for (size_t i = line == StringRef::npos ? 0 : line + 1; i <= at; ++i) {
    if (text[i] != '!')
      continue;
    size_t end = i + 1;
    while (end < text.size() && isIdentifierByte(text[end]))
      ++end;
    if (end < text.size() && text[end] == '<')
      end = closing(text, end);
    if (end == StringRef::npos)
      return {};
    if (at < end)
      return {uint32_t(i), uint32_t(end)};
    i = end - 1;
  }
  return {};
}

Span FixMaker::itemAt(uint32_t at) const {
  if (at < text.size() && StringRef("([<{").contains(text[at])) {
    size_t end = closing(text, at);
    return end == StringRef::npos ? Span{} : Span{at, uint32_t(end)};
  }
  uint32_t end = at;
  while (end < text.size() && (isIdentifierByte(text[end]) || text[end] == '?' || text[end] == '*'))
    ++end;
  if (end < text.size() && text[end] == '{' && end > at && text[end - 1] == '?')
    if (size_t brace = closing(text, end); brace != StringRef::npos)
      end = uint32_t(brace);
  return {at, end};
}

std::vector<TextEdit> FixMaker::everywhere(StringRef old, const std::string &now) const {
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

std::vector<TextEdit> FixMaker::replace(Span span, StringRef now) const {
  Span type = typeAround(span.begin);
  if (type.empty() || span.end > type.end)
    return {{span, now.str()}};
  std::string changed =
      (text.slice(type.begin, span.begin) + now + text.slice(span.end, type.end)).str();
  return everywhere(text.slice(type.begin, type.end), changed);
}

void FixMaker::write(Span span, const Twine &now) {
  std::string value = now.str();
  if (span.empty() || value.empty() || text.slice(span.begin, span.end) == value)
    return;
  fix("Write " + value, replace(span, value));
}

Span FixMaker::valueOf(Span where, StringRef name) const {
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

void FixMaker::byRule() {
  Span span = current->span;
  if (message.contains("inferred type(s) '"))
    return inferredType();
  if (message.starts_with("use of undeclared SSA value name"))
    return nearestValue();
  if (message.starts_with("custom op '") && message.contains("' is unknown"))
    return upstreamName();
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
              everywhere(old, (old.take_front(word) + "layout" + old.drop_front(word + 15)).str()));
      }
    return;
  case 104:
    if (auto stride = note("a stride for it would be "))
      if (Span item = itemAt(span.begin); !item.empty())
        write(item, *stride);
    return;
  case 105:
    if (auto positive = note("write "))
      if (std::optional<int64_t> value = leadingNumber(*positive))
        write(span, Twine(*value));
    return;
  case 108:
    if (auto positive = note("write div="))
      if (std::optional<int64_t> value = leadingNumber(*positive)) {
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
  case 113:
    return write(span, "i1");
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
  case 124:
    if (auto rank = note("write n = "))
      if (std::optional<int64_t> value = leadingNumber(*rank); value && op)
        reinfer("Write " + Twine(*value), "n",
                IntegerAttr::get(IntegerType::get(op->getContext(), 32), *value),
                {span, "<" + std::to_string(*value) + ">"});
    return;
  case 126:
    if (auto tuple = note("write the scalar once per mode: "); tuple && op)
      for (mlir::Value operand : op->getOperands())
        if (auto type = dyn_cast<fly::IntTupleType>(operand.getType());
            type && type.getValue().isLeaf())
          return otherValue(operand, *tuple);
    return;
  case 133:
  case 139:
    return nearbyStrides();
  case 135:
    if (auto size = note("write its size, "))
      otherValue(guiltyValue(), *size);
    return;
  case 137:
    if (auto extent = note("write its extent "))
      if (std::optional<int64_t> value = leadingNumber(*extent))
        otherTile(*value);
    return;
  case 145:
    if (note("leave it out or write S<0,0,0>"))
      trivialSwizzle();
    return;
  case 150:
    if (auto number = note("write llvm_address_space = "))
      if (std::optional<int64_t> value = leadingNumber(*number))
        return addressNumber(*value);
    return recastPointer();
  case 151:
    return allocatedMemref();
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
      if (std::optional<int64_t> value = leadingNumber(*width))
        write(valueOf(span, "valBits"), Twine(*value));
    return;
  case 160:
    return placeholders();
  case 161:
    return assumedType();
  case 164:
    return separateValue();
  case 170:
    return narrowCopy();
  case 172:
  case 407:
    return promiseAlignment();
  case 174:
    return raiseBase();
  case 176:
    return wideCoordinate();
  case 178:
  case 211:
    return valueWidth();
  case 179:
    return scales();
  case 301:
  case 302:
  case 304:
  case 307:
    return legalInstance();
  case 303:
    return oneFormat();
  case 305:
    return clamp();
  case 306:
    return narrowOperands();
  case 308:
    return clearFlags();
  case 312:
    return transposingPair();
  case 313:
    if (message.contains("power of two"))
      return powerOfTwo();
    if (message.contains("both zero"))
      return write({uint32_t(span.begin + token.find_first_of("0123456789")), span.end}, "0, 0");
    return clamp();
  case 346:
    if (Span type = typeAround(span.begin); !type.empty())
      write(valueOf(type, "cache"), "0");
    return;
  case 309:
    if (message.contains("must lie in"))
      return clamp();
    return transferSize();
  case 310:
  case 434:
    return transferSize();
  case 311:
    return packedAtomic();
  case 410:
    return legalProduct();
  case 411:
    for (StringRef option : {"satfinite", "b1op"})
      if (note(("remove " + option).str()))
        return removeOption(option);
    if (message.contains("evict is "))
      listedWord("evict");
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
