#ifndef GK_MATH_LOG_H
#define GK_MATH_LOG_H
GK_INLINE gk_f32 gk_log(gk_f32 x) {
    gk_mask tiny = x < gk_splat(0x1p-126f);
    gk_f32 scaled = tiny ? x * 0x1p+24f : x;
    gk_i32 bits = gk_bits(scaled) - 0x3f3504f3;
    gk_f32 n = __builtin_convertvector(bits >> 23, gk_f32) - gk_from_bits(tiny & gk_bits(gk_splat(24.0f)));
    gk_f32 z = gk_from_bits((bits & 0x007fffff) + 0x3f3504f3) - 1.0f;
    gk_f32 p = gk_fma(z, gk_splat(-0x1.38c9ccp-4f), gk_splat(0x1.055ec2p-3f));
    p = gk_fma(p, z, gk_splat(-0x1.0d8242p-3f));
    p = gk_fma(p, z, gk_splat(0x1.22d92ep-3f));
    p = gk_fma(p, z, gk_splat(-0x1.54728ap-3f));
    p = gk_fma(p, z, gk_splat(0x1.99a01cp-3f));
    p = gk_fma(p, z, gk_splat(-0x1.000226p-2f));
    p = gk_fma(p, z, gk_splat(0x1.555554p-2f));
    gk_f32 zz = z * z;
    p = gk_fma(p, z, gk_splat(-0.5f));
    gk_f32 result = gk_fma(n, gk_splat(0x1.62e430p-1f), gk_fma(p, zz, gk_fma(n, gk_splat(-0x1.05c610p-29f), z)));
    result = x == gk_splat(0) ? gk_splat(-__builtin_inff()) : result;
    result = x < gk_splat(0) ? gk_splat(__builtin_nanf("")) : result;
    return x < gk_splat(__builtin_inff()) ? result : x;
}
#endif
