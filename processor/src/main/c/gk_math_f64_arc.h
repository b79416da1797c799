/*
 * For f64: asin, acos, atan and atan2.
 */
#ifndef GK_MATH_F64_ARC_H
#define GK_MATH_F64_ARC_H

/** asin(s) - s for s^2 = y <= 1/4 (own fit, 2^-55.8). */
GK_OVERLOAD gk_f64 gk_asin_correction(gk_f64 s, gk_f64 y) {
    gk_f64 p = gk_fma(y, gk_splat_f64(0x1.05efa8438bcf4p-5), gk_splat_f64(-0x1.0b5181bd8a3b3p-6));
    p = gk_fma(p, y, gk_splat_f64(0x1.40ea03055ff6ep-6));
    p = gk_fma(p, y, gk_splat_f64(0x1.aa65f2f4537e9p-8));
    p = gk_fma(p, y, gk_splat_f64(0x1.8eed2355d64ffp-7));
    p = gk_fma(p, y, gk_splat_f64(0x1.c6f745dd810aap-7));
    p = gk_fma(p, y, gk_splat_f64(0x1.1c6c369ad0a45p-6));
    p = gk_fma(p, y, gk_splat_f64(0x1.6e89ee8c422b5p-6));
    p = gk_fma(p, y, gk_splat_f64(0x1.f1c72c76a9623p-6));
    p = gk_fma(p, y, gk_splat_f64(0x1.6db6db41b85acp-5));
    p = gk_fma(p, y, gk_splat_f64(0x1.333333336fb0ep-4));
    p = gk_fma(p, y, gk_splat_f64(0x1.5555555555386p-3));
    return p * y * s;
}

/** At most 2 ulp; above 1/2 it is pi/2 - 2 asin(sqrt((1 - |x|) / 2)). */
GK_OVERLOAD gk_f64 gk_asin(gk_f64 x) {
    gk_f64 a = gk_abs(x);
    gk_i64 outer = GK_MASK(gk_i64, a > 0.5);
    gk_f64 y = outer ? 0.5 - a * 0.5 : a * a;
    gk_f64 s = outer ? GK_SQRT(y) : a;
    gk_f64 rest = gk_asin_correction(s, y);
    gk_f64 folded = GK_HALF_PI_F64 - (2.0 * s - (GK_HALF_PI_LOW_F64 - 2.0 * rest));
    return gk_copysign(outer ? folded : s + rest, x);
}

/** At most 2 ulp; pi/2 - asin(x) for |x| <= 1/2, else 2 asin(sqrt((1 - |x|) / 2)) or pi less that. */
GK_OVERLOAD gk_f64 gk_acos(gk_f64 x) {
    gk_f64 a = gk_abs(x);
    gk_i64 outer = GK_MASK(gk_i64, a > 0.5);
    gk_f64 y = outer ? 0.5 - a * 0.5 : a * a;
    gk_f64 s = outer ? GK_SQRT(y) : x;
    gk_f64 rest = gk_asin_correction(s, y);
    gk_f64 inner = GK_HALF_PI_F64 - (s - (GK_HALF_PI_LOW_F64 - rest));
    gk_f64 right = 2.0 * (s + rest);
    return outer ? (x > 0.0 ? right : 2.0 * inner) : inner;
}

/** atan(t) - t for |t| <= sqrt(2) - 1 (own fit, 2^-59.5). */
GK_INLINE gk_f64 gk_atan_correction(gk_f64 t) {
    gk_f64 y = t * t;
    gk_f64 p = gk_fma(y, gk_splat_f64(-0x1.25974bcff125cp-6), gk_splat_f64(0x1.37ea9640cae59p-5));
    p = gk_fma(p, y, gk_splat_f64(-0x1.9cdb21ff895c7p-5));
    p = gk_fma(p, y, gk_splat_f64(0x1.df112f640a33ap-5));
    p = gk_fma(p, y, gk_splat_f64(-0x1.10ebd9e4e72f6p-4));
    p = gk_fma(p, y, gk_splat_f64(0x1.3b111c13cf238p-4));
    p = gk_fma(p, y, gk_splat_f64(-0x1.745cf906c1434p-4));
    p = gk_fma(p, y, gk_splat_f64(0x1.c71c70e77d5f9p-4));
    p = gk_fma(p, y, gk_splat_f64(-0x1.24924922b0c71p-3));
    p = gk_fma(p, y, gk_splat_f64(0x1.99999999958dep-3));
    p = gk_fma(p, y, gk_splat_f64(-0x1.555555555553dp-2));
    return p * y * t;
}

/** A quarter of pi, to 50 bits so that small multiples are exact, and the rest. */
#define GK_QUARTER_PI_HIGH_F64 0x1.921fb54442d18p-1
#define GK_QUARTER_PI_LOW_F64 0x1.1a62633145c07p-55

/**
 * The angle in the first octant of a point with 0 <= height <= width, moved by a number of quarters of pi, with a sign
 * of 1 or -1. Where the quotient is above sqrt(2) - 1, the angle is pi/4 less that of a smaller quotient.
 */
GK_INLINE gk_f64 gk_octant_angle(gk_f64 height, gk_f64 width, gk_f64 sign, gk_f64 quarters) {
    gk_i64 diagonal = GK_MASK(gk_i64, height > width * 0x1.a827999fcef32p-2);
    gk_f64 t = (diagonal ? height - width : height) / (diagonal ? height + width : width);
    t *= sign;
    quarters = diagonal ? quarters + sign : quarters;
    gk_f64 rest = gk_fma(quarters, gk_splat_f64(GK_QUARTER_PI_LOW_F64), gk_atan_correction(t));
    return quarters * GK_QUARTER_PI_HIGH_F64 + (t + rest);
}

/** At most 2.5 ulp; above 1 it is pi/2 - atan(1 / |x|). */
GK_OVERLOAD gk_f64 gk_atan(gk_f64 x) {
    gk_f64 a = gk_abs(x);
    gk_i64 steep = GK_MASK(gk_i64, a > 1.0);
    gk_f64 height = steep ? gk_splat_f64(1.0) : a;
    /* The sum with 1 shall not overflow, and pi/2 has long been reached. */
    gk_f64 width = steep ? gk_clamp(a, 0.0, 0x1p100) : gk_splat_f64(1.0);
    gk_f64 sign = steep ? gk_splat_f64(-1.0) : gk_splat_f64(1.0);
    gk_f64 angle = gk_octant_angle(height, width, sign, steep ? gk_splat_f64(2.0) : gk_splat_f64(0.0));
    return gk_copysign(a != a ? a : angle, x);
}

/** The angle of the point (x, y), at most 2.5 ulp, with the special cases of IEEE 754. */
GK_OVERLOAD gk_f64 gk_atan2(gk_f64 y, gk_f64 x) {
    gk_f64 height = gk_abs(y);
    gk_f64 width = gk_abs(x);
    gk_i64 steep = GK_MASK(gk_i64, width < height);
    gk_i64 left = GK_MASK(gk_i64, gk_bits(x) < 0);
    gk_f64 larger = steep ? height : width;
    gk_f64 smaller = steep ? width : height;
    /* Equal operands have the quotient 1, infinite ones too; both zero lie on the axis. */
    gk_i64 equal = GK_MASK(gk_i64, smaller == larger);
    gk_i64 zero = GK_MASK(gk_i64, larger == 0.0);
    gk_f64 scale = larger > 0x1p1000 ? gk_splat_f64(0.25) : gk_splat_f64(1.0);
    larger = equal ? 1.0 : larger * scale;
    smaller = zero ? 0.0 : equal ? 1.0 : smaller * scale;
    gk_f64 sign = (steep ^ left) ? gk_splat_f64(-1.0) : gk_splat_f64(1.0);
    gk_f64 quarters = steep ? gk_splat_f64(2.0) : left ? gk_splat_f64(4.0) : gk_splat_f64(0.0);
    gk_f64 result = gk_copysign(gk_octant_angle(smaller, larger, sign, quarters), y);
    gk_i64 nan = GK_MASK(gk_i64, x != x) | GK_MASK(gk_i64, y != y);
    return nan ? x + y : result;
}

#endif
