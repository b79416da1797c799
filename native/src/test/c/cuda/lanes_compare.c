#include "lanes.h"

typedef boolean lane_bits __attribute__((ext_vector_type(WARP_LANES)));
typedef u8 lane_bytes __attribute__((ext_vector_type(WARP_LANES)));

/* One byte per lane, zero or one, as bits. */
static inline u32 packed(const u8 *bytes) {
    lane_bytes flags = *(const lane_bytes *)bytes;
    return __builtin_bit_cast(u32, __builtin_convertvector(flags != 0, lane_bits));
}

#define SETP(name, comparison)                                                                                         \
    HANDLER(name) {                                                                                                    \
        _Alignas(32) u8 flags[WARP_LANES];                                                                             \
        FOR_LANES {                                                                                                    \
            flags[i] = (comparison);                                                                                   \
        }                                                                                                              \
        set_predicate(&PREDICATE(0), mask, packed(flags));                                                             \
    }

#define INTEGER_SETPS(type, suffix)                                                                                    \
    SETP(eq_##suffix, LANE(type, 1) == LANE(type, 2))                                                                  \
    SETP(ne_##suffix, LANE(type, 1) != LANE(type, 2))                                                                  \
    SETP(lt_##suffix, LANE(type, 1) < LANE(type, 2))                                                                   \
    SETP(le_##suffix, LANE(type, 1) <= LANE(type, 2))                                                                  \
    SETP(gt_##suffix, LANE(type, 1) > LANE(type, 2))                                                                   \
    SETP(ge_##suffix, LANE(type, 1) >= LANE(type, 2))

INTEGER_SETPS(s16, s16)
INTEGER_SETPS(u16, u16)
INTEGER_SETPS(s32, s32)
INTEGER_SETPS(u32, u32)
INTEGER_SETPS(s64, s64)
INTEGER_SETPS(u64, u64)

/* Ordered comparisons are false if an operand is NaN, those with the suffix u are true. */
#define FLOAT_SETPS_OF(suffix, a, b)                                                                                   \
    SETP(eq_##suffix, (a) == (b))                                                                                      \
    SETP(lt_##suffix, (a) < (b))                                                                                       \
    SETP(le_##suffix, (a) <= (b))                                                                                      \
    SETP(gt_##suffix, (a) > (b))                                                                                       \
    SETP(ge_##suffix, (a) >= (b))                                                                                      \
    SETP(ne_##suffix, (a) < (b) || (a) > (b))                                                                          \
    SETP(equ_##suffix, !((a) < (b) || (a) > (b)))                                                                      \
    SETP(neu_##suffix, (a) != (b))                                                                                     \
    SETP(ltu_##suffix, !((a) >= (b)))                                                                                  \
    SETP(leu_##suffix, !((a) > (b)))                                                                                   \
    SETP(gtu_##suffix, !((a) <= (b)))                                                                                  \
    SETP(geu_##suffix, !((a) < (b)))                                                                                   \
    SETP(num_##suffix, (a) == (a) && (b) == (b))                                                                       \
    SETP(nan_##suffix, (a) != (a) || (b) != (b))

#define FLOAT_SETPS(type, wide) FLOAT_SETPS_OF(type, (wide)LANE(type, 1), (wide)LANE(type, 2))

/* A half of a register. */
#define HALF(n, shift) ((f32)__builtin_bit_cast(f16, (u16)(LANE(u32, n) >> (shift))))

FLOAT_SETPS(f16, f32)
FLOAT_SETPS(f32, f32)
FLOAT_SETPS(f64, f64)
FLOAT_SETPS_OF(f16x2_low, HALF(1, 0), HALF(2, 0))
FLOAT_SETPS_OF(f16x2_high, HALF(1, 16), HALF(2, 16))

HANDLER(and_predicate) {
    set_predicate(&PREDICATE(0), mask, PREDICATE(1) & PREDICATE(2));
}

HANDLER(or_predicate) {
    set_predicate(&PREDICATE(0), mask, PREDICATE(1) | PREDICATE(2));
}

HANDLER(xor_predicate) {
    set_predicate(&PREDICATE(0), mask, PREDICATE(1) ^ PREDICATE(2));
}

HANDLER(not_predicate) {
    set_predicate(&PREDICATE(0), mask, ~PREDICATE(1));
}

HANDLER(move_predicate) {
    set_predicate(&PREDICATE(0), mask, PREDICATE(1));
}

HANDLER(select_predicate) {
    set_predicate(&PREDICATE(0), mask, (PREDICATE(1) & PREDICATE(3)) | (PREDICATE(2) & ~PREDICATE(3)));
}

void lanes_and_predicate(warp *w, const instruction *in, u32 mask) {
    and_predicate(w, in, mask);
}

void lanes_or_predicate(warp *w, const instruction *in, u32 mask) {
    or_predicate(w, in, mask);
}

void lanes_xor_predicate(warp *w, const instruction *in, u32 mask) {
    xor_predicate(w, in, mask);
}

void lanes_not_predicate(warp *w, const instruction *in, u32 mask) {
    not_predicate(w, in, mask);
}

#define SIGNED_ROWS(type)                                                                                              \
    {"setp.eq." #type, eq_##type, 3}, {"setp.ne." #type, ne_##type, 3}, {"setp.lt." #type, lt_##type, 3},              \
        {"setp.le." #type, le_##type, 3}, {"setp.gt." #type, gt_##type, 3}, {"setp.ge." #type, ge_##type, 3}

#define UNSIGNED_ROWS(type)                                                                                            \
    SIGNED_ROWS(type), {"setp.lo." #type, lt_##type, 3}, {"setp.ls." #type, le_##type, 3},                             \
        {"setp.hi." #type, gt_##type, 3}, {"setp.hs." #type, ge_##type, 3}

#define FLOAT_ROWS(type)                                                                                               \
    SIGNED_ROWS(type), {"setp.equ." #type, equ_##type, 3}, {"setp.neu." #type, neu_##type, 3},                         \
        {"setp.ltu." #type, ltu_##type, 3}, {"setp.leu." #type, leu_##type, 3}, {"setp.gtu." #type, gtu_##type, 3},    \
        {"setp.geu." #type, geu_##type, 3}, {"setp.num." #type, num_##type, 3}, {"setp.nan." #type, nan_##type, 3}

static const opcode_row rows[] = {
    SIGNED_ROWS(s16),
    SIGNED_ROWS(s32),
    SIGNED_ROWS(s64),
    UNSIGNED_ROWS(u16),
    UNSIGNED_ROWS(u32),
    UNSIGNED_ROWS(u64),
    FLOAT_ROWS(f16),
    FLOAT_ROWS(f32),
    FLOAT_ROWS(f64),
    FLOAT_ROWS(f16x2_low),
    FLOAT_ROWS(f16x2_high),
    {"setp.eq.b16", eq_u16, 3},
    {"setp.ne.b16", ne_u16, 3},
    {"setp.eq.b32", eq_u32, 3},
    {"setp.ne.b32", ne_u32, 3},
    {"setp.eq.b64", eq_u64, 3},
    {"setp.ne.b64", ne_u64, 3},
    {"and.pred", and_predicate, 3},
    {"or.pred", or_predicate, 3},
    {"xor.pred", xor_predicate, 3},
    {"not.pred", not_predicate, 2},
    {"mov.pred", move_predicate, 2},
    {"selp.pred", select_predicate, 4},
};

const opcode_table compare_opcodes = {rows, COUNT_OF(rows)};
