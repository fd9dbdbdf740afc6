#include "passes/to_common/ConversionCheck.h"

#include "dialects/fly/AtomEmission.h"
#include "dialects/fly/Diagnostics.h"
#include "passes/to_common/TargetChip.h"
#include "passes/transforms/Remark.h"

#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "llvm/ADT/DenseSet.h"

using namespace mlir;
using namespace mlir::fly;

namespace {

class Checker {
public:
  Checker(const TargetConversion &target) : target(target) {}

  LogicalResult run(ModuleOp module) {
    module.walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (isa<gpu::GPUModuleOp>(op)) {
        StringRef own = targetChip(op);
        chip = own.empty() ? StringRef(target.chip) : own;
        checkedPayloads.clear();
      }
      check(op);
    });
    return success(good);
  }

private:
  InFlightDiagnostic error(Operation *op) {
    good = false;
    return emitError(op->getLoc());
  }

  /// An operation that an earlier pass removes.
  void leftOver(Operation *op, StringRef what, StringRef pass) {
    error(op) << "'" << op->getName() << "' is " << what << ", which '" << pass
              << "' removes; it must run before '" << target.passName() << "'";
  }

  void check(Operation *op) {
    StringRef dialect = op->getName().getDialectNamespace();
    if (dialect == "fly")
      return checkFly(op);
    if (dialect == target.ownDialect()) {
      if (!target.converts(op))
        error(op) << "'" << op->getName() << "' has no lowering in '" << target.passName() << "'";
      return;
    }
    if (dialect.starts_with("fly_")) {
      error(op) << "'" << op->getName() << "' belongs to another backend than the "
                << target.targetName() << " target of '" << target.passName() << "'";
      return;
    }
    if (isa<func::FuncOp, gpu::GPUFuncOp>(op))
      return checkFunction(cast<FunctionOpInterface>(op));
    if (isa<func::ReturnOp, func::CallOp, gpu::ReturnOp, gpu::LaunchFuncOp, scf::ForOp, scf::IfOp,
            scf::WhileOp, scf::IndexSwitchOp, scf::YieldOp, scf::ConditionOp, cf::BranchOp,
            cf::CondBranchOp, cf::SwitchOp, ub::PoisonOp>(op) ||
        op->getName().getStringRef() == "arith.select") {
      checkBoundary(op);
      if (auto launch = dyn_cast<gpu::LaunchFuncOp>(op))
        if (launch.getAsyncObject() && !launch.getAsyncDependencies().empty())
          error(op)
              << "'gpu.launch_func' has an async object and async dependencies; a launch runs "
                 "on one stream";
      return;
    }
    // Every other operation keeps its types.
    for (Type type : llvm::concat<const Type>(op->getOperandTypes(), op->getResultTypes()))
      if (isFlyType(type)) {
        error(op) << "'" << op->getName() << "' cannot hold values of type " << type << " in '"
                  << target.passName() << "'";
        return;
      }
  }

  static bool isFlyType(Type type) {
    return type.getDialect().getNamespace() == FlyDialect::getDialectNamespace();
  }
  /// Types that have a form at run time.
  static bool hasConvertedForm(Type type) {
    return isa<PointerType, fly::MemRefType, CopyAtomType, MmaAtomType, TiledCopyType,
               TiledMmaType>(type);
  }

  void checkBoundary(Operation *op) {
    for (Type type : llvm::concat<const Type>(op->getOperandTypes(), op->getResultTypes()))
      if (!checkBoundaryType(op, type))
        return;
  }

  bool checkBoundaryType(Operation *op, Type type) {
    if (!isFlyType(type))
      return true;
    if (!hasConvertedForm(type)) {
      error(op) << "'" << op->getName() << "' passes a value of type " << type
                << ", which 'fly-rewrite-func-signature' takes apart; it must run before '"
                << target.passName() << "'";
      return false;
    }
    return checkSpace(op, type);
  }

  void checkFunction(FunctionOpInterface function) {
    for (Type type :
         llvm::concat<const Type>(function.getArgumentTypes(), function.getResultTypes()))
      if (!checkBoundaryType(function, type))
        return;
  }

  /// Memory that the target has; false after an error.
  bool checkSpace(Operation *op, Type type) {
    Attribute space;
    if (auto pointer = dyn_cast<PointerType>(type))
      space = pointer.getAddressSpace();
    else if (auto memref = dyn_cast<fly::MemRefType>(type))
      space = memref.getAddressSpace();
    if (!space || target.convertPointer(op->getContext(), space))
      return true;
    error(op) << "'" << op->getName() << "': " << target.targetName() << " targets have no "
              << addressSpaceName(space) << " memory, needed by " << type;
    return false;
  }

  void checkFly(Operation *op) {
    if (isa<MakeIntTupleOp, MakeLayoutOp, MakeComposedLayoutOp, StaticOp>(op))
      return;
    if (isa<MakeShapeOp, MakeStrideOp, MakeCoordOp>(op))
      return leftOver(op, "not in normal form", "fly-canonicalize");
    if (auto view = dyn_cast<MakeViewOp>(op); view && isa<CoordTensorType>(view.getType())) {
      if (!op->use_empty())
        leftOver(op, "a coordinate tensor in use", "fly-layout-lowering");
      return;
    }
    if (isa<CopyOp, GemmOp>(op))
      return leftOver(op, "a whole-tensor operation", "fly-layout-lowering");
    bool convertible =
        isa<MakePtrOp, GetDynSharedOp, IntToPtrOp, PtrToIntOp, ToLLVMPtrOp, ApplySwizzleOp,
            RecastIterOp, AddOffsetOp, MakeViewOp, PtrLoadOp, PtrStoreOp, MakeCopyAtomOp,
            MakeMmaAtomOp, MakeTiledCopyOp, MakeTiledMmaOp, AtomSetValueOp, CopyAtomCallOp,
            CopyAtomCallSSAOp, MmaAtomCallOp, MmaAtomCallSSAOp, ExtractAlignedPointerAsIndexOp>(op);
    if (!convertible)
      return leftOver(op, "layout algebra", "fly-layout-lowering");
    if (isa<AddOffsetOp, PtrLoadOp>(op) && isa<IntTupleType>(op->getOperand(0).getType()))
      return leftOver(op, "arithmetic on an integer tuple", "fly-layout-lowering");
    for (Type type : llvm::concat<const Type>(op->getOperandTypes(), op->getResultTypes()))
      if (!checkSpace(op, type))
        return;
    if (isa<CopyAtomCallOp, CopyAtomCallSSAOp>(op)) {
      checkPayload(op, cast<CopyAtomType>(op->getOperand(0).getType()).getCopyOp());
      checkCopyAlignment(op);
    } else if (isa<MmaAtomCallOp, MmaAtomCallSSAOp>(op)) {
      checkPayload(op, cast<MmaAtomType>(op->getOperand(0).getType()).getMmaOp());
    }
  }

  /// Once per payload and kernel module: unrolled loops repeat the same call many times.
  void checkPayload(Operation *op, Type payload) {
    if (!checkedPayloads.insert(payload).second)
      return;
    if (failed(target.checkPayload(op, payload, chip)))
      good = false;
  }

  /// Rule D-74 for copies of one instruction, which moves what lies together.
  void checkGrain(Operation *op, CopyOpTypeInterface payload) {
    for (Type type : op->getOperandTypes()) {
      auto memref = dyn_cast<fly::MemRefType>(type);
      if (!memref || memref.getSwizzle().isTrivial())
        continue;
      int64_t bytes = payload.getCopyBits() / 8, grain = int64_t(1) << memref.getSwizzle().base;
      if (grain < bytes && warned.insert(op->getLoc()).second)
        emitRule([&] { return emitWarning(op->getLoc()); }, 174,
                 "one call moves " + std::to_string(bytes) + " bytes through the swizzle " +
                     memref.getSwizzle().str() + ", which keeps only " + std::to_string(grain) +
                     (grain == 1 ? " byte" : " bytes") + " together",
                 "use a copy of at most " + std::to_string(grain) +
                     " bytes, or a swizzle with a larger base");
    }
  }

  /// Rule D-72 for the copy that any target has: a low alignment splits it.
  void checkCopyAlignment(Operation *op) {
    Type copy = cast<CopyAtomType>(op->getOperand(0).getType()).getCopyOp();
    auto payload = dyn_cast<UniversalCopyType>(copy);
    if (!payload) {
      if (auto single = dyn_cast<CopyOpTypeInterface>(copy); single && !single.isWholeTile())
        checkGrain(op, single);
      return;
    }
    for (Type type : op->getOperandTypes()) {
      auto memref = dyn_cast<fly::MemRefType>(type);
      if (!memref || isGenericAddressSpace(memref.getAddressSpace(), AddressSpace::Register) ||
          bitWidth(memref.getElemTy()) == 1)
        continue;
      int64_t known = accessAlignment(memref), bytes = payload.getBitSize() / 8;
      if (known >= bytes || !warned.insert(op->getLoc()).second)
        continue;
      remarkMissed(op, "SplitCopy",
                   "a copy of " + std::to_string(bytes) + " bytes may be split: the alignment is " +
                       std::to_string(known));
      emitRule([&] { return emitWarning(op->getLoc()); }, 172,
               "a copy of " + std::to_string(bytes) +
                   " bytes may be split: " + addressSpaceName(memref.getAddressSpace()) +
                   " memory is known to be aligned to " + std::to_string(known) +
                   (known == 1 ? " byte" : " bytes"),
               "state the alignment in the type, such as align<" + std::to_string(bytes) + ">");
    }
  }

  const TargetConversion &target;
  StringRef chip;
  llvm::DenseSet<Type> checkedPayloads;
  llvm::DenseSet<Location> warned;
  bool good = true;
};

} // namespace

LogicalResult fly::checkConvertible(ModuleOp module, const TargetConversion &target) {
  return Checker(target).run(module);
}
