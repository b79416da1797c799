/*
 * For f64: sin, cos and tan.
 */
#ifndef GK_MATH_F64_TRIG_H
#define GK_MATH_F64_TRIG_H

#define GK_HALF_PI_LOW_F64 0x1.1a62633145c07p-54

/** x = quadrant pi / 2 + angle, |angle| <= pi / 4; of the quadrant the two low bits count. */
typedef struct {
    gk_f64_pair angle;
    gk_i64 quadrant;
} gk_reduced_angle_f64;

/** From here on the reduction takes 2/pi to as many bits as the argument needs. */
#define GK_HUGE_ANGLE_F64 0x1p20

/** The bits of 2/pi after the point, after 64 zero bits in place of those before it. */
GK_CONSTANT gk_uint64 gk_two_over_pi_f64[20] = {
    0,
    0xa2f9836e4e441529, 0xfc2757d1f534ddc0, 0xdb6295993c439041, 0xfe5163abdebbc561,
    0xb7246e3a424dd2e0, 0x06492eea09d1921c, 0xfe1deb1cb129a73e, 0xe88235f52ebb4484,
    0xe99c7026b45f7e41, 0x3991d639835339f4, 0x9c845f8bbdf9283b, 0x1ff897ffde05980f,
    0xef2f118b5a0a6d1f, 0x6d367ecf27cb09b7, 0x4f463f669e5fea2d, 0x7527bac7ebe5f17b,
    0x3d0739f78a5292ea, 0x6bfb5fb11f8d5d08, 0x56033046fc7b6bab,
};

/** 64 bits of 2/pi from a position on. */
GK_INLINE gk_uint64 gk_two_over_pi_word(int position) {
    const int word = position >> 6;
    const int shift = position & 63;
    const gk_uint64 first = gk_two_over_pi_f64[word];
    return shift == 0 ? first : first << shift | gk_two_over_pi_f64[word + 1] >> (64 - shift);
}

/**
 * The nearest quarter turn to a finite positive argument, and what is left, in quarter turns, as high + low. The method
 * of Payne and Hanek: x = m 2^k with an integer m of 53 bits; those bits of 2/pi whose product with x is a multiple of
 * 4 are left out, of the others 192 are multiplied. No f64 comes nearer than 2^-61 to a quarter turn.
 */
GK_OVERLOAD int gk_reduce_huge_lane(gk_uint64 bits, double *high, double *low) {
    gk_uint64 m = (bits & 0x000fffffffffffff) | 0x0010000000000000;
    int position = (int) (bits >> 52) - 1075 - 2 + 64;
    gk_uint64 second = gk_two_over_pi_word(position + 64);
    gk_uint64 third = GK_HIGH_PRODUCT(m, gk_two_over_pi_word(position + 128));
    /* x 2/pi modulo 4, scaled by 2^62 and by 2^126. */
    gk_uint64 lower = m * second + third;
    gk_uint64 turns = m * gk_two_over_pi_word(position) + GK_HIGH_PRODUCT(m, second) + (lower < third);
    int nearest = (int) ((turns + ((gk_uint64) 1 << 61)) >> 62);
    gk_int64 left = (gk_int64) (turns - ((gk_uint64) nearest << 62));
    double first = (double) (left >> 32) * 0x1p-30;
    double next = (double) (left & 0xffffffff) * 0x1p-62;
    double sum = first + next;
    double rest = (next - (sum - first))
            + ((double) (gk_int64) (lower >> 32) * 0x1p-94 + (double) (gk_int64) (lower & 0xffffffff) * 0x1p-126);
    *high = sum + rest;
    *low = rest - (*high - sum);
    return nearest;
}

GK_APART void gk_reduce_huge_f64(const gk_f64 *x, gk_reduced_angle_f64 *reduced) {
    gk_f64 high = gk_splat_f64(0.0);
    gk_f64 low = gk_splat_f64(0.0);
    gk_i64 quadrant = gk_splat_i64(0);
    gk_i64 bits = gk_bits(gk_abs(*x));
    gk_i64 huge = GK_MASK(gk_i64, gk_abs(*x) >= GK_HUGE_ANGLE_F64);
    for (int lane = 0; lane < GK_LANES; lane++) {
        if (GK_LANE(huge, lane) && GK_LANE(bits, lane) < GK_LANE(gk_bits(gk_splat_f64(GK_INFINITY_F64)), 0)) {
            double lane_high;
            double lane_low;
            GK_LANE(quadrant, lane) = gk_reduce_huge_lane((gk_uint64) GK_LANE(bits, lane), &lane_high, &lane_low);
            GK_LANE(high, lane) = lane_high;
            GK_LANE(low, lane) = lane_low;
        }
    }
    gk_f64_pair angle = gk_exact_product(high, gk_splat_f64(GK_HALF_PI_F64));
    angle.low += gk_fma(high, gk_splat_f64(GK_HALF_PI_LOW_F64), low * GK_HALF_PI_F64);
    gk_i64 negative = huge & GK_MASK(gk_i64, *x < 0.0);
    gk_i64 infinite = GK_MASK(gk_i64, gk_abs(*x) == GK_INFINITY_F64);
    angle.high = infinite ? gk_splat_f64(GK_NAN_F64) : angle.high;
    reduced->angle.high = huge ? (negative ? -angle.high : angle.high) : reduced->angle.high;
    reduced->angle.low = huge ? (negative ? -angle.low : angle.low) : reduced->angle.low;
    reduced->quadrant = huge ? (negative ? -quadrant : quadrant) : reduced->quadrant;
}

/** The first three parts of pi/2 have 33 bits each: their products with the integer are exact. */
GK_OVERLOAD gk_reduced_angle_f64 gk_reduce_angle(gk_f64 x) {
    gk_f64 shifted = x * 0x1.45f306dc9c883p-1 + GK_INTEGER_SHIFT_F64;
    gk_f64 n = shifted - GK_INTEGER_SHIFT_F64;
    gk_f64_pair first = gk_exact_sum(x - n * 0x1.921fb54400000p+0, n * -0x1.0b4611a600000p-34);
    gk_f64_pair second = gk_exact_sum(first.high, n * -0x1.3198a2e000000p-69);
    gk_reduced_angle_f64 reduced;
    reduced.angle = gk_ordered_sum(second.high, (first.low + second.low) - n * 0x1.b839a252049c1p-104);
    reduced.quadrant = gk_bits(shifted);
    gk_i64 huge = GK_MASK(gk_i64, gk_abs(x) >= GK_HUGE_ANGLE_F64);
    if (GK_RARELY(gk_any_bits(huge))) {
        gk_reduce_huge_f64(&x, &reduced);
    }
    return reduced;
}

/** The sine of high + low, |high| <= pi / 4 (own fit, 2^-58). */
GK_INLINE gk_f64 gk_sine_reduced(gk_f64_pair angle) {
    gk_f64 y = angle.high * angle.high;
    gk_f64 p = gk_fma(y, gk_splat_f64(0x1.5d931757752b5p-33), gk_splat_f64(-0x1.ae5e669f0fd5bp-26));
    p = gk_fma(p, y, gk_splat_f64(0x1.71de357858a23p-19));
    p = gk_fma(p, y, gk_splat_f64(-0x1.a01a019c127c4p-13));
    p = gk_fma(p, y, gk_splat_f64(0x1.111111110f882p-7));
    p = gk_fma(p, y, gk_splat_f64(-0x1.5555555555549p-3));
    gk_f64 cosine = gk_fma(y, gk_splat_f64(-0.5), gk_splat_f64(1.0));
    return angle.high + gk_fma(p * y, angle.high, angle.low * cosine);
}

/** The cosine of high + low, |high| <= pi / 4 (own fit, 2^-64). */
GK_INLINE gk_f64 gk_cosine_reduced(gk_f64_pair angle) {
    gk_f64 y = angle.high * angle.high;
    gk_f64 q = gk_fma(y, gk_splat_f64(-0x1.8faeaef3e6442p-37), gk_splat_f64(0x1.1ee9ec110150ep-29));
    q = gk_fma(q, y, gk_splat_f64(-0x1.27e4f80a33019p-22));
    q = gk_fma(q, y, gk_splat_f64(0x1.a01a019cb2285p-16));
    q = gk_fma(q, y, gk_splat_f64(-0x1.6c16c16c15183p-10));
    q = gk_fma(q, y, gk_splat_f64(0x1.555555555554cp-5));
    gk_f64 halved = y * 0.5;
    gk_f64 main = 1.0 - halved;
    return main + (((1.0 - main) - halved) + gk_fma(q * y, y, -(angle.high * angle.low)));
}

/** The sine, or the cosine where the quadrant is odd, with the sign of the quadrant. */
GK_OVERLOAD gk_f64 gk_sine_of_quadrant(gk_f64_pair angle, gk_i64 quadrant) {
    gk_f64 result = (quadrant & 1) != 0 ? gk_cosine_reduced(angle) : gk_sine_reduced(angle);
    return gk_from_bits(gk_bits(result) ^ ((quadrant & 2) << 62));
}

/** At most 1 ulp. */
GK_OVERLOAD gk_f64 gk_sin(gk_f64 x) {
    gk_reduced_angle_f64 reduced = gk_reduce_angle(x);
    gk_f64 result = gk_sine_of_quadrant(reduced.angle, reduced.quadrant);
    return gk_abs(x) < GK_TINY_F64 ? x : result;
}

/** At most 1 ulp. */
GK_OVERLOAD gk_f64 gk_cos(gk_f64 x) {
    gk_reduced_angle_f64 reduced = gk_reduce_angle(x);
    return gk_sine_of_quadrant(reduced.angle, reduced.quadrant + 1);
}

/** At most 2.5 ulp: the quotient of the sine and the cosine. */
GK_OVERLOAD gk_f64 gk_tan(gk_f64 x) {
    gk_reduced_angle_f64 reduced = gk_reduce_angle(x);
    gk_f64 sine = gk_sine_reduced(reduced.angle);
    gk_f64 cosine = gk_cosine_reduced(reduced.angle);
    gk_i64 odd = GK_MASK(gk_i64, (reduced.quadrant & 1) != 0);
    gk_f64 result = (odd ? -cosine : sine) / (odd ? sine : cosine);
    return gk_abs(x) < GK_TINY_F64 ? x : result;
}

#endif
