/*
 * For f64: signs, roundings, roots and quotients, and exact sums and products of two f64 as a pair of the rounded value
 * and its rounding error.
 */
#ifndef GK_MATH_F64_BASIC_H
#define GK_MATH_F64_BASIC_H

/** Below, functions with the slope 1 at 0 and no even powers are their argument to half an ulp. */
#define GK_TINY_F64 0x1p-28

#define GK_SIGN_BIT_F64 ((gk_int64) 0x8000000000000000u)
#define GK_MAGNITUDE_BITS_F64 ((gk_int64) 0x7fffffffffffffff)

GK_OVERLOAD gk_f64 gk_neg(gk_f64 x) {
    return -x;
}

/** The magnitude of a with the sign of b. */
GK_OVERLOAD gk_f64 gk_copysign(gk_f64 a, gk_f64 b) {
    return gk_from_bits((gk_bits(a) & GK_MAGNITUDE_BITS_F64) | (gk_bits(b) & GK_SIGN_BIT_F64));
}

GK_OVERLOAD gk_f64 gk_floor(gk_f64 x) {
    return GK_FLOOR(x);
}

GK_OVERLOAD gk_f64 gk_ceil(gk_f64 x) {
    return GK_CEIL(x);
}

GK_OVERLOAD gk_f64 gk_trunc(gk_f64 x) {
    return GK_TRUNC(x);
}

/** Rounds to the nearest integer, ties to even. */
GK_OVERLOAD gk_f64 gk_round(gk_f64 x) {
    return GK_ROUND(x);
}

/** 1, -1, NaN, or +0 of both zeros. */
GK_OVERLOAD gk_f64 gk_sign(gk_f64 x) {
    return gk_abs(x) > 0.0 ? gk_copysign(gk_splat_f64(1.0), x) : x + 0.0;
}

/** Correctly rounded. */
GK_OVERLOAD gk_f64 gk_sqrt(gk_f64 x) {
    return GK_SQRT(x);
}

/** At most 1.5 ulp. */
GK_OVERLOAD gk_f64 gk_rsqrt(gk_f64 x) {
    return 1.0 / GK_SQRT(x);
}

/** Correctly rounded. */
GK_OVERLOAD gk_f64 gk_reciprocal(gk_f64 x) {
    return 1.0 / x;
}

/** The unrounded value high + low of a sum or product; |low| is at most half an ulp of high. */
typedef struct {
    gk_f64 high;
    gk_f64 low;
} gk_f64_pair;

/** a + b, for |a| >= |b| or a = 0. */
GK_INLINE gk_f64_pair gk_ordered_sum(gk_f64 a, gk_f64 b) {
    gk_f64 high = a + b;
    return (gk_f64_pair) {high, b - (high - a)};
}

GK_INLINE gk_f64_pair gk_exact_sum(gk_f64 a, gk_f64 b) {
    gk_f64 high = a + b;
    gk_f64 part = high - a;
    return (gk_f64_pair) {high, (a - (high - part)) + (b - part)};
}

/** a * b; without a fused multiply-add the factors must stay below 2^995, and the product above 2^-968. */
GK_INLINE gk_f64_pair gk_exact_product(gk_f64 a, gk_f64 b) {
    gk_f64 high = a * b;
#if GK_HAS_FMA
    return (gk_f64_pair) {high, gk_fma(a, b, -high)};
#else
    /* Dekker's product of halves of 26 bits. */
    gk_f64 a_shifted = a * 0x1.0000002p27;
    gk_f64 b_shifted = b * 0x1.0000002p27;
    gk_f64 a_high = a_shifted - (a_shifted - a);
    gk_f64 b_high = b_shifted - (b_shifted - b);
    gk_f64 a_low = a - a_high;
    gk_f64 b_low = b - b_high;
    return (gk_f64_pair) {high, ((a_high * b_high - high) + a_high * b_low + a_low * b_high) + a_low * b_low};
#endif
}

/** a / b, correctly rounded. */
GK_OVERLOAD gk_f64 gk_div(gk_f64 a, gk_f64 b) {
    return a / b;
}

/** As gk_div. */
GK_OVERLOAD gk_f64 gk_realDiv(gk_f64 a, gk_f64 b) {
    return a / b;
}

#endif
