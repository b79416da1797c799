/*
 * Instructions on bf16 of sm_80, alone and in pairs, and those on f16 that sm_80 adds.
 */
#include "lanes.h"

static inline f32 widened(u16 bits) {
    return __builtin_bit_cast(f32, (u32)bits << 16);
}

/* The nearest bf16, even of two. */
static inline u16 nearest(f64 value) {
    f32 once = (f32)value;
    u32 bits = __builtin_bit_cast(u32, once);
    if (once != once) {
        return 0x7fff;
    }
    if ((f64)once != value && !(bits & 1)) {
        /* Rounded to odd, so that the second rounding is exact: towards zero, with the last bit set. */
        bits = (__builtin_fabs((f64)once) > __builtin_fabs(value) ? bits - 1 : bits) | 1;
    }
    return (u16)((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}

static inline u16 fma_of(u16 a, u16 b, u16 c) {
    return nearest(__builtin_fma((f64)widened(a), (f64)widened(b), (f64)widened(c)));
}

/* Of two zeros the negative one is smaller; a number is preferred to NaN. */
static inline u16 extreme(u16 a, u16 b, f32 x, f32 y, boolean largest) {
    if (x != x || y != y) {
        return x == x ? a : y == y ? b : 0x7fff;
    }
    if (x == y) {
        return largest ? a & b : a | b;
    }
    return (x < y) != largest ? a : b;
}

static inline u16 min_bfloat(u16 a, u16 b) {
    return extreme(a, b, widened(a), widened(b), false);
}

static inline u16 max_bfloat(u16 a, u16 b) {
    return extreme(a, b, widened(a), widened(b), true);
}

static inline u16 min_nan_bfloat(u16 a, u16 b) {
    return widened(a) != widened(a) || widened(b) != widened(b) ? 0x7fff : min_bfloat(a, b);
}

static inline u16 max_nan_bfloat(u16 a, u16 b) {
    return widened(a) != widened(a) || widened(b) != widened(b) ? 0x7fff : max_bfloat(a, b);
}

static inline f32 of_half(u16 bits) {
    return (f32) __builtin_bit_cast(f16, bits);
}

static inline u16 half_bits(f64 number) {
    f16 value = (f16)number;
    return value == value ? __builtin_bit_cast(u16, value) : 0x7fff;
}

static inline u16 fma_half(u16 a, u16 b, u16 c) {
    return half_bits(__builtin_fma((f64)of_half(a), (f64)of_half(b), (f64)of_half(c)));
}

static inline u16 min_half(u16 a, u16 b) {
    return extreme(a, b, of_half(a), of_half(b), false);
}

static inline u16 max_half(u16 a, u16 b) {
    return extreme(a, b, of_half(a), of_half(b), true);
}

static inline u16 min_nan_half(u16 a, u16 b) {
    return of_half(a) != of_half(a) || of_half(b) != of_half(b) ? 0x7fff : min_half(a, b);
}

static inline u16 max_nan_half(u16 a, u16 b) {
    return of_half(a) != of_half(a) || of_half(b) != of_half(b) ? 0x7fff : max_half(a, b);
}

/* An instruction of two operands on u16, and the same on both halves of a register. */
#define BINARY_HANDLERS(name, function)                                                                                \
    VALUE_HANDLER(name, u16, function(LANE(u16, 1), LANE(u16, 2)))                                                     \
    VALUE_HANDLER(                                                                                                     \
        name##x2, u32,                                                                                                 \
        (u32)function((u16)LANE(u32, 1), (u16)LANE(u32, 2)) |                                                          \
            (u32)function((u16)(LANE(u32, 1) >> 16), (u16)(LANE(u32, 2) >> 16)) << 16)

/* An instruction of three operands on u16, and the same on both halves of a register. */
#define TERNARY_HANDLERS(name, function)                                                                               \
    VALUE_HANDLER(name, u16, function(LANE(u16, 1), LANE(u16, 2), LANE(u16, 3)))                                       \
    VALUE_HANDLER(                                                                                                     \
        name##x2, u32,                                                                                                 \
        (u32)function((u16)LANE(u32, 1), (u16)LANE(u32, 2), (u16)LANE(u32, 3)) |                                       \
            (u32)function((u16)(LANE(u32, 1) >> 16), (u16)(LANE(u32, 2) >> 16), (u16)(LANE(u32, 3) >> 16)) << 16)

BINARY_HANDLERS(min_bf16, min_bfloat)
BINARY_HANDLERS(max_bf16, max_bfloat)
BINARY_HANDLERS(min_nan_bf16, min_nan_bfloat)
BINARY_HANDLERS(max_nan_bf16, max_nan_bfloat)
BINARY_HANDLERS(min_f16, min_half)
BINARY_HANDLERS(max_f16, max_half)
BINARY_HANDLERS(min_nan_f16, min_nan_half)
BINARY_HANDLERS(max_nan_f16, max_nan_half)
TERNARY_HANDLERS(fma_bf16, fma_of)
TERNARY_HANDLERS(fma_f16, fma_half)
VALUE_HANDLER(neg_bf16, u16, LANE(u16, 1) ^ 0x8000)
VALUE_HANDLER(abs_bf16, u16, LANE(u16, 1) & 0x7fff)
VALUE_HANDLER(neg_bf16x2, u32, LANE(u32, 1) ^ 0x80008000u)
VALUE_HANDLER(abs_bf16x2, u32, LANE(u32, 1) & 0x7fff7fffu)
/* The first operand becomes the upper half. */
VALUE_HANDLER(cvt_f16x2, u32, (u32)half_bits(LANE(f32, 1)) << 16 | half_bits(LANE(f32, 2)))
VALUE_HANDLER(cvt_bf16x2, u32, (u32)nearest((f64)LANE(f32, 1)) << 16 | nearest((f64)LANE(f32, 2)))

static const opcode_row rows[] = {
    {"fma.bf16", fma_bf16, 4},         {"fma.bf16x2", fma_bf16x2, 4},
    {"min.bf16", min_bf16, 3},         {"min.bf16x2", min_bf16x2, 3},
    {"max.bf16", max_bf16, 3},         {"max.bf16x2", max_bf16x2, 3},
    {"min.NaN.bf16", min_nan_bf16, 3}, {"min.NaN.bf16x2", min_nan_bf16x2, 3},
    {"max.NaN.bf16", max_nan_bf16, 3}, {"max.NaN.bf16x2", max_nan_bf16x2, 3},
    {"neg.bf16", neg_bf16, 2},         {"neg.bf16x2", neg_bf16x2, 2},
    {"abs.bf16", abs_bf16, 2},         {"abs.bf16x2", abs_bf16x2, 2},
    {"fma.f16", fma_f16, 4},           {"fma.f16x2", fma_f16x2, 4},
    {"min.f16", min_f16, 3},           {"min.f16x2", min_f16x2, 3},
    {"max.f16", max_f16, 3},           {"max.f16x2", max_f16x2, 3},
    {"min.NaN.f16", min_nan_f16, 3},   {"min.NaN.f16x2", min_nan_f16x2, 3},
    {"max.NaN.f16", max_nan_f16, 3},   {"max.NaN.f16x2", max_nan_f16x2, 3},
    {"cvt.bf16x2.f32", cvt_bf16x2, 3}, {"cvt.f16x2.f32", cvt_f16x2, 3},
};

const opcode_table bfloat_opcodes = {rows, COUNT_OF(rows)};
