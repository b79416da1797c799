/*
 * sin, cos and tan.
 */
#ifndef GK_MATH_TRIG_H
#define GK_MATH_TRIG_H

/** x = quadrant pi / 2 + angle + low, |angle| <= pi / 4 + 0.016; of the quadrant the two low bits count. */
typedef struct {
    gk_f32 angle;
    gk_f32 low;
    gk_i32 quadrant;
} gk_reduced_angle;

/** From here on the reduction takes 2/pi to as many bits as the argument needs. */
#define GK_HUGE_ANGLE 0x1p18f

/** The bits of 2/pi after the point, after 32 zero bits in place of those before it. */
GK_CONSTANT unsigned int gk_two_over_pi[9] = {
    0u, 0xa2f9836eu, 0x4e441529u, 0xfc2757d1u, 0xf534ddc0u, 0xdb629599u, 0x3c439041u, 0xfe5163abu, 0xdebbc561u,
};

/** 32 bits of 2/pi from a position on. */
GK_INLINE gk_uint64 gk_two_over_pi_bits(int position) {
    const int word = position >> 5;
    return (((gk_uint64) gk_two_over_pi[word] << 32) | gk_two_over_pi[word + 1]) << (position & 31) >> 32;
}

/**
 * The reduction of one lane by the method of Payne and Hanek. x = m 2^k with an integer m of 24 bits; those bits of
 * 2/pi whose product with x is a multiple of 4 are left out, of the others 96 are multiplied. The result is good to
 * 2^-61, and no f32 comes nearer than 2^-31 to a multiple of pi/2.
 */
GK_OVERLOAD float gk_reduce_huge_lane(int bits, float *low, int *quadrant) {
    if ((bits & 0x7f800000) == 0x7f800000) {
        return GK_NAN;
    }
    gk_uint64 m = (gk_uint64) ((bits & 0x007fffff) | 0x00800000);
    int position = ((bits >> 23) & 0xff) - 150 - 2 + 32;
    gk_uint64 first = gk_two_over_pi_bits(position);
    gk_uint64 second = gk_two_over_pi_bits(position + 32);
    gk_uint64 third = gk_two_over_pi_bits(position + 64);
    /* x 2/pi modulo 4, scaled by 2^62. */
    gk_uint64 turns = ((m * first) << 32) + m * second + ((m * third) >> 32);
    int nearest = (int) ((turns + ((gk_uint64) 1 << 61)) >> 62);
    gk_int64 left = (gk_int64) (turns - ((gk_uint64) nearest << 62));
    /* The angle, scaled by 2^63: the product with pi/2, which itself is scaled so. */
    gk_uint64 magnitude = (gk_uint64) (left < 0 ? -left : left);
    gk_int64 angle = (gk_int64) GK_HIGH_PRODUCT(magnitude << 2, (gk_uint64) 0xc90fdaa22168c235);
    float high = (float) angle;
    float rest = (float) (angle - (gk_int64) high);
    float scale = (left < 0) != (bits < 0) ? -0x1p-63f : 0x1p-63f;
    *low = rest * scale;
    *quadrant = bits < 0 ? -nearest : nearest;
    return high * scale;
}

GK_APART void gk_reduce_huge(const gk_f32 *x, gk_reduced_angle *reduced) {
    for (int lane = 0; lane < GK_LANES; lane++) {
        int bits = GK_LANE(gk_bits(*x), lane);
        if ((bits & GK_MAGNITUDE_BITS) >= (int) GK_LANE(gk_bits(gk_splat(GK_HUGE_ANGLE)), 0)) {
            float low = 0.0f;
            int quadrant = 0;
            GK_LANE(reduced->angle, lane) = gk_reduce_huge_lane(bits, &low, &quadrant);
            GK_LANE(reduced->low, lane) = low;
            GK_LANE(reduced->quadrant, lane) = quadrant;
        }
    }
}

#if GK_HAS_FMA
/**
 * The first two parts of pi/2 are rounded down, so that a zero keeps its sign. The first difference is exact. Where the
 * second part cancels it, their difference, without what the rounded product lost, is exact as well.
 */
GK_INLINE gk_reduced_angle gk_reduce_small_angle(gk_f32 x) {
    gk_f32 shifted = gk_fma(x, gk_splat(0x1.45f306p-1f), gk_splat(0x1.8p23f));
    gk_f32 n = shifted - 0x1.8p23f;
    gk_f32 first = gk_fma(n, gk_splat(-0x1.921fb4p+0f), x);
    gk_f32 angle = gk_fma(n, gk_splat(-0x1.4442d0p-24f), first);
    angle = gk_fma(n, gk_splat(-0x1.84698ap-48f), angle);
    gk_f32 product = n * 0x1.4442d0p-24f;
    gk_f32 lost = gk_fma(n, gk_splat(0x1.84698ap-48f), gk_fma(n, gk_splat(0x1.4442d0p-24f), -product));
    gk_f32 second = first - product;
    gk_f32 low = (second - angle) + (((first - second) - product) - lost);
    return (gk_reduced_angle) {angle, low, gk_bits(shifted)};
}
#else
/** In f64; the first two parts of pi/2 have 33 bits each: their products with the integer are exact. */
GK_INLINE gk_reduced_angle gk_reduce_small_angle(gk_f32 x) {
    gk_f64 wide = gk_to_f64(x);
    gk_f64 shifted = wide * 0x1.45f306dc9c883p-1 + GK_INTEGER_SHIFT_F64;
    gk_f64 n = shifted - GK_INTEGER_SHIFT_F64;
    gk_f64 angle = wide - n * 0x1.921fb54400000p+0 - n * 0x1.0b4611a600000p-34 - n * 0x1.3198a2e037073p-69;
    gk_f32 high = gk_to_f32(angle);
    gk_f32 low = gk_to_f32(angle - gk_to_f64(high));
    return (gk_reduced_angle) {high, low, GK_CONVERT(gk_i32, (gk_i64) shifted)};
}
#endif

GK_INLINE gk_reduced_angle gk_reduce_angle(gk_f32 x) {
    gk_reduced_angle reduced = gk_reduce_small_angle(x);
    if (GK_RARELY(gk_any(GK_MASK(gk_mask, gk_abs(x) >= gk_splat(GK_HUGE_ANGLE))))) {
        gk_reduce_huge(&x, &reduced);
    }
    return reduced;
}

/**
 * The sine for |r| <= pi / 4, or the cosine where the quadrant is odd, with the sign of the quadrant; own fits, 2^-27.9
 * and 2^-33.
 */
GK_OVERLOAD gk_f32 gk_sine_of_quadrant(gk_f32 r, gk_i32 quadrant) {
    gk_f32 y = r * r;
    gk_f32 p = gk_fma(y, gk_splat(-0x1.995400p-13f), gk_splat(0x1.110778p-7f));
    p = gk_fma(p, y, gk_splat(-0x1.555546p-3f));
    /* The sum would turn -0 into 0. */
    gk_f32 sine = gk_copysign(gk_fma(p * y, r, r), r);
    gk_f32 q = gk_fma(y, gk_splat(0x1.99e80cp-16f), gk_splat(-0x1.6c0c28p-10f));
    q = gk_fma(q, y, gk_splat(0x1.55554ap-5f));
    gk_f32 cosine = gk_fma(q * y, y, gk_fma(y, gk_splat(-0.5f), gk_splat(1.0f)));
    gk_f32 result = (quadrant & 1) != 0 ? cosine : sine;
    return gk_from_bits(gk_bits(result) ^ ((quadrant & 2) << 30));
}

/** At most 1.8 ulp. */
GK_OVERLOAD gk_f32 gk_sin(gk_f32 x) {
    gk_reduced_angle reduced = gk_reduce_angle(x);
    return gk_sine_of_quadrant(reduced.angle, reduced.quadrant);
}

/** At most 1.8 ulp. */
GK_OVERLOAD gk_f32 gk_cos(gk_f32 x) {
    gk_reduced_angle reduced = gk_reduce_angle(x);
    return gk_sine_of_quadrant(reduced.angle, reduced.quadrant + 1);
}

/** At most 1.6 ulp: r + r^3 P(r^2) (own fit, 2^-28.9), or minus its reciprocal where the quadrant is odd. */
GK_OVERLOAD gk_f32 gk_tan(gk_f32 x) {
    gk_reduced_angle reduced = gk_reduce_angle(x);
    gk_f32 r = reduced.angle;
    gk_f32 y = r * r;
    gk_f32 p = gk_fma(y, gk_splat(0x1.311f00p-8f), gk_splat(-0x1.f4bb58p-12f));
    p = gk_fma(p, y, gk_splat(0x1.71b8acp-7f));
    p = gk_fma(p, y, gk_splat(0x1.59dd86p-6f));
    p = gk_fma(p, y, gk_splat(0x1.bb2198p-5f));
    p = gk_fma(p, y, gk_splat(0x1.110c06p-3f));
    p = gk_fma(p, y, gk_splat(0x1.555566p-2f));
    /* The derivative of the tangent, 1 + tan(r)^2, is nearly 1 + y. */
    gk_f32 rest = gk_fma(p * y, r, gk_fma(reduced.low, y, reduced.low));
    gk_f32 tangent = r + rest;
    gk_f32 lost = rest - (tangent - r);
    gk_f32 quotient = -1.0f / tangent;
    gk_f32 cotangent = gk_fma(quotient * quotient, lost, quotient);
    gk_f32 result = (reduced.quadrant & 1) != 0 ? cotangent : tangent;
    return x == gk_splat(0) ? x : result;
}

#endif
