#include "passes/pipelines/FailureMessages.h"

#include "dialects/fly/FlyDialect.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassInstrumentation.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/raw_ostream.h"

#include <mutex>

using namespace mlir;
using llvm::StringRef;

namespace {

bool isFlyType(Type type) {
  return type &&
         type.getDialect().getNamespace().starts_with(mlir::fly::FlyDialect::getDialectNamespace());
}

/// A type of the fly dialects that an operation has to do with; null when there is none.
Type flyTypeOf(Operation *op) {
  for (Type type : llvm::concat<const Type>(SmallVector<Type>(op->getOperandTypes()),
                                            SmallVector<Type>(op->getResultTypes())))
    if (isFlyType(type))
      return type;
  if (auto function = dyn_cast<FunctionOpInterface>(op))
    for (Type type : llvm::concat<const Type>(SmallVector<Type>(function.getArgumentTypes()),
                                              SmallVector<Type>(function.getResultTypes())))
      if (isFlyType(type))
        return type;
  for (Region &region : op->getRegions())
    for (Block &block : region)
      for (Type type : block.getArgumentTypes())
        if (isFlyType(type))
          return type;
  return {};
}

std::string textOf(TypeRange types) {
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::interleaveComma(types, os);
  return text.empty() ? "no values" : text;
}

/// Why `pass` could not take the operation, and what should have run before. `op` is null when it
/// could not be found.
std::string explain(StringRef name, Operation *op, StringRef pass) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "'" << name << "' cannot be lowered by '" << pass << "': ";
  StringRef dialect = name.split('.').first, own = fly::loweringOf(dialect);
  if (dialect.starts_with("fly")) {
    os << "it is an operation of the " << dialect
       << " dialect; 'convert-fly-to-rocdl' or 'convert-fly-to-ptx' must run before '" << pass
       << "'";
  } else if (Type type = op ? flyTypeOf(op) : Type()) {
    os << "it has a value of type " << type
       << "; 'convert-fly-to-rocdl' or 'convert-fly-to-ptx' must run before '" << pass << "'";
  } else if (auto launch = dyn_cast_or_null<gpu::LaunchFuncOp>(op);
             launch && !launch.getAsyncToken() && !launch.getAsyncDependencies().empty()) {
    os << "it waits for a token but makes none, a form that LLVM 22 does not take; "
          "'fly-async-launch' must run before '"
       << pass << "'";
  } else if (op && isa<UnrealizedConversionCastOp>(op)) {
    os << "it joins " << textOf(op->getOperandTypes()) << " and " << textOf(op->getResultTypes())
       << ", one side of which no pass has converted; the conversion of the operations around it "
          "must run before '"
       << pass << "'";
  } else {
    if (auto function = dyn_cast_or_null<FunctionOpInterface>(op))
      os << "it has no conversion for arguments of " << textOf(function.getArgumentTypes());
    else if (op)
      os << "it has no conversion for operands of " << textOf(op->getOperandTypes())
         << " and results of " << textOf(op->getResultTypes());
    else
      os << "it has no conversion for these types";
    if (!own.empty() && own != pass)
      os << "; '" << own << "' should run before '" << pass << "'";
  }
  return text;
}

struct State {
  std::mutex mutex;
  /// The last pass that failed: errors of nested pipelines are printed when these have ended.
  std::string failedPass;
  Operation *failedOn = nullptr;
};

thread_local std::vector<std::pair<Pass *, Operation *>> running;

struct Instrumentation : PassInstrumentation {
  explicit Instrumentation(MLIRContext *context)
      : handler(context, [this](Diagnostic &diagnostic) { return reword(diagnostic); }) {}

  void runBeforePass(Pass *pass, Operation *op) override { running.emplace_back(pass, op); }
  void runAfterPass(Pass *, Operation *) override { running.pop_back(); }
  void runAfterPassFailed(Pass *pass, Operation *op) override {
    running.pop_back();
    if (isAdaptor(pass))
      return;
    std::lock_guard lock(state.mutex);
    state.failedPass = pass->getArgument().str();
    state.failedOn = op;
  }

  /// Runs nested pipelines, and has no name.
  static bool isAdaptor(Pass *pass) { return pass->getArgument().empty(); }

  /// The pass that reports and what it runs on; the last one that failed when only the pipeline
  /// around it still runs.
  std::pair<std::string, Operation *> current() {
    if (!running.empty() && !isAdaptor(running.back().first))
      return {running.back().first->getArgument().str(), running.back().second};
    std::lock_guard lock(state.mutex);
    return {state.failedPass, state.failedOn};
  }

  LogicalResult reword(Diagnostic &diagnostic) {
    std::string message = diagnostic.str();
    StringRef rest = message;
    if (diagnostic.getSeverity() != DiagnosticSeverity::Error)
      return failure();
    auto [pass, root] = current();
    // A pass that names no place at all: what it runs on is better than nothing.
    if (isa<UnknownLoc>(diagnostic.getLocation()) && root && !isa<UnknownLoc>(root->getLoc())) {
      emitError(root->getLoc()) << "'" << pass << "': " << message;
      return success();
    }
    if (!rest.consume_front("failed to legalize "))
      return failure();
    rest.consume_front("unresolved materialization ");
    size_t open = rest.find('\'');
    StringRef name = open == StringRef::npos
                         ? StringRef("builtin.unrealized_conversion_cast")
                         : rest.drop_front(open + 1).take_until([](char c) { return c == '\''; });
    if (!name.contains('.')) // an unresolved materialization quotes types
      name = "builtin.unrealized_conversion_cast";
    Operation *found = nullptr;
    // Errors of several threads come out together; the place may lie beside the last failure.
    while (root && root->getParentOp())
      root = root->getParentOp();
    if (root)
      root->walk([&](Operation *op) {
        if (op->getName().getStringRef() != name || op->getLoc() != diagnostic.getLocation())
          return WalkResult::advance();
        found = op;
        return WalkResult::interrupt();
      });
    InFlightDiagnostic report = emitError(diagnostic.getLocation()) << explain(name, found, pass);
    for (Diagnostic &note : diagnostic.getNotes())
      report.attachNote(note.getLocation()) << note.str();
    return success();
  }

  State state;
  ScopedDiagnosticHandler handler;
};

} // namespace

StringRef fly::loweringOf(StringRef dialect) {
  return llvm::StringSwitch<StringRef>(dialect)
      .Case("affine", "lower-affine")
      .Case("arith", "convert-arith-to-llvm")
      .Case("cf", "convert-cf-to-llvm")
      .Case("complex", "convert-complex-to-llvm")
      .Case("func", "convert-func-to-llvm")
      .Case("index", "convert-index-to-llvm")
      .Case("linalg", "convert-linalg-to-loops")
      .Case("math", "convert-math-to-llvm")
      .Case("memref", "finalize-memref-to-llvm")
      .Case("scf", "convert-scf-to-cf")
      .Case("tensor", "one-shot-bufferize")
      .Case("ub", "convert-ub-to-llvm")
      .Case("vector", "convert-vector-to-llvm")
      .Default("");
}

void fly::addFailureMessages(PassManager &pm) {
  pm.addInstrumentation(std::make_unique<Instrumentation>(pm.getContext()));
}
