#include "lsp/analysis/Retype.h"

#include "lsp/analysis/Spelling.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"

using namespace mlir;

namespace flylsp {

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

std::optional<SmallVector<Type>> inferredTypes(mlir::Operation *op) {
  auto inference = dyn_cast<InferTypeOpInterface>(op);
  SmallVector<Type> types;
  ScopedDiagnosticHandler quiet(op->getContext(), [](Diagnostic &) { return success(); });
  if (!inference ||
      failed(inference.inferReturnTypes(op->getContext(), op->getLoc(), op->getOperands(),
                                        op->getDiscardableAttrDictionary(),
                                        op->getPropertiesStorage(), op->getRegions(), types)) ||
      types.size() != op->getNumResults())
    return std::nullopt;
  return types;
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
      if (!isa<InferTypeOpInterface>(user))
        continue; // the verifier will tell whether it minds
      std::optional<SmallVector<Type>> types = inferredTypes(user);
      if (!types)
        return false;
      for (auto [result, inferred] : llvm::zip(user->getResults(), *types))
        if (result.getType() != inferred)
          work.emplace_back(result, inferred);
    }
  }
  return true;
}

// --- Where types are spelled --------------------------------------------------------------------

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
      return typeFrom(text_, colon + 1);
    }
  return {};
}

Span Retyper::spelledResult(mlir::Value value) const {
  mlir::Operation *op = value.getDefiningOp();
  auto known = indices_.find(op);
  if (known == indices_.end() || op->getNumResults() != 1)
    return {};
  const Operation &record = facts_.operations[known->second];
  return movedBy(resultTypeIn(text_.slice(record.name.begin, record.scope.end)), record.name.begin);
}

Span Retyper::spelledOperand(mlir::Operation *op, unsigned number) const {
  auto known = indices_.find(op);
  if (known == indices_.end())
    return {};
  const Operation &record = facts_.operations[known->second];
  return movedBy(operandTypeIn(text_.slice(record.name.begin, record.scope.end), number),
                 record.name.begin);
}

} // namespace flylsp
