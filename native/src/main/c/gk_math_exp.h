/*
 * expm1, log1p, exp2, log2, log10 and erfc.
 */
#ifndef GK_MATH_EXP_H
#define GK_MATH_EXP_H

/** exp(x) - 1 in f64, relative 2^-40. */
GK_INLINE gk_f64 gk_expm1_brief(gk_f64 x) {
    gk_exp2_parts parts = gk_exp_brief(x);
    return gk_fma(parts.power, parts.rest, parts.power - 1.0);
}

/** exp(x) - 1, at most 0.51 ulp. */
GK_OVERLOAD gk_f32 gk_expm1(gk_f32 x) {
    gk_f32 result = gk_to_f32(gk_expm1_brief(gk_to_f64(x)));
    return x == gk_splat(0) ? x : result;
}

/** log(1 + x), at most 0.51 ulp. */
GK_OVERLOAD gk_f32 gk_log1p(gk_f32 x) {
    gk_f32 result = gk_to_f32(gk_log1p_brief(gk_to_f64(x)));
    return x == gk_splat(0) ? x : result;
}

/** 2 to the power x, at most 0.51 ulp; exact for an integer. */
GK_OVERLOAD gk_f32 gk_exp2(gk_f32 x) {
    gk_exp2_parts parts = gk_exp2_brief(gk_clamp(gk_to_f64(x), -300.0, 300.0));
    return gk_to_f32(gk_fma(parts.power, parts.rest, parts.power));
}

/** At most 0.51 ulp; exact for a power of two. */
GK_OVERLOAD gk_f32 gk_log2(gk_f32 x) {
    return gk_to_f32(gk_log2_brief(gk_to_f64(x)));
}

/** At most 0.51 ulp. */
GK_OVERLOAD gk_f32 gk_log10(gk_f32 x) {
    return gk_to_f32(gk_log2_brief(gk_to_f64(x)) * GK_LOG10_2_F64);
}

/**
 * 1 - erf(x), at most 0.53 ulp: exp(-x^2) erfcx(|x|), where erfcx is a polynomial (own fit, 2^-29.4) in
 * (|x| - 3) / (|x| + 3) up to |x| = 10.2; beyond, erfc is 0.
 */
GK_OVERLOAD gk_f32 gk_erfc(gk_f32 x) {
    gk_f64 a = gk_to_f64(gk_at_most(10.2f, gk_abs(x)));
    gk_f64 t = (a - 3.0) / (a + 3.0);
    gk_f64 p = gk_fma(t, gk_splat_f64(0x1.d50da81624b35p-15), gk_splat_f64(0x1.e484eb1f4e68ap-16));
    p = gk_fma(p, t, gk_splat_f64(-0x1.37b9c3564d553p-11));
    p = gk_fma(p, t, gk_splat_f64(0x1.773fe0a6a40c1p-11));
    p = gk_fma(p, t, gk_splat_f64(0x1.17c3db794aae0p-8));
    p = gk_fma(p, t, gk_splat_f64(-0x1.8facd2f9f83c3p-6));
    p = gk_fma(p, t, gk_splat_f64(0x1.258b1aeeada44p-4));
    p = gk_fma(p, t, gk_splat_f64(-0x1.336fe72aa1db4p-3));
    p = gk_fma(p, t, gk_splat_f64(0x1.f6ff1fb27779cp-3));
    p = gk_fma(p, t, gk_splat_f64(-0x1.4e102bde041cbp-2));
    p = gk_fma(p, t, gk_splat_f64(0x1.6e9827d507090p-3));
    gk_exp2_parts parts = gk_exp_brief(-a * a);
    gk_f64 result = gk_fma(parts.power, parts.rest, parts.power) * p;
    return gk_to_f32(gk_widen_mask(x < gk_splat(0)) ? 2.0 - result : result);
}

#endif
