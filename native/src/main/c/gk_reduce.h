/*
 * Reductions over the lanes of one vector. The order is fixed: lane i meets lane i + n/2, then the halves of what is
 * left, so that the result depends on nothing but the number of lanes.
 */
#ifndef GK_REDUCE_H
#define GK_REDUCE_H

typedef float gk_f32x4 __attribute__((ext_vector_type(4)));
typedef float gk_f32x8 __attribute__((ext_vector_type(8)));
typedef int gk_i32x4 __attribute__((ext_vector_type(4)));
typedef int gk_i32x8 __attribute__((ext_vector_type(8)));

/* larger(a, b) as in gk_maximum, for any vector type: a NaN of either operand is the result. */
#define GK_LARGER(a, b) ((a) != (a) ? (a) : (a) > (b) ? (a) : (b))
#define GK_SMALLER(a, b) ((a) != (a) ? (a) : (a) < (b) ? (a) : (b))
#define GK_ADD(a, b) ((a) + (b))
#define GK_MULTIPLY(a, b) ((a) * (b))

#if GK_LANES == 16
#define GK_REDUCE_TO_4(value, combine)                                                                                 \
    gk_f32x8 eight = combine(value.lo, value.hi);                                                                      \
    gk_f32x4 four = combine(eight.lo, eight.hi)
#elif GK_LANES == 8
#define GK_REDUCE_TO_4(value, combine) gk_f32x4 four = combine(value.lo, value.hi)
#else
#define GK_REDUCE_TO_4(value, combine) gk_f32x4 four = value
#endif

#define GK_DEFINE_REDUCTION(name, combine)                                                                             \
    GK_INLINE float name(gk_f32 value) {                                                                               \
        GK_REDUCE_TO_4(value, combine);                                                                                \
        gk_f32x4 two = combine(four, four.zwzw);                                                                       \
        gk_f32x4 one = combine(two, two.yyyy);                                                                         \
        return one.x;                                                                                                  \
    }

/** The sum of the lanes. */
GK_DEFINE_REDUCTION(gk_sum, GK_ADD)

/** The product of the lanes. */
GK_DEFINE_REDUCTION(gk_prod, GK_MULTIPLY)

/** The largest lane; NaN if any lane is NaN. */
GK_DEFINE_REDUCTION(gk_max, GK_LARGER)

/** The smallest lane; NaN if any lane is NaN. */
GK_DEFINE_REDUCTION(gk_min, GK_SMALLER)

#undef GK_DEFINE_REDUCTION
#undef GK_REDUCE_TO_4
#undef GK_MULTIPLY
#undef GK_ADD
#undef GK_SMALLER
#undef GK_LARGER

#endif
