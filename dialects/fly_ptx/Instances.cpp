#include "dialects/fly_ptx/Instances.h"

#include "dialects/fly_ptx/FlyPTXDialect.h"
#include "dialects/fly_ptx/Payloads.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::fly_ptx;

static const MmaRow table[] = {
    {75, 16, 8, 8, Family::F16, "f16,f32", MmaEmission::Operation, 65},
    {75, 8, 8, 16, Family::I8, "i32", MmaEmission::Operation, 65},
    {75, 8, 8, 32, Family::I4, "i32", MmaEmission::Operation, 65},
    {80, 8, 8, 128, Family::B1, "i32", MmaEmission::Operation, 70},
    {80, 16, 8, 8, Family::BF16, "f32", MmaEmission::Operation, 70},
    {80, 16, 8, 16, Family::F16, "f16,f32", MmaEmission::Operation, 70},
    {80, 16, 8, 16, Family::BF16, "f32", MmaEmission::Operation, 70},
    {80, 16, 8, 4, Family::TF32, "f32", MmaEmission::Operation, 70},
    {80, 16, 8, 8, Family::TF32, "f32", MmaEmission::Operation, 70},
    {80, 8, 8, 4, Family::F64, "f64", MmaEmission::Operation, 70},
    {80, 16, 8, 16, Family::I8, "i32", MmaEmission::Operation, 70},
    {80, 16, 8, 32, Family::I8, "i32", MmaEmission::Operation, 70},
    {80, 16, 8, 32, Family::I4, "i32", MmaEmission::Operation, 70},
    {80, 16, 8, 64, Family::I4, "i32", MmaEmission::Operation, 70},
    {80, 16, 8, 128, Family::B1, "i32", MmaEmission::Operation, 70},
    {80, 16, 8, 256, Family::B1, "i32", MmaEmission::Operation, 70},
    {89, 16, 8, 32, Family::F8, "f32", MmaEmission::Intrinsic, 84},
    {89, 16, 8, 32, Family::F8, "f16", MmaEmission::Intrinsic, 87},
    {89, 16, 8, 16, Family::F8, "f16,f32", MmaEmission::Intrinsic, 87},
    {90, 16, 8, 4, Family::F64, "f64", MmaEmission::Intrinsic, 78},
    {90, 16, 8, 8, Family::F64, "f64", MmaEmission::Intrinsic, 78},
    {90, 16, 8, 16, Family::F64, "f64", MmaEmission::Intrinsic, 78},
};

ArrayRef<MmaRow> mlir::fly_ptx::mmaRows() { return table; }

std::optional<Family> mlir::fly_ptx::familyOf(Type element) {
  if (element.isF16())
    return Family::F16;
  if (element.isBF16())
    return Family::BF16;
  if (element.isTF32())
    return Family::TF32;
  if (element.isF64())
    return Family::F64;
  if (isa<Float8E4M3FNType, Float8E5M2Type>(element))
    return Family::F8;
  auto integer = dyn_cast<IntegerType>(element);
  if (!integer)
    return std::nullopt;
  if (integer.getWidth() == 1 && integer.isSignless())
    return Family::B1;
  if (!integer.isSignless() && integer.getWidth() == 8)
    return Family::I8;
  if (!integer.isSignless() && integer.getWidth() == 4)
    return Family::I4;
  return std::nullopt;
}

static bool allows(const MmaRow &row, Type acc) {
  return llvm::is_contained(llvm::split(row.accumulators, ','), textOf(acc));
}

const MmaRow *mlir::fly_ptx::findMmaRow(int architecture, int m, int n, int k, Type a, Type b,
                                        Type acc) {
  std::optional<Family> familyA = familyOf(a), familyB = familyOf(b);
  if (!familyA || familyA != familyB)
    return nullptr;
  for (const MmaRow &row : table)
    if (row.architecture == architecture && row.m == m && row.n == n && row.k == k &&
        row.family == *familyA && allows(row, acc))
      return &row;
  return nullptr;
}

SmallVector<Type> mlir::fly_ptx::elementsOf(Family family, MLIRContext *context) {
  auto integer = [&](unsigned width, bool isSigned) -> Type {
    return IntegerType::get(context, width, isSigned ? IntegerType::Signed : IntegerType::Unsigned);
  };
  switch (family) {
  case Family::F16:
    return {Float16Type::get(context)};
  case Family::BF16:
    return {BFloat16Type::get(context)};
  case Family::TF32:
    return {FloatTF32Type::get(context)};
  case Family::F64:
    return {Float64Type::get(context)};
  case Family::I8:
    return {integer(8, true), integer(8, false)};
  case Family::I4:
    return {integer(4, true), integer(4, false)};
  case Family::B1:
    return {IntegerType::get(context, 1)};
  case Family::F8:
    return {Float8E4M3FNType::get(context), Float8E5M2Type::get(context)};
  }
  llvm_unreachable("all families are handled");
}

/// The family that is meant by a type which is none: integers need a sign, f32 is multiplied as
/// tf32.
static std::optional<Family> familyMeant(Type element) {
  if (element.isInteger(8))
    return Family::I8;
  if (element.isInteger(4))
    return Family::I4;
  if (element.isF32())
    return Family::TF32;
  return familyOf(element);
}

std::string mlir::fly_ptx::nearestRows(Type a) {
  std::optional<Family> family = familyMeant(a);
  std::string text;
  for (const MmaRow &row : table) {
    if (family && row.family != *family)
      continue;
    if (!family && row.family != Family::F16)
      continue;
    SmallVector<std::string> names;
    for (Type element : elementsOf(row.family, a.getContext()))
      names.push_back(textOf(element));
    text += (text.empty() ? "" : ", ") +
            ("sm" + llvm::Twine(row.architecture) + ".mma<" + llvm::Twine(row.m) + "x" +
             llvm::Twine(row.n) + "x" + llvm::Twine(row.k) + "> of " + llvm::join(names, "|") +
             " -> " + llvm::join(llvm::split(row.accumulators, ','), "|"))
                .str();
  }
  return text;
}

std::vector<InstanceInfo> mlir::fly_ptx::allInstances(MLIRContext *context) {
  std::vector<InstanceInfo> all;
  auto add = [&](InstanceInfo info) {
    info.text = textOf(info.payload);
    auto facts = cast<fly::AtomInfoTypeInterface>(info.payload);
    info.instruction = facts.getInstruction();
    info.operation = facts.getIntrinsic();
    Requirement needs = *requirementOf(info.payload);
    info.architecture = needs.architecture;
    info.ptx = needs.ptx;
    all.push_back(std::move(info));
  };
  for (const MmaRow &row : table)
    for (Type a : elementsOf(row.family, context))
      for (Type b : elementsOf(row.family, context))
        for (StringRef accName : llvm::split(row.accumulators, ',')) {
          Type acc = accName == "f16"   ? Type(Float16Type::get(context))
                     : accName == "f32" ? Type(Float32Type::get(context))
                     : accName == "f64" ? Type(Float64Type::get(context))
                                        : Type(IntegerType::get(context, 32));
          bool integer = row.family == Family::I8 || row.family == Family::I4;
          for (bool option : {false, true}) { // satfinite of integers, and_popc of bits
            if (option && !integer && row.family != Family::B1)
              continue;
            InstanceInfo info;
            info.isMma = true;
            info.payload = mmaType(context, row.architecture, row.m, row.n, row.k, a, b, acc,
                                   option && integer, option && !integer);
            add(std::move(info));
          }
        }
  auto addCopy = [&](Type payload, int32_t valBits) {
    InstanceInfo info;
    info.payload = payload;
    info.valBits = valBits;
    add(std::move(info));
  };
  for (int bits : {8, 16, 32, 64, 128})
    for (StringRef evict : {"", "first", "last", "unchanged", "no_allocate"}) {
      addCopy(Sm75LdType::get(context, bits, evict), bits);
      addCopy(Sm75StType::get(context, bits, evict), bits);
    }
  for (int num : {1, 2, 4})
    for (bool trans : {false, true}) {
      addCopy(Sm75LdMatrixType::get(context, num, trans), 16);
      addCopy(Sm90StMatrixType::get(context, num, trans), 16);
    }
  for (int bits : {32, 64, 128})
    for (bool zfill : {false, true}) {
      addCopy(Sm80CpAsyncType::get(context, bits, false, zfill), bits);
      if (bits == 128)
        addCopy(Sm80CpAsyncType::get(context, bits, true, zfill), bits);
    }
  return all;
}
