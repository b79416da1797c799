/*
 * Roots, quotients, roundings and signs.
 */
#ifndef GK_MATH_BASIC_H
#define GK_MATH_BASIC_H

/** The bit of the sign. */
#define GK_SIGN_BIT ((int) 0x80000000u)

GK_INLINE gk_f32 gk_abs(gk_f32 x) {
    return gk_from_bits(gk_bits(x) & 0x7fffffff);
}

GK_INLINE gk_f32 gk_neg(gk_f32 x) {
    return -x;
}

/** The magnitude of a with the sign of b. */
GK_INLINE gk_f32 gk_copysign(gk_f32 a, gk_f32 b) {
    return gk_from_bits((gk_bits(a) & 0x7fffffff) | (gk_bits(b) & GK_SIGN_BIT));
}

GK_INLINE gk_f32 gk_floor(gk_f32 x) {
    return __builtin_elementwise_floor(x);
}

GK_INLINE gk_f32 gk_ceil(gk_f32 x) {
    return __builtin_elementwise_ceil(x);
}

GK_INLINE gk_f32 gk_trunc(gk_f32 x) {
    return __builtin_elementwise_trunc(x);
}

/** To the nearest integer, halves to the even one. */
GK_INLINE gk_f32 gk_round(gk_f32 x) {
    return __builtin_elementwise_roundeven(x);
}

/** 1, -1, the zero itself, or NaN. */
GK_INLINE gk_f32 gk_sign(gk_f32 x) {
    gk_f32 one = gk_copysign(gk_splat(1.0f), x);
    return gk_abs(x) > gk_splat(0) ? one : x;
}

/** Rounded correctly. */
GK_INLINE gk_f32 gk_sqrt(gk_f32 x) {
    return __builtin_elementwise_sqrt(x);
}

/** a / b, rounded correctly. */
GK_INLINE gk_f32 gk_realDiv(gk_f32 a, gk_f32 b) {
    return a / b;
}

#if !defined(__AVX512F__)
GK_INLINE gk_f32 gk_reciprocal(gk_f32 x) {
    return gk_splat(1.0f) / x;
}

GK_INLINE gk_f32 gk_rsqrt(gk_f32 x) {
    return gk_splat(1.0f) / __builtin_elementwise_sqrt(x);
}
#endif

#endif
