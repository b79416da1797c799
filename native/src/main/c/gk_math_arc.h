/*
 * asin, acos, atan and atan2.
 */
#ifndef GK_MATH_ARC_H
#define GK_MATH_ARC_H

/* pi/2 as a sum of two f32. */
#define GK_HALF_PI_HIGH 0x1.921fb6p+0f
#define GK_HALF_PI_LOW -0x1.777a5cp-25f
#define GK_HALF_PI_F64 0x1.921fb54442d18p+0

/** asin(s) - s for s^2 = y <= 1/4 (own fit, 2^-31.7). */
GK_OVERLOAD gk_f32 gk_asin_rest(gk_f32 s, gk_f32 y) {
    gk_f32 p = gk_fma(y, gk_splat(0x1.34d10ap-5f), gk_splat(0x1.d51046p-7f));
    p = gk_fma(p, y, gk_splat(0x1.04d370p-5f));
    p = gk_fma(p, y, gk_splat(0x1.6ca750p-5f));
    p = gk_fma(p, y, gk_splat(0x1.3338acp-4f));
    p = gk_fma(p, y, gk_splat(0x1.55554cp-3f));
    return p * y * s;
}

/** At most 1.7 ulp; above 1/2 it is pi/2 - 2 asin(sqrt((1 - |x|) / 2)). */
GK_OVERLOAD gk_f32 gk_asin(gk_f32 x) {
    gk_f32 a = gk_abs(x);
    gk_mask outer = a > gk_splat(0.5f);
    gk_f32 y = outer ? 0.5f - a * 0.5f : a * a;
    gk_f32 s = outer ? __builtin_elementwise_sqrt(y) : a;
    gk_f32 rest = gk_asin_rest(s, y);
    gk_f32 folded = GK_HALF_PI_HIGH - (2.0f * s - (GK_HALF_PI_LOW - 2.0f * rest));
    return gk_copysign(outer ? folded : s + rest, x);
}

/** At most 1.1 ulp; pi/2 - asin(x) for |x| <= 1/2, else 2 asin(sqrt((1 - |x|) / 2)) or pi less that. */
GK_OVERLOAD gk_f32 gk_acos(gk_f32 x) {
    gk_f32 a = gk_abs(x);
    gk_mask outer = a > gk_splat(0.5f);
    gk_f32 y = outer ? 0.5f - a * 0.5f : a * a;
    gk_f32 s = outer ? __builtin_elementwise_sqrt(y) : x;
    gk_f32 rest = gk_asin_rest(s, y);
    gk_f32 inner = GK_HALF_PI_HIGH - (s - (GK_HALF_PI_LOW - rest));
    gk_f32 right = 2.0f * (s + rest);
    gk_f32 left = 2.0f * (GK_HALF_PI_HIGH - (s - (GK_HALF_PI_LOW - rest)));
    return outer ? (x > gk_splat(0) ? right : left) : inner;
}

/** At most 1.3 ulp; above 1 it is pi/2 - atan(1 / |x|) (own fit, 2^-28.5). */
GK_OVERLOAD gk_f32 gk_atan(gk_f32 x) {
    gk_f32 a = gk_abs(x);
    gk_mask outer = a > gk_splat(1.0f);
    gk_f32 t = outer ? 1.0f / a : a;
    gk_f32 y = t * t;
    gk_f32 p = gk_fma(y, gk_splat(-0x1.d3551ep-10f), gk_splat(0x1.64231ap-7f));
    p = gk_fma(p, y, gk_splat(-0x1.fd7d34p-6f));
    p = gk_fma(p, y, gk_splat(0x1.da29dcp-5f));
    p = gk_fma(p, y, gk_splat(-0x1.580918p-4f));
    p = gk_fma(p, y, gk_splat(0x1.c08c4ep-4f));
    p = gk_fma(p, y, gk_splat(-0x1.242086p-3f));
    p = gk_fma(p, y, gk_splat(0x1.9991e4p-3f));
    p = gk_fma(p, y, gk_splat(-0x1.55553ep-2f));
    gk_f32 rest = p * y * t;
    gk_f32 folded = GK_HALF_PI_HIGH - (t - (GK_HALF_PI_LOW - rest));
    return gk_copysign(outer ? folded : t + rest, x);
}

/** The angle of the point (x, y), at most 0.51 ulp, with the special cases of IEEE 754; in f64 (own fit, 2^-36.5). */
GK_OVERLOAD gk_f32 gk_atan2(gk_f32 y, gk_f32 x) {
    gk_f64 height = gk_to_f64(gk_abs(y));
    gk_f64 width = gk_to_f64(gk_abs(x));
    gk_i64 steep = gk_less_f64(width, height);
    gk_f64 larger = steep ? height : width;
    gk_f64 smaller = steep ? width : height;
    gk_f64 t = smaller / larger;
    /* Equal operands have the quotient 1, infinite ones too; both zero lie on the axis. */
    t = height == width ? gk_splat_f64(1.0) : t;
    t = larger == gk_splat_f64(0) ? larger : t;
    gk_f64 z = t * t;
    gk_f64 p = gk_fma(z, gk_splat_f64(0x1.ce19901684357p-12), gk_splat_f64(-0x1.b4024ff44b8e9p-9));
    p = gk_fma(p, z, gk_splat_f64(0x1.81f65e38e6737p-7));
    p = gk_fma(p, z, gk_splat_f64(-0x1.b2f56c2dd67dep-6));
    p = gk_fma(p, z, gk_splat_f64(0x1.69ea47d9f2e5ap-5));
    p = gk_fma(p, z, gk_splat_f64(-0x1.f02f9289b91b4p-5));
    p = gk_fma(p, z, gk_splat_f64(0x1.33a16add4aa2ep-4));
    p = gk_fma(p, z, gk_splat_f64(-0x1.72d62fc6b5d32p-4));
    p = gk_fma(p, z, gk_splat_f64(0x1.c6e85abe0c1aep-4));
    p = gk_fma(p, z, gk_splat_f64(-0x1.249039210a9abp-3));
    p = gk_fma(p, z, gk_splat_f64(0x1.9999846c3d78ep-3));
    p = gk_fma(p, z, gk_splat_f64(-0x1.5555552f27a69p-2));
    gk_f64 angle = gk_fma(p * z, t, t);
    angle = steep ? GK_HALF_PI_F64 - angle : angle;
    angle = gk_widen_mask(gk_bits(x) < 0) ? 2.0 * GK_HALF_PI_F64 - angle : angle;
    gk_f32 result = gk_copysign(gk_to_f32(angle), y);
    gk_mask nan = gk_isNan(x) | gk_isNan(y);
    return nan ? x + y : result;
}

#endif
