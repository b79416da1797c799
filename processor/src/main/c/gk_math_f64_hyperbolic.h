/*
 * For f64: the hyperbolic functions and their inverses.
 */
#ifndef GK_MATH_F64_HYPERBOLIC_H
#define GK_MATH_F64_HYPERBOLIC_H

/** At most 3 ulp: with h = (exp(|x|) - 1) / 2, sinh(|x|) = h + h / (2h + 1). */
GK_OVERLOAD gk_f64 gk_sinh(gk_f64 x) {
    gk_f64 a = gk_abs(x);
    gk_f64 h = gk_half_expm1(a);
    /* Beyond 40, exp(-|x|) is lost; the quotient of infinities would be a NaN. */
    gk_f64 result = a > 40.0 ? h : h + h / (h + h + 1.0);
    return gk_copysign(a < GK_TINY_F64 ? a : result, x);
}

/** At most 2 ulp: h + 1 / (4h) for h = exp(|x|) / 2. */
GK_OVERLOAD gk_f64 gk_cosh(gk_f64 x) {
    gk_f64 h = gk_exp_times(gk_abs(x), gk_splat_f64(0.0), gk_splat_f64(0.5));
    return h + 0.25 / h;
}

/** At most 3 ulp: with h = (exp(2|x|) - 1) / 2, tanh(|x|) = h / (h + 1). */
GK_OVERLOAD gk_f64 gk_tanh(gk_f64 x) {
    gk_f64 a = gk_clamp(gk_abs(x), 0.0, 20.0);
    gk_f64 h = gk_half_expm1(a + a);
    gk_f64 result = h / (h + 1.0);
    return gk_copysign(a < GK_TINY_F64 ? a : result, x);
}

/** From here on, 2x replaces x + sqrt(x^2 +- 1). */
#define GK_LARGE_ARC_F64 0x1p30

/** log(1 + small), or log(2 large) where the flag is set. */
GK_INLINE gk_f64 gk_log_of_arc(gk_f64 small, gk_f64 large, gk_i64 is_large) {
    gk_f64_pair sum = gk_exact_sum(gk_splat_f64(1.0), small);
    gk_f64 low = sum.low / sum.high;
    gk_f64 argument = is_large ? large : sum.high;
    return gk_log_or_special(gk_log_plus(argument, is_large ? gk_splat_f64(GK_LN2_F64) : low), argument);
}

/** At most 3 ulp: log1p(a + a^2 / (1 + sqrt(1 + a^2))) for a = |x|. */
GK_OVERLOAD gk_f64 gk_asinh(gk_f64 x) {
    gk_f64 a = gk_abs(x);
    gk_f64 square = a * a;
    gk_f64 small = a + square / (GK_SQRT(square + 1.0) + 1.0);
    gk_f64 result = gk_log_of_arc(small, a, GK_MASK(gk_i64, a > GK_LARGE_ARC_F64));
    return gk_copysign(a < GK_TINY_F64 ? a : result, x);
}

/** At most 3 ulp: log1p(t + sqrt(2t + t^2)) for t = x - 1; NaN below 1. */
GK_OVERLOAD gk_f64 gk_acosh(gk_f64 x) {
    gk_f64 t = x - 1.0;
    gk_f64 small = t + GK_SQRT(t * (t + 2.0));
    gk_f64 result = gk_log_of_arc(small, x, GK_MASK(gk_i64, x > GK_LARGE_ARC_F64));
    return x < 1.0 ? gk_splat_f64(GK_NAN_F64) : result;
}

/** At most 3 ulp: log1p(2a / (1 - a)) / 2 for a = |x|; infinite at 1, NaN above. */
GK_OVERLOAD gk_f64 gk_atanh(gk_f64 x) {
    gk_f64 a = gk_abs(x);
    gk_f64 result = gk_log1p((a + a) / (1.0 - a)) * 0.5;
    result = a < GK_TINY_F64 ? a : result;
    return a > 1.0 ? gk_splat_f64(GK_NAN_F64) : gk_copysign(result, x);
}

#endif
