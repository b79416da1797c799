/*
 * For f64: exponentials, logarithms and the logistic function.
 */
#ifndef GK_MATH_F64_EXP_H
#define GK_MATH_F64_EXP_H

/* ln2 and log10(2) as sums of two: the first has 42 bits, its product with an integer of 11 bits is exact. */
#define GK_LN2_HIGH_F64 0x1.62e42fefa3800p-1
#define GK_LN2_LOW_F64 0x1.ef35793c76730p-45
#define GK_LOG10_2_HIGH_F64 0x1.34413509f7800p-2
#define GK_LOG10_2_LOW_F64 0x1.fef311f12b358p-46
#define GK_LOG10_E_F64 0x1.bcb7b1526e50ep-2

/** exp(x) = 2^n (1 + rest); the low bits of n_bits hold n + bias. */
typedef struct {
    gk_f64 rest;
    gk_i64 n_bits;
} gk_exp_parts_f64;

/** exp(r) - 1 for |r| <= ln2 / 2: r + r^2 q(r) (own fit, 2^-55.6). */
GK_OVERLOAD gk_f64 gk_expm1_reduced(gk_f64 r) {
    gk_f64 q = gk_fma(r, gk_splat_f64(0x1.af78275f895acp-26), gk_splat_f64(0x1.28a2bfb2d7ab7p-22));
    q = gk_fma(q, r, gk_splat_f64(0x1.71dde9088338ep-19));
    q = gk_fma(q, r, gk_splat_f64(0x1.a019a67120c7fp-16));
    q = gk_fma(q, r, gk_splat_f64(0x1.a01a01b64feb5p-13));
    q = gk_fma(q, r, gk_splat_f64(0x1.6c16c17f3e026p-10));
    q = gk_fma(q, r, gk_splat_f64(0x1.111111110e561p-7));
    q = gk_fma(q, r, gk_splat_f64(0x1.55555555520e2p-5));
    q = gk_fma(q, r, gk_splat_f64(0x1.555555555555dp-3));
    q = gk_fma(q, r, gk_splat_f64(0x1.0000000000005p-1));
    return gk_fma(r * r, q, r);
}

/** For |x| <= 1100 and a small low: exp(x + low). */
GK_OVERLOAD gk_exp_parts_f64 gk_exp_split(gk_f64 x, gk_f64 low, double bias) {
    gk_f64 shifted = gk_fma(x, gk_splat_f64(GK_LOG2_E_F64), gk_splat_f64(GK_INTEGER_SHIFT_F64 + bias));
    gk_f64 n = shifted - (GK_INTEGER_SHIFT_F64 + bias);
    gk_f64 r = (x - n * GK_LN2_HIGH_F64) + (low - n * GK_LN2_LOW_F64);
    return (gk_exp_parts_f64) {gk_expm1_reduced(r), gk_bits(shifted)};
}

/** The bias that gk_scale_twice expects: two exponent biases. */
#define GK_TWICE_BIAS 2046.0

/** The value times 2^n, n as in parts split with GK_TWICE_BIAS. One power of two could leave the exponent's range. */
GK_INLINE gk_f64 gk_scale_twice(gk_f64 value, gk_i64 n_bits) {
    gk_i64 halved = n_bits >> 1;
    return value * gk_from_bits(halved << 52) * gk_from_bits((n_bits - halved) << 52);
}

/** exp(x + low) times the factor, rounded once where the result is subnormal. */
GK_INLINE gk_f64 gk_exp_times(gk_f64 x, gk_f64 low, gk_f64 factor) {
    gk_exp_parts_f64 parts = gk_exp_split(gk_clamp(x, -800.0, 800.0), low, GK_TWICE_BIAS);
    return gk_scale_twice(gk_fma(parts.rest, factor, factor), parts.n_bits);
}

/** At most 1.1 ulp. */
GK_OVERLOAD gk_f64 gk_exp(gk_f64 x) {
    return gk_exp_times(x, gk_splat_f64(0.0), gk_splat_f64(1.0));
}

/** At most 1.1 ulp; exact for an integer. */
GK_OVERLOAD gk_f64 gk_exp2(gk_f64 x) {
    gk_f64 clamped = gk_clamp(x, -1100.0, 1100.0);
    gk_f64 shifted = clamped + (GK_INTEGER_SHIFT_F64 + GK_TWICE_BIAS);
    gk_f64 r = (clamped - (shifted - (GK_INTEGER_SHIFT_F64 + GK_TWICE_BIAS))) * GK_LN2_F64;
    return gk_scale_twice(gk_expm1_reduced(r) + 1.0, gk_bits(shifted));
}

/** (exp(x) - 1) / 2, at most 2.5 ulp: the half stays finite where sinh(x) does. Not for arguments below 2^-1000. */
GK_INLINE gk_f64 gk_half_expm1(gk_f64 x) {
    /* n is at most 1025, where only a quarter of the power is finite. */
    gk_exp_parts_f64 parts = gk_exp_split(gk_clamp(x, -50.0, 710.7), gk_splat_f64(0.0), 1023.0 - 2.0);
    gk_f64 quarter = gk_from_bits(parts.n_bits << 52);
    return gk_fma(quarter, parts.rest, quarter - 0.25) * 2.0;
}

/** exp(x) - 1, at most 2.5 ulp. */
GK_OVERLOAD gk_f64 gk_expm1(gk_f64 x) {
    gk_f64 result = gk_half_expm1(x) * 2.0;
    return gk_abs(x) < 0x1p-54 ? x : result;
}

/** x = 2^exponent (1 + fraction), sqrt(1/2) <= 1 + fraction < sqrt(2). */
typedef struct {
    gk_f64 exponent;
    gk_f64 fraction;
} gk_log_parts_f64;

/** For a positive finite x. */
GK_INLINE gk_log_parts_f64 gk_log_split(gk_f64 x) {
    const gk_i64 root = gk_bits(gk_splat_f64(0x1.6a09e667f3bcdp-1));
    gk_i64 subnormal = GK_MASK(gk_i64, x < 0x1p-1022);
    gk_i64 bits = gk_bits(subnormal ? x * 0x1p54 : x) + (gk_bits(gk_splat_f64(1.0)) - root);
    /* The exponent field, set into the low bits of 2^52. */
    gk_i64 field = ((bits >> 52) & 0x7ff) | gk_bits(gk_splat_f64(0x1p52));
    gk_f64 bias = subnormal ? gk_splat_f64(0x1p52 + 1077.0) : gk_splat_f64(0x1p52 + 1023.0);
    gk_f64 exponent = gk_from_bits(field) - bias;
    return (gk_log_parts_f64) {exponent, gk_from_bits((bits & 0x000fffffffffffff) + root) - 1.0};
}

/**
 * log(1 + f) + low for the fraction f of a split, low being small: with s = f / (2 + f), log(1 + f) = 2 s + s R(s^2)
 * (own fit, 2^-58.5), and 2 s = f - s f.
 */
GK_INLINE gk_f64 gk_log_reduced(gk_f64 f, gk_f64 low) {
    gk_f64 s = f / (f + 2.0);
    gk_f64 y = s * s;
    gk_f64 p = gk_fma(y, gk_splat_f64(0x1.2f058be4e40d3p-3), gk_splat_f64(0x1.39a1bc2ee93fbp-3));
    p = gk_fma(p, y, gk_splat_f64(0x1.74663ea0f0446p-3));
    p = gk_fma(p, y, gk_splat_f64(0x1.c71c520bccb76p-3));
    p = gk_fma(p, y, gk_splat_f64(0x1.24924941ecf56p-2));
    p = gk_fma(p, y, gk_splat_f64(0x1.999999997fe14p-2));
    p = gk_fma(p, y, gk_splat_f64(0x1.5555555555592p-1));
    gk_f64 half_square = f * f * 0.5;
    return f - (half_square - gk_fma(s, gk_fma(p, y, half_square), low));
}

/** The logarithm of x, to any base, which is right for positive finite x, made right for all. */
GK_INLINE gk_f64 gk_log_or_special(gk_f64 logarithm, gk_f64 x) {
    gk_f64 result = x < GK_INFINITY_F64 ? logarithm : x;
    result = x == 0.0 ? gk_splat_f64(-GK_INFINITY_F64) : result;
    return x < 0.0 ? gk_splat_f64(GK_NAN_F64) : result;
}

/** log(x) + low for a positive finite x and a small low. */
GK_INLINE gk_f64 gk_log_plus(gk_f64 x, gk_f64 low) {
    gk_log_parts_f64 parts = gk_log_split(x);
    gk_f64 rest = gk_log_reduced(parts.fraction, gk_fma(parts.exponent, gk_splat_f64(GK_LN2_LOW_F64), low));
    return gk_fma(parts.exponent, gk_splat_f64(GK_LN2_HIGH_F64), rest);
}

/** At most 1 ulp. */
GK_OVERLOAD gk_f64 gk_log(gk_f64 x) {
    return gk_log_or_special(gk_log_plus(x, gk_splat_f64(0.0)), x);
}

/** At most 2 ulp; exact for a power of two. */
GK_OVERLOAD gk_f64 gk_log2(gk_f64 x) {
    gk_log_parts_f64 parts = gk_log_split(x);
    gk_f64 rest = gk_log_reduced(parts.fraction, gk_splat_f64(0.0));
    return gk_log_or_special(gk_fma(rest, gk_splat_f64(GK_LOG2_E_F64), parts.exponent), x);
}

/** At most 2.5 ulp. */
GK_OVERLOAD gk_f64 gk_log10(gk_f64 x) {
    gk_log_parts_f64 parts = gk_log_split(x);
    gk_f64 rest = gk_log_reduced(parts.fraction, gk_splat_f64(0.0)) * GK_LOG10_E_F64;
    rest = gk_fma(parts.exponent, gk_splat_f64(GK_LOG10_2_LOW_F64), rest);
    return gk_log_or_special(gk_fma(parts.exponent, gk_splat_f64(GK_LOG10_2_HIGH_F64), rest), x);
}

/** log(1 + x), at most 1.5 ulp; what the sum loses is added to the first order. */
GK_OVERLOAD gk_f64 gk_log1p(gk_f64 x) {
    gk_f64_pair sum = gk_exact_sum(x, gk_splat_f64(1.0));
    gk_f64 result = gk_log_or_special(gk_log_plus(sum.high, sum.low / sum.high), sum.high);
    return gk_abs(x) < 0x1p-54 ? x : result;
}

/** The logistic function, at most 2.5 ulp: 1 / (1 + exp(-|x|)), times exp(-|x|) for a negative x. */
GK_OVERLOAD gk_f64 gk_sigmoid(gk_f64 x) {
    gk_f64 magnitude = -gk_abs(x);
    gk_f64 quotient = 1.0 / (gk_exp(magnitude) + 1.0);
    return x < 0.0 ? gk_exp_times(magnitude, gk_splat_f64(0.0), quotient) : quotient;
}

#endif
