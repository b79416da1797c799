/*
 * Powers.
 */
#ifndef GK_MATH_POW_H
#define GK_MATH_POW_H

/** Given |x| to the power y for an x with a sign: the sign, NaN, or 1. */
GK_INLINE gk_f32 gk_pow_of_negative(gk_f32 x, gk_f32 y, gk_f32 magnitude) {
    gk_f32 halved = y * 0.5f;
    gk_mask integral = GK_MASK(gk_mask, gk_trunc(y) == y);
    gk_mask odd = integral & GK_MASK(gk_mask, gk_trunc(halved) != halved);
    gk_mask infinite = GK_MASK(gk_mask, gk_bits(x) == gk_bits(gk_splat(-GK_INFINITY)));
    gk_mask undefined = GK_MASK(gk_mask, x < gk_splat(0)) & ~integral & ~infinite;
    gk_f32 result = gk_from_bits(gk_bits(magnitude) | (gk_bits(x) & GK_SIGN_BIT & odd));
    result = undefined ? gk_splat(GK_NAN) : result;
    gk_mask one = GK_MASK(gk_mask, x == gk_splat(-1.0f)) & gk_isInf(y);
    return one ? gk_splat(1.0f) : result;
}

/**
 * x to the power y, at most 0.51 ulp, with the special cases of IEEE 754: pow(x, 0) and pow(1, y) are 1 even for a NaN;
 * a finite negative x needs an integral y; an odd integral y keeps the sign of x, that of a zero or infinity too.
 */
GK_OVERLOAD gk_f32 gk_pow(gk_f32 x, gk_f32 y) {
    gk_f32 result = gk_pow_of_magnitude(x, y);
    if (gk_any(GK_MASK(gk_mask, gk_bits(x) < 0))) {
        result = gk_pow_of_negative(x, y, result);
    }
    gk_mask always_one = GK_MASK(gk_mask, x == gk_splat(1.0f)) | GK_MASK(gk_mask, y == gk_splat(0));
    return always_one ? gk_splat(1.0f) : result;
}

#endif
