/*
 * expm1 and erfc.
 */
#ifndef GK_MATH_EXP_H
#define GK_MATH_EXP_H

/** exp(x) - 1, at most 1.8 ulp. */
GK_OVERLOAD gk_f32 gk_expm1(gk_f32 x) {
    gk_exp_pair quarter = gk_quarter_exp(gk_clamp_max(90.0f, x));
    gk_f32 result = ((quarter.high - 0.25f) + quarter.low) * 4.0f;
    return gk_abs(x) < gk_splat(0x1p-100f) ? x : result;
}

/** exp(-a^2) times erfc(a) exp(a^2). What the square loses multiplies the exponential to the first order. */
GK_INLINE gk_f32 gk_erfc_by_exp(gk_f32 a) {
    gk_f32 square = a * a;
    /* The square of the leading 12 bits is exact. */
    gk_f32 leading = gk_from_bits(gk_bits(a) & (int) 0xfffff000u);
    gk_f32 lost = (leading * leading - square) + (a + leading) * (a - leading);
    gk_exp_pair quarter = gk_quarter_exp(-square);
    gk_f32 low = gk_fma(quarter.high + quarter.low, -lost, quarter.low);
    gk_f32 factor = gk_scaled_erfc(a);
    return gk_fma(quarter.high, factor, low * factor);
}

/** 1 - erf(x), at most 3.5 ulp; beyond 10.2 it is 0. */
GK_OVERLOAD gk_f32 gk_erfc(gk_f32 x) {
    gk_f32 a = gk_clamp_max(10.2f, gk_abs(x));
    gk_f32 result = gk_erfc_by_exp(a);
#if GK_LANES != 16
    result = a < gk_splat(0.75f) ? 1.0f - gk_erf_near_zero(a) : result;
#endif
    return x < gk_splat(0) ? 2.0f - result : result;
}

#endif
