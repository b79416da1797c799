/*
 * For f64: powers, through a logarithm of about 65 bits.
 */
#ifndef GK_MATH_F64_POW_H
#define GK_MATH_F64_POW_H

/** The high part of a pair that is multiplied by another, without the product of the low parts: relative 2^-103. */
GK_INLINE gk_f64_pair gk_pair_product(gk_f64_pair a, gk_f64_pair b) {
    gk_f64_pair product = gk_exact_product(a.high, b.high);
    return gk_ordered_sum(product.high, product.low + gk_fma(a.high, b.low, a.low * b.high));
}

/**
 * log(x) for a positive finite x, relative 2^-64: with s = f / (2 + f), y = s^2, the logarithm of the fraction is
 * 2 s (1 + y (1/3 + y q(y))) with q in f64 (own fit, 2^-66.2).
 */
GK_INLINE gk_f64_pair gk_log_pair(gk_f64 x) {
    gk_log_parts_f64 parts = gk_log_split(x);
    gk_f64 f = parts.fraction;
    gk_f64_pair divisor = gk_ordered_sum(gk_splat_f64(2.0), f);
    gk_f64_pair s;
    s.high = f / divisor.high;
    gk_f64_pair product = gk_exact_product(s.high, divisor.high);
    s.low = (((f - product.high) - product.low) - s.high * divisor.low) / divisor.high;
    gk_f64_pair y = gk_pair_product(s, s);
    gk_f64 q = gk_fma(y.high, gk_splat_f64(0x1.0e1ad17fada8cp-4), gk_splat_f64(0x1.0f849039329cdp-4));
    q = gk_fma(q, y.high, gk_splat_f64(0x1.3b1eb41db6a30p-4));
    q = gk_fma(q, y.high, gk_splat_f64(0x1.745ceb3babccdp-4));
    q = gk_fma(q, y.high, gk_splat_f64(0x1.c71c7228f743ep-4));
    q = gk_fma(q, y.high, gk_splat_f64(0x1.249249245b812p-3));
    q = gk_fma(q, y.high, gk_splat_f64(0x1.9999999999b0bp-3));
    gk_f64_pair third = gk_ordered_sum(
            gk_splat_f64(0x1.5555555555555p-2), gk_fma(q, y.high, gk_splat_f64(0x1.5555555555555p-56)));
    gk_f64_pair rest = gk_pair_product(gk_pair_product(s, y), third);
    /* log(fraction) = 2 (s + rest), added to the multiple of ln2 from the largest part on. */
    gk_f64_pair sum = gk_ordered_sum(s.high, rest.high);
    gk_f64 sum_low = sum.low + (s.low + rest.low);
    gk_f64_pair total = gk_ordered_sum(parts.exponent * GK_LN2_HIGH_F64, sum.high * 2.0);
    gk_f64 total_low = total.low + gk_fma(parts.exponent, gk_splat_f64(GK_LN2_LOW_F64), sum_low * 2.0);
    return gk_ordered_sum(total.high, total_low);
}

/**
 * x to the power y, at most 1.5 ulp, with the special cases of IEEE 754: pow(x, 0) and pow(1, y) are 1 even for a NaN;
 * a finite negative x needs an integral y; an odd integral y keeps the sign of x, that of a zero or infinity too.
 */
GK_OVERLOAD gk_f64 gk_pow(gk_f64 x, gk_f64 y) {
    gk_f64 base = gk_abs(x);
    gk_f64_pair logarithm = gk_log_pair(base);
    /* No logarithm but 0 is below 2^-53: a larger exponent leaves the range all the same. */
    gk_f64 exponent = gk_clamp(y, -0x1p70, 0x1p70);
    gk_f64_pair product = gk_exact_product(exponent, logarithm.high);
    gk_f64 low = gk_fma(exponent, logarithm.low, product.low);
    gk_i64 in_range = GK_MASK(gk_i64, gk_abs(product.high) < 800.0);
    gk_f64 magnitude = gk_exp_times(product.high, in_range ? low : 0.0, gk_splat_f64(1.0));
    gk_i64 grows = GK_MASK(gk_i64, base > 1.0) ^ GK_MASK(gk_i64, y < 0.0);
    gk_i64 limit = GK_MASK(gk_i64, base == 0.0) | GK_MASK(gk_i64, base == GK_INFINITY_F64);
    magnitude = limit ? (grows ? gk_splat_f64(GK_INFINITY_F64) : gk_splat_f64(0.0)) : magnitude;

    gk_f64 halved = y * 0.5;
    gk_i64 integral = GK_MASK(gk_i64, gk_trunc(y) == y);
    gk_i64 odd = integral & GK_MASK(gk_i64, gk_trunc(halved) != halved);
    gk_i64 undefined = GK_MASK(gk_i64, x < 0.0) & GK_MASK(gk_i64, x > -GK_INFINITY_F64) & ~integral;
    gk_f64 result = gk_from_bits(gk_bits(magnitude) | (gk_bits(x) & GK_SIGN_BIT_F64 & odd));
    result = undefined ? gk_splat_f64(GK_NAN_F64) : result;
    gk_i64 nan = GK_MASK(gk_i64, x != x) | GK_MASK(gk_i64, y != y);
    result = nan ? x + y : result;
    gk_i64 always_one = GK_MASK(gk_i64, x == 1.0) | GK_MASK(gk_i64, y == 0.0);
    return always_one ? gk_splat_f64(1.0) : result;
}

#endif
