#ifndef GK_MATH_TANH_H
#define GK_MATH_TANH_H
GK_INLINE gk_f32 gk_tanh(gk_f32 x) {
    gk_f32 a = gk_at_most(10.0f, gk_abs(x));
    gk_f32 large = 1.0f - 2.0f / (gk_exp(a + a) + 1.0f);
    gk_f32 y = a * a;
    gk_f32 p = gk_fma(y, gk_splat(-0x1.828776p-8f), gk_splat(0x1.54c3c2p-6f));
    p = gk_fma(p, y, gk_splat(-0x1.b89abap-5f));
    p = gk_fma(p, y, gk_splat(0x1.1109bep-3f));
    p = gk_fma(p, y, gk_splat(-0x1.55553ep-2f));
    gk_f32 small = gk_fma(p * y, a, a);
    return gk_copysign(a < gk_splat(0.6f) ? small : large, x);
}
#endif
