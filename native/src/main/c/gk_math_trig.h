/*
 * sin, cos and tan.
 */
#ifndef GK_MATH_TRIG_H
#define GK_MATH_TRIG_H

/** x = quadrant pi / 2 + angle, |angle| <= pi / 4; of the quadrant the two low bits count. */
typedef struct {
    gk_f64 angle;
    gk_i32 quadrant;
} gk_reduced_angle;

/** From here on the reduction takes 2/pi to as many bits as the argument needs. */
#define GK_HUGE_ANGLE 0x1p18f

/** The bits of 2/pi behind the point, behind 32 zero bits that stand for those before it. */
static const unsigned int gk_two_over_pi[9] = {
    0u, 0xa2f9836eu, 0x4e441529u, 0xfc2757d1u, 0xf534ddc0u, 0xdb629599u, 0x3c439041u, 0xfe5163abu, 0xdebbc561u,
};

/**
 * The reduction of one lane by the method of Payne and Hanek. x = m 2^k with an integer m of 24 bits; those bits of
 * 2/pi whose product with x is a multiple of 4 are left out, of the others 96 are multiplied. The result is good to
 * 2^-61, and no f32 comes nearer than 2^-31 to a multiple of pi/2.
 */
GK_OVERLOAD double gk_reduce_huge_lane(int bits, int *quadrant) {
    if ((bits & 0x7f800000) == 0x7f800000) {
        return __builtin_nan("");
    }
    gk_uint64 m = (gk_uint64) ((bits & 0x007fffff) | 0x00800000);
    int position = ((bits >> 23) & 0xff) - 150 - 2 + 32;
    const unsigned int *words = gk_two_over_pi + (position >> 5);
    int shift = position & 31;
    gk_uint64 first = (((gk_uint64) words[0] << 32) | words[1]) << shift >> 32;
    gk_uint64 second = (((gk_uint64) words[1] << 32) | words[2]) << shift >> 32;
    gk_uint64 third = (((gk_uint64) words[2] << 32) | words[3]) << shift >> 32;
    /* x 2/pi modulo 4, scaled by 2^62. */
    gk_uint64 turns = ((m * first) << 32) + m * second + ((m * third) >> 32);
    int nearest = (int) ((turns + (1ull << 61)) >> 62);
    double angle = (double) (gk_int64) (turns - ((gk_uint64) nearest << 62)) * (0x1.921fb54442d18p+0 * 0x1p-62);
    *quadrant = bits < 0 ? -nearest : nearest;
    return bits < 0 ? -angle : angle;
}

__attribute__((noinline, unused)) static void gk_reduce_huge(const gk_f32 *x, gk_reduced_angle *reduced) {
    for (int lane = 0; lane < GK_LANES; lane++) {
        int bits = gk_bits(*x)[lane];
        if ((bits & GK_MAGNITUDE_BITS) >= (int) gk_bits(gk_splat(GK_HUGE_ANGLE))[0]) {
            int quadrant = 0;
            reduced->angle[lane] = gk_reduce_huge_lane(bits, &quadrant);
            reduced->quadrant[lane] = quadrant;
        }
    }
}

/** The first two parts of pi/2 have 33 bits each: their products with the integer are exact in f64. */
GK_OVERLOAD gk_reduced_angle gk_reduce_angle(gk_f32 x) {
    gk_f64 wide = gk_to_f64(x);
    gk_f64 shifted = wide * 0x1.45f306dc9c883p-1 + GK_INTEGER_SHIFT_F64;
    gk_f64 n = shifted - GK_INTEGER_SHIFT_F64;
    gk_reduced_angle reduced;
    reduced.angle = wide - n * 0x1.921fb54400000p+0 - n * 0x1.0b4611a600000p-34 - n * 0x1.3198a2e037073p-69;
    reduced.quadrant = __builtin_convertvector((gk_i64) shifted, gk_i32);
    if (__builtin_expect(gk_any(gk_abs(x) >= gk_splat(GK_HUGE_ANGLE)), 0)) {
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

/** At most 1.6 ulp. */
GK_OVERLOAD gk_f32 gk_sin(gk_f32 x) {
    gk_reduced_angle reduced = gk_reduce_angle(x);
    return gk_sine_of_quadrant(gk_to_f32(reduced.angle), reduced.quadrant);
}

/** At most 1.6 ulp. */
GK_OVERLOAD gk_f32 gk_cos(gk_f32 x) {
    gk_reduced_angle reduced = gk_reduce_angle(x);
    return gk_sine_of_quadrant(gk_to_f32(reduced.angle), reduced.quadrant + 1);
}

/** At most 0.51 ulp: the quotient of the sine and the cosine in f64 (own fits, 2^-37 and 2^-43). */
GK_OVERLOAD gk_f32 gk_tan(gk_f32 x) {
    gk_reduced_angle reduced = gk_reduce_angle(x);
    gk_f64 r = reduced.angle;
    gk_f64 y = r * r;
    gk_f64 p = gk_fma(y, gk_splat_f64(0x1.6cd1b095a7fadp-19), gk_splat_f64(-0x1.a00f7e14ae1b8p-13));
    p = gk_fma(p, y, gk_splat_f64(0x1.111108690bc37p-7));
    p = gk_fma(p, y, gk_splat_f64(-0x1.5555554c6ffc5p-3));
    gk_f64 sine = gk_fma(p * y, r, r);
    gk_f64 q = gk_fma(y, gk_splat_f64(-0x1.241e6a4112dd2p-22), gk_splat_f64(0x1.a010ddddbb3e9p-16));
    q = gk_fma(q, y, gk_splat_f64(-0x1.6c16b828a2b59p-10));
    q = gk_fma(q, y, gk_splat_f64(0x1.5555554ed8291p-5));
    gk_f64 cosine = gk_fma(q * y, y, 1.0 - y * 0.5);
    gk_i64 odd = gk_widen_mask((reduced.quadrant & 1) != 0);
    gk_f32 result = gk_to_f32((odd ? -cosine : sine) / (odd ? sine : cosine));
    return x == gk_splat(0) ? x : result;
}

#endif
