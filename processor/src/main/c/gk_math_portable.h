/*
 * The functions of the inner loops for the instruction sets without AVX-512: reductions by ln2 and polynomials, written
 * so that the bounds hold with and without a fused multiply-add.
 */
#ifndef GK_MATH_PORTABLE_H
#define GK_MATH_PORTABLE_H

/** Correctly rounded. */
GK_OVERLOAD gk_f32 gk_reciprocal(gk_f32 x) {
    return gk_splat(1.0f) / x;
}

/** At most 1.5 ulp. */
GK_OVERLOAD gk_f32 gk_rsqrt(gk_f32 x) {
    return gk_splat(1.0f) / GK_SQRT(x);
}

/** 2^23 + 2^22, whose sum with a small number is rounded to an integer in the low bits. */
#define GK_INTEGER_SHIFT 0x1.8p23f

/** exp(x) = 2^n (1 + p); the low bits of n_bits hold n + bias. */
typedef struct {
    gk_f32 p;
    gk_i32 n_bits;
} gk_exp_parts;

/** exp(r) - 1 for |r| <= ln2 / 2: r + r^2 q(r), to 2^-28 (own fit). */
GK_OVERLOAD gk_f32 gk_expm1_reduced(gk_f32 r) {
    gk_f32 q = gk_fma(r, gk_splat(0x1.6a4d60p-10f), gk_splat(0x1.12398ep-7f));
    q = gk_fma(q, r, gk_splat(0x1.5558b0p-5f));
    q = gk_fma(q, r, gk_splat(0x1.555492p-3f));
    q = gk_fma(q, r, gk_splat(0x1.fffffcp-2f));
    return gk_fma(r * r, q, r);
}

GK_OVERLOAD gk_exp_parts gk_exp_split(gk_f32 x, float bias) {
    gk_f32 shifted = gk_fma(x, gk_splat(GK_LOG2_E), gk_splat(GK_INTEGER_SHIFT + bias));
    gk_f32 n = shifted - (GK_INTEGER_SHIFT + bias);
    gk_f32 r = gk_fma(n, gk_splat(-GK_LN2_HIGH), x);
    r = gk_fma(n, gk_splat(-GK_LN2_LOW), r);
    return (gk_exp_parts) {gk_expm1_reduced(r), gk_bits(shifted)};
}

/** exp, at most 1.05 ulp. The power of two is multiplied in halves: one alone can leave the range of an exponent. */
GK_OVERLOAD gk_f32 gk_exp(gk_f32 x) {
    gk_exp_parts parts = gk_exp_split(gk_clamp_max(89.0f, gk_clamp_min(-104.0f, x)), 254.0f);
    gk_i32 halved = parts.n_bits >> 1;
    gk_f32 first = gk_from_bits(halved << 23);
    gk_f32 second = gk_from_bits((parts.n_bits - halved) << 23);
    return (parts.p + 1.0f) * first * second;
}

/** The factor that gk_sigmoid carries: 2^-24 keeps exp(104) finite; 1.40625 is about sqrt(2) and has few bits. */
#define GK_SIGMOID_FACTOR (1.40625f * 0x1p-24f)

/**
 * The logistic function f / (f + f exp(-x)), at most 1.8 ulp, with the factor f above: without it the rounding of the
 * sum would cost up to 1 ulp where the quotient lies just below a power of two, with it 0.71.
 */
GK_OVERLOAD gk_f32 gk_sigmoid(gk_f32 x) {
    gk_exp_parts parts = gk_exp_split(gk_clamp_max(104.0f, gk_clamp_min(-20.0f, -x)), 103.0f);
    gk_f32 power = gk_from_bits(parts.n_bits << 23) * 1.40625f;
    gk_f32 larger = power > GK_SIGMOID_FACTOR ? power : gk_splat(GK_SIGMOID_FACTOR);
    gk_f32 smaller = power < GK_SIGMOID_FACTOR ? power : gk_splat(GK_SIGMOID_FACTOR);
    return GK_SIGMOID_FACTOR / (larger + gk_fma(power, parts.p, smaller));
}

/** tanh, at most 1.4 ulp: an odd polynomial (own fit, 2^-28) below 0.6, above it 1 - 2 / (exp(2|x|) + 1). */
GK_OVERLOAD gk_f32 gk_tanh(gk_f32 x) {
    gk_f32 a = gk_clamp_max(9.02f, gk_abs(x));
    gk_exp_parts parts = gk_exp_split(a + a, 127.0f);
    gk_f32 power = gk_from_bits(parts.n_bits << 23);
    gk_f32 large = 1.0f - 2.0f / (gk_fma(power, parts.p, power) + 1.0f);
    gk_f32 y = a * a;
    gk_f32 p = gk_fma(y, gk_splat(-0x1.828776p-8f), gk_splat(0x1.54c3c2p-6f));
    p = gk_fma(p, y, gk_splat(-0x1.b89abap-5f));
    p = gk_fma(p, y, gk_splat(0x1.1109bep-3f));
    p = gk_fma(p, y, gk_splat(-0x1.55553ep-2f));
    gk_f32 small = gk_fma(p * y, a, a);
    /* The comparison is false for a NaN, which the polynomial would keep as well. */
    return gk_copysign(a < gk_splat(0.6f) ? small : large, x);
}

/** erf(a) for |a| <= 0.9: a + a P(a^2) (own fit, 2^-26). */
GK_INLINE gk_f32 gk_erf_near_zero(gk_f32 a) {
    gk_f32 y = a * a;
    gk_f32 p = gk_fma(y, gk_splat(-0x1.3d52c4p-11f), gk_splat(0x1.47f3e0p-8f));
    p = gk_fma(p, y, gk_splat(-0x1.b6a74cp-6f));
    p = gk_fma(p, y, gk_splat(0x1.ce1c18p-4f));
    p = gk_fma(p, y, gk_splat(-0x1.8126eep-2f));
    p = gk_fma(p, y, gk_splat(0x1.06eba6p-3f));
    return gk_fma(p, a, a);
}

/**
 * erf, at most 1.3 ulp: from 0.9 on 1 - exp(Q(|x|)), where Q fits log(erfc) with an error weighted by erfc (own fit,
 * 2^-29).
 */
GK_OVERLOAD gk_f32 gk_erf(gk_f32 x) {
    gk_f32 a = gk_clamp_max(3.93f, gk_abs(x));
    gk_f32 q = gk_fma(a, gk_splat(0x1.9fb45ap-13f), gk_splat(-0x1.91cd74p-9f));
    q = gk_fma(q, a, gk_splat(0x1.6d9cf6p-6f));
    q = gk_fma(q, a, gk_splat(-0x1.aa7326p-4f));
    q = gk_fma(q, a, gk_splat(-0x1.4621bap-1f));
    q = gk_fma(q, a, gk_splat(-0x1.20b752p+0f));
    q = gk_fma(q, a, gk_splat(-0x1.5d10f6p-13f));
    gk_exp_parts parts = gk_exp_split(q, 127.0f);
    gk_f32 power = gk_from_bits(parts.n_bits << 23);
    gk_f32 large = 1.0f - gk_fma(power, parts.p, power);
    return gk_copysign(a < gk_splat(0.9f) ? gk_erf_near_zero(a) : large, x);
}

#endif
