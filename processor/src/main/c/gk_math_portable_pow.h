/*
 * Without AVX-512: base-2 exponential and logarithm in f64, for powers.
 */
#ifndef GK_MATH_PORTABLE_POW_H
#define GK_MATH_PORTABLE_POW_H

/** 2^x, rounded to f32, of a relative error of 2^-40 (own fit). */
GK_INLINE gk_f32 gk_exp2_of_product(gk_f64 x) {
    x = gk_clamp(x, -300.0, 300.0);
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
    gk_f64 power = (gk_f64) exponent;
    return gk_to_f32(gk_fma(power, p * f, power));
}

/**
 * log2(|x|) of an f32, relative 2^-44; of 0 it is -inf, of an infinity inf.
 *
 * x = 2^e m, sqrt(1/2) <= m < sqrt(2), s = (m - 1) / (m + 1), log2(m) = s P(s^2) (own fit, 2^-45).
 */
GK_INLINE gk_f64 gk_log2_of_magnitude(gk_f32 signed_x) {
    gk_f64 x = gk_to_f64(gk_abs(signed_x));
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
    return x == gk_splat_f64(0) ? gk_splat_f64(-__builtin_inf()) : result;
}

/** |x| to the power y; 1 to any power and any power to 0 may be a NaN. */
GK_INLINE gk_f32 gk_pow_of_magnitude(gk_f32 x, gk_f32 y) {
    return gk_exp2_of_product(gk_log2_of_magnitude(x) * gk_to_f64(y));
}

#endif
