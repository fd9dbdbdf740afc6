// Quick fixes inside a type as it is spelled: what is refused while it is read has no IR yet.
#include "lsp/analysis/FixMaker.h"
#include "lsp/analysis/Spelling.h"

#include "dialects/fly/Diagnostics.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/Regex.h"

#include <numeric>

using namespace mlir;

namespace flylsp {

void FixMaker::trivialSwizzle() {
  size_t open = text.find('<', current->span.begin);
  size_t end = open == StringRef::npos ? open : closing(text, open);
  if (end == StringRef::npos)
    return;
  StringRef old = text.slice(current->span.begin, end);
  if (!text.contains(("swizzle<" + old).str()))
    fix("Write S<0,0,0>", everywhere(old, "S<0,0,0>"));
}

void FixMaker::addressSpace() {
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

void FixMaker::alignment() {
  std::optional<int64_t> have = leadingNumber(token);
  std::optional<int64_t> unit;
  if (auto multiple = note("align to a multiple of "))
    unit = leadingNumber(*multiple);
  if (!unit)
    unit = number("element byte size (");
  if (!unit || *unit <= 0)
    return;
  int64_t value =
      have && *have > 0 ? int64_t(llvm::alignTo(uint64_t(*have), uint64_t(*unit))) : *unit;
  write(current->span, Twine(value));
}

void FixMaker::widths() {
  std::optional<int64_t> have = leadingNumber(token);
  if (!have)
    return;
  if (auto transfer = note("use a value width that divides ")) {
    std::optional<int64_t> bits = leadingNumber(*transfer);
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

void FixMaker::tileSize() {
  std::optional<StringRef> least = note("write a tile of at least ");
  std::optional<int64_t> elements = least ? leadingNumber(*least) : std::nullopt;
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

void FixMaker::widen(StringRef spelled, const std::string &bits) {
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

void FixMaker::legalInstance() {
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

/// One of the words of `a|b`: the wanted one if it is there, else the first.
static StringRef chosenOf(StringRef list, StringRef wanted) {
  SmallVector<StringRef> words;
  list.split(words, '|');
  return llvm::is_contained(words, wanted) ? wanted : words.front();
}

void FixMaker::legalProduct() {
  std::optional<StringRef> list = note("there are ");
  Span type = typeAround(current->span.begin);
  llvm::Regex product(
      "([a-z0-9_]+\\.mma)<[0-9x]+, \\(([A-Za-z0-9]+), ([A-Za-z0-9]+)\\) -> ([A-Za-z0-9]+)"),
      row("([a-z0-9_]+\\.mma)<([0-9x]+)> of ([A-Za-z0-9|]+) -> ([A-Za-z0-9|]+)");
  SmallVector<StringRef> have, legal;
  if (!list || type.empty() || !product.match(text.slice(type.begin, type.end), &have))
    return;
  uint32_t begin = uint32_t(have[0].data() - text.data()), end = begin + uint32_t(have[0].size());
  unsigned offered = 0;
  for (StringRef entry : llvm::split(*list, ", ")) {
    if (offered == 3 || !row.match(entry, &legal))
      return;
    // One family has both operands of one type, unless its types are eight bits wide.
    StringRef a = chosenOf(legal[3], have[2]), b = chosenOf(legal[3], have[3]);
    if (!a.contains('8'))
      b = a;
    std::string now =
        (legal[2] + ", (" + a + ", " + b + ") -> " + chosenOf(legal[4], have[4])).str();
    ++offered;
    if (legal[1] == have[1])
      write({begin + uint32_t(have[1].size()) + 1, end}, now);
    else
      write({begin, end}, legal[1] + "<" + now);
  }
}

void FixMaker::clearFlags() {
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

void FixMaker::packedAtomic() {
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

void FixMaker::transferSize() {
  // `x4` counts matrices.
  StringRef unit = token.starts_with("x") ? "x" : "";
  std::optional<int64_t> have = leadingNumber(token.drop_front(unit.size()));
  if (!have)
    return;
  StringRef list = message;
  if (size_t got = list.find(", got "); got != StringRef::npos)
    list = list.take_front(got);
  std::optional<int64_t> below, above;
  for (size_t i = 0; i < list.size();) {
    StringRef digits = list.drop_front(i).take_while(llvm::isDigit);
    StringRef before = list.take_front(i);
    bool alone = unit.empty() ? before.empty() || !isIdentifierByte(before.back())
                              : before.ends_with(" x") || before.ends_with(",x");
    int64_t size = 0;
    if (!digits.empty() && alone && !digits.getAsInteger(10, size) && size != *have &&
        !list.drop_front(i + digits.size()).starts_with(".")) {
      if (size < *have)
        below = std::max(below.value_or(size), size);
      else
        above = std::min(above.value_or(size), size);
    }
    i += std::max<size_t>(digits.size(), 1);
  }
  for (std::optional<int64_t> size : {below, above})
    if (size)
      write(current->span, unit + Twine(*size));
}

void FixMaker::removeOption(StringRef option) {
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

void FixMaker::otherName(StringRef near) {
  near = near.split('\'').first;
  StringRef name = message.split('\'').second.split('\'').first;
  std::vector<TextEdit> edits;
  Span here;
  auto partOfName = [&](size_t at) { return at < text.size() && isIdentifierByte(text[at]); };
  for (size_t at = text.find(name); at != StringRef::npos; at = text.find(name, at + name.size())) {
    Span place{uint32_t(at), uint32_t(at + name.size())};
    if (partOfName(place.end) || (at && partOfName(at - 1)))
      continue;
    edits.push_back({place, near.str()});
    // The parser stands at the name, inside of it or at the quotes around it.
    if (place.begin < current->span.end && current->span.begin < place.end)
      here = place;
  }
  if (here.empty())
    return;
  moveFinding(*current, here);
  fix("Write " + near, std::move(edits));
}

void FixMaker::upstreamName() {
  // Some operation has to tell which ones are registered.
  auto [dialect, name] = message.split('\'').second.split('\'').first.split('.');
  if (pointers.empty() || name.empty())
    return;
  StringRef near =
      fly::nearestWord(name, fly::operationNames(pointers.front()->getContext(), dialect));
  if (!near.empty())
    otherName((dialect + "." + near).str());
}

void FixMaker::separateValue() {
  std::optional<StringRef> words = note("write ");
  size_t sigil = text.take_front(current->span.begin + 1).rfind('#');
  if (!words || sigil == StringRef::npos)
    return;
  // "#fly.swizzleS", perhaps with the fields of a swizzle behind it.
  uint32_t end = uint32_t(sigil) + 1;
  while (end < text.size() && isIdentifierByte(text[end]))
    ++end;
  std::string fields;
  if (end < text.size() && text[end] == '<' && words->ends_with("<…>>")) {
    size_t close = closing(text, end);
    if (close == StringRef::npos)
      return;
    fields = text.slice(end, close).str();
    end = uint32_t(close);
  }
  std::string now = words->split("<…>").first.str();
  now += words->contains("<…>") ? fields + ">" : "";
  moveFinding(*current, {uint32_t(sigil), end});
  fix("Write " + now, {{current->span, now}});
}

void FixMaker::clamp() {
  auto [name, range] = message.split(" must lie in [");
  std::optional<int64_t> have = number(", got "), low = leadingNumber(range),
                         high = leadingNumber(range.split(", ").second);
  Span type = typeAround(current->span.begin);
  if (have && low && high && !type.empty())
    write(valueOf(type, name), Twine(*have < *low ? *low : *high));
}

void FixMaker::powerOfTwo() {
  std::optional<int64_t> have = number(", got ");
  Span type = typeAround(current->span.begin);
  // "pad interval" is the first of two numbers of `pad`.
  Span value = type.empty() ? type : valueOf(type, message.split(' ').first);
  if (!have || *have <= 0 || *have > (int64_t(1) << 30) || value.empty())
    return;
  uint64_t above = llvm::PowerOf2Ceil(uint64_t(*have));
  write(value, Twine(above / 2));
  write(value, Twine(above));
}

/// `(A, B) ->` of a product in a type: where it begins and ends; empty when there is none.
static Span operandTypes(StringRef text, Span type) {
  StringRef spelled = text.slice(type.begin, type.end);
  size_t close = spelled.find(") ->"), open = spelled.take_front(close).rfind('(');
  if (close == StringRef::npos || open == StringRef::npos)
    return {};
  return {type.begin + uint32_t(open), type.begin + uint32_t(close) + 1};
}

void FixMaker::oneFormat() {
  Span types = operandTypes(text, typeAround(current->span.begin));
  auto [a, b] = text.slice(types.begin, types.end).drop_front().drop_back().split(", ");
  // FNUZ in place of FN, or behind the name of a format that has neither.
  auto inFamilyOf = [](StringRef format, StringRef model) {
    StringRef base = format;
    bool narrow = base.consume_back("FNUZ") || base.consume_back("FN");
    bool hasFn = narrow && !base.starts_with("f8E5M2");
    return (base + (model.ends_with("FNUZ") ? "FNUZ" : hasFn ? "FN" : "")).str();
  };
  if (types.empty() || b.empty())
    return;
  for (StringRef model : {a, b})
    write(types, "(" + inFamilyOf(a, model) + ", " + inFamilyOf(b, model) + ")");
}

void FixMaker::narrowOperands() {
  if (Span types = operandTypes(text, typeAround(current->span.begin)); !types.empty())
    write(types, "(f4E2M1FN, f4E2M1FN)");
  write(current->span, "16x16x128");
}

void FixMaker::transposingPair() {
  std::optional<int64_t> grain = number("granularity "), bits = number(" and ");
  size_t list = message.find("; use ");
  Span type = typeAround(current->span.begin);
  Span unit = type.empty() ? type : valueOf(type, "trans");
  if (!grain || !bits || list == StringRef::npos || unit.empty())
    return;
  std::string best;
  int64_t least = std::numeric_limits<int64_t>::max();
  for (StringRef pair : llvm::split(message.drop_front(list + 6), ", ")) {
    auto [g, b] = pair.split("b with ");
    std::optional<int64_t> pairGrain = leadingNumber(g), pairBits = leadingNumber(b);
    if (!pairGrain || !pairBits)
      continue;
    int64_t distance = std::abs(*pairGrain - *grain) + std::abs(*pairBits - *bits);
    if (distance < least) {
      least = distance;
      best = std::to_string(*pairGrain) + "b, " + std::to_string(*pairBits);
    }
  }
  // Both numbers: `32b, 64`.
  uint32_t end = unit.end;
  while (end < type.end && text[end] != '>')
    ++end;
  write({unit.begin, end}, best);
}

void FixMaker::listedWord(StringRef parameter) {
  Span type = typeAround(current->span.begin);
  Span value = type.empty() ? type : valueOf(type, parameter);
  StringRef list = message.split((parameter + " is ").str()).second.split(", got ").first;
  SmallVector<StringRef> words;
  for (StringRef part : llvm::split(list, ", "))
    for (StringRef word : llvm::split(part, " or "))
      words.push_back(word.trim());
  write(value, fly::nearestWord(text.slice(value.begin, value.end), words));
}

} // namespace flylsp
