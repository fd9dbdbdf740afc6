// fly-promote-regmem-to-vectorssa: register memory becomes vector values (passes.md 7).
//
// Per function: find the allocations and every place that their addresses reach, decide which stay
// in memory, then walk the body once with the current vector of each allocation. Structured control
// flow carries the vectors of the allocations that it writes.
#include "dialects/fly/FlyOps.h"
#include "mlir/IR/Iterators.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "passes/transforms/CommonSubexpressions.h"
#include "passes/transforms/Passes.h"
#include "passes/transforms/Promotable.h"
#include "passes/transforms/Remark.h"
#include "passes/transforms/StepCheck.h"

namespace mlir::fly {
#define GEN_PASS_DEF_FLYPROMOTEREGMEMTOVECTORSSAPASS
#include "passes/transforms/Passes.h.inc"
} // namespace mlir::fly

using namespace mlir;
using namespace mlir::fly;

namespace {

bool isRegister(Type type) {
  if (auto pointer = dyn_cast<PointerType>(type))
    return isGenericAddressSpace(pointer.getAddressSpace(), AddressSpace::Register);
  if (auto memref = dyn_cast<fly::MemRefType>(type))
    return isGenericAddressSpace(memref.getAddressSpace(), AddressSpace::Register);
  return false;
}

/// Operations that can carry vectors past their regions.
bool canCarry(Operation *op) {
  return isa<scf::ForOp, scf::IfOp, scf::WhileOp, scf::IndexSwitchOp, scf::ExecuteRegionOp>(op) &&
         llvm::all_of(op->getRegions(),
                      [](Region &region) { return region.empty() || region.hasOneBlock(); });
}

/// One register allocation.
struct Root {
  MakePtrOp op;
  VectorType state;
  bool inMemory = false;
  Value current; ///< its content at the point that the walk has reached

  int64_t size() const { return state.getNumElements(); }
};

/// A place inside an allocation.
struct Slot {
  unsigned root;
  int64_t offset;
};

/// Promotion of one function's register memory.
class Promotion {
public:
  Promotion(StringRef pass, Operation *function)
      : pass(pass), function(function), b(function->getContext()) {}

  int64_t promoted = 0, kept = 0;

  LogicalResult run() {
    function->walk([&](MakePtrOp op) {
      if (isRegister(op.getType()) && allocSize(op) > 0)
        roots.push_back(
            {op, VectorType::get(allocSize(op), llvmCompatibleElement(
                                                    cast<PointerType>(op.getType()).getElemTy()))});
    });
    for (unsigned i = 0, e = roots.size(); i != e; ++i)
      if (failed(trace(i)))
        return failure();
    for (unsigned i = 0, e = roots.size(); i != e; ++i)
      if (failed(placeInControlFlow(i)))
        return failure();
    for (Root &root : roots)
      ++(root.inMemory ? kept : promoted);
    if (!promoted)
      return kept ? success() : checkNothingLeft();
    if (failed(rewrite(function->getRegion(0))))
      return failure();
    eraseAddresses();
    return kept ? success() : checkNothingLeft();
  }

private:
  static int64_t allocSize(MakePtrOp op) {
    DictionaryAttr attrs = op.getDictAttrs().value_or(DictionaryAttr());
    auto size = attrs ? attrs.getAs<IntegerAttr>("allocSize") : IntegerAttr();
    return size ? size.getInt() : 0;
  }

  void keepInMemory(unsigned index, Operation *because, const Twine &reason) {
    Root &root = roots[index];
    if (root.inMemory)
      return;
    root.inMemory = true;
    remarkMissed(root.op, "RegisterInMemory",
                 "register memory of " + Twine(root.size()) + " elements stays in memory: " +
                     reason + " ('" + because->getName().getStringRef() + "')");
  }

  /// Follows the address of an allocation to every use.
  LogicalResult trace(unsigned index) {
    SmallVector<Value> pending{roots[index].op.getResult()};
    slots[pending.front()] = {index, 0};
    chain.push_back(roots[index].op);
    while (!pending.empty()) {
      Value pointer = pending.pop_back_val();
      int64_t offset = slots.lookup(pointer).offset;
      for (OpOperand &use : pointer.getUses()) {
        Operation *user = use.getOwner();
        if (auto add = dyn_cast<AddOffsetOp>(user)) {
          const layout::IntTuple &by = cast<IntTupleType>(add.getOffset().getType()).getValue();
          if (!by.isLeaf() || by.leaf().isDynamic()) {
            keepInMemory(index, user, "an offset into it is only known at run time");
            continue;
          }
          slots[add.getResult()] = {index, offset + by.leaf().value()};
          chain.push_back(add);
          pending.push_back(add.getResult());
        } else if (isa<PtrLoadOp>(user)) {
          accesses[index].push_back(user);
        } else if (auto store = dyn_cast<PtrStoreOp>(user); store && use.getOperandNumber() == 1) {
          accesses[index].push_back(user);
        } else if (auto view = dyn_cast<MakeViewOp>(user)) {
          chain.push_back(view);
          if (failed(traceView(index, view)))
            return failure();
        } else if (isa<RecastIterOp>(user)) {
          chain.push_back(user);
          if (!user->use_empty())
            keepInMemory(index, user, "it is also accessed as elements of another type");
        } else {
          keepInMemory(index, user, "its address is used otherwise");
        }
      }
    }
    return success();
  }

  LogicalResult traceView(unsigned index, MakeViewOp view) {
    for (Operation *user : view->getUsers()) {
      if (isa<CopyAtomCallOp, MmaAtomCallOp>(user) && promotedType(view.getType()))
        return user->emitOpError()
               << "still addresses the register view " << view.getType()
               << "; run fly-convert-atom-call-to-ssa-form before fly-promote-regmem-to-vectorssa";
      if (isa<CopyAtomCallOp, MmaAtomCallOp, CopyAtomCallSSAOp, MmaAtomCallSSAOp>(user)) {
        keepInMemory(index, user,
                     "an atom call addresses it as " +
                         cast<fly::MemRefType>(view.getType()).getLayout().str() +
                         ", which is not one contiguous run");
        continue;
      }
      if (isa_and_present<FlyDialect>(user->getDialect()) &&
          !isa<ExtractAlignedPointerAsIndexOp>(user))
        return user->emitOpError()
               << "still takes the register view " << view.getType()
               << "; run fly-layout-lowering before fly-promote-regmem-to-vectorssa";
      keepInMemory(index, user, "its address is used otherwise");
    }
    return success();
  }

  /// Finds the regions that must carry an allocation, and those that cannot.
  LogicalResult placeInControlFlow(unsigned index) {
    Block *home = roots[index].op->getBlock();
    if (roots[index].inMemory)
      return success();
    for (Operation *access : accesses[index]) {
      for (Operation *op = access; op->getBlock() != home; op = op->getParentOp()) {
        Operation *parent = op->getParentOp();
        if (parent == home->getParentOp() || !parent) {
          keepInMemory(index, access,
                       "it is accessed in another block of unstructured control flow");
          return success();
        }
        if (!canCarry(parent))
          return parent->emitOpError()
                 << "accesses register values of its surroundings; fly-promote-regmem-to-vectorssa "
                    "carries them through scf.for, scf.if, scf.while, scf.index_switch and "
                    "scf.execute_region only";
      }
    }
    for (Operation *access : accesses[index]) {
      if (!isa<PtrStoreOp>(access))
        continue;
      for (Operation *op = access->getParentOp(); access->getBlock() != home;
           op = op->getParentOp()) {
        SmallVector<unsigned> &list = written[op];
        if (!list.empty() && list.back() == index)
          break;
        list.push_back(index); // in allocation order: allocations are visited in order
        if (op->getBlock() == home)
          break;
      }
    }
    return success();
  }

  //===-- Rewriting --------------------------------------------------------------------------===//

  LogicalResult rewrite(Region &region) {
    for (Block &block : region)
      if (failed(rewrite(block)))
        return failure();
    return success();
  }

  LogicalResult rewrite(Block &block) {
    for (Operation &op : llvm::make_early_inc_range(block)) {
      b.setInsertionPoint(&op);
      Step step(pass, &op);
      LogicalResult result = success();
      if (auto load = dyn_cast<PtrLoadOp>(op))
        result = rewrite(load);
      else if (auto store = dyn_cast<PtrStoreOp>(op))
        result = rewrite(store);
      else if (auto make = dyn_cast<MakePtrOp>(op))
        rewrite(make);
      else if (op.getNumRegions())
        result = rewriteRegions(&op);
      else
        continue;
      if (failed(result) || failed(step.done()))
        return failure();
    }
    return success();
  }

  /// The promoted slot behind a pointer.
  std::optional<Slot> promotedSlot(Value pointer) {
    auto it = slots.find(pointer);
    if (it == slots.end() || roots[it->second.root].inMemory)
      return std::nullopt;
    return it->second;
  }

  void rewrite(MakePtrOp op) {
    if (std::optional<Slot> slot = promotedSlot(op.getResult())) {
      Root &root = roots[slot->root];
      root.current = ub::PoisonOp::create(b, op.getLoc(), root.state);
    }
  }

  /// How a value lies in an allocation: as elements or as a vector of elements of the state.
  FailureOr<Type> accessType(Operation *op, const Slot &slot, Type type) {
    const Root &root = roots[slot.root];
    Type element = root.state.getElementType();
    auto vector = dyn_cast<VectorType>(type);
    Type scalar = vector ? vector.getElementType() : type;
    int64_t bits = bitWidth(scalar) * (vector ? vector.getNumElements() : 1);
    int64_t elementBits = bitWidth(element);
    if (!bits || bits % elementBits || (vector && vector.getRank() != 1))
      return op->emitOpError() << "accesses " << type << " in register memory of elements "
                               << element
                               << "; the bits of one must be whole elements of the other";
    int64_t count = bits / elementBits;
    if (slot.offset < 0 || slot.offset + count > root.size()) {
      InFlightDiagnostic diag = op->emitOpError();
      diag << "accesses register ";
      if (count == 1)
        diag << "element " << slot.offset;
      else
        diag << "elements " << slot.offset << " to " << slot.offset + count - 1;
      diag << " of an allocation of " << root.size();
      diag.attachNote(root.op->getLoc()) << "allocated here";
      return failure();
    }
    if (!vector && count == 1)
      return element;
    return Type(VectorType::get(count, element));
  }

  Value bitcast(Location loc, Value value, Type type) {
    if (value.getType() == type)
      return value;
    // Scalars go through a vector of one element.
    auto asVector = [](Type t) {
      return isa<VectorType>(t) ? cast<VectorType>(t) : VectorType::get(1, t);
    };
    VectorType from = asVector(value.getType()), to = asVector(type);
    if (from != value.getType())
      value = vector::BroadcastOp::create(b, loc, from, value);
    if (from != to)
      value = vector::BitCastOp::create(b, loc, to, value);
    if (to != type)
      value = vector::ExtractOp::create(b, loc, value, int64_t(0));
    return value;
  }

  LogicalResult rewrite(PtrLoadOp op) {
    std::optional<Slot> slot = promotedSlot(op.getPtr());
    if (!slot)
      return success();
    FailureOr<Type> access = accessType(op, *slot, op.getResult().getType());
    if (failed(access))
      return failure();
    Value current = roots[slot->root].current, value;
    if (auto vector = dyn_cast<VectorType>(*access))
      value = vector::ExtractStridedSliceOp::create(
          b, op.getLoc(), current, ArrayRef<int64_t>{slot->offset},
          ArrayRef<int64_t>{vector.getNumElements()}, ArrayRef<int64_t>{1});
    else
      value = vector::ExtractOp::create(b, op.getLoc(), current, slot->offset);
    op.getResult().replaceAllUsesWith(bitcast(op.getLoc(), value, op.getResult().getType()));
    op.erase();
    return success();
  }

  LogicalResult rewrite(PtrStoreOp op) {
    std::optional<Slot> slot = promotedSlot(op.getPtr());
    if (!slot)
      return success();
    FailureOr<Type> access = accessType(op, *slot, op.getValue().getType());
    if (failed(access))
      return failure();
    Root &root = roots[slot->root];
    Value value = bitcast(op.getLoc(), op.getValue(), *access);
    if (isa<VectorType>(*access))
      root.current = vector::InsertStridedSliceOp::create(b, op.getLoc(), value, root.current,
                                                          ArrayRef<int64_t>{slot->offset},
                                                          ArrayRef<int64_t>{1});
    else
      root.current = vector::InsertOp::create(b, op.getLoc(), value, root.current, slot->offset);
    op.erase();
    return success();
  }

  SmallVector<Value> currentOf(ArrayRef<unsigned> list) {
    return llvm::map_to_vector(list, [&](unsigned i) { return roots[i].current; });
  }
  void setCurrent(ArrayRef<unsigned> list, ValueRange values) {
    for (auto [i, value] : llvm::zip(list, values))
      roots[i].current = value;
  }

  LogicalResult rewriteRegions(Operation *op) {
    auto it = written.find(op);
    if (it == written.end()) {
      for (Region &region : op->getRegions())
        if (failed(rewrite(region)))
          return failure();
      return success();
    }
    SmallVector<unsigned> list = it->second;
    SmallVector<Value> before = currentOf(list);
    SmallVector<Type> types = llvm::map_to_vector(before, [](Value v) { return v.getType(); });

    // The same op with the vectors as further initial values and results.
    SmallVector<Value> operands(op->getOperands());
    bool loop = isa<scf::ForOp, scf::WhileOp>(op);
    if (loop)
      operands.append(before);
    SmallVector<Type> resultTypes(op->getResultTypes());
    resultTypes.append(types);
    OperationState state(op->getLoc(), op->getName(), operands, resultTypes, op->getAttrs());
    for (unsigned i = 0, e = op->getNumRegions(); i != e; ++i)
      state.addRegion();
    Operation *carrier = b.create(state);
    // What comes in is passed on at first, so that the carrier is valid before its bodies change.
    SmallVector<SmallVector<Value>> entries;
    for (auto [from, to] : llvm::zip(op->getRegions(), carrier->getRegions())) {
      to.takeBody(from);
      SmallVector<Value> &entry = entries.emplace_back(before);
      if (to.empty()) { // an `if` without else
        OpBuilder::InsertionGuard guard(b);
        b.createBlock(&to);
        scf::YieldOp::create(b, op->getLoc(), before);
        continue;
      }
      if (loop)
        for (auto [value, type] : llvm::zip(entry, types))
          value = to.front().addArgument(type, op->getLoc());
      Operation *end = to.front().getTerminator();
      end->insertOperands(end->getNumOperands(), entry);
    }
    unsigned old = op->getNumResults();
    op->replaceAllUsesWith(carrier->getResults().take_front(old));
    Step step(pass, carrier);
    op->erase();
    if (failed(step.done()))
      return failure();

    for (auto [region, entry] : llvm::zip(carrier->getRegions(), entries)) {
      Block &block = region.front();
      setCurrent(list, entry);
      if (failed(rewrite(block)))
        return failure();
      Operation *end = block.getTerminator();
      end->setOperands(end->getNumOperands() - list.size(), list.size(), currentOf(list));
    }
    setCurrent(list, carrier->getResults().drop_front(old));
    return success();
  }

  void eraseAddresses() {
    // Longest chains last found, so users come before what they use when read backwards.
    bool changed = true;
    while (changed) {
      changed = false;
      for (Operation *&op : llvm::reverse(chain))
        if (op && op->use_empty() && isPromotedAddress(op)) {
          op->erase();
          op = nullptr;
          changed = true;
        }
      llvm::erase(chain, nullptr);
    }
    function->walk<WalkOrder::PostOrder, ReverseDominanceIterator<>>([&](Operation *op) {
      if (op != function && isOpTriviallyDead(op))
        op->erase();
    });
  }

  bool isPromotedAddress(Operation *op) {
    if (isa<MakeViewOp, RecastIterOp>(op))
      return promotedSlot(op->getOperand(0)).has_value();
    return promotedSlot(op->getResult(0)).has_value();
  }

  /// Whether an operation works on a register value that the function was given.
  bool fromArgument(Operation *op) {
    return llvm::any_of(op->getOperands(), [&](Value value) {
      auto argument = dyn_cast<BlockArgument>(value);
      return argument && isRegister(value.getType()) &&
             argument.getOwner()->getParentOp() == function;
    });
  }

  LogicalResult checkNothingLeft() {
    WalkResult walk = function->walk([&](Operation *op) -> WalkResult {
      auto report = [&](Type type) {
        InFlightDiagnostic error = op->emitOpError();
        error << "has a register value of type " << type
              << " that cannot be promoted: it does not come from a register fly.make_ptr with "
                 "allocSize in this function";
        if (isa<FunctionOpInterface>(op) || fromArgument(op))
          error << "; registers cannot be passed to a function";
        else if (!isa<AddOffsetOp, MakeViewOp, PtrLoadOp, PtrStoreOp, MakePtrOp, RecastIterOp>(op))
          error << "; run fly-layout-lowering before fly-promote-regmem-to-vectorssa";
        return WalkResult::interrupt();
      };
      for (Type type : llvm::concat<const Type>(SmallVector<Type>(op->getOperandTypes()),
                                                SmallVector<Type>(op->getResultTypes())))
        if (isRegister(type))
          return report(type);
      for (Region &region : op->getRegions())
        for (Block &block : region)
          for (Type type : block.getArgumentTypes())
            if (isRegister(type))
              return report(type);
      return WalkResult::advance();
    });
    return failure(walk.wasInterrupted());
  }

  StringRef pass;
  Operation *function;
  OpBuilder b;
  SmallVector<Root> roots;
  DenseMap<Value, Slot> slots;
  DenseMap<unsigned, SmallVector<Operation *>> accesses;
  DenseMap<Operation *, SmallVector<unsigned>> written; ///< roots that an op's regions write
  SmallVector<Operation *> chain;                       ///< address operations, roots first
};

struct PromoteRegmemToVectorSSA
    : fly::impl::FlyPromoteRegmemToVectorSSAPassBase<PromoteRegmemToVectorSSA> {
  void runOnOperation() override {
    SmallVector<Operation *> functions;
    getOperation()->walk([&](FunctionOpInterface function) {
      if (!function.isExternal() &&
          (isa<gpu::GPUFuncOp>(*function) || function->getParentOfType<gpu::GPUModuleOp>()))
        functions.push_back(function);
    });
    for (Operation *function : functions) {
      Promotion promotion(getArgument(), function);
      if (failed(promotion.run()))
        return signalPassFailure();
      numPromoted += promotion.promoted;
      numInMemory += promotion.kept;
      if (promotion.promoted)
        eliminateCommonSubexpressions(function);
    }
  }
};

} // namespace
