// From the name of an operation to what is wrong with it: findings of verifiers stand at the
// operation; the rule and the message say which operand, attribute or type they are about.
#include "lsp/analysis/Checks.h"

#include "dialects/fly/FlyOps.h"
#include "dialects/fly/FlyTypes.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir;

namespace flylsp {

namespace {

/// The value part of a fly type as messages print it: `(4,8):(1,4)`, `[4|8]`, `?`.
std::string valueText(Type type) {
  if (auto tuple = dyn_cast<fly::IntTupleType>(type))
    return tuple.getValue().str();
  if (auto tile = dyn_cast<fly::TileType>(type))
    return tile.getValue().str();
  if (auto swizzle = dyn_cast<fly::SwizzleType>(type))
    return swizzle.getValue().str();
  if (std::optional<layout::AnyLayout> layout = fly::getLayoutOf(type))
    return layout->str();
  std::string text;
  llvm::raw_string_ostream(text) << type;
  return text;
}

/// Whether a message has a text as a word of its own.
bool says(StringRef message, StringRef word) {
  auto inWord = [](char c) { return isIdentifierByte(c) && c != '.'; };
  for (size_t at = message.find(word); at != StringRef::npos; at = message.find(word, at + 1)) {
    size_t end = at + word.size();
    if ((at == 0 || !inWord(message[at - 1])) && (end == message.size() || !inWord(message[end])))
      return true;
  }
  return false;
}

class Refiner {
public:
  Refiner(ArrayRef<mlir::Operation *> pointers, StringRef text, PieceFacts &facts)
      : pointers(pointers), text(text), facts(facts) {}

  void refine(Finding &finding) {
    int32_t index = facts.operationAt(finding.span.begin);
    if (index < 0)
      return;
    const Operation &record = facts.operations[size_t(index)];
    mlir::Operation *op = pointers[size_t(index)];
    if (!(record.name == finding.span) || op->getNumRegions() ||
        !op->getName().getDialectNamespace().starts_with("fly"))
      return;
    begin = record.name.begin;
    statement = text.slice(record.name.begin, record.scope.end);
    // The head of the message repeats the operation.
    StringRef message = finding.message;
    if (message.starts_with("'"))
      message = message.drop_front(
          message.find("' op ") == StringRef::npos ? 0 : message.find("' op ") + 5);
    Span guilty = byRule(finding.code, message, op);
    if (guilty.empty())
      return;
    for (Related &related : finding.related)
      if (related.span == finding.span)
        related.span = guilty;
    finding.span = guilty;
  }

private:
  Span byRule(int code, StringRef message, mlir::Operation *op) {
    switch (code) {
    case 106:
    case 121:
      return resultType();
    case 122:
      return attribute("mode");
    case 123: {
      Span first = attribute("begin"), last = attribute("end");
      if (first.empty() || last.empty())
        return attribute("indices");
      return {std::min(first.begin, last.begin), std::max(first.end, last.end)};
    }
    case 124:
      if (says(message, "n"))
        if (Span angle = brackets('<', '>'); !angle.empty())
          return angle;
      break;
    case 150:
      if (message.contains("llvm_address_space"))
        return attribute("llvm_address_space");
      if (message.contains("the address has"))
        return operand(op, 0);
      if (!message.contains("expected"))
        return resultType();
      break;
    case 130:
    case 151:
    case 161:
    case 163:
      if (Span type = operandsOf(op, message); !type.empty())
        return type;
      return resultType();
    case 152: {
      for (StringRef name : {"allocAlign", "allocSize", "allocBytes"})
        if (message.contains(name))
          if (Span entry = attribute(name); !entry.empty())
            return entry;
      Span all = attribute("dictAttrs");
      return all.empty() ? resultType() : all;
    }
    case 155:
      if (message.contains("traversalOrder"))
        return attribute("traversalOrder");
      break;
    case 156:
    case 331:
      if (message.contains("field"))
        return stringLiteral();
      break;
    case 157:
      if (Span width = attribute("valBits"); !width.empty())
        return width;
      break;
    case 128:
      return operand(op, op->getNumOperands() - 1);
    case 333:
      return operand(op, misplacedSide(message));
    case 309:
    case 408:
      return operand(op, isa<fly::PtrStoreOp>(op) ? 1 : 0);
    case 332:
    case 429:
      return operand(op, 1);
    case 337:
    case 341:
    case 342:
    case 343:
    case 344:
    case 345:
    case 346:
    case 401:
      return op->getNumOperands() ? operand(op, 0) : resultType();
    case 160:
      if (message.contains("the format"))
        return stringLiteral();
      if (StringRef rest = message; rest.consume_front("value #")) {
        unsigned number = 0;
        if (!rest.consumeInteger(10, number))
          return operand(op, number);
      }
      break;
    default:
      break;
    }
    if (Span named = operandsOf(op, message); !named.empty())
      return named;
    // The message prints no operand: the one that the rule is about.
    switch (code) {
    case 125:
    case 131:
      for (OpOperand &use : llvm::reverse(op->getOpOperands()))
        if (isa<fly::IntTupleType>(use.get().getType()))
          return operand(op, use.getOperandNumber());
      return {};
    case 126:
    case 127:
    case 129:
    case 132:
    case 133:
    case 137:
    case 159:
    case 180:
      return op->getNumOperands() ? operand(op, op->getNumOperands() - 1) : Span{};
    case 139:
    case 142:
    case 148:
    case 156:
    case 157:
      return operand(op, 0);
    case 336:
      return operand(op, 1);
    default:
      return {};
    }
  }

  /// Which operand of a copy lies elsewhere: "a buffer to shared memory; operands are A and B".
  static unsigned misplacedSide(StringRef message) {
    auto [legal, have] = message.rsplit(" copies ").second.split("; operands are ");
    StringRef source = have.split(" and ").first;
    bool both = legal.contains("between "); // either way round
    return (both ? legal.contains(source.split(' ').first) : legal.starts_with(source)) ? 2 : 1;
  }

  /// The operand that a message names, or whose value it prints.
  Span operandsOf(mlir::Operation *op, StringRef message) {
    bool copies = isa<fly::CopyOp, fly::CopyAtomCallOp, fly::CopyAtomCallSSAOp>(op);
    if (copies) {
      if (message.contains("first operand"))
        return operand(op, 0);
      if (message.contains("predicate"))
        return operand(op, op->getNumOperands() - 1);
      size_t source = message.find("source"), destination = message.find("destination");
      if (source != StringRef::npos || destination != StringRef::npos)
        return operand(op, source <= destination ? 1 : 2);
    }
    if (isa<fly::GemmOp, fly::MmaAtomCallOp, fly::MmaAtomCallSSAOp>(op)) {
      if (message.contains("first operand"))
        return operand(op, 0);
      // "operand a has …", "the extent of K is 4 in a and 5 in b"
      bool withD = isa<fly::GemmOp, fly::MmaAtomCallOp>(op);
      if (isa<fly::MmaAtomCallSSAOp>(op))
        withD = op->getNumOperands() == 5;
      size_t word = message.find("operand ");
      StringRef name = word == StringRef::npos ? message.rsplit(" in ").second.take_front(1)
                                               : message.drop_front(word + 8).take_front(1);
      size_t number = StringRef("dabc").find(name.empty() ? '?' : llvm::toLower(name[0]));
      if (!name.empty() && number != StringRef::npos) {
        if (number == 0 && !withD)
          return resultType();
        return operand(op, unsigned(number) + (withD ? 1 : 0));
      }
    }
    // The last operand whose value is printed: the divisor, the inner layout, the coordinate.
    std::optional<unsigned> found;
    for (OpOperand &use : op->getOpOperands())
      if (says(message, valueText(use.get().getType())))
        found = use.getOperandNumber();
    if (found)
      return operand(op, *found);
    for (OpResult result : op->getResults())
      if (says(message, valueText(result.getType())))
        return resultType();
    return {};
  }

  /// Where the operation names an operand.
  Span operand(mlir::Operation *op, unsigned number) {
    if (number >= op->getNumOperands())
      return {};
    // Operands stand in order, in the brackets behind the name.
    unsigned seen = 0;
    size_t stop = statement.find(" : ");
    for (size_t i = 0; i < std::min(statement.size(), stop); ++i) {
      if (statement[i] == '"') {
        i = std::min(statement.find('"', i + 1), statement.size());
        continue;
      }
      if (statement[i] != '%')
        continue;
      size_t end = i + 1;
      while (end < statement.size() && (isIdentifierByte(statement[end]) || statement[end] == '#'))
        ++end;
      if (seen++ == number)
        return {begin + uint32_t(i), begin + uint32_t(end)};
      i = end - 1;
    }
    return {};
  }

  /// `name = value` in the braces of an operation.
  Span attribute(StringRef name) {
    for (size_t at = statement.find(name); at != StringRef::npos;
         at = statement.find(name, at + 1)) {
      size_t end = at + name.size();
      if ((at && isIdentifierByte(statement[at - 1])) || end >= statement.size() ||
          isIdentifierByte(statement[end]))
        continue;
      StringRef rest = statement.drop_front(end);
      if (!rest.ltrim().starts_with("="))
        continue;
      int depth = 0;
      size_t i = end;
      for (; i < statement.size(); ++i) {
        char c = statement[i];
        if (c == '<' || c == '{' || c == '[' || c == '(')
          ++depth;
        else if (depth && (c == '>' || c == '}' || c == ']' || c == ')'))
          --depth;
        else if (c == ',' || c == '}' || c == '>' || c == ')' || c == '\n') {
          if (!depth)
            break;
        }
      }
      size_t last = statement.take_front(i).rtrim().size();
      return {begin + uint32_t(at), begin + uint32_t(last)};
    }
    return {};
  }

  Span stringLiteral() {
    size_t open = statement.find('"'), close = statement.find('"', open + 1);
    if (open == StringRef::npos || close == StringRef::npos)
      return {};
    return {begin + uint32_t(open), begin + uint32_t(close + 1)};
  }

  Span brackets(char open, char close) {
    size_t from = statement.find(open), to = statement.find(close, from);
    size_t stop = statement.find_first_of("( ");
    if (from == StringRef::npos || to == StringRef::npos || from > stop)
      return {};
    return {begin + uint32_t(from), begin + uint32_t(to + 1)};
  }

  /// The type behind the last arrow, else behind the last colon.
  Span resultType() {
    size_t at = statement.rfind("-> "), skip = 3;
    if (at == StringRef::npos || statement.drop_front(at).contains('\n')) {
      at = statement.rfind(" : ");
      skip = 3;
    }
    if (at == StringRef::npos)
      return {};
    StringRef type = statement.drop_front(at + skip).rtrim();
    if (size_t comment = type.find(" loc("); comment != StringRef::npos)
      type = type.take_front(comment);
    if (type.empty() || type.contains('\n') || type == "()")
      return {};
    uint32_t from = begin + uint32_t(at + skip);
    return {from, from + uint32_t(type.size())};
  }

  ArrayRef<mlir::Operation *> pointers;
  StringRef text, statement;
  PieceFacts &facts;
  uint32_t begin = 0;
};

} // namespace

/// End of the bracket that opens at `at`; npos when it does not close on its line.
static size_t closing(StringRef text, size_t at) {
  int depth = 0;
  for (size_t i = at; i < text.size() && text[i] != '\n'; ++i) {
    char c = text[i];
    if (c == '(' || c == '[' || c == '<' || c == '{')
      ++depth;
    else if ((c == ')' || c == ']' || c == '}' || (c == '>' && text[i - 1] != '-')) && --depth == 0)
      return i + 1;
  }
  return StringRef::npos;
}

void widenPlaces(StringRef text, PieceFacts &facts) {
  for (Finding &finding : facts.findings) {
    if (!finding.code || finding.span.end - finding.span.begin != 1)
      continue;
    // A bracket stands for what it holds, an angle bracket for its contents, the head of a swizzle
    // for the swizzle.
    size_t at = finding.span.begin;
    if (text[at] == 'S' && text.drop_front(at + 1).starts_with("<"))
      ++at;
    if (!StringRef("(<[").contains(text[at]))
      continue;
    size_t end = closing(text, at);
    if (end == StringRef::npos || end < at + 3)
      continue;
    // An instruction's shape, when the message starts with it.
    StringRef shape =
        StringRef(finding.message).take_while([](char c) { return llvm::isDigit(c) || c == 'x'; });
    size_t place = shape.contains('x') ? text.slice(at, end).find(shape) : StringRef::npos;
    Span wide =
        place == StringRef::npos
            ? Span{finding.span.begin + (text[at] == '<' && text[finding.span.begin] == '<'),
                   uint32_t(end) - (text[finding.span.begin] == '<')}
            : Span{uint32_t(at + place), uint32_t(at + place + shape.size())};
    for (Related &related : finding.related)
      if (related.span == finding.span)
        related.span = wide;
    finding.span = wide;
  }
}

void refinePlaces(ArrayRef<mlir::Operation *> pointers, StringRef text, PieceFacts &facts) {
  Refiner refiner(pointers, text, facts);
  for (Finding &finding : facts.findings)
    refiner.refine(finding);
}

} // namespace flylsp
