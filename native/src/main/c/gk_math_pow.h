/*
 * Powers.
 */
#ifndef GK_MATH_POW_H
#define GK_MATH_POW_H

/**
 * x to the power y, at most 0.51 ulp, with the special cases of IEEE 754: pow(x, 0) and pow(1, y) are 1 even for a NaN;
 * a finite negative x needs an integral y; an odd integral y keeps the sign of x, that of a zero or infinity too.
 */
GK_OVERLOAD gk_f32 gk_pow(gk_f32 x, gk_f32 y) {
    gk_f64 exponent = gk_to_f64(y);
    gk_f64 logarithm = gk_log2_brief(gk_to_f64(gk_abs(x)));
    /* The logarithm of 1 is exactly 0, and 1 to an infinite power is 1. */
    gk_f64 product = logarithm == gk_splat_f64(0) ? logarithm : logarithm * exponent;
    gk_exp2_parts parts = gk_exp2_brief(gk_clamp(product, -300.0, 300.0));
    gk_f32 magnitude = gk_to_f32(gk_fma(parts.power, parts.rest, parts.power));

    gk_f32 half = y * 0.5f;
    gk_mask integral = gk_trunc(y) == y;
    gk_mask odd = integral & (gk_trunc(half) != half);
    gk_mask undefined = (x < gk_splat(0)) & (x > gk_splat(-GK_INFINITY)) & ~integral;
    gk_f32 result = gk_from_bits(gk_bits(magnitude) | (gk_bits(x) & GK_SIGN_BIT & odd));
    result = undefined ? gk_splat(GK_NAN) : result;
    gk_mask nan = gk_isNan(x) | gk_isNan(y);
    result = nan ? x + y : result;
    gk_mask always_one = (x == gk_splat(1.0f)) | (y == gk_splat(0));
    return always_one ? gk_splat(1.0f) : result;
}

#endif
