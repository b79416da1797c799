/*
 * Reductions: accumulation into vectors, and the reduction of the lanes of one vector. f16 and bf16 accumulate as f32,
 * 8-bit and 16-bit integers as i32.
 *
 * The order of the lanes is fixed: lane i is combined with lane i + n/2, then the halves of the remainder. The result
 * depends only on the number of lanes.
 */
#ifndef GK_REDUCE_H
#define GK_REDUCE_H

#include "gk_identity.h"

/*
 * Accumulators combine the lanes below `lanes`; the other lanes are unchanged. The value is the second operand of a
 * maximum or minimum, which test that operand for NaN: the test does not wait for the previous accumulation.
 */
#define GK_DEFINE_ACCUMULATION(name, vector, combined)                                                                 \
    GK_OVERLOAD vector gk_accumulate_##name(vector accumulator, vector value, int lanes) {                             \
        const vector result = combined;                                                                                \
        return lanes == GK_LANES ? result : gk_select(gk_lane_mask(lanes), result, accumulator);                       \
    }
#define GK_DEFINE_ACCUMULATIONS(vector)                                                                                \
    GK_DEFINE_ACCUMULATION(sum, vector, gk_add(accumulator, value))                                                    \
    GK_DEFINE_ACCUMULATION(prod, vector, gk_mul(accumulator, value))                                                   \
    GK_DEFINE_ACCUMULATION(max, vector, gk_maximum(accumulator, value))                                                \
    GK_DEFINE_ACCUMULATION(min, vector, gk_minimum(accumulator, value))

GK_DEFINE_ACCUMULATIONS(gk_f32)
GK_DEFINE_ACCUMULATIONS(gk_f64)
GK_DEFINE_ACCUMULATIONS(gk_i32)
GK_DEFINE_ACCUMULATIONS(gk_u32)
GK_DEFINE_ACCUMULATIONS(gk_i64)
GK_DEFINE_ACCUMULATIONS(gk_u64)
GK_DEFINE_ACCUMULATION(all, gk_mask, accumulator &value)
GK_DEFINE_ACCUMULATION(any, gk_mask, accumulator | value)

/* Adds products that are not rounded. */
#define GK_DEFINE_ACCUMULATION_OF_PRODUCTS(vector)                                                                     \
    GK_OVERLOAD vector gk_accumulate_product(vector accumulator, vector a, vector b, int lanes) {                      \
        const vector result = gk_fma(a, b, accumulator);                                                               \
        return lanes == GK_LANES ? result : gk_select(gk_lane_mask(lanes), result, accumulator);                       \
    }

GK_DEFINE_ACCUMULATION_OF_PRODUCTS(gk_f32)
GK_DEFINE_ACCUMULATION_OF_PRODUCTS(gk_f64)

#undef GK_DEFINE_ACCUMULATION_OF_PRODUCTS
#undef GK_DEFINE_ACCUMULATIONS
#undef GK_DEFINE_ACCUMULATION

/* larger(a, b) as in gk_maximum, for any vector type: NaN if either operand is NaN. */
#define GK_LARGER(a, b) ((a) != (a) ? (a) : (a) > (b) ? (a) : (b))
#define GK_SMALLER(a, b) ((a) != (a) ? (a) : (a) < (b) ? (a) : (b))
#define GK_PLUS(a, b) ((a) + (b))
#define GK_TIMES(a, b) ((a) * (b))
#define GK_AND(a, b) ((a) & (b))
#define GK_OR(a, b) ((a) | (b))

#if GK_LANES == 16
#define GK_REDUCE_TO_4(value, combine)                                                                                 \
    __typeof__(value.lo) eight = combine(value.lo, value.hi);                                                          \
    __typeof__(value.lo.lo) four = combine(eight.lo, eight.hi)
#elif GK_LANES == 8
#define GK_REDUCE_TO_4(value, combine) __typeof__(value.lo) four = combine(value.lo, value.hi)
#else
#define GK_REDUCE_TO_4(value, combine) __typeof__(value) four = value
#endif

/* Broadcasts the reduction of the lanes to all lanes, computed on lanes of the type `computed`. */
#define GK_DEFINE_REDUCTION(name, vector, computed, combine)                                                           \
    GK_OVERLOAD vector gk_reduce_##name(vector operand) {                                                              \
        computed value = (computed) operand;                                                                           \
        GK_REDUCE_TO_4(value, combine);                                                                                \
        __typeof__(four) two = combine(four, four.zwzw);                                                               \
        __typeof__(four) one = combine(two, two.yyyy);                                                                 \
        return (vector) (__typeof__(operand[0])) one.x;                                                                \
    }
#define GK_DEFINE_REDUCTIONS(vector, wrapping_vector)                                                                  \
    GK_DEFINE_REDUCTION(sum, vector, wrapping_vector, GK_PLUS)                                                         \
    GK_DEFINE_REDUCTION(prod, vector, wrapping_vector, GK_TIMES)                                                       \
    GK_DEFINE_REDUCTION(max, vector, vector, GK_LARGER)                                                                \
    GK_DEFINE_REDUCTION(min, vector, vector, GK_SMALLER)

GK_DEFINE_REDUCTIONS(gk_f32, gk_f32)
GK_DEFINE_REDUCTIONS(gk_f64, gk_f64)
GK_DEFINE_REDUCTIONS(gk_i32, gk_u32)
GK_DEFINE_REDUCTIONS(gk_u32, gk_u32)
GK_DEFINE_REDUCTIONS(gk_i64, gk_u64)
GK_DEFINE_REDUCTIONS(gk_u64, gk_u64)
GK_DEFINE_REDUCTION(all, gk_mask, gk_mask, GK_AND)
GK_DEFINE_REDUCTION(any, gk_mask, gk_mask, GK_OR)

#undef GK_DEFINE_REDUCTIONS
#undef GK_DEFINE_REDUCTION
#undef GK_REDUCE_TO_4
#undef GK_OR
#undef GK_AND
#undef GK_TIMES
#undef GK_PLUS
#undef GK_SMALLER
#undef GK_LARGER

#endif
