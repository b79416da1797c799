/*
 * The hyperbolic functions but tanh, and their inverses.
 */
#ifndef GK_MATH_HYPERBOLIC_H
#define GK_MATH_HYPERBOLIC_H

/** At most 1.2 ulp: an odd polynomial (own fit, 2^-31) below 0.6, above it (exp(|x|) - exp(-|x|)) / 2. */
GK_OVERLOAD gk_f32 gk_sinh(gk_f32 x) {
    gk_f32 a = gk_clamp_max(90.0f, gk_abs(x));
    gk_exp_pair quarter = gk_quarter_exp(a);
    gk_f32 large = (quarter.high + (quarter.low - 0.0625f / (quarter.high + quarter.low))) * 2.0f;
    gk_f32 y = a * a;
    gk_f32 p = gk_fma(y, gk_splat(0x1.a3ff20p-13f), gk_splat(0x1.110df8p-7f));
    p = gk_fma(p, y, gk_splat(0x1.555558p-3f));
    gk_f32 small = gk_fma(p * y, a, a);
    return gk_copysign(a < gk_splat(0.6f) ? small : large, x);
}

/** At most 0.9 ulp: (exp(|x|) + exp(-|x|)) / 2. */
GK_OVERLOAD gk_f32 gk_cosh(gk_f32 x) {
    gk_exp_pair quarter = gk_quarter_exp(gk_clamp_max(90.0f, gk_abs(x)));
    return (quarter.high + (quarter.low + 0.0625f / (quarter.high + quarter.low))) * 2.0f;
}

/** From here on the inverse functions are logarithms of 2 |x|, less than the spacing of the results apart. */
#define GK_HUGE_HYPERBOLIC 0x1p30f

/** log1p(x), or log(2a) where a is huge. */
GK_INLINE gk_f32 gk_log1p_or_huge(gk_f32 x, gk_f32 a) {
    gk_mask huge = GK_MASK(gk_mask, a >= gk_splat(GK_HUGE_HYPERBOLIC));
    gk_f32 result = gk_log1p(huge ? a : x);
    return huge ? result + GK_LN2 : result;
}

/** At most 2.1 ulp: log1p(a + a^2 / (1 + sqrt(1 + a^2))) for a = |x|. */
GK_OVERLOAD gk_f32 gk_asinh(gk_f32 x) {
    gk_f32 a = gk_abs(x);
    gk_f32 square = a * a;
    gk_f32 root = GK_SQRT(square + 1.0f);
    return gk_copysign(gk_log1p_or_huge(a + square / (root + 1.0f), a), x);
}

/** At most 2.2 ulp: log1p(t + sqrt(t (t + 2))) for t = x - 1; NaN below 1. */
GK_OVERLOAD gk_f32 gk_acosh(gk_f32 x) {
    gk_f32 t = x - 1.0f;
    gk_f32 result = gk_log1p_or_huge(t + GK_SQRT(gk_fma(t, t, t + t)), x);
    return x < gk_splat(1.0f) ? gk_splat(GK_NAN) : result;
}

/** At most 2.4 ulp: log1p(2a / (1 - a)) / 2 for a = |x|; infinite at 1, NaN above. */
GK_OVERLOAD gk_f32 gk_atanh(gk_f32 x) {
    gk_f32 a = gk_abs(x);
    return gk_copysign(gk_log1p((a + a) / (1.0f - a)) * 0.5f, x);
}

#endif
