#include "lsp/analysis/Retype.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"

using namespace mlir;

namespace flylsp {

std::string typeText(Type type) {
  std::string text;
  llvm::raw_string_ostream(text) << type;
  return text;
}

Retyper::Retyper(ArrayRef<mlir::Operation *> pointers, StringRef text, const PieceFacts &facts)
    : pointers_(pointers), text_(text), facts_(facts) {
  for (auto [index, op] : llvm::enumerate(pointers))
    indices_[op] = uint32_t(index);
}

void Retyper::restore() {
  for (auto &[value, type] : llvm::reverse(former_))
    value.setType(type);
  for (auto &[op, name, value] : llvm::reverse(attributes_))
    op->setAttr(name, value);
  former_.clear();
  attributes_.clear();
}

void Retyper::setAttribute(mlir::Operation *op, StringRef name, Attribute value) {
  if (Attribute old = op->getAttr(name)) {
    attributes_.emplace_back(op, name.str(), old);
    op->setAttr(name, value);
    touched_.insert(op);
  }
}

bool Retyper::verifies() {
  MLIRContext *context = pointers_.empty() ? nullptr : pointers_.front()->getContext();
  if (!context)
    return false;
  bool good = true;
  ScopedDiagnosticHandler quiet(context, [&](Diagnostic &) { return success(); });
  for (mlir::Operation *op : touched_)
    good = good && (op->getNumRegions() || succeeded(verify(op, /*verifyRecursively=*/false)));
  return good;
}

bool Retyper::addEdit(Span span, Type old, Type now) {
  if (span.empty() || text_.slice(span.begin, span.end) != typeText(old))
    return false;
  auto [known, isNew] = places_.try_emplace(span.begin, uint32_t(edits_.size()));
  if (isNew)
    edits_.push_back({span, typeText(now)});
  else
    edits_[known->second].text = typeText(now);
  return true;
}

bool Retyper::change(mlir::Value value, Type type, mlir::Operation *guilty) {
  auto sound = [&](mlir::Operation *op) {
    if (op == guilty || touched_.contains(op))
      return true;
    // A declared type that differs from the inferred one may be what the change repairs.
    bool other = false;
    ScopedDiagnosticHandler listening(op->getContext(), [&](Diagnostic &diagnostic) {
      std::string message = diagnostic.str();
      other |= diagnostic.getSeverity() == DiagnosticSeverity::Error &&
               !StringRef(message).contains("inferred type(s) ") &&
               !StringRef(message).contains("failed to infer returned types");
      return success();
    });
    return succeeded(verify(op, /*verifyRecursively=*/false)) || !other;
  };
  std::vector<std::pair<mlir::Value, Type>> work{{value, type}};
  while (!work.empty()) {
    auto [next, now] = work.back();
    work.pop_back();
    Type old = next.getType();
    if (old == now)
      continue;
    // A value changes once; more would go round in circles.
    if (!changed_.insert(next).second || changed_.size() > 1000)
      return false;
    // A change of thousands of places is no quick fix.
    if (edits_.size() > 1000 || std::distance(next.use_begin(), next.use_end()) > 1000)
      return false;
    // Types can only be inferred from operations that are well-formed.
    if (!llvm::all_of(next.getUsers(), sound))
      return false;
    former_.emplace_back(next, old);
    next.setType(now);
    if (auto argument = dyn_cast<BlockArgument>(next)) {
      if (!isa<FunctionOpInterface>(argument.getOwner()->getParentOp()) ||
          !addEdit(spelledArgument(argument), old, now))
        return false;
    } else {
      touched_.insert(next.getDefiningOp());
      if (!addEdit(spelledResult(next), old, now))
        return false;
    }
    for (OpOperand &use : next.getUses()) {
      mlir::Operation *user = use.getOwner();
      touched_.insert(user);
      if (!addEdit(spelledOperand(user, use.getOperandNumber()), old, now))
        return false;
      if (user->getNumRegions() || user->hasTrait<OpTrait::IsTerminator>() ||
          isa<CallOpInterface>(user))
        return false; // types on the other side would change too
      if (user->getNumResults() == 0)
        continue;
      auto inference = dyn_cast<InferTypeOpInterface>(user);
      if (!inference)
        continue; // the verifier will tell whether it minds
      SmallVector<Type> types;
      {
        ScopedDiagnosticHandler quiet(user->getContext(), [](Diagnostic &) { return success(); });
        if (failed(inference.inferReturnTypes(
                user->getContext(), user->getLoc(), user->getOperands(),
                user->getDiscardableAttrDictionary(), user->getPropertiesStorage(),
                user->getRegions(), types)) ||
            types.size() != user->getNumResults())
          return false;
      }
      for (auto [result, inferred] : llvm::zip(user->getResults(), types))
        if (result.getType() != inferred)
          work.emplace_back(result, inferred);
    }
  }
  return true;
}

// --- Where types are spelled --------------------------------------------------------------------

/// Scans a text outside of strings; calls `at` with each byte, its place and the bracket depth in
/// front of it, until it says stop.
static void scan(StringRef text, size_t from,
                 llvm::function_ref<bool(char c, size_t place, int depth)> at) {
  int depth = 0;
  for (size_t i = from; i < text.size(); ++i) {
    char c = text[i];
    if (c == '"') {
      i = text.find('"', i + 1);
      if (i == StringRef::npos)
        return;
      continue;
    }
    if (!at(c, i, depth))
      return;
    if (c == '(' || c == '[' || c == '{' || c == '<')
      ++depth;
    else if (c == ')' || c == ']' || c == '}' || (c == '>' && i && text[i - 1] != '-'))
      --depth;
  }
}

/// The stretch from `from` to the first of `, ) {` or a line end at no depth.
static Span typeFrom(StringRef text, size_t from, uint32_t base) {
  while (from < text.size() && text[from] == ' ')
    ++from;
  size_t end = text.size();
  scan(text, from, [&](char c, size_t place, int depth) {
    if (depth == 0 && (c == ',' || c == ')' || c == '\n' ||
                       (c == ' ' && text.drop_front(place).ltrim(' ').starts_with("loc(")))) {
      end = place;
      return false;
    }
    return true;
  });
  StringRef type = text.slice(from, end).rtrim();
  return {base + uint32_t(from), base + uint32_t(from + type.size())};
}

/// Behind the colon that starts the types of a statement; npos when there is none.
static size_t typesOf(StringRef statement) {
  size_t found = StringRef::npos;
  scan(statement, 0, [&](char c, size_t place, int depth) {
    if (c == ':' && depth == 0)
      found = place + 1;
    return c != '\n';
  });
  return found;
}

Span Retyper::spelledArgument(BlockArgument argument) const {
  auto parent = indices_.find(argument.getOwner()->getParentOp());
  if (parent == indices_.end() || !argument.getOwner()->isEntryBlock())
    return {};
  unsigned number = argument.getArgNumber();
  for (const Value &value : facts_.values)
    if (value.argument && value.operation == int32_t(parent->second) && number-- == 0) {
      size_t colon = text_.find_first_not_of(' ', value.span.end);
      if (colon == StringRef::npos || text_[colon] != ':')
        return {};
      return typeFrom(text_.drop_front(value.span.end), colon + 1 - value.span.end, value.span.end);
    }
  return {};
}

Span Retyper::spelledResult(mlir::Value value) const {
  mlir::Operation *op = value.getDefiningOp();
  auto known = indices_.find(op);
  if (known == indices_.end() || op->getNumResults() != 1)
    return {};
  const Operation &record = facts_.operations[known->second];
  StringRef statement = text_.slice(record.name.begin, record.scope.end);
  size_t types = typesOf(statement);
  if (types == StringRef::npos)
    return {};
  size_t arrow = StringRef::npos;
  scan(statement, types, [&](char c, size_t place, int depth) {
    if (c == '-' && depth == 0 && statement.drop_front(place).starts_with("->"))
      arrow = place + 2;
    return c != '\n';
  });
  return typeFrom(statement, arrow == StringRef::npos ? types : arrow, record.name.begin);
}

Span Retyper::spelledOperand(mlir::Operation *op, unsigned number) const {
  auto known = indices_.find(op);
  if (known == indices_.end())
    return {};
  const Operation &record = facts_.operations[known->second];
  StringRef statement = text_.slice(record.name.begin, record.scope.end);
  size_t types = typesOf(statement);
  if (types == StringRef::npos)
    return {};
  size_t from = statement.find_first_not_of(' ', types);
  if (from == StringRef::npos)
    return {};
  if (statement[from] != '(') // one type without brackets
    return number == 0 ? typeFrom(statement, from, record.name.begin) : Span{};
  size_t begin = from + 1;
  Span found;
  scan(statement, from + 1, [&](char c, size_t place, int depth) {
    if (depth > 0 || (c != ',' && c != ')'))
      return true;
    if (number-- == 0) {
      StringRef type = statement.slice(begin, place).trim();
      uint32_t at = record.name.begin + uint32_t(type.data() - statement.data());
      found = {at, at + uint32_t(type.size())};
      return false;
    }
    begin = place + 1;
    return c != ')';
  });
  return found;
}

} // namespace flylsp
