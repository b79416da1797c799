#ifndef GK_MATH_EXP_H
#define GK_MATH_EXP_H
#define GK_ROUND_MAGIC 0x1.8p+23f

GK_INLINE gk_f32 gk_exp(gk_f32 x) {
    gk_f32 clamped = gk_at_most(89.0f, gk_at_least(-104.0f, x));
    gk_f32 shifted = gk_fma(clamped, gk_splat(GK_LOG2_E), gk_splat(GK_ROUND_MAGIC));
    gk_f32 n = shifted - GK_ROUND_MAGIC;
    gk_f32 r = gk_fma(n, gk_splat(-GK_LN2_HIGH), clamped);
    r = gk_fma(n, gk_splat(-GK_LN2_LOW), r);
    gk_f32 p = gk_fma(r, gk_splat(0x1.6a4d60p-10f), gk_splat(0x1.12398ep-7f));
    p = gk_fma(p, r, gk_splat(0x1.5558b0p-5f));
    p = gk_fma(p, r, gk_splat(0x1.555492p-3f));
    p = gk_fma(p, r, gk_splat(0x1.fffffcp-2f));
    p = gk_fma(p, r * r, r) + 1.0f;
    gk_i32 e = gk_bits(shifted) - gk_bits(gk_splat(GK_ROUND_MAGIC));
    gk_i32 half = e >> 1;
    gk_f32 first = gk_from_bits((half + 127) << 23);
    gk_f32 second = gk_from_bits((e - half + 127) << 23);
    return gk_isNan(x) ? x : p * first * second;
}

GK_INLINE gk_f32 gk_sigmoid(gk_f32 x) {
    gk_f32 e = gk_exp(gk_at_most(20.0f, x));
    return e / (1.0f + e);
}
#endif
