/*
 * Instructions on bf16 of sm_80, alone and in pairs, and those on f16 that sm_80 adds.
 */
#include "lanes.h"

static inline f32 of_bfloat(u16 bits) {
    return __builtin_bit_cast(f32, (u32)bits << 16);
}

/* The bits of the nearest bf16, without the branches of `narrowed`, so that lanes are vectorized. */
static inline u16 bfloat_bits(f64 value) {
    u32 bits = __builtin_bit_cast(u32, odd_f32(value));
    return value != value ? 0x7fff : (u16)((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}

/* The product is exact; the sum is rounded to odd, so that rounding it once more is exact. */
static inline u16 fma_bfloat(u16 a, u16 b, u16 c) {
    f64 product = (f64)of_bfloat(a) * (f64)of_bfloat(b), addend = (f64)of_bfloat(c);
    f64 sum = product + addend;
    f64 other = sum - product;
    f64 error = (product - (sum - other)) + (addend - other);
    u64 bits = __builtin_bit_cast(u64, sum);
    if (error != 0 && error == error && !(bits & 1)) {
        bits += (error > 0) == (sum > 0) ? 1 : (u64)-1;
    }
    return bfloat_bits(__builtin_bit_cast(f64, bits));
}

static inline u16 fma_half(u16 a, u16 b, u16 c) {
    return half_bits(__builtin_fma((f64)of_half(a), (f64)of_half(b), (f64)of_half(c)));
}

/* The minimum and maximum of a type: one of the operands, or a NaN. */
#define EXTREMES(type, wide, bits)                                                                                     \
    static inline u16 min_of_##type(u16 a, u16 b) {                                                                    \
        return bits((f64)min_f32_of(wide(a), wide(b)));                                                                \
    }                                                                                                                  \
    static inline u16 max_of_##type(u16 a, u16 b) {                                                                    \
        return bits((f64)max_f32_of(wide(a), wide(b)));                                                                \
    }                                                                                                                  \
    static inline u16 min_nan_of_##type(u16 a, u16 b) {                                                                \
        return bits((f64)either_nan(wide(a), wide(b), min_f32_of(wide(a), wide(b))));                                  \
    }                                                                                                                  \
    static inline u16 max_nan_of_##type(u16 a, u16 b) {                                                                \
        return bits((f64)either_nan(wide(a), wide(b), max_f32_of(wide(a), wide(b))));                                  \
    }                                                                                                                  \
    BINARY_HANDLERS(min_##type, min_of_##type)                                                                         \
    BINARY_HANDLERS(max_##type, max_of_##type)                                                                         \
    BINARY_HANDLERS(min_nan_##type, min_nan_of_##type)                                                                 \
    BINARY_HANDLERS(max_nan_##type, max_nan_of_##type)

/* An instruction of three operands on u16, and the same on both halves of a register. */
#define TERNARY_HANDLERS(name, function)                                                                               \
    VALUE_HANDLER(name, u16, function(LANE(u16, 1), LANE(u16, 2), LANE(u16, 3)))                                       \
    VALUE_HANDLER(                                                                                                     \
        name##x2, u32,                                                                                                 \
        (u32)function((u16)LANE(u32, 1), (u16)LANE(u32, 2), (u16)LANE(u32, 3)) |                                       \
            (u32)function((u16)(LANE(u32, 1) >> 16), (u16)(LANE(u32, 2) >> 16), (u16)(LANE(u32, 3) >> 16)) << 16)

EXTREMES(bf16, of_bfloat, bfloat_bits)
EXTREMES(f16, of_half, half_bits)
TERNARY_HANDLERS(fma_bf16, fma_bfloat)
TERNARY_HANDLERS(fma_f16, fma_half)
/* The first operand becomes the upper half. */
VALUE_HANDLER(cvt_f16x2, u32, (u32)half_bits(LANE(f32, 1)) << 16 | half_bits(LANE(f32, 2)))
VALUE_HANDLER(cvt_bf16x2, u32, (u32)bfloat_bits(LANE(f32, 1)) << 16 | bfloat_bits(LANE(f32, 2)))

static const opcode_row rows[] = {
    {"fma.bf16", fma_bf16, 4},         {"fma.bf16x2", fma_bf16x2, 4},
    {"min.bf16", min_bf16, 3},         {"min.bf16x2", min_bf16x2, 3},
    {"max.bf16", max_bf16, 3},         {"max.bf16x2", max_bf16x2, 3},
    {"min.NaN.bf16", min_nan_bf16, 3}, {"min.NaN.bf16x2", min_nan_bf16x2, 3},
    {"max.NaN.bf16", max_nan_bf16, 3}, {"max.NaN.bf16x2", max_nan_bf16x2, 3},
    {"fma.f16", fma_f16, 4},           {"fma.f16x2", fma_f16x2, 4},
    {"min.f16", min_f16, 3},           {"min.f16x2", min_f16x2, 3},
    {"max.f16", max_f16, 3},           {"max.f16x2", max_f16x2, 3},
    {"min.NaN.f16", min_nan_f16, 3},   {"min.NaN.f16x2", min_nan_f16x2, 3},
    {"max.NaN.f16", max_nan_f16, 3},   {"max.NaN.f16x2", max_nan_f16x2, 3},
    {"cvt.bf16x2.f32", cvt_bf16x2, 3}, {"cvt.f16x2.f32", cvt_f16x2, 3},
};

const opcode_table bfloat_opcodes = {rows, COUNT_OF(rows)};
