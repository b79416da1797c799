#include "lanes.h"

/* In C, signed overflow is undefined and 16-bit operands are promoted: wrapping arithmetic is computed unsigned. */
#define WRAPPING(bits, wide)                                                                                           \
    VALUE_HANDLER(add_##bits, u##bits, (u##bits)((wide)LANE(u##bits, 1) + LANE(u##bits, 2)))                           \
    VALUE_HANDLER(sub_##bits, u##bits, (u##bits)((wide)LANE(u##bits, 1) - LANE(u##bits, 2)))                           \
    VALUE_HANDLER(mul_lo_##bits, u##bits, (u##bits)((wide)LANE(u##bits, 1) * LANE(u##bits, 2)))                        \
    VALUE_HANDLER(mad_lo_##bits, u##bits, (u##bits)((wide)LANE(u##bits, 1) * LANE(u##bits, 2) + LANE(u##bits, 3)))     \
    VALUE_HANDLER(neg_##bits, u##bits, (u##bits)(0 - (wide)LANE(u##bits, 1)))                                          \
    VALUE_HANDLER(abs_##bits, u##bits, (u##bits)(LANE(s##bits, 1) < 0 ? 0 - (wide)LANE(u##bits, 1) : LANE(u##bits, 1)))

WRAPPING(16, u32)
WRAPPING(32, u32)
WRAPPING(64, u64)

/*
 * The quotient of a division by zero is all ones, its remainder the dividend; the smallest number divided by -1 is
 * itself.
 */
static inline u64 quotient(u64 a, u64 b, u64 ones) {
    return b ? a / b : ones;
}

static inline u64 remainder(u64 a, u64 b) {
    return b ? a % b : a;
}

static inline s64 signed_quotient(s64 a, s64 b) {
    return b == 0 ? -1 : b == -1 ? (s64)(0 - (u64)a) : a / b;
}

static inline s64 signed_remainder(s64 a, s64 b) {
    return b == 0 ? a : b == -1 ? 0 : a % b;
}

#define DIVIDING(bits)                                                                                                 \
    EACH_HANDLER(div_u##bits, u##bits, (u##bits)quotient(LANE(u##bits, 1), LANE(u##bits, 2), ~0ull))                   \
    EACH_HANDLER(rem_u##bits, u##bits, (u##bits)remainder(LANE(u##bits, 1), LANE(u##bits, 2)))                         \
    EACH_HANDLER(div_s##bits, s##bits, (s##bits)signed_quotient(LANE(s##bits, 1), LANE(s##bits, 2)))                   \
    EACH_HANDLER(rem_s##bits, s##bits, (s##bits)signed_remainder(LANE(s##bits, 1), LANE(s##bits, 2)))

DIVIDING(16)
DIVIDING(32)
DIVIDING(64)

#define COMPARING(type)                                                                                                \
    VALUE_HANDLER(min_##type, type, LANE(type, 1) < LANE(type, 2) ? LANE(type, 1) : LANE(type, 2))                     \
    VALUE_HANDLER(max_##type, type, LANE(type, 1) > LANE(type, 2) ? LANE(type, 1) : LANE(type, 2))

COMPARING(s16)
COMPARING(u16)
COMPARING(s32)
COMPARING(u32)
COMPARING(s64)
COMPARING(u64)

#define WIDENING(from, to)                                                                                             \
    VALUE_HANDLER(mul_wide_##from, to, (to)LANE(from, 1) * (to)LANE(from, 2))                                          \
    VALUE_HANDLER(mad_wide_##from, to, (to)((to)LANE(from, 1) * (to)LANE(from, 2)) + LANE(to, 3))                      \
    VALUE_HANDLER(mul_hi_##from, from, (from)((to)((to)LANE(from, 1) * (to)LANE(from, 2)) >> 8 * sizeof(from)))        \
    VALUE_HANDLER(                                                                                                     \
        mad_hi_##from, from,                                                                                           \
        (from)(((to)((to)LANE(from, 1) * (to)LANE(from, 2)) >> 8 * sizeof(from)) + LANE(from, 3)))

WIDENING(u16, u32)
WIDENING(s16, s32)
WIDENING(u32, u64)
WIDENING(s32, s64)

VALUE_HANDLER(mul_hi_u64, u64, (u64)((unsigned __int128)LANE(u64, 1) * LANE(u64, 2) >> 64))
VALUE_HANDLER(mul_hi_s64, s64, (s64)((__int128)LANE(s64, 1) * LANE(s64, 2) >> 64))
VALUE_HANDLER(mad_hi_u64, u64, (u64)((unsigned __int128)LANE(u64, 1) * LANE(u64, 2) >> 64) + LANE(u64, 3))

/* Operand 3 is the carry-in, operand 4 the carry-out; both are one or zero. */
#define CARRYING(bits)                                                                                                 \
    HANDLER(add_carry_##bits) {                                                                                        \
        for (u32 lanes = mask; lanes; lanes &= lanes - 1) {                                                            \
            u32 i = (u32)__builtin_ctz(lanes);                                                                         \
            unsigned __int128 sum = (unsigned __int128)LANE(u##bits, 1) + LANE(u##bits, 2) + LANE(u32, 3);             \
            LANE(u##bits, 0) = (u##bits)sum;                                                                           \
            LANE(u32, 4) = (u32)(sum >> bits) & 1;                                                                     \
        }                                                                                                              \
    }                                                                                                                  \
    HANDLER(sub_borrow_##bits) {                                                                                       \
        for (u32 lanes = mask; lanes; lanes &= lanes - 1) {                                                            \
            u32 i = (u32)__builtin_ctz(lanes);                                                                         \
            unsigned __int128 difference = (unsigned __int128)LANE(u##bits, 1) - LANE(u##bits, 2) - LANE(u32, 3);      \
            LANE(u##bits, 0) = (u##bits)difference;                                                                    \
            LANE(u32, 4) = (u32)(difference >> bits) & 1;                                                              \
        }                                                                                                              \
    }

CARRYING(32)
CARRYING(64)

handler lanes_carrying(boolean subtract, u32 bytes) {
    return bytes == 4 ? (subtract ? sub_borrow_32 : add_carry_32) : (subtract ? sub_borrow_64 : add_carry_64);
}

/* The result of .sat is saturated to s32. */
static inline s32 clamped(s64 value) {
    return value > 0x7fffffff ? 0x7fffffff : value < -0x80000000ll ? (s32)-0x80000000ll : (s32)value;
}

VALUE_HANDLER(add_sat_s32, s32, clamped((s64)LANE(s32, 1) + LANE(s32, 2)))
VALUE_HANDLER(sub_sat_s32, s32, clamped((s64)LANE(s32, 1) - LANE(s32, 2)))

#define SAME(name, type, bits, count)                                                                                  \
    {name ".s" type, bits, count}, {                                                                                   \
        name ".u" type, bits, count                                                                                    \
    }

#define ROWS(bits, text)                                                                                               \
    SAME("add", text, add_##bits, 3), SAME("sub", text, sub_##bits, 3), SAME("mul.lo", text, mul_lo_##bits, 3),        \
        SAME("mad.lo", text, mad_lo_##bits, 4), {"neg.s" text, neg_##bits, 2}, {"abs.s" text, abs_##bits, 2},          \
        {"div.u" text, div_u##bits, 3}, {"div.s" text, div_s##bits, 3}, {"rem.u" text, rem_u##bits, 3},                \
        {"rem.s" text, rem_s##bits, 3}, {"min.s" text, min_s##bits, 3}, {"min.u" text, min_u##bits, 3},                \
        {"max.s" text, max_s##bits, 3}, {"max.u" text, max_u##bits, 3}

#define WIDE_ROWS(type)                                                                                                \
    {"mul.wide." #type, mul_wide_##type, 3}, {"mad.wide." #type, mad_wide_##type, 4},                                  \
        {"mul.hi." #type, mul_hi_##type, 3}, {"mad.hi." #type, mad_hi_##type, 4}

static const opcode_row rows[] = {
    ROWS(16, "16"),
    ROWS(32, "32"),
    ROWS(64, "64"),
    WIDE_ROWS(u16),
    WIDE_ROWS(s16),
    WIDE_ROWS(u32),
    WIDE_ROWS(s32),
    {"mul.hi.u64", mul_hi_u64, 3},
    {"mul.hi.s64", mul_hi_s64, 3},
    {"mad.hi.u64", mad_hi_u64, 4},
    {"add.sat.s32", add_sat_s32, 3},
    {"sub.sat.s32", sub_sat_s32, 3},
};

const opcode_table integer_opcodes = {rows, COUNT_OF(rows)};
