/*
 * Kernels over arrays of whole vectors, for the elements [begin, end). Prerequisites: GK_UNARY(F) and GK_BINARY(F),
 * defined as F(name) for each function, and GK_SINGLE_VALUES for scalar functions, as on a GPU.
 */
#if defined(GK_SINGLE_VALUES)
#define GK_USES_F64

#include "gk_abi.h"

#include "gk_scalar.h"

#include "gk_half.h"

#include "gk_integer.h"

#include "gk_math_scalar.h"

#include "gk_math_f64.h"

GK_INLINE gk_i32 gk_lane_numbers(void) {
    return 0;
}
#else
#include "graphkernel.h"
#endif

#define KERNEL(name) static void name(const gk_slot *arguments, gk_int64 begin, gk_int64 end, void *scratch)
#define EACH_VECTOR for (gk_int64 i = begin; i < end; i += GK_LANES)
#define LOAD(vector, element, slot) *(const vector *) ((const element *) arguments[slot].pointer + i)
#define STORE(vector, element, slot, value) *(vector *) ((element *) arguments[slot].pointer + i) = (value)

typedef gk_f32 floats __attribute__((aligned(4)));
typedef gk_f64 doubles __attribute__((aligned(8)));

/* Element i has the bits first + i * stride. */
KERNEL(bit_patterns) {
    int stride = (int) arguments[2].integer;
    EACH_VECTOR {
        int bits = (int) (arguments[1].integer + i * arguments[2].integer);
        STORE(floats, float, 0, gk_from_bits(gk_splat_i32(bits) + gk_lane_numbers() * stride));
    }
}

GK_INLINE gk_i64 indices(gk_int64 first, gk_int64 i) {
    return GK_CONVERT(gk_i64, gk_lane_numbers()) + (first + i);
}

/* A finite number of magnitude 1/16 to 16. */
GK_INLINE gk_f32 moderate(gk_i32 bits, gk_i32 exponent) {
    return gk_from_bits((bits & (int) 0x807fffff) | (((exponent & 7) + 123) << 23));
}

/* Pairs of random numbers: all magnitudes and NaN, or moderate ones. */
KERNEL(pairs) {
    EACH_VECTOR {
        gk_philox_block block = gk_philox(indices(arguments[2].integer, i), 1, 2);
        gk_i32 a = gk_philox_word(block, 0);
        gk_i32 b = gk_philox_word(block, 1);
        int all = arguments[3].integer != 0;
        STORE(floats, float, 0, all ? gk_from_bits(a) : moderate(a, gk_philox_word(block, 2)));
        STORE(floats, float, 1, all ? gk_from_bits(b) : moderate(b, gk_philox_word(block, 3)));
    }
}

/* The error in units in the last place of the exact result; infinite if NaN or the sign of a zero is wrong. */
GK_INLINE gk_f64 distance(gk_f32 actual, gk_f64 expected) {
    gk_f32 rounded = gk_to_f32(expected);
    gk_i64 exponent = (gk_bits(expected) >> 52) & 0x7ff;
    exponent = exponent < 1023 - 126 ? (gk_i64) (1023 - 126) : exponent;
    exponent = exponent > 1023 + 127 ? (gk_i64) (1023 + 127) : exponent;
    gk_f64 value = gk_to_f64(actual);
    value = gk_abs(value) == GK_INFINITY_F64 ? gk_copysign(gk_splat_f64(0x1p128), value) : value;
    gk_f64 result = gk_abs(value - expected) / gk_from_bits((exponent - 23) << 52);
    gk_mask infinite = gk_isInf(rounded) & GK_MASK(gk_mask, rounded == actual);
    gk_mask zero = GK_MASK(gk_mask, rounded == gk_splat(0)) & GK_MASK(gk_mask, actual == gk_splat(0));
    gk_mask same_sign = GK_MASK(gk_mask, (gk_bits(rounded) ^ gk_bits(actual)) >= 0);
    gk_mask nan = gk_isNan(rounded) & gk_isNan(actual);
    gk_mask wrong = (gk_isNan(rounded) ^ gk_isNan(actual)) | (zero & ~same_sign);
    result = gk_widen_mask(infinite | nan) ? 0.0 : result;
    return gk_widen_mask(wrong) ? gk_splat_f64(GK_INFINITY_F64) : result;
}

/* The maximum error, and its element. */
KERNEL(compare) {
    gk_f64 worst = gk_splat_f64(-1.0);
    gk_i64 where = gk_splat_i64(0);
    EACH_VECTOR {
        gk_f64 here = distance(LOAD(floats, float, 0), LOAD(doubles, double, 1));
        gk_i64 larger = GK_MASK(gk_i64, here > worst);
        worst = larger ? here : worst;
        where = larger ? indices(0, i) : where;
    }
    double *result = arguments[2].pointer;
    result[0] = -1.0;
    for (int lane = 0; lane < GK_LANES; lane++) {
        if (GK_LANE(worst, lane) > result[0]) {
            result[0] = GK_LANE(worst, lane);
            result[1] = (double) GK_LANE(where, lane);
        }
    }
}

/* The four words of the block of an index, each as an f64. */
KERNEL(philox_words) {
    EACH_VECTOR {
        gk_philox_block block = gk_philox(indices(arguments[1].integer, i), arguments[2].integer, arguments[3].integer);
        for (int word = 0; word < 4; word++) {
            for (int lane = 0; lane < GK_LANES; lane++) {
                double value = (double) (unsigned int) GK_LANE(gk_philox_word(block, word), lane);
                ((double *) arguments[0].pointer)[(i + lane) * 4 + word] = value;
            }
        }
    }
}

KERNEL(philox_uniform) {
    EACH_VECTOR {
        gk_i64 index = indices(arguments[1].integer, i);
        STORE(floats, float, 0, gk_philox_uniform(index, arguments[2].integer, arguments[3].integer));
    }
}

KERNEL(philox_normal) {
    EACH_VECTOR {
        gk_i64 index = indices(arguments[1].integer, i);
        STORE(floats, float, 0, gk_philox_normal(index, arguments[2].integer, arguments[3].integer));
    }
}

#define DEFINE_UNARY(name)                                                                                             \
    KERNEL(f32_##name) {                                                                                               \
        EACH_VECTOR STORE(floats, float, 1, gk_##name(LOAD(floats, float, 0)));                                        \
    }                                                                                                                  \
    KERNEL(wide_##name) {                                                                                              \
        EACH_VECTOR STORE(doubles, double, 1, gk_##name(gk_to_f64(LOAD(floats, float, 0))));                           \
    }                                                                                                                  \
    KERNEL(f64_##name) {                                                                                               \
        EACH_VECTOR STORE(doubles, double, 1, gk_##name(LOAD(doubles, double, 0)));                                    \
    }

#define DEFINE_BINARY(name)                                                                                            \
    KERNEL(f32_##name) {                                                                                               \
        EACH_VECTOR STORE(floats, float, 2, gk_##name(LOAD(floats, float, 0), LOAD(floats, float, 1)));                \
    }                                                                                                                  \
    KERNEL(wide_##name) {                                                                                              \
        EACH_VECTOR STORE(doubles, double, 2,                                                                          \
                gk_##name(gk_to_f64(LOAD(floats, float, 0)), gk_to_f64(LOAD(floats, float, 1))));                      \
    }                                                                                                                  \
    KERNEL(f64_##name) {                                                                                               \
        EACH_VECTOR STORE(doubles, double, 2, gk_##name(LOAD(doubles, double, 0), LOAD(doubles, double, 1)));          \
    }

GK_UNARY(DEFINE_UNARY)
GK_BINARY(DEFINE_BINARY)

#define ENTRIES(name) f32_##name, wide_##name, f64_##name,

GK_EXPORT extern const gk_kernel GK_TABLE[];
const gk_kernel GK_TABLE[] = {
    GK_UNARY(ENTRIES) GK_BINARY(ENTRIES) bit_patterns, pairs, compare, philox_words, philox_uniform, philox_normal,
};
