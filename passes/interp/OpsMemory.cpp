// Loads, stores, atomics, buffers, LDS transfers and the tensor data mover.
#include "passes/interp/Wave.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/ROCDLDialect.h"
#include "mlir/IR/Matchers.h"

#include <cmath>

using namespace mlir;
using namespace mlir::fly::interp;

namespace {

unsigned spaceOf(Value pointer) {
  return cast<LLVM::LLVMPointerType>(pointer.getType()).getAddressSpace();
}

/// A generic pointer into LDS carries this bit.
constexpr uint64_t sharedAperture = uint64_t(1) << 60;

unsigned resolveSpace(unsigned space, uint64_t &address) {
  if (space == 0 && (address & sharedAperture)) {
    address &= ~sharedAperture;
    return 3;
  }
  return space;
}

LogicalResult load(Wave &wave, Operation *op) {
  auto loadOp = cast<LLVM::LoadOp>(op);
  LaneValue address = wave.get(loadOp.getAddr());
  LaneValue &result = wave.define(loadOp.getResult());
  LogicalResult status = success();
  uint64_t alignment = loadOp.getAlignment().value_or(1);
  wave.forActive([&](unsigned lane) {
    if (failed(status))
      return;
    uint64_t at = address.at(lane);
    unsigned space = resolveSpace(spaceOf(loadOp.getAddr()), at);
    if (at % alignment)
      status = wave.fail(op, lane,
                         "address " + Twine(at) + " is not a multiple of the stated alignment " +
                             Twine(alignment));
    else
      status = wave.load(op, lane, space, at, loadOp.getType(), result.lane(lane));
  });
  return status;
}

LogicalResult store(Wave &wave, Operation *op) {
  auto storeOp = cast<LLVM::StoreOp>(op);
  LaneValue &address = wave.get(storeOp.getAddr()), &value = wave.get(storeOp.getValue());
  LogicalResult status = success();
  uint64_t alignment = storeOp.getAlignment().value_or(1);
  wave.forActive([&](unsigned lane) {
    if (failed(status))
      return;
    uint64_t at = address.at(lane);
    unsigned space = resolveSpace(spaceOf(storeOp.getAddr()), at);
    if (at % alignment)
      status = wave.fail(op, lane,
                         "address " + Twine(at) + " is not a multiple of the stated alignment " +
                             Twine(alignment));
    else
      status = wave.store(op, lane, space, at, storeOp.getValue().getType(), value.lane(lane));
  });
  return status;
}

LogicalResult copyMemory(Wave &wave, Operation *op) {
  Value to = op->getOperand(0), from = op->getOperand(1);
  IntegerAttr length = op->getAttrOfType<IntegerAttr>("len");
  LogicalResult status = success();
  wave.forActive([&](unsigned lane) {
    if (failed(status))
      return;
    int64_t bytes = length ? length.getInt() : int64_t(wave.get(op->getOperand(2)).at(lane));
    Type type = VectorType::get({bytes}, IntegerType::get(op->getContext(), 8));
    SmallVector<uint64_t> slots(bytes);
    uint64_t source = wave.get(from).at(lane), target = wave.get(to).at(lane);
    unsigned sourceSpace = resolveSpace(spaceOf(from), source),
             targetSpace = resolveSpace(spaceOf(to), target);
    if (bytes > 0 && (failed(wave.load(op, lane, sourceSpace, source, type, slots.data())) ||
                      failed(wave.store(op, lane, targetSpace, target, type, slots.data()))))
      status = failure();
  });
  return status;
}

LogicalResult elementPointer(Wave &wave, Operation *op) {
  auto gep = cast<LLVM::GEPOp>(op);
  if (isa<LLVM::LLVMStructType, LLVM::LLVMArrayType>(gep.getElemType()) ||
      gep.getIndices().size() != 1)
    if (!isa<LLVM::LLVMArrayType>(gep.getElemType()) || gep.getIndices().size() > 2)
      return op->emitError("the interpreter steps pointers over elements and arrays only");
  LaneValue base = wave.get(gep.getBase());
  LaneValue &result = wave.define(gep.getResult());
  unsigned bits = bitsOf(gep.getResult().getType());
  wave.forActive([&](unsigned lane) {
    int64_t offset = 0;
    Type type = gep.getElemType();
    bool first = true;
    for (LLVM::GEPIndicesAdaptor<ValueRange>::value_type index : gep.getIndices()) {
      if (!first)
        type = cast<LLVM::LLVMArrayType>(type).getElementType();
      first = false;
      int64_t count = 1;
      Type element = type;
      while (auto array = dyn_cast<LLVM::LLVMArrayType>(element)) {
        count *= array.getNumElements();
        element = array.getElementType();
      }
      int64_t step;
      if (auto constant = dyn_cast<IntegerAttr>(index))
        step = constant.getInt();
      else
        step = signExtended(wave.get(cast<Value>(index)).at(lane),
                            bitsOf(cast<Value>(index).getType()));
      offset += step * count * storeSize(element);
    }
    result.at(lane) = truncated(base.at(lane) + uint64_t(offset), bits);
  });
  return success();
}

LogicalResult addressOf(Wave &wave, Operation *op) {
  StringRef name = cast<LLVM::AddressOfOp>(op).getGlobalName();
  auto found = wave.group.sharedGlobals.find(name);
  if (found == wave.group.sharedGlobals.end())
    return op->emitError() << "the interpreter knows LDS globals only, '" << name << "' is none";
  LaneValue &result = wave.define(op->getResult(0));
  wave.forActive([&](unsigned lane) { result.at(lane) = found->second; });
  return success();
}

LogicalResult allocate(Wave &wave, Operation *op) {
  auto alloca = cast<LLVM::AllocaOp>(op);
  LaneValue count = wave.get(alloca.getArraySize());
  LaneValue &result = wave.define(alloca.getResult());
  int64_t size = storeSize(alloca.getElemType());
  wave.forActive([&](unsigned lane) {
    result.at(lane) = wave.privateMemory.allocate("private memory", count.at(lane) * size,
                                                  alloca.getAlignment().value_or(16));
  });
  return success();
}

LogicalResult pointerCast(Wave &wave, Operation *op) {
  LaneValue source = wave.get(op->getOperand(0));
  LaneValue &result = wave.define(op->getResult(0));
  unsigned bits = bitsOf(op->getResult(0).getType());
  bool intoGeneric = isa<LLVM::AddrSpaceCastOp>(op) && spaceOf(op->getOperand(0)) == 3 &&
                     spaceOf(op->getResult(0)) == 0;
  wave.forActive([&](unsigned lane) {
    result.at(lane) = truncated(source.at(lane), bits) | (intoGeneric ? sharedAperture : 0);
  });
  return success();
}

//===----------------------------------------------------------------------===//
// Atomics
//===----------------------------------------------------------------------===//

enum class AtomicKind {
  Add,
  FAdd,
  Max,
  UMax,
  Min,
  UMin,
  FMax,
  FMin,
  And,
  Or,
  Xor,
  Inc,
  Dec,
  Exchange
};

uint64_t combine(AtomicKind kind, uint64_t old, uint64_t value, Type element) {
  unsigned bits = bitsOf(element);
  int64_t so = signExtended(old, bits), sv = signExtended(value, bits);
  if (auto floating = dyn_cast<FloatType>(element)) {
    double a = toNumber(old, floating), b = toNumber(value, floating);
    switch (kind) {
    case AtomicKind::FAdd:
      return toPattern(bits == 64 ? a + b : double(float(a) + float(b)), floating);
    case AtomicKind::FMax:
      return toPattern(std::fmax(a, b), floating);
    case AtomicKind::FMin:
      return toPattern(std::fmin(a, b), floating);
    default:
      return value;
    }
  }
  switch (kind) {
  case AtomicKind::Add:
    return truncated(old + value, bits);
  case AtomicKind::Max:
    return so > sv ? old : value;
  case AtomicKind::Min:
    return so < sv ? old : value;
  case AtomicKind::UMax:
    return std::max(old, value);
  case AtomicKind::UMin:
    return std::min(old, value);
  case AtomicKind::And:
    return old & value;
  case AtomicKind::Or:
    return old | value;
  case AtomicKind::Xor:
    return old ^ value;
  case AtomicKind::Inc:
    return old >= value ? 0 : old + 1;
  case AtomicKind::Dec:
    return old == 0 || old > value ? value : old - 1;
  default:
    return value;
  }
}

/// Reads, combines and writes; `old` receives what was there.
LogicalResult atomicUpdate(Wave &wave, Operation *op, unsigned lane, unsigned space,
                           uint64_t address, Type type, const uint64_t *value, AtomicKind kind,
                           uint64_t *old) {
  AddressSpaceMemory &memory = space == 3 ? wave.group.shared : wave.group.global;
  int64_t size = storeSize(type);
  SmallVector<uint8_t, 16> bytes(size);
  Access access{wave.index, wave.group.epoch, true};
  Allocation *allocation = memory.find(address);
  if (!allocation)
    return wave.fail(op, lane,
                     "atomic access at address " + Twine(address) +
                         ", which belongs to no allocation");
  if (address - allocation->base + size > allocation->bytes.size())
    return wave.fail(
        op, lane, "atomic access of " + Twine(size) + " bytes past the end of " + allocation->name);
  std::copy_n(allocation->bytes.begin() + (address - allocation->base), size, bytes.begin());
  unpackBytes(type, bytes.data(), old);
  SmallVector<uint64_t, 4> updated(slotsOf(type));
  for (unsigned s = 0; s < updated.size(); ++s)
    updated[s] = combine(kind, old[s], value[s], elementOf(type));
  packBytes(type, updated.data(), bytes.data());
  // One indivisible access: it races with plain accesses of other waves, not with other atomics.
  if (Fault fault = memory.write(address, bytes.data(), size, access))
    return wave.fail(op, lane, *fault);
  return success();
}

LogicalResult atomic(Wave &wave, Operation *op) {
  auto rmw = cast<LLVM::AtomicRMWOp>(op);
  AtomicKind kind;
  switch (rmw.getBinOp()) {
  case LLVM::AtomicBinOp::add:
    kind = AtomicKind::Add;
    break;
  case LLVM::AtomicBinOp::fadd:
    kind = AtomicKind::FAdd;
    break;
  case LLVM::AtomicBinOp::max:
    kind = AtomicKind::Max;
    break;
  case LLVM::AtomicBinOp::umax:
    kind = AtomicKind::UMax;
    break;
  case LLVM::AtomicBinOp::min:
    kind = AtomicKind::Min;
    break;
  case LLVM::AtomicBinOp::umin:
    kind = AtomicKind::UMin;
    break;
  case LLVM::AtomicBinOp::fmax:
    kind = AtomicKind::FMax;
    break;
  case LLVM::AtomicBinOp::fmin:
    kind = AtomicKind::FMin;
    break;
  case LLVM::AtomicBinOp::_and:
    kind = AtomicKind::And;
    break;
  case LLVM::AtomicBinOp::_or:
    kind = AtomicKind::Or;
    break;
  case LLVM::AtomicBinOp::_xor:
    kind = AtomicKind::Xor;
    break;
  case LLVM::AtomicBinOp::uinc_wrap:
    kind = AtomicKind::Inc;
    break;
  case LLVM::AtomicBinOp::udec_wrap:
    kind = AtomicKind::Dec;
    break;
  case LLVM::AtomicBinOp::xchg:
    kind = AtomicKind::Exchange;
    break;
  default:
    return op->emitError("the interpreter does not know this atomic operation");
  }
  LaneValue &address = wave.get(rmw.getPtr()), value = wave.get(rmw.getVal());
  LaneValue &result = wave.define(rmw.getRes());
  LogicalResult status = success();
  wave.forActive([&](unsigned lane) {
    if (failed(status))
      return;
    uint64_t at = address.at(lane);
    unsigned space = resolveSpace(spaceOf(rmw.getPtr()), at);
    status = atomicUpdate(wave, op, lane, space, at, rmw.getVal().getType(), value.lane(lane), kind,
                          result.lane(lane));
  });
  return status;
}

//===----------------------------------------------------------------------===//
// Buffers: a resource of base, size in bytes, stride and flags. Reads past the size give zero,
// writes past it vanish, as the hardware does for raw buffers.
//===----------------------------------------------------------------------===//

LogicalResult makeResource(Wave &wave, Operation *op) {
  LaneValue base = wave.get(op->getOperand(0)), stride = wave.get(op->getOperand(1));
  LaneValue records = wave.get(op->getOperand(2)), flags = wave.get(op->getOperand(3));
  LaneValue &result = wave.define(op->getResult(0));
  wave.forActive([&](unsigned lane) {
    result.at(lane, 0) = base.at(lane);
    result.at(lane, 1) = records.at(lane);
    result.at(lane, 2) = stride.at(lane) << 32 | truncated(flags.at(lane), 32);
  });
  return success();
}

struct BufferPlace {
  uint64_t address;
  bool inside;
};

BufferPlace place(const uint64_t *resource, uint64_t offset, uint64_t soffset, int64_t size) {
  uint64_t byte = truncated(offset, 32); // the bound is on the lane's offset; soffset comes on top
  return {resource[0] + byte + truncated(soffset, 32), byte + size <= resource[1]};
}

LogicalResult bufferLoad(Wave &wave, Operation *op) {
  LaneValue resource = wave.get(op->getOperand(0)), offset = wave.get(op->getOperand(1));
  LaneValue soffset = wave.get(op->getOperand(2));
  LaneValue &result = wave.define(op->getResult(0));
  Type type = op->getResult(0).getType();
  LogicalResult status = success();
  wave.forActive([&](unsigned lane) {
    if (failed(status))
      return;
    auto [address, inside] =
        place(resource.lane(lane), offset.at(lane), soffset.at(lane), storeSize(type));
    if (!inside)
      std::fill_n(result.lane(lane), result.getSlots(), 0);
    else
      status = wave.load(op, lane, 1, address, type, result.lane(lane));
  });
  return status;
}

LogicalResult bufferStore(Wave &wave, Operation *op) {
  Type type = op->getOperand(0).getType();
  LaneValue &value = wave.get(op->getOperand(0)), &resource = wave.get(op->getOperand(1));
  LaneValue &offset = wave.get(op->getOperand(2)), &soffset = wave.get(op->getOperand(3));
  LogicalResult status = success();
  wave.forActive([&](unsigned lane) {
    if (failed(status))
      return;
    auto [address, inside] =
        place(resource.lane(lane), offset.at(lane), soffset.at(lane), storeSize(type));
    if (inside)
      status = wave.store(op, lane, 1, address, type, value.lane(lane));
  });
  return status;
}

Handler bufferAtomic(AtomicKind integerKind, AtomicKind floatKind) {
  return [=](Wave &wave, Operation *op) {
    Type type = op->getOperand(0).getType();
    AtomicKind kind = isa<FloatType>(elementOf(type)) ? floatKind : integerKind;
    LaneValue value = wave.get(op->getOperand(0)), resource = wave.get(op->getOperand(1));
    LaneValue offset = wave.get(op->getOperand(2)), soffset = wave.get(op->getOperand(3));
    LogicalResult status = success();
    wave.forActive([&](unsigned lane) {
      if (failed(status))
        return;
      auto [address, inside] =
          place(resource.lane(lane), offset.at(lane), soffset.at(lane), storeSize(type));
      SmallVector<uint64_t, 4> old(slotsOf(type), 0);
      if (inside)
        status = atomicUpdate(wave, op, lane, 1, address, type, value.lane(lane), kind, old.data());
      if (op->getNumResults())
        llvm::copy(old, wave.get(op->getResult(0)).lane(lane));
      if (op->getNumResults() == 1)
        llvm::copy(old, wave.define(op->getResult(0)).lane(lane));
    });
    return status;
  };
}

/// Copies `size` bytes per lane from global memory to LDS: the LDS address is wave-uniform, lane i
/// writes `size` bytes at i times `size`.
LogicalResult transferToShared(Wave &wave, Operation *op, uint64_t sharedBase, int64_t size,
                               function_ref<BufferPlace(unsigned lane)> source) {
  Type type = VectorType::get({size}, IntegerType::get(op->getContext(), 8));
  LogicalResult status = success();
  wave.forActive([&](unsigned lane) {
    if (failed(status))
      return;
    SmallVector<uint64_t, 16> slots(size, 0);
    auto [address, inside] = source(lane);
    if (inside)
      status = wave.load(op, lane, 1, address, type, slots.data());
    if (succeeded(status))
      status = wave.store(op, lane, 3, sharedBase + lane * size, type, slots.data());
  });
  return status;
}

LogicalResult bufferLoadLds(Wave &wave,
                            Operation *op) { // rsrc, lds, size, voffset, soffset, offset, aux
  LaneValue resource = wave.get(op->getOperand(0)), voffset = wave.get(op->getOperand(3));
  int64_t size = wave.uniform(op->getOperand(2));
  uint64_t soffset = wave.uniform(op->getOperand(4)), immediate = wave.uniform(op->getOperand(5));
  uint64_t base = wave.uniform(op->getOperand(1)) + immediate;
  return transferToShared(wave, op, base, size, [&](unsigned lane) {
    return place(resource.lane(lane), voffset.at(lane) + immediate, soffset, size);
  });
}

LogicalResult globalLoadLds(Wave &wave, Operation *op) { // global, lds {size, offset, aux}
  LaneValue address = wave.get(op->getOperand(0));
  int64_t size = cast<IntegerAttr>(op->getAttr("size")).getInt();
  uint64_t immediate = cast<IntegerAttr>(op->getAttr("offset")).getInt();
  return transferToShared(
      wave, op, wave.uniform(op->getOperand(1)) + immediate, size,
      [&](unsigned lane) { return BufferPlace{address.at(lane) + immediate, true}; });
}

/// Transposing LDS reads of gfx950 (fly-rocdl 5.4): within 16 lanes, element j of lane i is element
/// 16 j + i of the data that the lanes address in lane order.
Handler transposingRead(unsigned granularity) {
  return [granularity](Wave &wave, Operation *op) {
    LaneValue address = wave.get(op->getOperand(0));
    LaneValue &result = wave.define(op->getResult(0));
    Type type = op->getResult(0).getType();
    int64_t bits = storeSize(type) * 8;
    MLIRContext *context = op->getContext();
    Type piece = VectorType::get({bits / granularity}, IntegerType::get(context, granularity));
    unsigned count = bits / granularity;
    LogicalResult status = success();
    std::vector<uint64_t> data(size_t(wave.lanes) * count);
    wave.forActive([&](unsigned lane) {
      if (succeeded(status))
        status = wave.load(op, lane, 3, address.at(lane), piece, &data[size_t(lane) * count]);
    });
    if (failed(status))
      return status;
    wave.forActive([&](unsigned lane) {
      unsigned first = lane / 16 * 16;
      SmallVector<uint64_t> mine(count);
      for (unsigned j = 0; j < count; ++j) {
        unsigned index = 16 * j + lane % 16;
        mine[j] = data[size_t(first + index / count) * count + index % count];
      }
      bitcastLane(piece, mine.data(), type, result.lane(lane));
    });
    return status;
  };
}

/// The tensor data mover: the descriptor of fly-rocdl 5.7, up to five dimensions, once per wave.
/// The data are there at once; waiting for them is not modelled.
Handler tensorMove(bool toShared) {
  return [toShared](Wave &wave, Operation *op) -> LogicalResult {
    auto word = [&](unsigned group, unsigned i) -> uint64_t {
      if (group >= op->getNumOperands())
        return 0;
      return truncated(wave.uniform(op->getOperand(group), i), 32);
    };
    bool four = op->getNumOperands() > 2;
    uint64_t ldsAddress = word(0, 1);
    uint64_t globalAddress = word(0, 2) | (word(0, 3) & 0x1FFFFFF) << 32;
    uint64_t w0 = word(1, 0);
    int64_t elementBytes = int64_t(1) << (w0 >> 16 & 3);
    bool padded = w0 >> 20 & 1;
    int64_t padInterval = int64_t(4) << (w0 >> 22 & 7) << 1; // bytes
    int64_t padAmount = int64_t((w0 >> 25 & 127) + 1) * 4;
    auto split = [&](unsigned group, unsigned lowWord, unsigned highWord) { // 16 | 16
      return int64_t(word(group, lowWord) >> 16 | (word(group, highWord) & 0xFFFF) << 16);
    };
    int64_t dims[5] = {split(1, 1, 2), split(1, 2, 3), 1, 1, 1};
    int64_t tiles[5] = {int64_t(word(1, 3) >> 16), int64_t(word(1, 4) & 0xFFFF),
                        int64_t(word(1, 4) >> 16), 0, 0};
    int64_t strides[5] = {1, int64_t(word(1, 5) | (word(1, 6) & 0xFFFF) << 32),
                          int64_t(word(1, 6) >> 16 | word(1, 7) << 16), 0, 0};
    if (four) {
      dims[2] = word(2, 0);
      dims[3] = word(2, 1);
      strides[3] = int64_t(word(2, 2) | (word(2, 3) & 0xFFFF) << 32);
      tiles[3] = word(2, 3) >> 16;
      strides[4] = int64_t(word(3, 0) | (word(3, 1) & 0xFFFF) << 32);
      dims[4] = split(3, 1, 2);
      tiles[4] = word(3, 2) >> 16;
    }
    for (int d = 0; d < 5; ++d)
      if (tiles[d] == 0) { // an unused dimension
        tiles[d] = 1;
        dims[d] = 1;
        strides[d] = 0;
      }
    unsigned lane = wave.mask ? llvm::countr_zero(wave.mask) : 0;
    Type type = VectorType::get({elementBytes}, IntegerType::get(op->getContext(), 8));
    int64_t written = 0;
    int64_t at[5];
    for (at[4] = 0; at[4] < tiles[4]; ++at[4])
      for (at[3] = 0; at[3] < tiles[3]; ++at[3])
        for (at[2] = 0; at[2] < tiles[2]; ++at[2])
          for (at[1] = 0; at[1] < tiles[1]; ++at[1])
            for (at[0] = 0; at[0] < tiles[0]; ++at[0], written += elementBytes) {
              bool inside = true;
              int64_t offset = 0;
              for (int d = 0; d < 5; ++d) {
                inside &= at[d] < dims[d];
                offset += at[d] * strides[d];
              }
              uint64_t lds =
                  ldsAddress + written + (padded ? written / padInterval * padAmount : 0);
              uint64_t global = globalAddress + offset * elementBytes;
              uint64_t slots[8] = {};
              if (toShared) {
                if ((inside && failed(wave.load(op, lane, 1, global, type, slots))) ||
                    failed(wave.store(op, lane, 3, lds, type, slots)))
                  return failure();
              } else if (inside && (failed(wave.load(op, lane, 3, lds, type, slots)) ||
                                    failed(wave.store(op, lane, 1, global, type, slots)))) {
                return failure();
              }
            }
    return success();
  };
}

} // namespace

void mlir::fly::interp::addMemoryHandlers(Handlers &h) {
  h["llvm.load"] = load;
  h["llvm.store"] = store;
  h["llvm.intr.memcpy"] = h["llvm.intr.memcpy.inline"] = Handler(copyMemory);
  h["llvm.getelementptr"] = elementPointer;
  h["llvm.mlir.addressof"] = addressOf;
  h["llvm.alloca"] = allocate;
  h["llvm.inttoptr"] = h["llvm.ptrtoint"] = h["llvm.addrspacecast"] = Handler(pointerCast);
  h["llvm.atomicrmw"] = atomic;
  h["rocdl.make.buffer.rsrc"] = makeResource;
  h["rocdl.raw.ptr.buffer.load"] = bufferLoad;
  h["rocdl.raw.ptr.buffer.store"] = bufferStore;
  h["rocdl.raw.ptr.buffer.atomic.fadd"] = bufferAtomic(AtomicKind::Add, AtomicKind::FAdd);
  h["rocdl.raw.ptr.buffer.atomic.fmax"] = bufferAtomic(AtomicKind::Max, AtomicKind::FMax);
  h["rocdl.raw.ptr.buffer.atomic.smax"] = bufferAtomic(AtomicKind::Max, AtomicKind::FMax);
  h["rocdl.raw.ptr.buffer.atomic.umin"] = bufferAtomic(AtomicKind::UMin, AtomicKind::FMin);
  // The intrinsics have the same operands and give the old value.
  auto intrinsicAtomic = [&](StringRef name, AtomicKind integerKind, AtomicKind floatKind) {
    h[("llvm.amdgcn.raw.ptr.buffer.atomic." + name).str()] = bufferAtomic(integerKind, floatKind);
  };
  intrinsicAtomic("add", AtomicKind::Add, AtomicKind::FAdd);
  intrinsicAtomic("fadd", AtomicKind::Add, AtomicKind::FAdd);
  intrinsicAtomic("smax", AtomicKind::Max, AtomicKind::FMax);
  intrinsicAtomic("umax", AtomicKind::UMax, AtomicKind::FMax);
  intrinsicAtomic("fmax", AtomicKind::Max, AtomicKind::FMax);
  intrinsicAtomic("smin", AtomicKind::Min, AtomicKind::FMin);
  intrinsicAtomic("umin", AtomicKind::UMin, AtomicKind::FMin);
  intrinsicAtomic("fmin", AtomicKind::Min, AtomicKind::FMin);
  intrinsicAtomic("and", AtomicKind::And, AtomicKind::And);
  intrinsicAtomic("or", AtomicKind::Or, AtomicKind::Or);
  intrinsicAtomic("xor", AtomicKind::Xor, AtomicKind::Xor);
  intrinsicAtomic("inc", AtomicKind::Inc, AtomicKind::Inc);
  intrinsicAtomic("dec", AtomicKind::Dec, AtomicKind::Dec);
  intrinsicAtomic("swap", AtomicKind::Exchange, AtomicKind::Exchange);
  h["rocdl.raw.ptr.buffer.load.lds"] = bufferLoadLds;
  h["rocdl.global.load.lds"] = h["rocdl.load.to.lds"] = Handler(globalLoadLds);
  h["rocdl.ds.read.tr4.b64"] = transposingRead(4);
  h["rocdl.ds.read.tr8.b64"] = transposingRead(8);
  h["rocdl.ds.read.tr6.b96"] = transposingRead(6);
  h["rocdl.ds.read.tr16.b64"] = transposingRead(16);
  h["rocdl.tensor.load.to.lds"] = h["rocdl.tensor.load.to.lds.d2"] = tensorMove(true);
  h["rocdl.tensor.store.from.lds"] = h["rocdl.tensor.store.from.lds.d2"] = tensorMove(false);
}
