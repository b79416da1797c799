#include "lanes.h"

#if defined(__x86_64__)

void lanes_set_rounding(warp *w, const instruction *in, u32 mask) {
    (void)w;
    (void)mask;
    static const u32 modes[] = {0x0000, 0x2000, 0x4000, 0x6000};
    u32 control = 0x1f80 | modes[in->immediate];
    __asm__ volatile("ldmxcsr %0" : : "m"(control));
}

#elif defined(__aarch64__)

void lanes_set_rounding(warp *w, const instruction *in, u32 mask) {
    (void)w;
    (void)mask;
    static const u64 modes[] = {0ull << 22, 2ull << 22, 1ull << 22, 3ull << 22};
    __asm__ volatile("msr fpcr, %0" : : "r"(modes[in->immediate]));
}

#endif

#define A32 LANE(f32, 1)
#define B32 LANE(f32, 2)
#define C32 LANE(f32, 3)
#define A64 LANE(f64, 1)
#define B64 LANE(f64, 2)
#define C64 LANE(f64, 3)

VALUE_HANDLER(add_f32, f32, canonical(A32 + B32))
VALUE_HANDLER(sub_f32, f32, canonical(A32 - B32))
VALUE_HANDLER(mul_f32, f32, canonical(A32 *B32))
VALUE_HANDLER(div_f32, f32, canonical(A32 / B32))
VALUE_HANDLER(rcp_f32, f32, canonical(1.0f / A32))
VALUE_HANDLER(sqrt_f32, f32, canonical(__builtin_elementwise_sqrt(A32)))
VALUE_HANDLER(fma_f32, f32, canonical(__builtin_elementwise_fma(A32, B32, C32)))
VALUE_HANDLER(add_f64, f64, A64 + B64)
VALUE_HANDLER(sub_f64, f64, A64 - B64)
VALUE_HANDLER(mul_f64, f64, A64 *B64)
VALUE_HANDLER(div_f64, f64, A64 / B64)
VALUE_HANDLER(rcp_f64, f64, 1.0 / A64)
VALUE_HANDLER(sqrt_f64, f64, __builtin_elementwise_sqrt(A64))
VALUE_HANDLER(fma_f64, f64, __builtin_elementwise_fma(A64, B64, C64))

VALUE_HANDLER(neg_f32, u32, LANE(u32, 1) ^ 0x80000000u)
VALUE_HANDLER(abs_f32, u32, LANE(u32, 1) & 0x7fffffffu)
VALUE_HANDLER(neg_f64, u64, LANE(u64, 1) ^ 0x8000000000000000ull)
VALUE_HANDLER(abs_f64, u64, LANE(u64, 1) & 0x7fffffffffffffffull)
VALUE_HANDLER(neg_f16, u16, LANE(u16, 1) ^ 0x8000)
VALUE_HANDLER(abs_f16, u16, LANE(u16, 1) & 0x7fff)

/* The first operand provides the sign. */
VALUE_HANDLER(copysign_f32, u32, (LANE(u32, 1) & 0x80000000u) | (LANE(u32, 2) & 0x7fffffffu))
VALUE_HANDLER(copysign_f64, u64, (LANE(u64, 1) & 0x8000000000000000ull) | (LANE(u64, 2) & 0x7fffffffffffffffull))

static inline f64 min_f64_of(f64 a, f64 b) {
    u64 x = __builtin_bit_cast(u64, a), y = __builtin_bit_cast(u64, b);
    f64 number = a < b ? a : b < a ? b : __builtin_bit_cast(f64, x | y);
    return a != a ? b : b != b ? a : number;
}

static inline f64 max_f64_of(f64 a, f64 b) {
    u64 x = __builtin_bit_cast(u64, a), y = __builtin_bit_cast(u64, b);
    f64 number = a > b ? a : b > a ? b : __builtin_bit_cast(f64, x & y);
    return a != a ? b : b != b ? a : number;
}

VALUE_HANDLER(min_f32, f32, min_f32_of(A32, B32))
VALUE_HANDLER(max_f32, f32, max_f32_of(A32, B32))
VALUE_HANDLER(min_f64, f64, min_f64_of(A64, B64))
VALUE_HANDLER(max_f64, f64, max_f64_of(A64, B64))
VALUE_HANDLER(min_nan_f32, f32, either_nan(A32, B32, min_f32_of(A32, B32)))
VALUE_HANDLER(max_nan_f32, f32, either_nan(A32, B32, max_f32_of(A32, B32)))

/* An f32 sum or product of two halves has more than twice their digits: rounding it once more is exact. */
static inline u16 add_half(u16 a, u16 b) {
    return half_bits(of_half(a) + of_half(b));
}

static inline u16 sub_half(u16 a, u16 b) {
    return half_bits(of_half(a) - of_half(b));
}

static inline u16 mul_half(u16 a, u16 b) {
    return half_bits(of_half(a) * of_half(b));
}

BINARY_HANDLERS(add_f16, add_half)
BINARY_HANDLERS(sub_f16, sub_half)
BINARY_HANDLERS(mul_f16, mul_half)
VALUE_HANDLER(neg_f16x2, u32, LANE(u32, 1) ^ 0x80008000u)
VALUE_HANDLER(abs_f16x2, u32, LANE(u32, 1) & 0x7fff7fffu)

static inline f32 flushed(f32 value) {
    u32 bits = __builtin_bit_cast(u32, value);
    return __builtin_bit_cast(f32, bits & 0x7f800000u ? bits : bits & 0x80000000u);
}

VALUE_HANDLER(flush_f32, f32, flushed(A32))

/* Saturates to [0, 1]; NaN becomes zero. */
VALUE_HANDLER(saturate_f32, f32, A32 > 0 ? (A32 < 1 ? A32 : 1.0f) : 0.0f)
VALUE_HANDLER(saturate_f64, f64, A64 > 0 ? (A64 < 1 ? A64 : 1.0) : 0.0)

void lanes_flush_f32(warp *w, const instruction *in, u32 mask) {
    flush_f32(w, in, mask);
}

void lanes_saturate_f32(warp *w, const instruction *in, u32 mask) {
    saturate_f32(w, in, mask);
}

void lanes_saturate_f64(warp *w, const instruction *in, u32 mask) {
    saturate_f64(w, in, mask);
}

static const opcode_row rows[] = {
    {"add.f32", add_f32, 3},           {"sub.f32", sub_f32, 3},         {"mul.f32", mul_f32, 3},
    {"div.f32", div_f32, 3},           {"rcp.f32", rcp_f32, 2},         {"sqrt.f32", sqrt_f32, 2},
    {"fma.f32", fma_f32, 4},           {"mad.f32", fma_f32, 4},         {"neg.f32", neg_f32, 2},
    {"abs.f32", abs_f32, 2},           {"min.f32", min_f32, 3},         {"max.f32", max_f32, 3},
    {"min.NaN.f32", min_nan_f32, 3},   {"max.NaN.f32", max_nan_f32, 3}, {"copysign.f32", copysign_f32, 3},
    {"add.f64", add_f64, 3},           {"sub.f64", sub_f64, 3},         {"mul.f64", mul_f64, 3},
    {"div.f64", div_f64, 3},           {"rcp.f64", rcp_f64, 2},         {"sqrt.f64", sqrt_f64, 2},
    {"fma.f64", fma_f64, 4},           {"mad.f64", fma_f64, 4},         {"neg.f64", neg_f64, 2},
    {"abs.f64", abs_f64, 2},           {"min.f64", min_f64, 3},         {"max.f64", max_f64, 3},
    {"copysign.f64", copysign_f64, 3}, {"add.f16", add_f16, 3},         {"sub.f16", sub_f16, 3},
    {"mul.f16", mul_f16, 3},           {"neg.f16", neg_f16, 2},         {"abs.f16", abs_f16, 2},
    {"add.f16x2", add_f16x2, 3},       {"sub.f16x2", sub_f16x2, 3},     {"mul.f16x2", mul_f16x2, 3},
    {"neg.f16x2", neg_f16x2, 2},       {"abs.f16x2", abs_f16x2, 2},     {"neg.bf16", neg_f16, 2},
    {"abs.bf16", abs_f16, 2},          {"neg.bf16x2", neg_f16x2, 2},    {"abs.bf16x2", abs_f16x2, 2},
};

const opcode_table float_opcodes = {rows, COUNT_OF(rows)};
