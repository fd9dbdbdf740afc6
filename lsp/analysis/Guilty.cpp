// From the name of an operation to what is wrong with it: findings of verifiers stand at the
// operation; the rule and the message say which operand, attribute or type they are about.
#include "lsp/analysis/Checks.h"
#include "lsp/analysis/Spelling.h"

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
    operands.clear();
    // The head of the message repeats the operation.
    StringRef message = finding.message;
    if (message.starts_with("'"))
      message = message.drop_front(
          message.find("' op ") == StringRef::npos ? 0 : message.find("' op ") + 5);
    Span guilty = byRule(finding.code, message, op);
    if (guilty.empty())
      return;
    moveFinding(finding, guilty);
    // The attribute repeats what the type says.
    if (finding.code == 157)
      if (Span type = resultType(); !type.empty() && !(type == guilty))
        finding.related.push_back({"the type stands here", type});
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
    case 161:
      if (message.starts_with("the result"))
        return resultType();
      [[fallthrough]];
    case 130:
    case 151:
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
    if (operands.empty())
      operands = operandNames(statement);
    return number < operands.size() ? movedBy(operands[number], begin) : Span{};
  }

  /// `name = value` in the braces of an operation.
  Span attribute(StringRef name) { return movedBy(attributeIn(statement, name), begin); }

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

  Span resultType() {
    Span type = resultTypeIn(statement);
    return statement.slice(type.begin, type.end) == "()" ? Span{} : movedBy(type, begin);
  }

  ArrayRef<mlir::Operation *> pointers;
  StringRef text, statement;
  std::vector<Span> operands; ///< names in the statement
  PieceFacts &facts;
  uint32_t begin = 0;
};

} // namespace

void moveFinding(Finding &finding, Span span) {
  for (Related &related : finding.related)
    if (related.file.empty() && related.span == finding.span)
      related.span = span;
  finding.span = span;
}

/// The parameter of an instruction that a message is about, inside of all of them: `opselA = 2`, or
/// its shape and types.
static Span parameterIn(StringRef text, Span all, int code, StringRef message) {
  StringRef list = text.slice(all.begin, all.end);
  // The shape, when the message starts with it or a rule is about shape and types together.
  StringRef shape = message.take_while([](char c) { return llvm::isDigit(c) || c == 'x'; });
  if (size_t place = list.find(shape); shape.contains('x') && place != StringRef::npos) {
    uint32_t begin = all.begin + uint32_t(place);
    return {begin, begin + uint32_t(shape.size())};
  }
  size_t arrow = list.find("->");
  bool product = code == 301 || code == 303 || code == 304 || code == 307 || code == 410;
  if (product && arrow != StringRef::npos)
    return {all.begin, all.begin + uint32_t(std::min(list.find(',', arrow), list.size()))};
  // A word of its own.
  if (code == 411)
    for (size_t at = list.find(", "); at != StringRef::npos; at = list.find(", ", at + 2)) {
      StringRef item = list.drop_front(at + 2).take_while(isIdentifierByte);
      uint32_t begin = all.begin + uint32_t(at) + 2;
      if (!item.empty() && message.contains(("'" + item + "'").str()))
        return {begin, begin + uint32_t(item.size())};
    }
  // `name = value`, up to the next one.
  for (size_t at = 0; at < list.size();) {
    size_t equals = list.find(" = ", at);
    if (equals == StringRef::npos)
      break;
    size_t begin = equals;
    while (begin && isIdentifierByte(list[begin - 1]))
      --begin;
    size_t next = list.find(" = ", equals + 3);
    size_t end = next == StringRef::npos ? list.size() : list.take_front(next).rfind(',');
    StringRef name = list.slice(begin, equals), value = list.slice(equals + 3, end);
    // Flags that are set where they have no meaning are named together.
    if (says(message, name) || (code == 308 && value == "true"))
      return {all.begin + uint32_t(begin), all.begin + uint32_t(end)};
    at = equals + 3;
  }
  return all;
}

/// From the payload of a copy atom to the value width behind it.
static void narrowToWidth(StringRef text, Finding &finding) {
  StringRef behind = text.drop_front(finding.span.end);
  if (!behind.consume_front(", "))
    return;
  uint32_t begin = finding.span.end + 2;
  Span width{begin, begin + uint32_t(behind.take_while(llvm::isDigit).size())};
  if (!width.empty())
    moveFinding(finding, width);
}

void widenPlaces(StringRef text, PieceFacts &facts) {
  for (Finding &finding : facts.findings) {
    if (!finding.code)
      continue;
    if (finding.code == 211)
      narrowToWidth(text, finding);
    if (finding.span.end - finding.span.begin != 1)
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
    Span wide{finding.span.begin + (text[at] == '<' && text[finding.span.begin] == '<'),
              uint32_t(end) - (text[finding.span.begin] == '<')};
    moveFinding(finding, parameterIn(text, wide, finding.code, finding.message));
  }
}

void refinePlaces(ArrayRef<mlir::Operation *> pointers, StringRef text, PieceFacts &facts) {
  Refiner refiner(pointers, text, facts);
  for (Finding &finding : facts.findings)
    refiner.refine(finding);
}

} // namespace flylsp
