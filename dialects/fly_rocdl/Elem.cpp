#include "dialects/fly_rocdl/Elem.h"

#include "mlir/IR/BuiltinTypes.h"

#include <array>

using namespace mlir;
using namespace mlir::fly_rocdl;

namespace {
struct ElemInfo {
  Elem elem;
  int bits;
  const char *name;
};
constexpr std::array<ElemInfo, 18> infos = {{
    {Elem::None, 0, "none"},
    {Elem::F64, 64, "f64"},
    {Elem::F32, 32, "f32"},
    {Elem::F16, 16, "f16"},
    {Elem::BF16, 16, "bf16"},
    {Elem::I64, 64, "i64"},
    {Elem::I32, 32, "i32"},
    {Elem::I16, 16, "i16"},
    {Elem::I8, 8, "i8"},
    {Elem::I4, 4, "i4"},
    {Elem::E4M3FNUZ, 8, "f8E4M3FNUZ"},
    {Elem::E5M2FNUZ, 8, "f8E5M2FNUZ"},
    {Elem::E4M3FN, 8, "f8E4M3FN"},
    {Elem::E5M2, 8, "f8E5M2"},
    {Elem::E2M3, 6, "f6E2M3FN"},
    {Elem::E3M2, 6, "f6E3M2FN"},
    {Elem::E2M1, 4, "f4E2M1FN"},
    {Elem::F8F6F4, 0, "f8/f6/f4"},
}};
const ElemInfo &infoOf(Elem elem) { return infos[size_t(elem)]; }
} // namespace

Elem mlir::fly_rocdl::elemOf(Type type) {
  if (!type)
    return Elem::None;
  if (auto integer = dyn_cast<IntegerType>(type)) {
    switch (integer.getWidth()) {
    case 8:
      return Elem::I8;
    case 4:
      return Elem::I4;
    case 16:
      return integer.isSignless() ? Elem::I16 : Elem::None;
    case 32:
      return integer.isSignless() ? Elem::I32 : Elem::None;
    case 64:
      return integer.isSignless() ? Elem::I64 : Elem::None;
    default:
      return Elem::None;
    }
  }
  return llvm::TypeSwitch<Type, Elem>(type)
      .Case<Float64Type>([](auto) { return Elem::F64; })
      .Case<Float32Type>([](auto) { return Elem::F32; })
      .Case<Float16Type>([](auto) { return Elem::F16; })
      .Case<BFloat16Type>([](auto) { return Elem::BF16; })
      .Case<Float8E4M3FNUZType>([](auto) { return Elem::E4M3FNUZ; })
      .Case<Float8E5M2FNUZType>([](auto) { return Elem::E5M2FNUZ; })
      .Case<Float8E4M3FNType>([](auto) { return Elem::E4M3FN; })
      .Case<Float8E5M2Type>([](auto) { return Elem::E5M2; })
      .Case<Float6E2M3FNType>([](auto) { return Elem::E2M3; })
      .Case<Float6E3M2FNType>([](auto) { return Elem::E3M2; })
      .Case<Float4E2M1FNType>([](auto) { return Elem::E2M1; })
      .Default([](Type) { return Elem::None; });
}

Type mlir::fly_rocdl::typeOf(Elem elem, MLIRContext *context) {
  switch (elem) {
  case Elem::F64:
    return Float64Type::get(context);
  case Elem::F32:
    return Float32Type::get(context);
  case Elem::F16:
    return Float16Type::get(context);
  case Elem::BF16:
    return BFloat16Type::get(context);
  case Elem::I64:
  case Elem::I32:
  case Elem::I16:
  case Elem::I8:
  case Elem::I4:
    return IntegerType::get(context, bitsOf(elem));
  case Elem::E4M3FNUZ:
    return Float8E4M3FNUZType::get(context);
  case Elem::E5M2FNUZ:
    return Float8E5M2FNUZType::get(context);
  case Elem::E4M3FN:
    return Float8E4M3FNType::get(context);
  case Elem::E5M2:
    return Float8E5M2Type::get(context);
  case Elem::E2M3:
    return Float6E2M3FNType::get(context);
  case Elem::E3M2:
    return Float6E3M2FNType::get(context);
  case Elem::E2M1:
    return Float4E2M1FNType::get(context);
  case Elem::None:
  case Elem::F8F6F4:
    return {};
  }
  return {};
}

int mlir::fly_rocdl::bitsOf(Elem elem) { return infoOf(elem).bits; }
const char *mlir::fly_rocdl::nameOf(Elem elem) { return infoOf(elem).name; }

bool mlir::fly_rocdl::isF8F6F4(Elem elem) {
  return elem == Elem::E4M3FN || elem == Elem::E5M2 || elem == Elem::E2M3 || elem == Elem::E3M2 ||
         elem == Elem::E2M1;
}

bool mlir::fly_rocdl::isFnuz(Elem elem) { return elem == Elem::E4M3FNUZ || elem == Elem::E5M2FNUZ; }

bool mlir::fly_rocdl::isOcp8(Elem elem) { return elem == Elem::E4M3FN || elem == Elem::E5M2; }

int mlir::fly_rocdl::formatCode(Elem elem) { return int(elem) - int(Elem::E4M3FN); }
