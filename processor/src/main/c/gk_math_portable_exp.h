/*
 * Without AVX-512: exp as a sum of two f32, and log1p, log2, log10 and exp2.
 */
#ifndef GK_MATH_PORTABLE_EXP_H
#define GK_MATH_PORTABLE_EXP_H

/** exp(x) / 4 = high + low, to 2^-28 of the value. */
typedef struct {
    gk_f32 high;
    gk_f32 low;
} gk_exp_pair;

/**
 * For x <= 90. The product with the first part of ln2 is exact, so that exp(r) = 1 + r + ... loses nothing of r. A pair
 * whose high part is subnormal is rounded to multiples of 2^-149. The quarter is in range wherever exp(x) / 2 is.
 */
GK_INLINE gk_exp_pair gk_quarter_exp(gk_f32 x) {
    gk_f32 clamped = gk_clamp_min(-106.0f, x);
    const float bias = 254.0f - 2.0f;
    gk_f32 shifted = gk_fma(clamped, gk_splat(GK_LOG2_E), gk_splat(GK_INTEGER_SHIFT + bias));
    gk_f32 n = shifted - (GK_INTEGER_SHIFT + bias);
    gk_f32 first = gk_fma(n, gk_splat(-GK_LN2_HIGH), clamped);
    gk_f32 second = n * -GK_LN2_LOW;
    gk_f32 r = first + second;
    gk_f32 q = gk_fma(r, gk_splat(0x1.6a4d60p-10f), gk_splat(0x1.12398ep-7f));
    q = gk_fma(q, r, gk_splat(0x1.5558b0p-5f));
    q = gk_fma(q, r, gk_splat(0x1.555492p-3f));
    q = gk_fma(q, r, gk_splat(0x1.fffffcp-2f));
    gk_f32 high = first + 1.0f;
    gk_f32 low = (first - (high - 1.0f)) + gk_fma(r * r, q, second);
    gk_i32 halved = gk_bits(shifted) >> 1 & 0xff;
    gk_f32 factor = gk_from_bits(halved << 23);
    gk_f32 other = gk_from_bits((gk_bits(shifted) - halved) << 23);
    return (gk_exp_pair) {high * factor * other, low * factor * other};
}

/** 2 to the power x + low, low being less than an ulp of x (own fit, 2^-28.3). */
GK_INLINE gk_f32 gk_exp2_of_sum(gk_f32 x, gk_f32 low) {
    gk_f32 clamped = gk_clamp_max(129.0f, gk_clamp_min(-151.0f, x));
    gk_f32 shifted = clamped + (GK_INTEGER_SHIFT + 254.0f);
    gk_f32 r = (clamped - (shifted - (GK_INTEGER_SHIFT + 254.0f))) + low;
    gk_f32 p = gk_fma(r, gk_splat(0x1.4447cap-13f), gk_splat(0x1.5f0960p-10f));
    p = gk_fma(p, r, gk_splat(0x1.3b2a28p-7f));
    p = gk_fma(p, r, gk_splat(0x1.c6af7ap-5f));
    p = gk_fma(p, r, gk_splat(0x1.ebfbe0p-3f));
    p = gk_fma(p, r, gk_splat(0x1.62e430p-1f));
    gk_i32 halved = gk_bits(shifted) >> 1 & 0xff;
    gk_f32 factor = gk_from_bits(halved << 23);
    return gk_fma(p, r, gk_splat(1.0f)) * factor * gk_from_bits((gk_bits(shifted) - halved) << 23);
}

/** 2 to the power x, at most 1.1 ulp; exact for an integer. */
GK_OVERLOAD gk_f32 gk_exp2(gk_f32 x) {
    return gk_exp2_of_sum(x, gk_splat(-0.0f));
}

/** The logarithm of x, to any base, which is right for positive finite x, made right for all. */
GK_OVERLOAD gk_f32 gk_log_or_special(gk_f32 logarithm, gk_f32 x) {
    gk_f32 result = x < gk_splat(GK_INFINITY) ? logarithm : x;
    result = x == gk_splat(0) ? gk_splat(-GK_INFINITY) : result;
    return x < gk_splat(0) ? gk_splat(GK_NAN) : result;
}

/** x = 2^n (1 + z), sqrt(1/2) <= 1 + z < sqrt(2). */
typedef struct {
    gk_f32 n;
    gk_f32 z;
} gk_log_parts;

/** For a positive finite x. */
GK_OVERLOAD gk_log_parts gk_log_split(gk_f32 x) {
    gk_mask subnormal = GK_MASK(gk_mask, x < gk_splat(0x1p-126f));
    gk_i32 bits = gk_bits(subnormal ? x * 0x1p24f : x) - gk_bits(gk_splat(0x1.6a09e6p-1f));
    gk_f32 n = GK_CONVERT(gk_f32, bits >> 23) - gk_from_bits(subnormal & gk_bits(gk_splat(24.0f)));
    gk_f32 z = gk_from_bits((bits & 0x007fffff) + gk_bits(gk_splat(0x1.6a09e6p-1f))) - 1.0f;
    return (gk_log_parts) {n, z};
}

/** n ln2 + log(1 + z) = n ln2 + z - z^2/2 + z^3 P(z) (own fit, 2^-27). */
GK_OVERLOAD gk_f32 gk_log_from_parts(gk_log_parts parts) {
    gk_f32 z = parts.z;
    gk_f32 p = gk_fma(z, gk_splat(-0x1.38c9ccp-4f), gk_splat(0x1.055ec2p-3f));
    p = gk_fma(p, z, gk_splat(-0x1.0d8242p-3f));
    p = gk_fma(p, z, gk_splat(0x1.22d92ep-3f));
    p = gk_fma(p, z, gk_splat(-0x1.54728ap-3f));
    p = gk_fma(p, z, gk_splat(0x1.99a01cp-3f));
    p = gk_fma(p, z, gk_splat(-0x1.000226p-2f));
    p = gk_fma(p, z, gk_splat(0x1.555554p-2f));
    p = gk_fma(p, z, gk_splat(-0.5f));
    gk_f32 low = gk_fma(p, z * z, gk_fma(parts.n, gk_splat(GK_LN2_LOW), z));
    return gk_fma(parts.n, gk_splat(GK_LN2_HIGH), low);
}

/** At most 1 ulp. */
GK_OVERLOAD gk_f32 gk_log(gk_f32 x) {
    return gk_log_or_special(gk_log_from_parts(gk_log_split(x)), x);
}

/**
 * log(1 + x), at most 1.6 ulp. The exponent n is that of the rounded sum, but the fraction comes from x itself:
 * z = x 2^-n + (2^-n - 1), rounded once where the sum is below 2^24. A quarter of x keeps 2^(2 - n) in range.
 */
GK_OVERLOAD gk_f32 gk_log1p(gk_f32 x) {
    gk_f32 sum = x + 1.0f;
    gk_i32 n = (gk_bits(sum) - gk_bits(gk_splat(0x1.6a09e6p-1f))) >> 23;
    gk_f32 t = gk_from_bits(gk_bits(gk_splat(4.0f)) - (n << 23));
    gk_f32 z = gk_fma(x * 0.25f, t, gk_fma(t, gk_splat(0.25f), gk_splat(-1.0f)));
    gk_log_parts parts = {GK_CONVERT(gk_f32, n), z};
    gk_f32 result = gk_log_or_special(gk_log_from_parts(parts), sum);
    return gk_abs(x) < gk_splat(0x1p-100f) ? x : result;
}

/** At most 1.9 ulp; exact for a power of two (own fit, 2^-27.7; two parts of the factor of z). */
GK_OVERLOAD gk_f32 gk_log2(gk_f32 x) {
    gk_log_parts parts = gk_log_split(x);
    gk_f32 z = parts.z;
    gk_f32 p = gk_fma(z, gk_splat(-0x1.c6acd8p-4f), gk_splat(0x1.7f783cp-3f));
    p = gk_fma(p, z, gk_splat(-0x1.878f7ep-3f));
    p = gk_fma(p, z, gk_splat(0x1.a2b554p-3f));
    p = gk_fma(p, z, gk_splat(-0x1.eaa98ap-3f));
    p = gk_fma(p, z, gk_splat(0x1.277fe2p-2f));
    p = gk_fma(p, z, gk_splat(-0x1.715aeep-2f));
    p = gk_fma(p, z, gk_splat(0x1.ec7092p-2f));
    p = gk_fma(p, z, gk_splat(-0x1.715470p-1f));
    gk_f32 low = gk_fma(p, z * z, z * 0x1.4ae0c0p-26f);
    return gk_log_or_special(parts.n + gk_fma(z, gk_splat(0x1.715476p+0f), low), x);
}

/** At most 1.9 ulp (own fit, 2^-27.7; two parts of the factors of z and n). */
GK_OVERLOAD gk_f32 gk_log10(gk_f32 x) {
    gk_log_parts parts = gk_log_split(x);
    gk_f32 z = parts.z;
    gk_f32 p = gk_fma(z, gk_splat(-0x1.10ede8p-5f), gk_splat(0x1.ccdb3ep-5f));
    p = gk_fma(p, z, gk_splat(-0x1.d75a52p-5f));
    p = gk_fma(p, z, gk_splat(0x1.f84d36p-5f));
    p = gk_fma(p, z, gk_splat(-0x1.276cb8p-4f));
    p = gk_fma(p, z, gk_splat(0x1.63d076p-4f));
    p = gk_fma(p, z, gk_splat(-0x1.bcbf46p-4f));
    p = gk_fma(p, z, gk_splat(0x1.287a70p-3f));
    p = gk_fma(p, z, gk_splat(-0x1.bcb7aap-3f));
    gk_f32 low = gk_fma(p, z * z, gk_fma(z, gk_splat(-0x1.5b235ep-27f), parts.n * GK_LOG10_2_LOW));
    return gk_log_or_special(gk_fma(parts.n, gk_splat(GK_LOG10_2_HIGH), gk_fma(z, gk_splat(0x1.bcb7b2p-2f), low)), x);
}

/** 4 erfc(a) exp(a^2) for 0.74 <= a <= 10.2: P(t) / (a / 2 + 1 / 4) for t = (a - 2) / (a + 2) (own fit, 2^-27.2). */
GK_INLINE gk_f32 gk_scaled_erfc(gk_f32 a) {
    gk_f32 t = (a - 2.0f) / (a + 2.0f);
    gk_f32 p = gk_fma(t, gk_splat(-0x1.8a5386p-10f), gk_splat(0x1.1c133ep-10f));
    p = gk_fma(p, t, gk_splat(0x1.1f9758p-7f));
    p = gk_fma(p, t, gk_splat(-0x1.0666ecp-7f));
    p = gk_fma(p, t, gk_splat(-0x1.bc40c4p-5f));
    p = gk_fma(p, t, gk_splat(0x1.4ff986p-3f));
    p = gk_fma(p, t, gk_splat(-0x1.54076cp-3f));
    p = gk_fma(p, t, gk_splat(-0x1.7bf5ecp-4f));
    p = gk_fma(p, t, gk_splat(0x1.46e80ep+0f));
    return p / gk_fma(a, gk_splat(0.5f), gk_splat(0.25f));
}

#endif
