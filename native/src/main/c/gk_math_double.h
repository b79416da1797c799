/*
 * Base-2 exponential and logarithm in f64, to about 2^-40 relative: the functions that are not in inner loops are
 * computed through them, so that cancellation and the rounding of intermediate results do not reach the f32 result.
 */
#ifndef GK_MATH_DOUBLE_H
#define GK_MATH_DOUBLE_H

#define GK_LN2_F64 0x1.62e42fefa39efp-1
#define GK_LOG10_2_F64 0x1.34413509f79ffp-2
#define GK_LOG2_E_F64 0x1.71547652b82fep+0

/** 2^52 + 2^51, whose sum with a small number is rounded to an integer that stands in the low bits. */
#define GK_INTEGER_SHIFT_F64 0x1.8p52

/** 2^x as power (1 + rest), with a power of two and |rest| < 0.42. */
typedef struct {
    gk_f64 power;
    gk_f64 rest;
} gk_exp2_parts;

/** For |x| <= 1022 or NaN; the polynomial is an own fit, 2^-40. */
GK_INLINE gk_exp2_parts gk_exp2_brief(gk_f64 x) {
    gk_f64 shifted = x + GK_INTEGER_SHIFT_F64;
    gk_f64 f = x - (shifted - GK_INTEGER_SHIFT_F64);
    gk_f64 p = gk_fma(f, gk_splat_f64(0x1.61c4d8a8207e2p-20), gk_splat_f64(0x1.00d86befc3eedp-16));
    p = gk_fma(p, f, gk_splat_f64(0x1.430aa8d4583d2p-13));
    p = gk_fma(p, f, gk_splat_f64(0x1.5d874ce2fa803p-10));
    p = gk_fma(p, f, gk_splat_f64(0x1.3b2ab5ed1e28bp-7));
    p = gk_fma(p, f, gk_splat_f64(0x1.c6b08dceefec0p-5));
    p = gk_fma(p, f, gk_splat_f64(0x1.ebfbdff8ee352p-3));
    p = gk_fma(p, f, gk_splat_f64(0x1.62e42fef89c7ap-1));
    gk_i64 exponent = (gk_i64) (shifted + 1023.0) << 52;
    return (gk_exp2_parts) {(gk_f64) exponent, p * f};
}

/** x, kept within the bounds; a NaN stays. */
GK_INLINE gk_f64 gk_clamp(gk_f64 x, double low, double high) {
    x = gk_splat_f64(low) > x ? gk_splat_f64(low) : x;
    return gk_splat_f64(high) < x ? gk_splat_f64(high) : x;
}

/** exp(x) as power (1 + rest); beyond 260 the result has left the f32 range and stays what it is there. */
GK_INLINE gk_exp2_parts gk_exp_brief(gk_f64 x) {
    return gk_exp2_brief(gk_clamp(x, -260.0, 260.0) * GK_LOG2_E_F64);
}

/**
 * log2(x), relative 2^-44, for a positive normal f64; 0 gives -inf, inf itself, a NaN or a negative number NaN.
 *
 * x = 2^e m, sqrt(1/2) <= m < sqrt(2), s = (m - 1) / (m + 1), log2(m) = s P(s^2) (own fit, 2^-45).
 */
GK_INLINE gk_f64 gk_log2_brief(gk_f64 x) {
    const gk_i64 one = (gk_i64) gk_splat_f64(1.0);
    const gk_i64 root = (gk_i64) gk_splat_f64(0x1.6a09e667f3bcdp-1);
    gk_i64 bits = (gk_i64) x + (one - root);
    /* The exponent field, set into the low bits of 2^52. */
    gk_i64 field = ((bits >> 52) & 0x7ff) | (gk_i64) gk_splat_f64(0x1p52);
    gk_f64 e = (gk_f64) field - (0x1p52 + 1023.0);
    gk_f64 m = (gk_f64) ((bits & 0x000fffffffffffffll) + root);
    gk_f64 s = (m - 1.0) / (m + 1.0);
    gk_f64 y = s * s;
    gk_f64 p = gk_fma(y, gk_splat_f64(0x1.21b1f3158994ep-2), gk_splat_f64(0x1.4795421bac910p-2));
    p = gk_fma(p, y, gk_splat_f64(0x1.a61a2f59808cap-2));
    p = gk_fma(p, y, gk_splat_f64(0x1.2776c2925d68cp-1));
    p = gk_fma(p, y, gk_splat_f64(0x1.ec709dc53d8c6p-1));
    p = gk_fma(p, y, gk_splat_f64(0x1.71547652b824fp+1));
    gk_f64 result = gk_fma(p, s, e);
    result = x < gk_splat_f64(__builtin_inf()) ? result : x;
    result = x == gk_splat_f64(0) ? gk_splat_f64(-__builtin_inf()) : result;
    return x < gk_splat_f64(0) ? gk_splat_f64(__builtin_nan("")) : result;
}

/** log(1 + x), relative 2^-40; what the sum loses is added to the first order. */
GK_INLINE gk_f64 gk_log1p_brief(gk_f64 x) {
    gk_f64 sum = x + 1.0;
    gk_f64 lost = x - (sum - 1.0);
    gk_f64 result = gk_log2_brief(sum) * GK_LN2_F64;
    /* Not where the sum is infinite or 0. */
    gk_i64 ordinary = gk_less_f64(gk_abs(result), gk_splat_f64(__builtin_inf()));
    return ordinary ? result + lost / sum : result;
}

#endif
