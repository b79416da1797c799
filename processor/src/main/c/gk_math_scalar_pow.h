/*
 * Powers of scalars without f64, which many devices compute at 1/32 of the rate or do not support: a logarithm to base
 * 2 as a sum of two f32.
 */
#ifndef GK_MATH_SCALAR_POW_H
#define GK_MATH_SCALAR_POW_H

/** The unrounded value high + low of a sum or product; |low| is at most half an ulp of high. */
typedef struct {
    gk_f32 high;
    gk_f32 low;
} gk_f32_pair;

/** a + b, for |a| >= |b| or a = 0. */
GK_OVERLOAD gk_f32_pair gk_ordered_sum(gk_f32 a, gk_f32 b) {
    gk_f32 high = a + b;
    return (gk_f32_pair) {high, b - (high - a)};
}

GK_OVERLOAD gk_f32_pair gk_exact_product(gk_f32 a, gk_f32 b) {
    gk_f32 high = a * b;
    return (gk_f32_pair) {high, gk_fma(a, b, -high)};
}

/** The product without that of the low parts: relative 2^-45. */
GK_OVERLOAD gk_f32_pair gk_pair_product(gk_f32_pair a, gk_f32_pair b) {
    gk_f32_pair product = gk_exact_product(a.high, b.high);
    return gk_ordered_sum(product.high, product.low + gk_fma(a.high, b.low, a.low * b.high));
}

/**
 * log2(x) for a positive finite x, relative 2^-36: with s = z / (2 + z), y = s^2, the natural logarithm of the fraction
 * is 2 s (1 + y (1/3 + y q(y))), q the first terms of the series.
 */
GK_INLINE gk_f32_pair gk_log2_pair(gk_f32 x) {
    gk_log_parts parts = gk_log_split(x);
    gk_f32_pair divisor = gk_ordered_sum(2.0f, parts.z);
    gk_f32_pair s;
    s.high = parts.z / divisor.high;
    gk_f32_pair product = gk_exact_product(s.high, divisor.high);
    s.low = (((parts.z - product.high) - product.low) - s.high * divisor.low) / divisor.high;
    gk_f32_pair y = gk_pair_product(s, s);
    gk_f32 q = gk_fma(y.high, 1.0f / 13.0f, 1.0f / 11.0f);
    q = gk_fma(q, y.high, 1.0f / 9.0f);
    q = gk_fma(q, y.high, 1.0f / 7.0f);
    q = gk_fma(q, y.high, 1.0f / 5.0f);
    gk_f32_pair third = gk_ordered_sum(0x1.555556p-2f, gk_fma(q, y.high, -0x1.555556p-27f));
    gk_f32_pair rest = gk_pair_product(gk_pair_product(s, y), third);
    gk_f32_pair sum = gk_ordered_sum(s.high, rest.high);
    sum = gk_ordered_sum(sum.high, sum.low + (s.low + rest.low));
    const gk_f32_pair scale = {0x1.715476p+1f, 0x1.4ae0c0p-25f};
    gk_f32_pair fraction = gk_pair_product(sum, scale);
    gk_f32_pair total = gk_ordered_sum(parts.n, fraction.high);
    return gk_ordered_sum(total.high, total.low + fraction.low);
}

/** |x| to the power y, at most 1.5 ulp; 1 to any power and any power to 0 may be a NaN. */
GK_INLINE gk_f32 gk_pow_of_magnitude(gk_f32 x, gk_f32 y) {
    gk_f32 base = gk_abs(x);
    gk_f32_pair logarithm = gk_log2_pair(base);
    gk_f32_pair product = gk_exact_product(y, logarithm.high);
    gk_f32 low = gk_fma(y, logarithm.low, product.low);
    gk_f32 magnitude = gk_exp2_of_sum(product.high, gk_abs(product.high) < 200.0f ? low : 0.0f);
    int grows = (base > 1.0f) != (y < 0.0f);
    magnitude = base == 0.0f || base == GK_INFINITY ? (grows ? GK_INFINITY : 0.0f) : magnitude;
    return x != x || y != y ? x + y : magnitude;
}

#endif
