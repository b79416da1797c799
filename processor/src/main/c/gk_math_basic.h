/*
 * Signs, roundings and the square root.
 */
#ifndef GK_MATH_BASIC_H
#define GK_MATH_BASIC_H

#define GK_SIGN_BIT ((int) 0x80000000u)
#define GK_MAGNITUDE_BITS 0x7fffffff

GK_OVERLOAD gk_f32 gk_abs(gk_f32 x) {
    return gk_from_bits(gk_bits(x) & GK_MAGNITUDE_BITS);
}

#if GK_HAS_F64
GK_OVERLOAD gk_f64 gk_abs(gk_f64 x) {
    return GK_ABS(x);
}
#endif

GK_OVERLOAD gk_f32 gk_neg(gk_f32 x) {
    return -x;
}

/** The magnitude of a with the sign of b. */
GK_OVERLOAD gk_f32 gk_copysign(gk_f32 a, gk_f32 b) {
    return gk_from_bits((gk_bits(a) & GK_MAGNITUDE_BITS) | (gk_bits(b) & GK_SIGN_BIT));
}

GK_OVERLOAD gk_f32 gk_floor(gk_f32 x) {
    return GK_FLOOR(x);
}

GK_OVERLOAD gk_f32 gk_ceil(gk_f32 x) {
    return GK_CEIL(x);
}

GK_OVERLOAD gk_f32 gk_trunc(gk_f32 x) {
    return GK_TRUNC(x);
}

/** Rounds to the nearest integer, ties to even. */
GK_OVERLOAD gk_f32 gk_round(gk_f32 x) {
    return GK_ROUND(x);
}

/** 1, -1, NaN, or +0 of both zeros. */
GK_OVERLOAD gk_f32 gk_sign(gk_f32 x) {
    return gk_abs(x) > gk_splat(0) ? gk_copysign(gk_splat(1.0f), x) : x + gk_splat(0);
}

/** Correctly rounded. */
GK_OVERLOAD gk_f32 gk_sqrt(gk_f32 x) {
    return GK_SQRT(x);
}

#endif
