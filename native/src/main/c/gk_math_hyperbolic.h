/*
 * The hyperbolic functions but tanh, and their inverses, through f64.
 */
#ifndef GK_MATH_HYPERBOLIC_H
#define GK_MATH_HYPERBOLIC_H

/** At most 0.51 ulp: with m = exp(|x|) - 1, sinh(|x|) = (m + m / (m + 1)) / 2. */
GK_OVERLOAD gk_f32 gk_sinh(gk_f32 x) {
    gk_f64 m = gk_expm1_brief(gk_to_f64(gk_abs(x)));
    return gk_copysign(gk_to_f32((m + m / (m + 1.0)) * 0.5), x);
}

/** At most 0.51 ulp. */
GK_OVERLOAD gk_f32 gk_cosh(gk_f32 x) {
    gk_exp2_parts parts = gk_exp_brief(gk_to_f64(gk_abs(x)));
    gk_f64 e = gk_fma(parts.power, parts.rest, parts.power);
    return gk_to_f32((e + 1.0 / e) * 0.5);
}

/** At most 0.51 ulp: log1p(a + a^2 / (1 + sqrt(1 + a^2))) for a = |x|. */
GK_OVERLOAD gk_f32 gk_asinh(gk_f32 x) {
    gk_f64 a = gk_to_f64(gk_abs(x));
    gk_f64 square = a * a;
    gk_f64 result = gk_log1p_brief(a + square / (__builtin_elementwise_sqrt(square + 1.0) + 1.0));
    return gk_copysign(gk_isFinite(x) ? gk_to_f32(result) : x, x);
}

/** At most 0.51 ulp: log1p(t + sqrt(2t + t^2)) for t = x - 1; NaN below 1. */
GK_OVERLOAD gk_f32 gk_acosh(gk_f32 x) {
    gk_f64 t = gk_to_f64(x) - 1.0;
    gk_f32 result = gk_to_f32(gk_log1p_brief(t + __builtin_elementwise_sqrt(t * (t + 2.0))));
    return x < gk_splat(1.0f) ? gk_splat(GK_NAN) : result;
}

/** At most 0.51 ulp: log1p(2a / (1 - a)) / 2 for a = |x|; infinite at 1, NaN above. */
GK_OVERLOAD gk_f32 gk_atanh(gk_f32 x) {
    gk_f64 a = gk_to_f64(gk_abs(x));
    gk_f32 result = gk_to_f32(gk_log1p_brief((a + a) / (1.0 - a)) * 0.5);
    return gk_abs(x) > gk_splat(1.0f) ? gk_splat(GK_NAN) : gk_copysign(result, x);
}

#endif
