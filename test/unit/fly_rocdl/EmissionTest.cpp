// What each payload becomes, in value, memory and predicated form, operation by operation. That the
// result compiles to the documented mnemonic is shown in test/lit/fly_rocdl.
#include "TestSupport.h"

#include "dialects/fly/FlyOps.h"
#include "dialects/fly_rocdl/Emission.h"

#include "mlir/IR/Matchers.h"
#include "mlir/IR/Verifier.h"

using namespace mlir;
using namespace mlir::fly_rocdl;
using namespace rocdl_test;

namespace {

class EmissionTest : public RocdlTest {
protected:
  EmissionTest() : builder(&context), loc(builder.getUnknownLoc()) { fresh(); }

  /// A new empty block to emit into.
  void fresh() {
    region = std::make_unique<Region>();
    block = &region->emplaceBlock();
    builder.setInsertionPointToStart(block);
    messages.clear();
  }
  Value arg(Type type) { return block->addArgument(type, loc); }
  Value pointer(unsigned space) { return arg(LLVM::LLVMPointerType::get(&context, space)); }
  Value fatPointer() { return arg(fatPointerType(&context)); }
  Attribute space(fly::AddressSpace value) { return fly::AddressSpaceAttr::get(&context, value); }
  Attribute buffer() { return BufferDescAttr::get(&context); }
  fly::MemRefType memRef(Type elem, Attribute space, const layout::Layout &layout,
                         layout::Swizzle swizzle = {}) {
    return fly::MemRefType::get(elem, space, layout, 0, swizzle);
  }
  fly::MemRefType registers(Type elem, int64_t count) {
    return memRef(elem, space(fly::AddressSpace::Register), layout::Layout(count, 1));
  }
  Type valueType(Type elem, int64_t count) {
    return fly::registerSSAType(registers(elem, count), true);
  }
  Value atomValue(Type payload) {
    if (auto stateful = dyn_cast<fly::StatefulOpTypeInterface>(payload))
      return stateful.getDefaultState(builder, loc);
    return LLVM::UndefOp::create(builder, loc, LLVM::LLVMStructType::getLiteral(&context, {}));
  }
  /// Operations of a name, nested ones included; intrinsics that are called count by theirs.
  int count(StringRef name) {
    int found = 0;
    region->walk([&](Operation *op) {
      StringRef got = op->getName().getStringRef();
      if (auto call = dyn_cast<LLVM::CallIntrinsicOp>(op))
        got = call.getIntrin();
      found += got == name;
    });
    return found;
  }
  /// What was emitted verifies, and every load and store carries its alignment.
  void expectValid(const std::string &what) {
    for (Operation &op : *block)
      EXPECT_TRUE(succeeded(mlir::verify(&op))) << what << "\n" << messages;
    region->walk([&](Operation *op) {
      if (isa<LLVM::LoadOp, LLVM::StoreOp>(op))
        EXPECT_TRUE(op->hasAttr("alignment")) << what;
    });
  }
  bool said(const std::string &text) { return messages.find(text) != std::string::npos; }

  OpBuilder builder;
  Location loc;
  std::unique_ptr<Region> region;
  Block *block = nullptr;
};

// --- Matrix instructions ------------------------------------------------------------------------

TEST_F(EmissionTest, EveryMmaInstanceInBothForms) {
  int emitted = 0;
  for (const InstanceInfo &info : allInstances(&context)) {
    auto mma = dyn_cast<fly::MmaOpTypeInterface>(info.payload);
    if (!mma)
      continue;
    auto atom = fly::MmaAtomType::get(info.payload);
    int64_t values[] = {mma.getRegisterValues(fly::MmaOperand::A),
                        mma.getRegisterValues(fly::MmaOperand::B),
                        mma.getRegisterValues(fly::MmaOperand::C)};
    Type elems[] = {mma.getValTypeA(), mma.getValTypeB(), mma.getValTypeC()};

    fresh();
    Type types[3];
    for (int i = 0; i < 3; ++i)
      types[i] = valueType(elems[i], values[i]);
    Value a = arg(types[0]), b = arg(types[1]), c = arg(types[2]);
    FailureOr<Value> result =
        mma.emitAtomCallSSA(builder, loc, types[2], atom, {}, types[0], types[1], types[2],
                            atomValue(info.payload), {}, a, b, c);
    ASSERT_TRUE(succeeded(result)) << info.text << messages;
    EXPECT_EQ(result->getType(), types[2]) << info.text;
    EXPECT_EQ(count(info.operation), 1) << info.text;
    expectValid(info.text);

    fresh();
    fly::MemRefType memory[3];
    for (int i = 0; i < 3; ++i)
      memory[i] = registers(elems[i], values[i]);
    Value pd = pointer(5), pa = pointer(5), pb = pointer(5), pc = pointer(5);
    ASSERT_TRUE(succeeded(mma.emitAtomCall(builder, loc, atom, memory[2], memory[0], memory[1],
                                           memory[2], atomValue(info.payload), pd, pa, pb, pc)))
        << info.text << messages;
    EXPECT_EQ(count(info.operation), 1) << info.text;
    EXPECT_EQ(count("llvm.load"), 3) << info.text;
    EXPECT_EQ(count("llvm.store"), 1) << info.text;
    expectValid(info.text);
    ++emitted;
  }
  EXPECT_GE(emitted, 161);
}

TEST_F(EmissionTest, RegistersOfTheInstruction) {
  for (const InstanceInfo &info : allInstances(&context)) {
    auto mma = dyn_cast<fly::MmaOpTypeInterface>(info.payload);
    if (!mma)
      continue;
    fresh();
    Type aTy = valueType(mma.getValTypeA(), mma.getRegisterValues(fly::MmaOperand::A));
    Type bTy = valueType(mma.getValTypeB(), mma.getRegisterValues(fly::MmaOperand::B));
    Type cTy = valueType(mma.getValTypeC(), mma.getRegisterValues(fly::MmaOperand::C));
    Value a = arg(aTy), b = arg(bTy), c = arg(cTy);
    ASSERT_TRUE(
        succeeded(mma.emitAtomCallSSA(builder, loc, cTy, fly::MmaAtomType::get(info.payload), {},
                                      aTy, bTy, cTy, atomValue(info.payload), {}, a, b, c)));
    region->walk([&](Operation *op) {
      if (op->getName().getStringRef() != info.operation)
        return;
      for (int i = 0; i < 3; ++i)
        EXPECT_EQ(print(op->getOperand(i).getType()), info.registers[i].second) << info.text;
    });
  }
}

TEST_F(EmissionTest, ImmediatesOfScaledProducts) {
  Type payload = accept("!fly_rocdl.cdna4.mfma_scale<16x16x128, (f8E5M2, f4E2M1FN) -> f32, "
                        "opselA = 2, opselB = 3>");
  auto mma = cast<fly::MmaOpTypeInterface>(payload);
  fresh();
  Type aTy = valueType(mma.getValTypeA(), 32), bTy = valueType(mma.getValTypeB(), 32),
       cTy = valueType(mma.getValTypeC(), 4);
  Value a = arg(aTy), b = arg(bTy), c = arg(cTy);
  ASSERT_TRUE(succeeded(mma.emitAtomCallSSA(builder, loc, cTy, fly::MmaAtomType::get(payload), {},
                                            aTy, bTy, cTy, atomValue(payload), {}, a, b, c)));
  EXPECT_TRUE(said("[FLY341]"));
  Operation *product = nullptr;
  region->walk([&](Operation *op) {
    if (op->getName().getStringRef() == "rocdl.mfma.scale.f32.16x16x128.f8f6f4")
      product = op;
  });
  ASSERT_TRUE(product);
  ASSERT_EQ(product->getNumOperands(), 9u);
  // cbsz 1 (f8E5M2), blgp 4 (f4E2M1FN), opselA, scale A, opselB, scale B.
  int64_t expected[] = {1, 4, 2, 0, 3, 0};
  for (int i = 0; i < 6; ++i) {
    APInt value;
    ASSERT_TRUE(matchPattern(product->getOperand(3 + i), m_ConstantInt(&value))) << i;
    EXPECT_EQ(value.getSExtValue(), expected[i]) << i;
  }
  // The same place warns once.
  messages.clear();
  ASSERT_TRUE(succeeded(mma.emitAtomCallSSA(builder, loc, cTy, fly::MmaAtomType::get(payload), {},
                                            aTy, bTy, cTy, atomValue(payload), {}, a, b, c)));
  EXPECT_FALSE(said("[FLY341]"));
}

TEST_F(EmissionTest, U5_U8_D25_WrongOperands) {
  Type payload = accept("!fly_rocdl.cdna3.mfma<16x16x16, (f16, f16) -> f32>");
  auto mma = cast<fly::MmaOpTypeInterface>(payload);
  auto atom = fly::MmaAtomType::get(payload);
  Type half2 = parse("vector<2xf16>"), half4 = parse("vector<4xf16>"), acc = parse("vector<4xf32>");
  fresh();
  Value a2 = arg(half2), b = arg(half4), c = arg(acc);
  EXPECT_TRUE(failed(mma.emitAtomCallSSA(builder, loc, acc, atom, {}, half2, half4, acc,
                                         atomValue(payload), {}, a2, b, c)));
  EXPECT_TRUE(said("operand A needs 4 x f16, got vector<2xf16> [FLY335]"));
  // D25: no failure is silent. D in shared memory, a result of another size, no D at all.
  messages.clear();
  Value a = arg(half4);
  auto shared =
      memRef(Float32Type::get(&context), space(fly::AddressSpace::Shared), layout::Layout(4, 1));
  EXPECT_TRUE(failed(mma.emitAtomCallSSA(builder, loc, {}, atom, shared, half4, half4, acc,
                                         atomValue(payload), pointer(3), a, b, c)));
  EXPECT_TRUE(said("[FLY335]"));
  messages.clear();
  EXPECT_TRUE(failed(mma.emitAtomCallSSA(builder, loc, {}, atom, {}, half4, half4, acc,
                                         atomValue(payload), {}, a, b, c)));
  EXPECT_TRUE(said("operand D must be in register memory, got nothing [FLY335]"));
  messages.clear();
  EXPECT_TRUE(failed(mma.emitAtomCallSSA(builder, loc, half4, atom, {}, half4, half4, acc,
                                         atomValue(payload), {}, a, b, c)));
  EXPECT_TRUE(said("[FLY335]"));
  // The verifier of the call says the same before lowering.
  messages.clear();
  auto emit = [&] { return emitError(loc); };
  EXPECT_TRUE(failed(mma.verifyCall(emit, {}, half2, half4, acc)));
  EXPECT_TRUE(said("operand A needs 4 x f16 in registers, got vector<2xf16> [FLY335]"));
  EXPECT_TRUE(failed(mma.verifyCall(emit, shared, half4, half4, acc)));
  EXPECT_TRUE(failed(mma.verifyCall(emit, {}, parse("vector<2xf32>"), half4, acc)));
  EXPECT_TRUE(succeeded(mma.verifyCall(emit, {}, half4, half4, acc)));
  EXPECT_TRUE(succeeded(mma.verifyCall(emit, registers(Float32Type::get(&context), 4), half4,
                                       registers(Float16Type::get(&context), 4), acc)));
}

// --- Copies -------------------------------------------------------------------------------------

TEST_F(EmissionTest, BufferCopyOfEverySize) {
  for (int bits : {8, 16, 32, 64, 96, 128}) {
    Type payload = Cdna3BufferCopyType::get(&context, bits, 17);
    auto copy = cast<fly::CopyOpTypeInterface>(payload);
    Type elem = bits < 32 ? Type(builder.getIntegerType(bits)) : builder.getF32Type();
    int64_t count_ = std::max(1, bits / 32);
    auto atom = fly::CopyAtomType::get(payload, bits < 32 ? bits : 32);
    auto memory = memRef(elem, buffer(), layout::Layout(count_, 1));
    Type value = valueType(elem, count_);

    fresh();
    FailureOr<Value> loaded = copy.emitAtomCallSSA(builder, loc, value, atom, memory, {},
                                                   atomValue(payload), fatPointer(), {});
    ASSERT_TRUE(succeeded(loaded)) << bits << messages;
    EXPECT_EQ(loaded->getType(), value);
    EXPECT_EQ(count("rocdl.raw.ptr.buffer.load"), 1);
    region->walk([&](ROCDL::RawPtrBufferLoadOp load) {
      EXPECT_EQ(print(load.getRes().getType()),
                bits == 96 ? "vector<3xi32>" : "i" + std::to_string(bits));
      APInt aux;
      ASSERT_TRUE(matchPattern(load.getAux(), m_ConstantInt(&aux)));
      EXPECT_EQ(aux, 17);
    });
    expectValid("load");

    fresh();
    EXPECT_TRUE(succeeded(copy.emitAtomCallSSA(builder, loc, {}, atom, value, memory,
                                               atomValue(payload), arg(value), fatPointer())));
    EXPECT_EQ(count("rocdl.raw.ptr.buffer.store"), 1);
    expectValid("store");

    // Memory forms.
    auto fragment = registers(elem, count_);
    fresh();
    EXPECT_TRUE(succeeded(copy.emitAtomCall(builder, loc, atom, memory, fragment,
                                            atomValue(payload), fatPointer(), pointer(5))))
        << messages;
    EXPECT_EQ(count("rocdl.raw.ptr.buffer.load"), 1);
    EXPECT_EQ(count("llvm.store"), 1);
    expectValid("memory load");
    fresh();
    EXPECT_TRUE(succeeded(copy.emitAtomCall(builder, loc, atom, fragment, memory,
                                            atomValue(payload), pointer(5), fatPointer())));
    EXPECT_EQ(count("rocdl.raw.ptr.buffer.store"), 1);
    EXPECT_EQ(count("llvm.load"), 1);
    expectValid("memory store");

    // Predicated: with a result the old value survives a false predicate.
    fresh();
    Value old = arg(value), pred = arg(builder.getI1Type());
    FailureOr<Value> kept = copy.emitAtomCallPredSSA(
        builder, loc, value, atom, memory, {}, atomValue(payload), fatPointer(), {}, pred, old);
    ASSERT_TRUE(succeeded(kept)) << messages;
    auto conditional = kept->getDefiningOp<scf::IfOp>();
    ASSERT_TRUE(conditional);
    EXPECT_EQ(conditional.elseYield().getOperand(0), old);
    EXPECT_EQ(builder.getInsertionBlock(), block);
    expectValid("predicated load");
    fresh();
    auto flag = registers(builder.getI1Type(), 1);
    EXPECT_TRUE(
        succeeded(copy.emitAtomCallPred(builder, loc, atom, fragment, memory, atomValue(payload),
                                        pointer(5), fatPointer(), flag, pointer(5))))
        << messages;
    EXPECT_EQ(count("scf.if"), 1);
    EXPECT_EQ(builder.getInsertionBlock(), block);
    expectValid("predicated memory store");
  }
}

TEST_F(EmissionTest, BufferOffsetsInBytes) {
  // Fat pointers count elements; soffset too. Sub-byte elements go through bits.
  struct {
    Type elem;
    int64_t count, element, bytes;
  } cases[] = {{builder.getI8Type(), 4, 12, 12},
               {builder.getF16Type(), 2, 12, 24},
               {builder.getF32Type(), 1, 12, 48},
               {parse("f4E2M1FN"), 8, 12, 6},
               {parse("f6E2M3FN"), 16, 12, 9}};
  for (auto &[elem, count_, element, bytes] : cases) {
    int64_t bits = count_ * fly::bitWidth(elem);
    Type payload = Cdna3BufferCopyType::get(&context, bits, 0);
    auto copy = cast<fly::CopyOpTypeInterface>(payload);
    fresh();
    Value fat = packFatPointer(builder, loc, pointer(8), constantI32(builder, loc, element));
    Value atom = cast<fly::StatefulOpTypeInterface>(payload).setAtomState(
        builder, loc, atomValue(payload), "soffset", constantI32(builder, loc, element));
    ASSERT_TRUE(succeeded(
        copy.emitAtomCallSSA(builder, loc, valueType(elem, count_),
                             fly::CopyAtomType::get(payload, int32_t(fly::bitWidth(elem))),
                             memRef(elem, buffer(), layout::Layout(count_, 1)), {}, atom, fat, {})))
        << messages;
    region->walk([&](ROCDL::RawPtrBufferLoadOp load) {
      APInt offset, soffset;
      ASSERT_TRUE(matchPattern(load.getOffset(), m_ConstantInt(&offset)));
      ASSERT_TRUE(matchPattern(load.getSoffset(), m_ConstantInt(&soffset)));
      EXPECT_EQ(offset.getSExtValue(), bytes) << print(elem);
      EXPECT_EQ(soffset.getSExtValue(), bytes) << print(elem);
    });
  }
  // The swizzle acts on the byte offset: S<2,4,3> of 0x1a0 is 0x1a0 ^ ((0x1a0 & 0x180) >> 3).
  fresh();
  Value fat = packFatPointer(builder, loc, pointer(8), constantI32(builder, loc, 0x1a0 / 4));
  Value offset = bufferByteOffset(builder, loc, fat, builder.getF32Type(), {2, 4, 3});
  APInt value;
  ASSERT_TRUE(matchPattern(offset, m_ConstantInt(&value)));
  EXPECT_EQ(value.getSExtValue(), 0x1a0 ^ ((0x1a0 & 0x180) >> 3));
}

TEST_F(EmissionTest, U3_U4_WrongPlacesAndSizes) {
  Type payload = accept("!fly_rocdl.cdna3.buffer_copy<128>");
  auto copy = cast<fly::CopyOpTypeInterface>(payload);
  auto atom = fly::CopyAtomType::get(payload, 32);
  Type f32 = builder.getF32Type();
  auto global = memRef(f32, space(fly::AddressSpace::Global), layout::Layout(4, 1));
  auto inBufferTy = memRef(f32, buffer(), layout::Layout(4, 1));
  fresh();
  EXPECT_TRUE(failed(copy.emitAtomCallSSA(builder, loc, valueType(f32, 4), atom, global, {},
                                          atomValue(payload), pointer(1), {})));
  EXPECT_TRUE(said("!fly_rocdl.cdna3.buffer_copy<128> copies between a buffer and registers; "
                   "operands are global memory and registers [FLY333]"));
  messages.clear();
  EXPECT_TRUE(failed(copy.emitAtomCallSSA(builder, loc, {}, atom, inBufferTy, inBufferTy,
                                          atomValue(payload), fatPointer(), fatPointer())));
  EXPECT_TRUE(said("operands are a buffer and a buffer [FLY333]"));
  messages.clear();
  EXPECT_TRUE(failed(copy.emitAtomCallSSA(builder, loc, valueType(f32, 2), atom, inBufferTy, {},
                                          atomValue(payload), fatPointer(), {})));
  EXPECT_TRUE(said("fragment of 64 bits for a 128-bit copy [FLY334]"));
  messages.clear();
  auto emit = [&] { return emitError(loc); };
  EXPECT_TRUE(failed(copy.verifyCall(emit, registers(f32, 8), inBufferTy)));
  EXPECT_TRUE(said("fragment of 256 bits for a 128-bit copy [FLY334]"));
}

/// The memory that a copy payload copies from and to.
static std::pair<std::string, std::string> routeOf(Type payload) {
  const char *buffer = "#fly_rocdl.buffer_desc";
  if (isa<Cdna3BufferCopyType>(payload))
    return {buffer, "register"};
  if (isa<Cdna3BufferAtomicType>(payload))
    return {"register", buffer};
  if (isa<Cdna4LdsReadTransType>(payload))
    return {"shared", "register"};
  if (isa<Cdna4GlobalLoadAsyncLdsType>(payload))
    return {"global", "shared"};
  return {buffer, "shared"};
}

// One instruction moves consecutive bits: a view with a stride, in another order, with an offset
// that its pointer has not taken, or of unknown size in registers is refused on either side of
// every copy.
TEST_F(EmissionTest, CopiesTakeConsecutiveViews) {
  auto emit = [&] { return emitError(loc); };
  int copies = 0;
  for (const InstanceInfo &info : allInstances(&context)) {
    auto copy = dyn_cast<fly::CopyOpTypeInterface>(info.payload);
    if (!copy || copy.isWholeTile())
      continue;
    int64_t n = copy.getCopyBits() / 8;
    std::string count = std::to_string(n), half = std::to_string(n / 2);
    auto [from, to] = routeOf(info.payload);
    auto call = [&](const std::string &src, const std::string &dst) {
      Type srcTy = parse("!fly.memref<i8, " + from + ", " + src + ">");
      Type dstTy = parse("!fly.memref<i8, " + to + ", " + dst + ">");
      EXPECT_TRUE(srcTy && dstTy) << messages;
      messages.clear();
      return succeeded(copy.verifyCall(emit, srcTy, dstTy));
    };
    std::string plain = count + ":1";
    for (const std::string &fine :
         {plain, "(1," + count + "):(0,1)", "((" + half + ",2),1):((1," + half + "),7)",
          "S<3,7,3> o 0 o " + plain}) {
      if (n == 1 && fine.find("((") == 0)
        continue;
      EXPECT_TRUE(call(fine, plain)) << info.text << fine << messages;
      EXPECT_TRUE(call(plain, fine)) << info.text << fine << messages;
    }
    std::vector<std::string> wrong = {"S<1,2,3> o 36 o " + plain, "S<1,2,3> o ? o " + plain,
                                      plain + " o 4 o " + plain};
    if (n > 1)
      for (const std::string &layout :
           {count + ":2", count + ":0", count + ":-1", "(2," + half + "):(" + half + ",1)"})
        wrong.push_back(n == 2 && layout[0] == '(' ? count + ":3" : layout);
    for (const std::string &layout : wrong) {
      EXPECT_FALSE(call(layout, plain)) << info.text << layout;
      EXPECT_TRUE(said("[FLY348]")) << info.text << layout << messages;
      EXPECT_FALSE(call(plain, layout)) << info.text << layout;
      EXPECT_TRUE(said("[FLY348]")) << info.text << layout << messages;
    }
    // Memory may have an unknown extent, a fragment may not.
    EXPECT_EQ(call("?:1", plain), from != "register") << info.text;
    EXPECT_EQ(call(plain, "?:1"), to != "register") << info.text;
    ++copies;
  }
  EXPECT_GE(copies, 44);
  Type view = parse("!fly.memref<f32, #fly_rocdl.buffer_desc, 4:2>");
  EXPECT_EQ(fly::consecutiveProblem(cast<fly::MemRefType>(view)),
            "element 1 of the view 4:2 is at position 2 from its pointer, the instruction moves "
            "position 1");
}

TEST_F(EmissionTest, ProductsTakeConsecutiveFragments) {
  auto emit = [&] { return emitError(loc); };
  for (const InstanceInfo &info : allInstances(&context)) {
    auto mma = dyn_cast<fly::MmaOpTypeInterface>(info.payload);
    if (!mma)
      continue;
    fly::MmaOperand operands[] = {fly::MmaOperand::D, fly::MmaOperand::A, fly::MmaOperand::B,
                                  fly::MmaOperand::C};
    Type elems[] = {mma.getValTypeD(), mma.getValTypeA(), mma.getValTypeB(), mma.getValTypeC()};
    for (int i = 0; i < 4; ++i) {
      int64_t n = mma.getRegisterValues(operands[i]);
      auto call = [&](Type operand) {
        Type types[4];
        for (int j = 0; j < 4; ++j)
          types[j] = valueType(elems[j], mma.getRegisterValues(operands[j]));
        types[i] = operand;
        messages.clear();
        return succeeded(mma.verifyCall(emit, types[0], types[1], types[2], types[3]));
      };
      auto view = [&](const std::string &layout) {
        return parse("!fly.memref<" + print(elems[i]) + ", register, " + layout + ">");
      };
      std::string count = std::to_string(n);
      EXPECT_TRUE(call(view(count + ":1"))) << info.text << messages;
      // The instruction reads the first values of a larger fragment.
      EXPECT_TRUE(call(view("(" + count + ",2):(1,1000)"))) << info.text << messages;
      if (n > 1) {
        EXPECT_FALSE(call(view(count + ":2"))) << info.text;
        EXPECT_TRUE(said(std::string("operand ") + "DABC"[i] + ": element 1 of the view " + count +
                         ":2 is at position 2 from its pointer, the instruction moves position 1 "
                         "[FLY348]"))
            << messages;
      }
      EXPECT_FALSE(call(view("?:1"))) << info.text;
      EXPECT_TRUE(said("[FLY335]")) << messages;
      // No register holds scalable vectors or such of other ranks.
      Type elem = fly::llvmCompatibleElement(elems[i]);
      for (Type odd :
           {Type(VectorType::get({n}, elem, {true})), Type(VectorType::get({1, n}, elem)),
            Type(VectorType::get({n, 2}, elem)), Type(VectorType::get({}, elem)),
            Type(builder.getIndexType()), parse("tensor<4xf32>"), parse("none")}) {
        EXPECT_FALSE(call(odd)) << info.text << print(odd);
        EXPECT_TRUE(said("[FLY335]")) << print(odd) << messages;
      }
    }
  }
}

TEST_F(EmissionTest, CopiesTakeScalarsAndPlainVectors) {
  auto emit = [&] { return emitError(loc); };
  auto copy = cast<fly::CopyOpTypeInterface>(accept("!fly_rocdl.cdna3.buffer_copy<128>"));
  Type memory = parse("!fly.memref<f32, #fly_rocdl.buffer_desc, 4:1>");
  for (const char *fine : {"vector<4xf32>", "i128", "vector<8xi16>", "vector<32xi4>"})
    EXPECT_TRUE(succeeded(copy.verifyCall(emit, parse(fine), memory))) << fine;
  for (const char *odd : {"vector<[4]xf32>", "vector<2x2xf32>", "vector<i128>", "vector<2xindex>",
                          "tensor<4xf32>", "none", "!llvm.struct<(i64, i64)>"}) {
    Type type = parse(odd);
    ASSERT_TRUE(type) << odd;
    EXPECT_TRUE(failed(copy.verifyCall(emit, type, memory))) << odd;
    EXPECT_TRUE(said("a 128-bit copy needs a fragment of known size, got ")) << odd << messages;
    messages.clear();
    EXPECT_TRUE(failed(copy.verifyCall(emit, memory, type))) << odd;
    EXPECT_TRUE(said("[FLY334]")) << odd << messages;
  }
}

// The memory form loads the predicate, which a buffer descriptor cannot serve.
TEST_F(EmissionTest, PredicatesInBuffers) {
  Type payload = accept("!fly_rocdl.cdna3.buffer_copy<32>");
  auto copy = cast<fly::CopyOpTypeInterface>(payload);
  Type f32 = builder.getF32Type();
  fresh();
  EXPECT_TRUE(failed(copy.emitAtomCallPred(
      builder, loc, fly::CopyAtomType::get(payload, 32), registers(f32, 1),
      memRef(f32, buffer(), layout::Layout(1, 1)), atomValue(payload), pointer(5), fatPointer(),
      memRef(builder.getI1Type(), buffer(), layout::Layout(1, 1)), fatPointer())));
  EXPECT_TRUE(said("is in memory that a plain load does not reach [FLY153]")) << messages;
}

TEST_F(EmissionTest, LdsTransfers) {
  Type f32 = builder.getF32Type();
  for (const char *text :
       {"!fly_rocdl.cdna3.buffer_copy_lds<128>", "!fly_rocdl.cdna4.buffer_load_async_lds<128>"}) {
    Type payload = accept(text);
    auto copy = cast<fly::CopyOpTypeInterface>(payload);
    auto stateful = cast<fly::StatefulOpTypeInterface>(payload);
    auto atom = fly::CopyAtomType::get(payload, 32);
    auto from = memRef(f32, buffer(), layout::Layout(4, 1));
    auto to = memRef(f32, space(fly::AddressSpace::Shared), layout::Layout(4, 1));
    fresh();
    Value state = stateful.setAtomState(builder, loc, atomValue(payload), "imm_offset",
                                        constantI32(builder, loc, 64));
    ASSERT_TRUE(
        succeeded(copy.emitAtomCall(builder, loc, atom, from, to, state, fatPointer(), pointer(3))))
        << messages;
    EXPECT_EQ(count("rocdl.raw.ptr.buffer.load.lds"), 1);
    region->walk([&](ROCDL::RawPtrBufferLoadLdsOp load) {
      APInt size, offset;
      ASSERT_TRUE(matchPattern(load.getSize(), m_ConstantInt(&size)));
      ASSERT_TRUE(matchPattern(load.getOffset(), m_ConstantInt(&offset)));
      EXPECT_EQ(size, 16);
      EXPECT_EQ(offset, 64);
    });
    expectValid(text);
    EXPECT_EQ(said("[FLY347]"), StringRef(text).contains("async"));

    // U2: a run-time immediate.
    fresh();
    state = stateful.setAtomState(builder, loc, atomValue(payload), "imm_offset",
                                  arg(builder.getI32Type()));
    EXPECT_TRUE(
        failed(copy.emitAtomCall(builder, loc, atom, from, to, state, fatPointer(), pointer(3))));
    EXPECT_TRUE(said("imm_offset must be a compile-time constant [FLY332]"));
    // Twelve bits; LLVM would write any number into them.
    for (int64_t bytes : {-1, 4096, 5000, INT32_MAX, INT32_MIN}) {
      fresh();
      state = stateful.setAtomState(builder, loc, atomValue(payload), "imm_offset",
                                    constantI32(builder, loc, bytes));
      EXPECT_TRUE(
          failed(copy.emitAtomCall(builder, loc, atom, from, to, state, fatPointer(), pointer(3))));
      EXPECT_TRUE(
          said("imm_offset must lie in [0, 4095], got " + std::to_string(bytes) + " [FLY332]"))
          << messages;
    }
    // A constant stays one through the conversion to the field's type; the last value counts.
    fresh();
    Value index = arith::ConstantOp::create(builder, loc, builder.getIndexAttr(4095));
    Value narrow = arith::ConstantOp::create(builder, loc, builder.getI8IntegerAttr(16));
    state = stateful.setAtomState(builder, loc, atomValue(payload), "imm_offset", narrow);
    state = stateful.setAtomState(builder, loc, state, "imm_offset", index);
    EXPECT_TRUE(
        succeeded(copy.emitAtomCall(builder, loc, atom, from, to, state, fatPointer(), pointer(3))))
        << messages;
    region->walk([&](ROCDL::RawPtrBufferLoadLdsOp load) {
      APInt offset;
      ASSERT_TRUE(matchPattern(load.getOffset(), m_ConstantInt(&offset)));
      EXPECT_EQ(offset, 4095);
    });
    // U3: into registers.
    fresh();
    EXPECT_TRUE(failed(copy.emitAtomCall(builder, loc, atom, from, registers(f32, 4),
                                         atomValue(payload), fatPointer(), pointer(5))));
    EXPECT_TRUE(said("[FLY333]"));
  }
  Type payload = accept("!fly_rocdl.cdna4.global_load_async_lds<96>");
  auto copy = cast<fly::CopyOpTypeInterface>(payload);
  auto from = memRef(f32, space(fly::AddressSpace::Global), layout::Layout(3, 1));
  auto to = memRef(f32, space(fly::AddressSpace::Shared), layout::Layout(3, 1));
  fresh();
  ASSERT_TRUE(succeeded(copy.emitAtomCall(builder, loc, fly::CopyAtomType::get(payload, 32), from,
                                          to, atomValue(payload), pointer(1), pointer(3))));
  EXPECT_EQ(count("rocdl.global.load.lds"), 1);
  EXPECT_TRUE(said("[FLY347]"));
  expectValid("global");
}

TEST_F(EmissionTest, TransposingReads) {
  for (const TransRow &row : transRows()) {
    Type payload = Cdna4LdsReadTransType::get(&context, row.granularity, row.bits);
    auto copy = cast<fly::CopyOpTypeInterface>(payload);
    Type elem =
        row.granularity == 6 ? parse("f6E2M3FN") : Type(builder.getIntegerType(row.granularity));
    int64_t values = row.bits / row.granularity;
    auto from = memRef(elem, space(fly::AddressSpace::Shared), layout::Layout(values, 1));
    Type value = valueType(elem, values);
    auto atom = fly::CopyAtomType::get(payload, row.granularity);
    fresh();
    FailureOr<Value> result = copy.emitAtomCallSSA(builder, loc, value, atom, from, {},
                                                   atomValue(payload), pointer(3), {});
    ASSERT_TRUE(succeeded(result)) << row.op << messages;
    EXPECT_EQ(result->getType(), value);
    EXPECT_EQ(count(std::string("rocdl.") + row.op), 1);
    EXPECT_TRUE(said("[FLY345]"));
    expectValid(row.op);
    fresh();
    ASSERT_TRUE(succeeded(copy.emitAtomCall(builder, loc, atom, from, registers(elem, values),
                                            atomValue(payload), pointer(3), pointer(5))))
        << messages;
    EXPECT_EQ(count(std::string("rocdl.") + row.op), 1);
    expectValid(row.op);
  }
}

TEST_F(EmissionTest, EveryBufferAtomic) {
  for (const InstanceInfo &info : allInstances(&context)) {
    auto payload = dyn_cast<Cdna3BufferAtomicType>(info.payload);
    if (!payload)
      continue;
    auto copy = cast<fly::CopyOpTypeInterface>(info.payload);
    auto vector = dyn_cast<VectorType>(payload.getValType());
    Type elem = vector ? vector.getElementType() : payload.getValType();
    int64_t lanes = vector ? vector.getNumElements() : 1;
    auto atom = fly::CopyAtomType::get(payload, info.valBits);
    auto memory = memRef(elem, buffer(), layout::Layout(lanes, 1));
    Type value = vector || !isa<IntegerType>(elem)
                     ? payload.getValType()
                     : Type(builder.getIntegerType(elem.getIntOrFloatBitWidth()));
    fresh();
    ASSERT_TRUE(succeeded(copy.emitAtomCallSSA(builder, loc, {}, atom, value, memory,
                                               atomValue(payload), arg(value), fatPointer())))
        << info.text << messages;
    EXPECT_EQ(count(info.operation), 1) << info.text;
    expectValid(info.text);
  }
}

// max and min order signless integers the same way; unsigned ones by their type.
TEST_F(EmissionTest, D16_AtomicOrderAndOperations) {
  auto operation = [&](const char *body) {
    return cast<fly::AtomInfoTypeInterface>(
               accept(std::string("!fly_rocdl.cdna3.buffer_atomic<") + body + ">"))
        .getIntrinsic();
  };
  std::string prefix = "llvm.amdgcn.raw.ptr.buffer.atomic.";
  EXPECT_EQ(operation("max, i32"), prefix + "smax");
  EXPECT_EQ(operation("min, i32"), prefix + "smin");
  EXPECT_EQ(operation("min, si64"), prefix + "smin");
  EXPECT_EQ(operation("max, ui32"), prefix + "umax");
  EXPECT_EQ(operation("min, ui32"), prefix + "umin");
  EXPECT_EQ(operation("add, i32"), prefix + "add");
  EXPECT_EQ(operation("min, f32"), prefix + "fmin");
  EXPECT_EQ(operation("and, i64"), prefix + "and");
  EXPECT_EQ(operation("or, i32"), prefix + "or");
  EXPECT_EQ(operation("inc, i32"), prefix + "inc");
  EXPECT_EQ(operation("dec, ui64"), prefix + "dec");
}

TEST_F(EmissionTest, D22_PredicatedAtomics) {
  Type payload = accept("!fly_rocdl.cdna3.buffer_atomic<add, f32>");
  auto copy = cast<fly::CopyOpTypeInterface>(payload);
  auto atom = fly::CopyAtomType::get(payload, 32);
  Type f32 = builder.getF32Type();
  auto memory = memRef(f32, buffer(), layout::Layout(1, 1));
  fresh();
  Value pred = arg(builder.getI1Type());
  EXPECT_TRUE(succeeded(copy.emitAtomCallPredSSA(
      builder, loc, {}, atom, f32, memory, atomValue(payload), arg(f32), fatPointer(), pred, {})));
  EXPECT_EQ(builder.getInsertionBlock(), block);
  EXPECT_EQ(count("scf.if"), 1);
  EXPECT_EQ(count("rocdl.raw.ptr.buffer.atomic.fadd"), 1);
  expectValid("value");
  fresh();
  EXPECT_TRUE(succeeded(copy.emitAtomCallPred(builder, loc, atom, registers(f32, 1), memory,
                                              atomValue(payload), pointer(5), fatPointer(),
                                              registers(builder.getI1Type(), 1), pointer(5))));
  EXPECT_EQ(builder.getInsertionBlock(), block);
  EXPECT_EQ(block->getOperations().back().getName().getStringRef(), "scf.if");
  expectValid("memory");
  // There is no old value to return.
  fresh();
  EXPECT_TRUE(failed(copy.emitAtomCallSSA(builder, loc, f32, atom, f32, memory, atomValue(payload),
                                          arg(f32), fatPointer())));
  EXPECT_TRUE(said("[FLY333]"));
}

// --- State --------------------------------------------------------------------------------------

TEST_F(EmissionTest, U1_D23_AtomState) {
  auto set = [&](const char *text, const char *field, Type type) {
    Type payload = parse(text);
    fresh();
    auto stateful = cast<fly::StatefulOpTypeInterface>(payload);
    Value state = atomValue(payload);
    return bool(stateful.setAtomState(builder, loc, state, field, arg(type)));
  };
  const char *copy = "!fly_rocdl.cdna3.buffer_copy<32>";
  Type i32 = builder.getI32Type(), f32 = builder.getF32Type(), i64 = builder.getI64Type();
  EXPECT_TRUE(set(copy, "soffset", i32));
  EXPECT_TRUE(set(copy, "soffset", builder.getIndexType()));
  EXPECT_TRUE(set(copy, "soffset", builder.getI16Type())); // sign-extended
  EXPECT_FALSE(set(copy, "soffset", f32));
  EXPECT_TRUE(said("field \"soffset\" expects i32, got f32 [FLY331]"));
  EXPECT_FALSE(set(copy, "imm_offset", i32));
  EXPECT_TRUE(said("atom !fly_rocdl.cdna3.buffer_copy<32> has no state field \"imm_offset\"; it "
                   "has: soffset [FLY331]"));
  const char *lds = "!fly_rocdl.cdna3.buffer_copy_lds<32>";
  EXPECT_TRUE(set(lds, "imm_offset", i32));
  EXPECT_FALSE(set(lds, "imm_offset", i64));
  const char *scaled =
      "!fly_rocdl.cdna4.mfma_scale<16x16x128, (f8E4M3FN, f8E4M3FN) -> f32, opselA = 0, opselB = 0>";
  EXPECT_TRUE(set(scaled, "scale_a", i32));
  EXPECT_TRUE(set(scaled, "scale_b", parse("vector<4xi8>")));
  EXPECT_FALSE(set(scaled, "scale_b", parse("vector<2xi8>")));
  EXPECT_TRUE(said("expects i32 or another value of 32 bits, got vector<2xi8> [FLY331]"));
  for (const char *odd : {"vector<[4]xi8>", "vector<2x2xi8>", "vector<i32>", "vector<1xindex>",
                          "tensor<4xi8>", "ui32", "!llvm.ptr", "none"}) {
    EXPECT_FALSE(set(scaled, "scale_a", parse(odd))) << odd;
    EXPECT_TRUE(said("[FLY331]")) << odd << messages;
  }
  const char *wide = "!fly_rocdl.gfx1250.wmma_scale<16x16x128, (f8E4M3FN, f8E4M3FN) -> f32, opselA "
                     "= 0, opselB = 0, modC = 0, reuseA = false, reuseB = false, blockSize = 16>";
  EXPECT_TRUE(set(wide, "scale_a", i64));
  EXPECT_TRUE(set(wide, "scale_a", parse("vector<8xi8>")));
  EXPECT_FALSE(set(wide, "scale_a", i32));
  const char *tdm = "!fly_rocdl.gfx1250.tdm<rank = 2, warps = 1, pad = 0, 0, cache = 0, barrier = "
                    "false, timeout = false>";
  EXPECT_TRUE(set(tdm, "extent_1", i32));
  EXPECT_TRUE(set(tdm, "stride_0", i64));
  EXPECT_TRUE(set(tdm, "imm_offset", i64));
  EXPECT_TRUE(set(tdm, "workgroup_mask", i32));
  // D21: leading zeros, and dimensions that the tile lacks.
  for (const char *field : {"extent_01", "extent_2", "stride_1", "stride_00", "stride_"}) {
    EXPECT_FALSE(set(tdm, field, i32)) << field;
    EXPECT_TRUE(said("[FLY331]")) << field;
  }
  // Slots do not depend on the rank.
  auto stateful = cast<fly::StatefulOpTypeInterface>(parse(tdm));
  EXPECT_EQ(stateful.getFieldIndex("workgroup_mask"), 0u);
  EXPECT_EQ(stateful.getFieldIndex("extent_0"), 1u);
  EXPECT_EQ(stateful.getFieldIndex("stride_0"), 6u);
  EXPECT_EQ(stateful.getFieldIndex("imm_offset"), 10u);
  EXPECT_EQ(print(stateful.getConvertedType(&context)),
            "!llvm.struct<(i32, i32, i32, i32, i32, i32, i64, i64, i64, i64, i64)>");
}

TEST_F(EmissionTest, D27_RebuildingBlockArguments) {
  Type mma = accept("!fly_rocdl.cdna3.mfma<16x16x4, (f32, f32) -> f32>");
  Type copy = accept("!fly_rocdl.cdna4.lds_read_trans<trans = 16b, 64>");
  fresh();
  auto rebuild = [&](Type payload, Value current) {
    return cast<fly::MayStaticTypeInterface>(payload).rebuildStaticValue(builder, loc, current);
  };
  Value made = rebuild(mma, arg(fly::MmaAtomType::get(mma)));
  ASSERT_TRUE(made);
  EXPECT_EQ(made.getType(), fly::MmaAtomType::get(mma));
  EXPECT_FALSE(rebuild(mma, made));
  Value copied = rebuild(copy, arg(fly::CopyAtomType::get(copy, 16)));
  ASSERT_TRUE(copied);
  EXPECT_EQ(copied.getType(), fly::CopyAtomType::get(copy, 16));
  EXPECT_FALSE(rebuild(copy, copied));
  EXPECT_TRUE(rebuild(copy, {}));
}

TEST_F(EmissionTest, BufferResource) {
  auto infer = [&](const std::string &type) {
    Type operand = parse(type);
    fresh();
    SmallVector<Type> types;
    Value value = arg(operand);
    if (failed(GetBufferRsrcOp::inferReturnTypes(&context, loc, ValueRange{value}, {}, nullptr, {},
                                                 types)))
      return std::string();
    return print(types[0]);
  };
  EXPECT_EQ(infer("!fly.ptr<f32, #fly_rocdl.buffer_desc>"), "!llvm.ptr<8>");
  EXPECT_EQ(infer("!fly.ptr<f32, global>"), "");
  EXPECT_TRUE(said("operand must point into #fly_rocdl.buffer_desc, got !fly.ptr<f32, global> "
                   "[FLY333]"));
  EXPECT_EQ(infer("i32"), "");
  EXPECT_TRUE(said("operand must be a fly pointer, got i32 [FLY333]"));
}

// --- Tile transfers -----------------------------------------------------------------------------

class TdmTest : public EmissionTest {
protected:
  struct Setup {
    int rank = 2, warps = 1, interval = 0, amount = 0;
    std::string elem = "f16";
    std::string global = "(64,64):(384,1)", shared = "(64,64):(64,1)";
    std::string sharedTail;
  };
  /// Emits the load; the transfer, null after an error.
  Operation *emit(const Setup &setup, bool store = false) {
    Type payload = Gfx1250TdmType::get(&context, setup.rank, setup.warps, setup.interval,
                                       setup.amount, 5, false, false);
    auto from = cast<fly::MemRefType>(
        parse("!fly.memref<" + setup.elem + ", global, " + setup.global + ">"));
    auto to = cast<fly::MemRefType>(
        parse("!fly.memref<" + setup.elem + ", shared, " + setup.shared + setup.sharedTail + ">"));
    fresh();
    Value state = atomValue(payload);
    if (setField)
      state = setField(cast<fly::StatefulOpTypeInterface>(payload), state);
    auto copy = cast<fly::CopyOpTypeInterface>(payload);
    auto atom = fly::CopyAtomType::get(payload, 0);
    LogicalResult done =
        store ? copy.emitAtomCall(builder, loc, atom, to, from, state, pointer(3), pointer(1))
              : copy.emitAtomCall(builder, loc, atom, from, to, state, pointer(1), pointer(3));
    EXPECT_EQ(failed(done), !messages.empty()) << messages;
    if (failed(done))
      return nullptr;
    expectValid("tdm");
    Operation *transfer = nullptr;
    region->walk([&](Operation *op) {
      if (isa<ROCDL::TensorLoadToLDSOp, ROCDL::TensorStoreFromLDSOp>(op))
        transfer = op;
    });
    return transfer;
  }
  /// The constant word of a descriptor group, nothing when it is computed at run time.
  std::optional<uint32_t> word(Operation *transfer, int group, int index) {
    Value vector = transfer->getOperand(group);
    while (auto insert = vector.getDefiningOp<LLVM::InsertElementOp>()) {
      APInt position, value;
      EXPECT_TRUE(matchPattern(insert.getPosition(), m_ConstantInt(&position)));
      if (position == index)
        return matchPattern(insert.getValue(), m_ConstantInt(&value))
                   ? std::optional<uint32_t>(uint32_t(value.getZExtValue()))
                   : std::nullopt;
      vector = insert.getVector();
    }
    ADD_FAILURE() << "no word " << index << " in group " << group;
    return std::nullopt;
  }
  std::function<Value(fly::StatefulOpTypeInterface, Value)> setField;
};

TEST_F(TdmTest, DescriptorOfAPlainTile) {
  Setup setup;
  setup.interval = 64;
  setup.amount = 8;
  setup.shared = "(64,64):(72,1)";
  Operation *load = emit(setup);
  ASSERT_TRUE(load);
  EXPECT_EQ(load->getName().getStringRef(), "rocdl.tensor.load.to.lds");
  EXPECT_EQ(cast<ROCDL::TensorLoadToLDSOp>(load).getCachePolicy(), 5u);
  EXPECT_EQ(count("llvm.amdgcn.wave.id"), 0);
  const uint32_t unclamped = 0x7fffffff;
  EXPECT_EQ(word(load, 0, 0), 1u);
  EXPECT_FALSE(word(load, 0, 1));          // addresses are known at run time
  EXPECT_EQ(word(load, 1, 0), 118554624u); // the example of the specification
  EXPECT_EQ(word(load, 1, 1), unclamped << 16);
  EXPECT_EQ(word(load, 1, 2), (unclamped >> 16) | (unclamped << 16));
  EXPECT_EQ(word(load, 1, 3), (unclamped >> 16) | (64u << 16));
  EXPECT_EQ(word(load, 1, 4), 64u);
  EXPECT_EQ(word(load, 1, 5), 384u);
  EXPECT_EQ(word(load, 1, 6), 0u);
  EXPECT_EQ(word(load, 1, 7), 0u);
  for (int group : {2, 3})
    for (int i = 0; i < 4; ++i)
      EXPECT_EQ(word(load, group, i), 0u);

  Operation *store = emit(setup, true);
  ASSERT_TRUE(store);
  EXPECT_EQ(store->getName().getStringRef(), "rocdl.tensor.store.from.lds");
}

TEST_F(TdmTest, DescriptorOfFiveDimensions) {
  Setup setup;
  setup.rank = 5;
  setup.elem = "f32";
  setup.global = "(2,3,4,5,8):(100000,10000,1000,100,1)";
  setup.shared = "(2,3,4,5,8):(480,160,40,8,1)";
  setField = [&](fly::StatefulOpTypeInterface payload, Value state) {
    for (int i = 0; i < 5; ++i)
      state = payload.setAtomState(builder, loc, state, "extent_" + std::to_string(i),
                                   constantI32(builder, loc, 0x10001 * (i + 1)));
    return payload.setAtomState(builder, loc, state, "stride_0",
                                constantI64(builder, loc, 0x123456789abc));
  };
  Operation *load = emit(setup);
  ASSERT_TRUE(load);
  auto extent = [](uint32_t i) { return 0x10001u * (i + 1); };
  auto low = [](uint32_t w) { return w << 16; };
  auto high = [](uint32_t w) { return w >> 16; };
  EXPECT_EQ(word(load, 1, 0), 2u << 16); // 4-byte elements
  EXPECT_EQ(word(load, 1, 1), low(extent(4)));
  EXPECT_EQ(word(load, 1, 2), high(extent(4)) | low(extent(3)));
  EXPECT_EQ(word(load, 1, 3), high(extent(3)) | (8u << 16));
  EXPECT_EQ(word(load, 1, 4), 5u | (4u << 16));
  EXPECT_EQ(word(load, 1, 5), 100u);
  EXPECT_EQ(word(load, 1, 6), 1000u << 16);
  EXPECT_EQ(word(load, 1, 7), 0u);
  EXPECT_EQ(word(load, 2, 0), extent(2));
  EXPECT_EQ(word(load, 2, 1), extent(1));
  EXPECT_EQ(word(load, 2, 2), 10000u);
  EXPECT_EQ(word(load, 2, 3), 3u << 16);
  EXPECT_EQ(word(load, 3, 0), 0x56789abcu);
  EXPECT_EQ(word(load, 3, 1), 0x1234u | low(extent(0)));
  EXPECT_EQ(word(load, 3, 2), high(extent(0)) | (2u << 16));
  EXPECT_EQ(word(load, 3, 3), 0u);
}

TEST_F(TdmTest, WavesShareTheTile) {
  Setup setup;
  setup.warps = 4;
  Operation *load = emit(setup);
  ASSERT_TRUE(load);
  EXPECT_EQ(count("llvm.amdgcn.wave.id"), 1);
  EXPECT_EQ(word(load, 1, 4), 16u); // four waves of 16 rows
  EXPECT_FALSE(word(load, 1, 2));   // clamped by where the wave starts
  // More waves than rows: the rest splits the innermost dimension.
  setup.global = "(2,64):(64,1)";
  setup.shared = "(2,64):(64,1)";
  setup.warps = 8;
  load = emit(setup);
  ASSERT_TRUE(load);
  EXPECT_EQ(word(load, 1, 4), 1u);
  EXPECT_FALSE(word(load, 1, 3)); // both dimensions depend on the wave now
}

TEST_F(TdmTest, D19_WavesMustDivideTheTile) {
  Setup setup;
  setup.warps = 2;
  setup.global = "(3,64):(64,1)";
  setup.shared = "(3,64):(64,1)";
  EXPECT_FALSE(emit(setup));
  EXPECT_TRUE(said("tile extent 3 cannot be split over 2 waves [FLY336]"));
}

TEST_F(TdmTest, D20_ElementsExtentsAndNesting) {
  Setup setup;
  setup.elem = "i128";
  EXPECT_FALSE(emit(setup));
  EXPECT_TRUE(said("tile transfer moves elements of 1, 2, 4 or 8 bytes, got 128 bits [FLY336]"));
  setup.elem = "f4E2M1FN";
  EXPECT_FALSE(emit(setup));
  setup.elem = "i8";
  setup.global = setup.shared = "(1,65536):(65536,1)";
  EXPECT_FALSE(emit(setup));
  EXPECT_TRUE(said("tile extent 65536 does not fit 16 bits [FLY336]"));
  setup.global = "((8,8),64):((64,512),1)";
  setup.shared = "(64,64):(64,1)";
  EXPECT_FALSE(emit(setup));
  EXPECT_TRUE(said("needs a flat plain layout of that rank"));
  setup.global = "(?,64):(64,1)";
  EXPECT_FALSE(emit(setup));
  EXPECT_TRUE(said("static shape"));
  setup.global = "(64,64):(1,64)";
  EXPECT_FALSE(emit(setup));
  EXPECT_TRUE(said("innermost dimension of a tile transfer must be contiguous"));
  setup.global = "64:1";
  EXPECT_FALSE(emit(setup));
}

TEST_F(TdmTest, D21_StridesAndSharedView) {
  Setup setup;
  setup.global = "(64,64):(?,1)";
  EXPECT_FALSE(emit(setup));
  EXPECT_TRUE(said("dynamic stride of dimension 0 needs the state field stride_0 [FLY336]"));
  setField = [&](fly::StatefulOpTypeInterface payload, Value state) {
    return payload.setAtomState(builder, loc, state, "stride_0",
                                constantI64(builder, loc, -2147483648));
  };
  // A stride that the reference takes for "unset" is a stride here.
  Operation *load = emit(setup);
  ASSERT_TRUE(load);
  EXPECT_EQ(word(load, 1, 5), 0x80000000u);
  EXPECT_EQ(word(load, 1, 6), 0xffffu);
  setField = nullptr;
  setup.global = "(64,64):(384,1)";
  setup.shared = "(64,64):(72,1)";
  EXPECT_FALSE(emit(setup));
  EXPECT_TRUE(said("places dimension 0 with stride 64 in shared memory, the memref says 72"));
  setup.shared = "(32,64):(64,1)";
  EXPECT_FALSE(emit(setup));
  EXPECT_TRUE(said("tile extent 64 of dimension 0 meets extent 32 in shared memory"));
  setup.shared = "2048:1";
  EXPECT_FALSE(emit(setup));
  EXPECT_TRUE(said("tile of 4096 elements for 2048 elements of shared memory"));
  setup.shared = "(64,64):(64,1)";
  setup.sharedTail = ", S<3,3,3>";
  EXPECT_FALSE(emit(setup));
  EXPECT_TRUE(said("cannot swizzle"));
}

TEST_F(TdmTest, TilesFitSharedMemory) {
  auto refused = [&](int rank, const char *elem, const char *tile, const char *shared) {
    Setup setup;
    setup.rank = rank;
    setup.elem = elem;
    setup.global = tile;
    setup.shared = shared;
    EXPECT_FALSE(emit(setup)) << tile;
    return said("does not fit the 327680 bytes of shared memory [FLY336]");
  };
  EXPECT_TRUE(refused(2, "f16", "(65535,65535):(65535,1)", "(65535,65535):(65535,1)"));
  EXPECT_TRUE(refused(1, "f64", "65535:1", "65535:1"));
  EXPECT_TRUE(refused(2, "i8", "(641,512):(512,1)", "?:1"));
  EXPECT_TRUE(refused(5, "f64", "(65535,65535,65535,65535,65535):(1,1,1,1,1)", "?:1"));
  Setup setup;
  setup.elem = "i8";
  setup.global = setup.shared = "(640,512):(512,1)";
  EXPECT_TRUE(emit(setup));
}

// The hardware fills rows in plain order; a view that permutes them would be read wrongly.
TEST_F(TdmTest, SharedViewsAreNotSwizzled) {
  Setup setup;
  setup.shared = "S<3,3,3> o 0 o (64,64):(64,1)";
  EXPECT_FALSE(emit(setup));
  EXPECT_TRUE(said("tile transfer fills shared memory in plain order, the memref says S<3,3,3> o 0 "
                   "o (64,64):(64,1) [FLY336]"));
}

TEST_F(TdmTest, PaddingMustBeEncodable) {
  Setup setup;
  setup.elem = "i8";
  setup.interval = 4;
  setup.amount = 4; // one word after every word: the interval is too small
  EXPECT_FALSE(emit(setup));
  EXPECT_TRUE(said("pad interval 4 and amount 4 of 8-bit elements"));
  setup.elem = "f16";
  setup.interval = 32; // in the middle of every row
  setup.amount = 8;
  EXPECT_FALSE(emit(setup));
  EXPECT_TRUE(said("pad interval 32 differs from the innermost extent 64, so that no view has the "
                   "rows where the hardware puts them [FLY336]"));
  setup.elem = "i8";
  setup.interval = 64;
  setup.amount = 2; // half a word
  EXPECT_FALSE(emit(setup));
  setup.elem = "f64";
  setup.interval = 64;
  setup.amount = 65; // 130 words
  EXPECT_FALSE(emit(setup));
}

TEST_F(TdmTest, WrongPlaces) {
  Type payload = Gfx1250TdmType::get(&context, 1, 1, 0, 0, 0, false, false);
  auto copy = cast<fly::CopyOpTypeInterface>(payload);
  auto global = cast<fly::MemRefType>(parse("!fly.memref<f32, global, 64:1>"));
  fresh();
  EXPECT_TRUE(failed(copy.emitAtomCall(builder, loc, fly::CopyAtomType::get(payload, 0), global,
                                       global, atomValue(payload), pointer(1), pointer(1))));
  EXPECT_TRUE(said("copies between global and shared memory; operands are global memory and "
                   "global memory [FLY333]"));
}

} // namespace
