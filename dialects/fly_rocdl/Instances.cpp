#include "dialects/fly_rocdl/Instances.h"

#include "dialects/fly_rocdl/AtomLayouts.h"

#include "dialects/fly/FlyTypes.h"

#include "mlir/IR/BuiltinTypes.h"

#include <algorithm>

using namespace mlir;
using namespace mlir::fly_rocdl;

namespace {
using enum Elem;

constexpr const char *cdna3 = "gfx942";
constexpr const char *cdna4 = "gfx950";
constexpr const char *cdna34 = "gfx942,gfx950";
constexpr const char *gfx11 = "gfx11";
constexpr const char *gfx120x = "gfx1200,gfx1201";
constexpr const char *gfx1250 = "gfx1250";
constexpr const char *everywhere = "gfx9,gfx10,gfx11,gfx12";

// clang-format off
// payload, operand form, m, n, k, A, B, accumulator, registers of A, B and C, scale block, rocdl operation,
// mnemonic, chips.
constexpr MmaRow mmaTable[] = {
    // cdna3.mfma (4.1): one-block MFMAs of gfx942 and the non-scaled ones of gfx950.
    {MmaPayload::Mfma, MmaForm::Mfma, 32, 32, 2, F32, F32, F32, scalar(F32), scalar(F32), vec(16, F32), 0, "mfma.f32.32x32x2f32", "v_mfma_f32_32x32x2_f32", cdna34},
    {MmaPayload::Mfma, MmaForm::Mfma, 16, 16, 4, F32, F32, F32, scalar(F32), scalar(F32), vec(4, F32), 0, "mfma.f32.16x16x4f32", "v_mfma_f32_16x16x4_f32", cdna34},
    {MmaPayload::Mfma, MmaForm::Mfma, 32, 32, 8, F16, F16, F32, vec(4, F16), vec(4, F16), vec(16, F32), 0, "mfma.f32.32x32x8f16", "v_mfma_f32_32x32x8_f16", cdna34},
    {MmaPayload::Mfma, MmaForm::Mfma, 16, 16, 16, F16, F16, F32, vec(4, F16), vec(4, F16), vec(4, F32), 0, "mfma.f32.16x16x16f16", "v_mfma_f32_16x16x16_f16", cdna34},
    {MmaPayload::Mfma, MmaForm::Mfma, 16, 16, 32, F16, F16, F32, vec(8, F16), vec(8, F16), vec(4, F32), 0, "mfma.f32.16x16x32.f16", "v_mfma_f32_16x16x32_f16", cdna4},
    {MmaPayload::Mfma, MmaForm::Mfma, 32, 32, 16, F16, F16, F32, vec(8, F16), vec(8, F16), vec(16, F32), 0, "mfma.f32.32x32x16.f16", "v_mfma_f32_32x32x16_f16", cdna4},
    {MmaPayload::Mfma, MmaForm::Mfma, 32, 32, 8, BF16, BF16, F32, vec(4, I16), vec(4, I16), vec(16, F32), 0, "mfma.f32.32x32x8bf16.1k", "v_mfma_f32_32x32x8_bf16", cdna34},
    {MmaPayload::Mfma, MmaForm::Mfma, 16, 16, 16, BF16, BF16, F32, vec(4, I16), vec(4, I16), vec(4, F32), 0, "mfma.f32.16x16x16bf16.1k", "v_mfma_f32_16x16x16_bf16", cdna34},
    {MmaPayload::Mfma, MmaForm::Mfma, 16, 16, 32, BF16, BF16, F32, vec(8, BF16), vec(8, BF16), vec(4, F32), 0, "mfma.f32.16x16x32.bf16", "v_mfma_f32_16x16x32_bf16", cdna4},
    {MmaPayload::Mfma, MmaForm::Mfma, 32, 32, 16, BF16, BF16, F32, vec(8, BF16), vec(8, BF16), vec(16, F32), 0, "mfma.f32.32x32x16.bf16", "v_mfma_f32_32x32x16_bf16", cdna4},
    {MmaPayload::Mfma, MmaForm::Mfma, 16, 16, 32, E4M3FNUZ, E4M3FNUZ, F32, scalar(I64), scalar(I64), vec(4, F32), 0, "mfma.f32.16x16x32.fp8.fp8", "v_mfma_f32_16x16x32_fp8_fp8", cdna3},
    {MmaPayload::Mfma, MmaForm::Mfma, 16, 16, 32, E4M3FNUZ, E5M2FNUZ, F32, scalar(I64), scalar(I64), vec(4, F32), 0, "mfma.f32.16x16x32.fp8.bf8", "v_mfma_f32_16x16x32_fp8_bf8", cdna3},
    {MmaPayload::Mfma, MmaForm::Mfma, 16, 16, 32, E5M2FNUZ, E4M3FNUZ, F32, scalar(I64), scalar(I64), vec(4, F32), 0, "mfma.f32.16x16x32.bf8.fp8", "v_mfma_f32_16x16x32_bf8_fp8", cdna3},
    {MmaPayload::Mfma, MmaForm::Mfma, 16, 16, 32, E5M2FNUZ, E5M2FNUZ, F32, scalar(I64), scalar(I64), vec(4, F32), 0, "mfma.f32.16x16x32.bf8.bf8", "v_mfma_f32_16x16x32_bf8_bf8", cdna3},
    {MmaPayload::Mfma, MmaForm::Mfma, 32, 32, 16, E4M3FNUZ, E4M3FNUZ, F32, scalar(I64), scalar(I64), vec(16, F32), 0, "mfma.f32.32x32x16.fp8.fp8", "v_mfma_f32_32x32x16_fp8_fp8", cdna3},
    {MmaPayload::Mfma, MmaForm::Mfma, 32, 32, 16, E4M3FNUZ, E5M2FNUZ, F32, scalar(I64), scalar(I64), vec(16, F32), 0, "mfma.f32.32x32x16.fp8.bf8", "v_mfma_f32_32x32x16_fp8_bf8", cdna3},
    {MmaPayload::Mfma, MmaForm::Mfma, 32, 32, 16, E5M2FNUZ, E4M3FNUZ, F32, scalar(I64), scalar(I64), vec(16, F32), 0, "mfma.f32.32x32x16.bf8.fp8", "v_mfma_f32_32x32x16_bf8_fp8", cdna3},
    {MmaPayload::Mfma, MmaForm::Mfma, 32, 32, 16, E5M2FNUZ, E5M2FNUZ, F32, scalar(I64), scalar(I64), vec(16, F32), 0, "mfma.f32.32x32x16.bf8.bf8", "v_mfma_f32_32x32x16_bf8_bf8", cdna3},
    {MmaPayload::Mfma, MmaForm::Mfma, 16, 16, 32, E4M3FN, E4M3FN, F32, scalar(I64), scalar(I64), vec(4, F32), 0, "mfma.f32.16x16x32.fp8.fp8", "v_mfma_f32_16x16x32_fp8_fp8", cdna4},
    {MmaPayload::Mfma, MmaForm::Mfma, 16, 16, 32, E4M3FN, E5M2, F32, scalar(I64), scalar(I64), vec(4, F32), 0, "mfma.f32.16x16x32.fp8.bf8", "v_mfma_f32_16x16x32_fp8_bf8", cdna4},
    {MmaPayload::Mfma, MmaForm::Mfma, 16, 16, 32, E5M2, E4M3FN, F32, scalar(I64), scalar(I64), vec(4, F32), 0, "mfma.f32.16x16x32.bf8.fp8", "v_mfma_f32_16x16x32_bf8_fp8", cdna4},
    {MmaPayload::Mfma, MmaForm::Mfma, 16, 16, 32, E5M2, E5M2, F32, scalar(I64), scalar(I64), vec(4, F32), 0, "mfma.f32.16x16x32.bf8.bf8", "v_mfma_f32_16x16x32_bf8_bf8", cdna4},
    {MmaPayload::Mfma, MmaForm::Mfma, 32, 32, 16, E4M3FN, E4M3FN, F32, scalar(I64), scalar(I64), vec(16, F32), 0, "mfma.f32.32x32x16.fp8.fp8", "v_mfma_f32_32x32x16_fp8_fp8", cdna4},
    {MmaPayload::Mfma, MmaForm::Mfma, 32, 32, 16, E4M3FN, E5M2, F32, scalar(I64), scalar(I64), vec(16, F32), 0, "mfma.f32.32x32x16.fp8.bf8", "v_mfma_f32_32x32x16_fp8_bf8", cdna4},
    {MmaPayload::Mfma, MmaForm::Mfma, 32, 32, 16, E5M2, E4M3FN, F32, scalar(I64), scalar(I64), vec(16, F32), 0, "mfma.f32.32x32x16.bf8.fp8", "v_mfma_f32_32x32x16_bf8_fp8", cdna4},
    {MmaPayload::Mfma, MmaForm::Mfma, 32, 32, 16, E5M2, E5M2, F32, scalar(I64), scalar(I64), vec(16, F32), 0, "mfma.f32.32x32x16.bf8.bf8", "v_mfma_f32_32x32x16_bf8_bf8", cdna4},
    {MmaPayload::Mfma, MmaForm::Mfma, 16, 16, 32, I8, I8, I32, scalar(I64), scalar(I64), vec(4, I32), 0, "mfma.i32.16x16x32.i8", "v_mfma_i32_16x16x32_i8", cdna34},
    {MmaPayload::Mfma, MmaForm::Mfma, 32, 32, 16, I8, I8, I32, scalar(I64), scalar(I64), vec(16, I32), 0, "mfma.i32.32x32x16.i8", "v_mfma_i32_32x32x16_i8", cdna34},
    {MmaPayload::Mfma, MmaForm::Mfma, 16, 16, 64, I8, I8, I32, vec(4, I32), vec(4, I32), vec(4, I32), 0, "mfma.i32.16x16x64.i8", "v_mfma_i32_16x16x64_i8", cdna4},
    {MmaPayload::Mfma, MmaForm::Mfma, 32, 32, 32, I8, I8, I32, vec(4, I32), vec(4, I32), vec(16, I32), 0, "mfma.i32.32x32x32.i8", "v_mfma_i32_32x32x32_i8", cdna4},
    // cdna4.mfma_scale (4.2): 25 pairs of formats per row.
    {MmaPayload::MfmaScale, MmaForm::MfmaScale, 16, 16, 128, F8F6F4, F8F6F4, F32, words(), words(), vec(4, F32), 0, "mfma.scale.f32.16x16x128.f8f6f4", "v_mfma_scale_f32_16x16x128_f8f6f4", cdna4},
    {MmaPayload::MfmaScale, MmaForm::MfmaScale, 32, 32, 64, F8F6F4, F8F6F4, F32, words(), words(), vec(16, F32), 0, "mfma.scale.f32.32x32x64.f8f6f4", "v_mfma_scale_f32_32x32x64_f8f6f4", cdna4},
    // gfx11.wmma (4.3).
    {MmaPayload::WmmaGfx11, MmaForm::Wmma, 16, 16, 16, F16, F16, F32, vec(16, F16), vec(16, F16), vec(8, F32), 0, "wmma.f32.16x16x16.f16", "v_wmma_f32_16x16x16_f16", gfx11},
    {MmaPayload::WmmaGfx11, MmaForm::Wmma, 16, 16, 16, BF16, BF16, F32, vec(16, I16), vec(16, I16), vec(8, F32), 0, "wmma.f32.16x16x16.bf16", "v_wmma_f32_16x16x16_bf16", gfx11},
    {MmaPayload::WmmaGfx11, MmaForm::WmmaInt, 16, 16, 16, I8, I8, I32, vec(4, I32), vec(4, I32), vec(8, I32), 0, "wmma.i32.16x16x16.iu8", "v_wmma_i32_16x16x16_iu8", gfx11},
    {MmaPayload::WmmaGfx11, MmaForm::WmmaInt, 16, 16, 16, I4, I4, I32, vec(2, I32), vec(2, I32), vec(8, I32), 0, "wmma.i32.16x16x16.iu4", "v_wmma_i32_16x16x16_iu4", gfx11},
    // gfx120x.wmma (4.4).
    {MmaPayload::WmmaGfx120x, MmaForm::Wmma, 16, 16, 16, F16, F16, F32, vec(8, F16), vec(8, F16), vec(8, F32), 0, "wmma.f32.16x16x16.f16", "v_wmma_f32_16x16x16_f16", gfx120x},
    {MmaPayload::WmmaGfx120x, MmaForm::Wmma, 16, 16, 16, BF16, BF16, F32, vec(8, I16), vec(8, I16), vec(8, F32), 0, "wmma.f32.16x16x16.bf16", "v_wmma_f32_16x16x16_bf16", gfx120x},
    // gfx1250.wmma (4.5).
    {MmaPayload::WmmaGfx1250, MmaForm::WmmaAllMods, 16, 16, 4, F32, F32, F32, vec(2, F32), vec(2, F32), vec(8, F32), 0, "wmma.f32.16x16x4.f32", "v_wmma_f32_16x16x4_f32", gfx1250},
    {MmaPayload::WmmaGfx1250, MmaForm::WmmaAllMods, 16, 16, 32, F16, F16, F32, vec(16, F16), vec(16, F16), vec(8, F32), 0, "wmma.f32.16x16x32.f16", "v_wmma_f32_16x16x32_f16", gfx1250},
    {MmaPayload::WmmaGfx1250, MmaForm::WmmaAllMods, 16, 16, 32, F16, F16, F16, vec(16, F16), vec(16, F16), vec(8, F16), 0, "wmma.f16.16x16x32.f16", "v_wmma_f16_16x16x32_f16", gfx1250},
    {MmaPayload::WmmaGfx1250, MmaForm::WmmaAllMods, 16, 16, 32, BF16, BF16, F32, vec(16, BF16), vec(16, BF16), vec(8, F32), 0, "wmma.f32.16x16x32.bf16", "v_wmma_f32_16x16x32_bf16", gfx1250},
    {MmaPayload::WmmaGfx1250, MmaForm::WmmaAllMods, 16, 16, 32, BF16, BF16, BF16, vec(16, BF16), vec(16, BF16), vec(8, BF16), 0, "wmma.bf16.16x16x32.bf16", "v_wmma_bf16_16x16x32_bf16", gfx1250},
    {MmaPayload::WmmaGfx1250, MmaForm::WmmaCMod, 16, 16, 64, E4M3FN, E4M3FN, F32, vec(8, I32), vec(8, I32), vec(8, F32), 0, "wmma.f32.16x16x64.fp8_fp8", "v_wmma_f32_16x16x64_fp8_fp8", gfx1250},
    {MmaPayload::WmmaGfx1250, MmaForm::WmmaCMod, 16, 16, 64, E4M3FN, E5M2, F32, vec(8, I32), vec(8, I32), vec(8, F32), 0, "wmma.f32.16x16x64.fp8_bf8", "v_wmma_f32_16x16x64_fp8_bf8", gfx1250},
    {MmaPayload::WmmaGfx1250, MmaForm::WmmaCMod, 16, 16, 64, E5M2, E4M3FN, F32, vec(8, I32), vec(8, I32), vec(8, F32), 0, "wmma.f32.16x16x64.bf8_fp8", "v_wmma_f32_16x16x64_bf8_fp8", gfx1250},
    {MmaPayload::WmmaGfx1250, MmaForm::WmmaCMod, 16, 16, 64, E5M2, E5M2, F32, vec(8, I32), vec(8, I32), vec(8, F32), 0, "wmma.f32.16x16x64.bf8_bf8", "v_wmma_f32_16x16x64_bf8_bf8", gfx1250},
    {MmaPayload::WmmaGfx1250, MmaForm::WmmaCMod, 16, 16, 64, E4M3FN, E4M3FN, F16, vec(8, I32), vec(8, I32), vec(8, F16), 0, "wmma.f16.16x16x64.fp8_fp8", "v_wmma_f16_16x16x64_fp8_fp8", gfx1250},
    {MmaPayload::WmmaGfx1250, MmaForm::WmmaCMod, 16, 16, 64, E4M3FN, E5M2, F16, vec(8, I32), vec(8, I32), vec(8, F16), 0, "wmma.f16.16x16x64.fp8_bf8", "v_wmma_f16_16x16x64_fp8_bf8", gfx1250},
    {MmaPayload::WmmaGfx1250, MmaForm::WmmaCMod, 16, 16, 64, E5M2, E4M3FN, F16, vec(8, I32), vec(8, I32), vec(8, F16), 0, "wmma.f16.16x16x64.bf8_fp8", "v_wmma_f16_16x16x64_bf8_fp8", gfx1250},
    {MmaPayload::WmmaGfx1250, MmaForm::WmmaCMod, 16, 16, 64, E5M2, E5M2, F16, vec(8, I32), vec(8, I32), vec(8, F16), 0, "wmma.f16.16x16x64.bf8_bf8", "v_wmma_f16_16x16x64_bf8_bf8", gfx1250},
    {MmaPayload::WmmaGfx1250, MmaForm::WmmaCMod, 16, 16, 128, E4M3FN, E4M3FN, F32, vec(16, I32), vec(16, I32), vec(8, F32), 0, "wmma.f32.16x16x128.fp8_fp8", "v_wmma_f32_16x16x128_fp8_fp8", gfx1250},
    {MmaPayload::WmmaGfx1250, MmaForm::WmmaCMod, 16, 16, 128, E4M3FN, E5M2, F32, vec(16, I32), vec(16, I32), vec(8, F32), 0, "wmma.f32.16x16x128.fp8_bf8", "v_wmma_f32_16x16x128_fp8_bf8", gfx1250},
    {MmaPayload::WmmaGfx1250, MmaForm::WmmaCMod, 16, 16, 128, E5M2, E4M3FN, F32, vec(16, I32), vec(16, I32), vec(8, F32), 0, "wmma.f32.16x16x128.bf8_fp8", "v_wmma_f32_16x16x128_bf8_fp8", gfx1250},
    {MmaPayload::WmmaGfx1250, MmaForm::WmmaCMod, 16, 16, 128, E5M2, E5M2, F32, vec(16, I32), vec(16, I32), vec(8, F32), 0, "wmma.f32.16x16x128.bf8_bf8", "v_wmma_f32_16x16x128_bf8_bf8", gfx1250},
    {MmaPayload::WmmaGfx1250, MmaForm::WmmaCMod, 16, 16, 128, E4M3FN, E4M3FN, F16, vec(16, I32), vec(16, I32), vec(8, F16), 0, "wmma.f16.16x16x128.fp8_fp8", "v_wmma_f16_16x16x128_fp8_fp8", gfx1250},
    {MmaPayload::WmmaGfx1250, MmaForm::WmmaCMod, 16, 16, 128, E4M3FN, E5M2, F16, vec(16, I32), vec(16, I32), vec(8, F16), 0, "wmma.f16.16x16x128.fp8_bf8", "v_wmma_f16_16x16x128_fp8_bf8", gfx1250},
    {MmaPayload::WmmaGfx1250, MmaForm::WmmaCMod, 16, 16, 128, E5M2, E4M3FN, F16, vec(16, I32), vec(16, I32), vec(8, F16), 0, "wmma.f16.16x16x128.bf8_fp8", "v_wmma_f16_16x16x128_bf8_fp8", gfx1250},
    {MmaPayload::WmmaGfx1250, MmaForm::WmmaCMod, 16, 16, 128, E5M2, E5M2, F16, vec(16, I32), vec(16, I32), vec(8, F16), 0, "wmma.f16.16x16x128.bf8_bf8", "v_wmma_f16_16x16x128_bf8_bf8", gfx1250},
    {MmaPayload::WmmaGfx1250, MmaForm::WmmaIntReuse, 16, 16, 64, I8, I8, I32, vec(8, I32), vec(8, I32), vec(8, I32), 0, "wmma.i32.16x16x64.iu8", "v_wmma_i32_16x16x64_iu8", gfx1250},
    // D12: gfx1250 lacks this instruction; gfx1200 and gfx1201 execute it.
    {MmaPayload::WmmaGfx1250, MmaForm::WmmaInt, 16, 16, 32, I4, I4, I32, vec(2, I32), vec(2, I32), vec(8, I32), 0, "wmma.i32.16x16x32.iu4", "v_wmma_i32_16x16x32_iu4", gfx120x},
    // gfx1250.wmma_scale (4.6).
    {MmaPayload::WmmaScale, MmaForm::WmmaScale, 16, 16, 128, F8F6F4, F8F6F4, F32, words(), words(), vec(8, F32), 32, "wmma.scale.f32.16x16x128.f8f6f4", "v_wmma_scale_f32_16x16x128_f8f6f4", gfx1250},
    {MmaPayload::WmmaScale, MmaForm::WmmaScale, 16, 16, 128, F8F6F4, F8F6F4, F32, words(), words(), vec(8, F32), 16, "wmma.scale16.f32.16x16x128.f8f6f4", "v_wmma_scale16_f32_16x16x128_f8f6f4", gfx1250},
    {MmaPayload::WmmaScale, MmaForm::WmmaScaleF4, 32, 16, 128, E2M1, E2M1, F32, vec(16, I32), vec(8, I32), vec(16, F32), 32, "wmma.scale.f32.32x16x128.f4", "v_wmma_scale_f32_32x16x128_f4", gfx1250},
    {MmaPayload::WmmaScale, MmaForm::WmmaScaleF4, 32, 16, 128, E2M1, E2M1, F32, vec(16, I32), vec(8, I32), vec(16, F32), 16, "wmma.scale16.f32.32x16x128.f4", "v_wmma_scale16_f32_32x16x128_f4", gfx1250},
};

constexpr int opAdd = int(fly::AtomicOp::Add), opMax = int(fly::AtomicOp::Max),
              opMin = int(fly::AtomicOp::Min), opAnd = int(fly::AtomicOp::And),
              opOr = int(fly::AtomicOp::Or), opInc = int(fly::AtomicOp::Inc),
              opDec = int(fly::AtomicOp::Dec);

// operation, element, lanes, unsigned, rocdl operation exists, name, mnemonic on gfx9, gfx11, gfx12, chips.
constexpr AtomicRow atomicTable[] = {
    {opAdd, F32, 1, false, true, "fadd", "buffer_atomic_add_f32", "buffer_atomic_add_f32", "buffer_atomic_add_f32", "gfx942,gfx950,gfx11,gfx12"},
    {opAdd, F16, 2, false, true, "fadd", "buffer_atomic_pk_add_f16", "", "buffer_atomic_pk_add_f16", "gfx942,gfx950,gfx12"},
    {opAdd, BF16, 2, false, true, "fadd", "buffer_atomic_pk_add_bf16", "", "buffer_atomic_pk_add_bf16", "gfx950,gfx12"},
    {opAdd, F64, 1, false, true, "fadd", "buffer_atomic_add_f64", "", "buffer_atomic_add_f64", "gfx942,gfx950,gfx1250"},
    {opMax, F32, 1, false, true, "fmax", "", "buffer_atomic_max_f32", "buffer_atomic_max_num_f32", "gfx10,gfx11,gfx12"},
    {opMax, F64, 1, false, true, "fmax", "buffer_atomic_max_f64", "", "buffer_atomic_max_num_f64", "gfx942,gfx950,gfx1250"},
    {opMin, F32, 1, false, false, "fmin", "", "buffer_atomic_min_f32", "buffer_atomic_min_num_f32", "gfx10,gfx11,gfx12"},
    {opMin, F64, 1, false, false, "fmin", "buffer_atomic_min_f64", "", "buffer_atomic_min_num_f64", "gfx942,gfx950,gfx1250"},
    {opAdd, I32, 1, false, false, "add", "buffer_atomic_add", "buffer_atomic_add_u32", "buffer_atomic_add_u32", everywhere},
    {opMax, I32, 1, false, true, "smax", "buffer_atomic_smax", "buffer_atomic_max_i32", "buffer_atomic_max_i32", everywhere},
    {opMax, I32, 1, true, false, "umax", "buffer_atomic_umax", "buffer_atomic_max_u32", "buffer_atomic_max_u32", everywhere},
    {opMin, I32, 1, false, false, "smin", "buffer_atomic_smin", "buffer_atomic_min_i32", "buffer_atomic_min_i32", everywhere},
    {opMin, I32, 1, true, true, "umin", "buffer_atomic_umin", "buffer_atomic_min_u32", "buffer_atomic_min_u32", everywhere},
    {opAnd, I32, 1, false, false, "and", "buffer_atomic_and", "buffer_atomic_and_b32", "buffer_atomic_and_b32", everywhere},
    {opOr, I32, 1, false, false, "or", "buffer_atomic_or", "buffer_atomic_or_b32", "buffer_atomic_or_b32", everywhere},
    {opInc, I32, 1, false, false, "inc", "buffer_atomic_inc", "buffer_atomic_inc_u32", "buffer_atomic_inc_u32", everywhere},
    {opDec, I32, 1, false, false, "dec", "buffer_atomic_dec", "buffer_atomic_dec_u32", "buffer_atomic_dec_u32", everywhere},
    {opAdd, I64, 1, false, false, "add", "buffer_atomic_add_x2", "buffer_atomic_add_u64", "buffer_atomic_add_u64", everywhere},
    {opMax, I64, 1, false, true, "smax", "buffer_atomic_smax_x2", "buffer_atomic_max_i64", "buffer_atomic_max_i64", everywhere},
    {opMax, I64, 1, true, false, "umax", "buffer_atomic_umax_x2", "buffer_atomic_max_u64", "buffer_atomic_max_u64", everywhere},
    {opMin, I64, 1, false, false, "smin", "buffer_atomic_smin_x2", "buffer_atomic_min_i64", "buffer_atomic_min_i64", everywhere},
    {opMin, I64, 1, true, true, "umin", "buffer_atomic_umin_x2", "buffer_atomic_min_u64", "buffer_atomic_min_u64", everywhere},
    {opAnd, I64, 1, false, false, "and", "buffer_atomic_and_x2", "buffer_atomic_and_b64", "buffer_atomic_and_b64", everywhere},
    {opOr, I64, 1, false, false, "or", "buffer_atomic_or_x2", "buffer_atomic_or_b64", "buffer_atomic_or_b64", everywhere},
    {opInc, I64, 1, false, false, "inc", "buffer_atomic_inc_x2", "buffer_atomic_inc_u64", "buffer_atomic_inc_u64", everywhere},
    {opDec, I64, 1, false, false, "dec", "buffer_atomic_dec_x2", "buffer_atomic_dec_u64", "buffer_atomic_dec_u64", everywhere},
};

// bits, chips, mnemonic on gfx9, on gfx11 and later.
constexpr CopyRow bufferCopyTable[] = {
    {8, everywhere, "buffer_load_ubyte", "buffer_load_u8"},
    {16, everywhere, "buffer_load_ushort", "buffer_load_u16"},
    {32, everywhere, "buffer_load_dword", "buffer_load_b32"},
    {64, everywhere, "buffer_load_dwordx2", "buffer_load_b64"},
    {96, everywhere, "buffer_load_dwordx3", "buffer_load_b96"},
    {128, everywhere, "buffer_load_dwordx4", "buffer_load_b128"},
};
constexpr CopyRow bufferCopyLdsTable[] = {
    {32, "gfx9", "buffer_load_dword", ""},
    {128, cdna4, "buffer_load_dwordx4", ""},
};
constexpr CopyRow bufferAsyncLdsTable[] = {
    {32, "gfx9", "buffer_load_dword", ""},
    {96, cdna4, "buffer_load_dwordx3", ""},
    {128, cdna4, "buffer_load_dwordx4", ""},
};
constexpr CopyRow globalAsyncLdsTable[] = {
    {32, cdna34, "global_load_lds_dword", ""},
    {96, cdna4, "global_load_lds_dwordx3", ""},
    {128, cdna4, "global_load_lds_dwordx4", ""},
};

// granularity, bits, register, rocdl operation, mnemonic, chips.
constexpr TransRow transTable[] = {
    {4, 64, vec(2, I32), "ds.read.tr4.b64", "ds_read_b64_tr_b4", cdna4},
    {8, 64, vec(2, I32), "ds.read.tr8.b64", "ds_read_b64_tr_b8", cdna4},
    {6, 96, vec(3, I32), "ds.read.tr6.b96", "ds_read_b96_tr_b6", cdna4},
    {16, 64, vec(4, I16), "ds.read.tr16.b64", "ds_read_b64_tr_b16", cdna4},
};

struct BlockShape { int m, n, k, blocks; Elem elem; };
constexpr BlockShape multiBlockTable[] = {
    {32, 32, 1, 2, F32}, {16, 16, 1, 4, F32}, {4, 4, 1, 16, F32},
    {32, 32, 4, 2, F16}, {16, 16, 4, 4, F16}, {4, 4, 4, 16, F16},
    {32, 32, 2, 2, BF16}, {16, 16, 2, 4, BF16}, {4, 4, 2, 16, BF16},
    {16, 16, 4, 4, BF16}, {4, 4, 4, 16, BF16}, {4, 4, 4, 4, F64},
    {32, 32, 4, 2, I8}, {16, 16, 4, 4, I8}, {4, 4, 4, 16, I8},
};
// clang-format on

bool matches(Elem pattern, Elem elem) {
  return pattern == elem || (pattern == F8F6F4 && isF8F6F4(elem));
}

/// How far apart two extents are, in doublings.
int distance(int64_t a, int64_t b) {
  int steps = 0;
  for (a = std::max<int64_t>(a, 1), b = std::max<int64_t>(b, 1); a != b && steps < 32; ++steps)
    (a < b ? a : b) *= 2;
  return steps;
}

/// The value of a layout formula on a table row, whose shapes the unit tests check.
layout::Layout valueOf(layout::Result<layout::Layout> result) {
  return result ? *result : layout::Layout(1, 0);
}
} // namespace

ArrayRef<MmaRow> mlir::fly_rocdl::mmaRows() { return mmaTable; }
ArrayRef<AtomicRow> mlir::fly_rocdl::atomicRows() { return atomicTable; }
ArrayRef<CopyRow> mlir::fly_rocdl::bufferCopyRows() { return bufferCopyTable; }
ArrayRef<CopyRow> mlir::fly_rocdl::bufferCopyLdsRows() { return bufferCopyLdsTable; }
ArrayRef<CopyRow> mlir::fly_rocdl::bufferAsyncLdsRows() { return bufferAsyncLdsTable; }
ArrayRef<CopyRow> mlir::fly_rocdl::globalAsyncLdsRows() { return globalAsyncLdsTable; }
ArrayRef<TransRow> mlir::fly_rocdl::transRows() { return transTable; }

const MmaRow *mlir::fly_rocdl::findMmaRow(MmaPayload payload, int m, int n, int k, Elem a, Elem b,
                                          Elem acc, int blockSize) {
  for (const MmaRow &row : mmaTable)
    if (row.payload == payload && row.m == m && row.n == n && row.k == k && matches(row.a, a) &&
        matches(row.b, b) && row.acc == acc && row.blockSize == blockSize)
      return &row;
  return nullptr;
}

std::string mlir::fly_rocdl::nearestMmaRows(MmaPayload payload, int m, int n, int k, Elem a, Elem b,
                                            Elem acc) {
  auto score = [&](const MmaRow &row) {
    return distance(row.m, m) + distance(row.n, n) + distance(row.k, k) +
           4 * (!matches(row.a, a) + !matches(row.b, b) + (row.acc != acc));
  };
  SmallVector<const MmaRow *> rows;
  for (const MmaRow &row : mmaTable)
    if (row.payload == payload && row.blockSize != 16)
      rows.push_back(&row);
  // Rows of equal distance keep the order of the table.
  std::sort(rows.begin(), rows.end(), [&](const MmaRow *x, const MmaRow *y) {
    return std::pair(score(*x), x) < std::pair(score(*y), y);
  });
  std::string text;
  for (const MmaRow *row : ArrayRef(rows).take_front(3)) {
    if (!text.empty())
      text += ", ";
    text += std::to_string(row->m) + "x" + std::to_string(row->n) + "x" + std::to_string(row->k) +
            " (" + nameOf(row->a) + ", " + nameOf(row->b) + ") -> " + nameOf(row->acc);
  }
  return text;
}

int mlir::fly_rocdl::mfmaBlocks(int m, int n, int k, Elem elem) {
  for (const BlockShape &shape : multiBlockTable)
    if (shape.m == m && shape.n == n && shape.k == k && shape.elem == elem)
      return shape.blocks;
  return 1;
}

int mlir::fly_rocdl::waveSize(MmaPayload payload) {
  return payload == MmaPayload::Mfma || payload == MmaPayload::MfmaScale ? 64 : 32;
}

int mlir::fly_rocdl::factorReplication(MmaPayload payload) {
  return payload == MmaPayload::WmmaGfx11 ? 2 : 1;
}

MmaLayouts mlir::fly_rocdl::layoutsOf(const MmaRow &row, Elem a, Elem b) {
  switch (row.payload) {
  case MmaPayload::Mfma:
  case MmaPayload::MfmaScale:
    return {valueOf(mfmaFactor(row.m, row.k)), valueOf(mfmaFactor(row.n, row.k)),
            valueOf(mfmaAccumulator(row.m, row.n))};
  case MmaPayload::WmmaGfx11:
    return {wmmaGfx11Factor(row.k), wmmaGfx11Factor(row.k), wmmaGfx11Accumulator()};
  case MmaPayload::WmmaGfx120x:
  case MmaPayload::WmmaGfx1250:
  case MmaPayload::WmmaScale:
    break;
  }
  layout::Layout factorB = valueOf(wmmaGfx12Factor(row.k, bitsOf(b)));
  if (row.m == 32)
    return {wmmaScale32Factor(), factorB, wmmaScale32Accumulator()};
  return {valueOf(wmmaGfx12Factor(row.k, bitsOf(a))), factorB, wmmaGfx12Accumulator()};
}

Type mlir::fly_rocdl::registerType(Reg reg, Elem elem, int64_t values, MLIRContext *context) {
  if (reg.elem == None)
    return VectorType::get({values * bitsOf(elem) / 32}, IntegerType::get(context, 32));
  Type type = typeOf(reg.elem, context);
  return reg.count == 0 ? type : VectorType::get({reg.count}, type);
}

int64_t mlir::fly_rocdl::registerBits(Reg reg, Elem elem, int64_t values) {
  if (reg.elem == None)
    return values * bitsOf(elem);
  return std::max(reg.count, 1) * bitsOf(reg.elem);
}

std::string mlir::fly_rocdl::intrinsicName(StringRef rocdlOp) {
  std::string name = "llvm.amdgcn." + rocdlOp.str();
  std::replace(name.begin(), name.end(), '_', '.');
  return name;
}
