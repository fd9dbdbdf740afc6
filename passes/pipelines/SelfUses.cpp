#include "passes/pipelines/SelfUses.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"

#include <array>

using llvm::StringRef;
using namespace mlir::fly;

namespace {

/// A name in a text.
struct Name {
  StringRef text;
  uint32_t at = 0;
};

class Scan {
public:
  Scan(StringRef text, bool broken) : text(text), broken(broken) {}

  std::vector<SelfUse> run() {
    static constexpr std::array<bool, 256> special = [] {
      std::array<bool, 256> table{};
      for (char c : {'\n', '"', '/', '{', '}', '%', '^'})
        table[uint8_t(c)] = true;
      return table;
    }();
    scopes.emplace_back();
    startStatement(0);
    while (at < text.size()) {
      char c = text[at];
      if (!special[uint8_t(c)]) {
        ++at;
        continue;
      }
      switch (c) {
      case '"':
        for (++at; at < text.size() && text[at] != '"' && text[at] != '\n'; ++at)
          if (text[at] == '\\')
            ++at;
        ++at;
        break;
      case '/':
        if (text.substr(at + 1).starts_with("/"))
          at = uint32_t(std::min(text.find('\n', at), text.size()));
        else
          ++at;
        break;
      case '\n':
        startStatement(at + 1);
        break;
      case '{':
        opened |= opensRegion();
        scopes.emplace_back();
        scopes.back().unknown = head;
        scopes.back().isolated = isolated;
        scopes.back().arguments = arguments;
        for (const Name &argument : arguments) {
          ++defined[argument.text];
          scopes.back().names.push_back(argument.text);
        }
        startStatement(at + 1);
        break;
      case '}':
        if (scopes.size() > 1) {
          endStatement();
          for (StringRef name : scopes.back().names)
            --defined[name];
          Scope inner = scopes.pop_back_val();
          if (broken || !inner.isolated)
            for (auto &[name, places] : inner.before)
              llvm::append_range(scopes.back().before[name], places);
          // Another region of the same operation may follow.
          head = inner.unknown;
          arguments = inner.arguments;
          isolated = inner.isolated;
          opened = true;
        }
        ++at;
        break;
      case '^':
        label = true;
        ++at;
        break;
      default:
        value();
        break;
      }
    }
    llvm::sort(found, [](const SelfUse &a, const SelfUse &b) { return a.use < b.use; });
    return std::move(found);
  }

private:
  struct Scope {
    llvm::SmallVector<StringRef> names;   ///< that are defined in it
    llvm::SmallVector<Name, 4> unknown;   ///< in the head of the operation, not defined before it
    llvm::SmallVector<Name, 4> arguments; ///< as `Scan::arguments`
    /// Places of names that are used in it and not defined before.
    llvm::StringMap<llvm::SmallVector<uint32_t, 1>> before;
    bool isolated = false; ///< does not see the values around it
  };

  static bool isNameByte(char c) {
    return llvm::isAlnum(c) || c == '_' || c == '$' || c == '.' || c == '-';
  }

  Name nameAt(uint32_t from) const {
    return {text.substr(from, 1 + text.drop_front(from + 1).take_while(isNameByte).size()), from};
  }

  StringRef behind(uint32_t from) const { return text.drop_front(from).ltrim(" \t"); }

  /// A line or what follows a brace: maybe `%a, %b:2 = …`, or another operation.
  void startStatement(uint32_t from) {
    at = from + uint32_t(text.drop_front(from)
                             .take_while([](char c) { return c == ' ' || c == '\t' || c == '\r'; })
                             .size());
    label = false;
    if (at >= text.size())
      return;
    if (text[at] == '%') {
      llvm::SmallVector<Name, 2> results;
      uint32_t next = at;
      while (true) {
        Name name = nameAt(next);
        results.push_back(name);
        StringRef rest = behind(next + uint32_t(name.text.size()));
        if (rest.consume_front(":"))
          rest = rest.ltrim(" \t").drop_while(llvm::isDigit).ltrim(" \t");
        bool more = rest.consume_front(",");
        rest = rest.ltrim(" \t\r\n");
        next = uint32_t(rest.data() - text.data());
        if (more && rest.starts_with("%"))
          continue;
        if (more || !rest.starts_with("=") || rest.starts_with("=="))
          return; // operands that were wrapped
        break;
      }
      startHead();
      for (const Name &name : results)
        define(name);
      at = next;
    } else if (llvm::isAlpha(text[at]) || text[at] == '"') {
      // Words without a dot go on with the operation: `else {`, `do {`.
      StringRef word = text.drop_front(at).take_while(isNameByte);
      if (word.empty() || word.contains('.')) {
        startHead();
        isolated = word.contains("func") || word.contains("module");
      }
    }
  }

  /// A name with `%` that is no result.
  void value() {
    Name name = nameAt(at);
    StringRef rest = behind(at + uint32_t(name.text.size()));
    StringRef before = text.take_front(at).rtrim(" \t\r\n");
    at += uint32_t(name.text.size());
    if (name.text.size() == 1)
      return;
    bool typed = rest.starts_with(":") && (before.ends_with("(") || before.ends_with(","));
    bool assigned = rest.starts_with("=") && !rest.starts_with("==");
    bool inList = before.ends_with("(") || before.ends_with(",") || before.ends_with("for");
    if (assigned && !inList)
      startHead(); // the result of another statement in the same line
    if ((label && typed) || (assigned && !inList))
      define(name);
    else if (typed || assigned) // holds in the regions, if it is no use that looks like it
      arguments.push_back(name);
    else if (defined.lookup(name.text) == 0)
      head.push_back(name);
    if (assigned)
      report(name);
  }

  void startHead() {
    endStatement();
    isolated = false;
  }

  /// Operands of an operation without regions wait for their definition. Others may name arguments
  /// of their regions in ways that nobody here knows.
  void endStatement() {
    if (!opened) {
      for (const Name &name : arguments) // there are none
        if (defined.lookup(name.text) == 0)
          head.push_back(name);
      for (const Name &name : head)
        scopes.back().before[name.text].push_back(name.at);
    }
    head.clear();
    arguments.clear();
    opened = false;
  }

  /// Whether the brace at hand opens a region, not a list of attributes.
  bool opensRegion() const {
    StringRef rest = behind(at + 1);
    StringRef word = rest.take_while(isNameByte);
    return rest.empty() || StringRef("\r\n%^").contains(rest.front()) || word.contains('.');
  }

  void define(Name name) {
    report(name);
    ++defined[name.text];
    scopes.back().names.push_back(name.text);
  }

  /// A definition: nothing outside of its region must have asked for it.
  void report(Name name) {
    auto add = [&](uint32_t use, bool own) {
      if (llvm::none_of(found, [&](const SelfUse &other) { return other.use == use; }))
        found.push_back({use, name.at, own});
    };
    for (Scope &scope : scopes)
      for (const Name &use : scope.unknown)
        if (use.text == name.text)
          add(use.at, /*own=*/true);
    for (Scope &scope : llvm::drop_end(scopes))
      if (auto it = scope.before.find(name.text); it != scope.before.end())
        for (uint32_t use : it->second)
          add(use, /*own=*/false);
    scopes.back().before.erase(name.text);
  }

  StringRef text;
  bool broken;
  uint32_t at = 0;
  bool label = false;                   ///< in the line of a block's label
  bool opened = false;                  ///< the statement has opened a region
  bool isolated = false;                ///< its regions see no values around it
  llvm::SmallVector<Name, 4> head;      ///< that the statement asks for, not defined before it
  llvm::SmallVector<Name, 4> arguments; ///< of the regions of the statement
  llvm::SmallVector<Scope, 4> scopes;
  llvm::StringMap<unsigned> defined;
  std::vector<SelfUse> found;
};

} // namespace

std::vector<SelfUse> mlir::fly::findSelfUses(StringRef text, bool broken) {
  // Most functions hold no operation with a region.
  if (text.count('{') < 2)
    return {};
  return Scan(text, broken).run();
}
