/*
 * asin, acos, atan and atan2.
 */
#ifndef GK_MATH_ARC_H
#define GK_MATH_ARC_H

/* pi/2 as a sum of two f32. */
#define GK_HALF_PI_HIGH 0x1.921fb6p+0f
#define GK_HALF_PI_LOW -0x1.777a5cp-25f

/** asin(s) - s for s^2 = y <= 1/4 (own fit, 2^-31.7). */
GK_OVERLOAD gk_f32 gk_asin_correction(gk_f32 s, gk_f32 y) {
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
    gk_mask outer = GK_MASK(gk_mask, a > gk_splat(0.5f));
    gk_f32 y = outer ? 0.5f - a * 0.5f : a * a;
    gk_f32 s = outer ? GK_SQRT(y) : a;
    gk_f32 rest = gk_asin_correction(s, y);
    gk_f32 folded = GK_HALF_PI_HIGH - (2.0f * s - (GK_HALF_PI_LOW - 2.0f * rest));
    return gk_copysign(outer ? folded : s + rest, x);
}

/** At most 1.1 ulp; pi/2 - asin(x) for |x| <= 1/2, else 2 asin(sqrt((1 - |x|) / 2)) or pi less that. */
GK_OVERLOAD gk_f32 gk_acos(gk_f32 x) {
    gk_f32 a = gk_abs(x);
    gk_mask outer = GK_MASK(gk_mask, a > gk_splat(0.5f));
    gk_f32 y = outer ? 0.5f - a * 0.5f : a * a;
    gk_f32 s = outer ? GK_SQRT(y) : x;
    gk_f32 rest = gk_asin_correction(s, y);
    gk_f32 inner = GK_HALF_PI_HIGH - (s - (GK_HALF_PI_LOW - rest));
    gk_f32 right = 2.0f * (s + rest);
    gk_f32 left = 2.0f * (GK_HALF_PI_HIGH - (s - (GK_HALF_PI_LOW - rest)));
    return outer ? (x > gk_splat(0) ? right : left) : inner;
}

/** atan(t) - t for t^2 = y <= 1 (own fit, 2^-28.5). */
GK_OVERLOAD gk_f32 gk_atan_correction(gk_f32 t, gk_f32 y) {
    gk_f32 p = gk_fma(y, gk_splat(-0x1.d3551ep-10f), gk_splat(0x1.64231ap-7f));
    p = gk_fma(p, y, gk_splat(-0x1.fd7d34p-6f));
    p = gk_fma(p, y, gk_splat(0x1.da29dcp-5f));
    p = gk_fma(p, y, gk_splat(-0x1.580918p-4f));
    p = gk_fma(p, y, gk_splat(0x1.c08c4ep-4f));
    p = gk_fma(p, y, gk_splat(-0x1.242086p-3f));
    p = gk_fma(p, y, gk_splat(0x1.9991e4p-3f));
    p = gk_fma(p, y, gk_splat(-0x1.55553ep-2f));
    return p * y * t;
}

/** At most 1.3 ulp; above 1 it is pi/2 - atan(1 / |x|). */
GK_OVERLOAD gk_f32 gk_atan(gk_f32 x) {
    gk_f32 a = gk_abs(x);
    gk_mask outer = GK_MASK(gk_mask, a > gk_splat(1.0f));
    gk_f32 t = outer ? 1.0f / a : a;
    gk_f32 rest = gk_atan_correction(t, t * t);
    gk_f32 folded = GK_HALF_PI_HIGH - (t - (GK_HALF_PI_LOW - rest));
    return gk_copysign(outer ? folded : t + rest, x);
}

/**
 * The angle of the point (x, y), at most 1.6 ulp, with the special cases of IEEE 754: the angle of the nearest axis, a
 * multiple of pi/2, plus or minus atan(t), where t is the smaller magnitude over the larger.
 */
GK_OVERLOAD gk_f32 gk_atan2(gk_f32 y, gk_f32 x) {
    gk_f32 height = gk_abs(y);
    gk_f32 width = gk_abs(x);
    gk_mask steep = GK_MASK(gk_mask, width < height);
    gk_f32 larger = steep ? height : width;
    gk_f32 t = (steep ? width : height) / larger;
    /* Equal operands have the quotient 1, infinite ones too; both zero lie on the axis. */
    t = height == width ? gk_splat(1.0f) : t;
    t = larger == gk_splat(0) ? larger : t;
    /* Steep or to the left, but not both, the angle shrinks as t grows. */
    t = gk_from_bits(gk_bits(t) ^ ((gk_bits(x) ^ steep) & GK_SIGN_BIT));
    gk_mask left = GK_MASK(gk_mask, gk_bits(x) < 0);
    gk_f32 axis = left ? gk_splat(2.0f * GK_HALF_PI_HIGH) : gk_splat(0);
    axis = steep ? gk_splat(GK_HALF_PI_HIGH) : axis;
    gk_f32 low = left ? gk_splat(2.0f * GK_HALF_PI_LOW) : gk_splat(0);
    low = steep ? gk_splat(GK_HALF_PI_LOW) : low;
    gk_f32 angle = axis + (t + (low + gk_atan_correction(t, t * t)));
    gk_f32 result = gk_copysign(angle, y);
    gk_mask nan = gk_isNan(x) | gk_isNan(y);
    return nan ? x + y : result;
}

#endif
