/*
 * On AVX-512: exp as a sum of two f32, and log1p, log2, log10 and exp2, through tables as exp and log.
 */
#ifndef GK_MATH_AVX512_EXP_H
#define GK_MATH_AVX512_EXP_H

/** exp(x) / 4 = high + low, to 2^-28 of the value. */
typedef struct {
    gk_f32 high;
    gk_f32 low;
} gk_exp_pair;

/** Relative corrections of the rounded gk_powers_32: 2^(j/32) / gk_powers_32[j] - 1. */
static const float gk_powers_32_rests[32] __attribute__((aligned(64))) = {
    0.0f, -0x1.947414p-25f, 0x1.8d96d4p-25f, -0x1.dda2fcp-25f,
    -0x1.9c0c22p-27f, -0x1.a2fbb2p-25f, 0x1.964904p-25f, -0x1.2b0dbcp-25f,
    0x1.125002p-25f, -0x1.cde8cep-26f, 0x1.370be4p-25f, 0x1.336de2p-30f,
    -0x1.0a3550p-25f, -0x1.c541b4p-26f, -0x1.00d8acp-27f, -0x1.6cb284p-25f,
    0x1.26055cp-26f, 0x1.8b2bb8p-26f, -0x1.05cb44p-25f, -0x1.1c2142p-26f,
    0x1.67a1cap-28f, -0x1.348e56p-25f, 0x1.a3b5e4p-28f, -0x1.0b7ec8p-25f,
    -0x1.f9c304p-27f, -0x1.e4c886p-26f, -0x1.6961b4p-28f, -0x1.b5151ep-28f,
    -0x1.a5217cp-28f, -0x1.ab7132p-26f, 0x1.61428ep-28f, -0x1.2ad5f8p-27f,
};

/**
 * For x <= 90: as gk_exp, with a cubic polynomial (own fit, 2^-26 of exp(r) - 1) and the rest of the table; first, the
 * exact part of r, is added last. A pair whose high part is subnormal is rounded to multiples of 2^-149. The quarter is
 * in range wherever exp(x) / 2 is.
 */
GK_INLINE gk_exp_pair gk_quarter_exp(gk_f32 x) {
    gk_f32 clamped = gk_clamp_min(-106.0f, x);
    gk_f32 shifted = gk_fma(clamped, gk_splat(GK_LOG2_E), gk_splat(0x1.8p18f));
    gk_f32 n = shifted - 0x1.8p18f;
    gk_f32 first = gk_fma(n, gk_splat(-GK_LN2_HIGH), clamped);
    gk_f32 r = gk_fma(n, gk_splat(-GK_LN2_LOW), first);
    gk_f32 power = gk_lookup32(gk_powers_32, gk_bits(shifted));
    gk_f32 rest = gk_fma(n, gk_splat(-GK_LN2_LOW), gk_lookup32(gk_powers_32_rests, gk_bits(shifted)));
    gk_f32 q = gk_fma(r, gk_splat(0x1.5555d2p-3f), gk_splat(0x1.00007cp-1f));
    gk_f32 p = first + gk_fma(r * r, q, rest);
    return (gk_exp_pair) {gk_scale(power, n - 2.0f), gk_scale(power * p, n - 2.0f)};
}

/** 2 to the power x, at most 1.8 ulp; exact for an integer. As gk_exp, quadratic polynomial (own fit, 2^-24.2). */
GK_OVERLOAD gk_f32 gk_exp2(gk_f32 x) {
    gk_f32 clamped = gk_clamp_min(-151.0f, x);
    gk_f32 shifted = clamped + 0x1.8p18f;
    gk_f32 n = shifted - 0x1.8p18f;
    gk_f32 r = clamped - n;
    gk_f32 power = gk_lookup32(gk_powers_32, gk_bits(shifted));
    gk_f32 p = gk_fma(r, gk_splat(0x1.ebfd18p-3f), gk_splat(0x1.62e584p-1f)) * r;
    return gk_scale(gk_fma(power, p, power), n);
}

/**
 * log(1 + x), at most 1.7 ulp. The interval and the exponent are those of the rounded sum, but z = (1 + x) c - 1 comes
 * from x itself: with t = c 2^-e, the difference t - 1 is exact for sums up to 2.
 */
GK_OVERLOAD gk_f32 gk_log1p(gk_f32 x) {
    gk_f32 sum = x + 1.0f;
    gk_f32 mantissa = __builtin_ia32_getmantps512_mask(sum, 8, sum, GK_ALL_LANES, GK_CURRENT_ROUNDING);
    gk_f32 exponent = __builtin_ia32_getexpps512_mask(sum, sum, GK_ALL_LANES, GK_CURRENT_ROUNDING);
    gk_i32 index = gk_bits(mantissa) >> 19;
    gk_f32 t = gk_scale(gk_lookup16(gk_log_reciprocals, index), -exponent);
    gk_f32 z = gk_fma(x, t, t - 1.0f);
    gk_f32 base = gk_fma(exponent, gk_splat(GK_LN2), gk_lookup16(gk_log_values, index));
    gk_f32 p = gk_fma(z, gk_splat(0x1.82f5cep-3f), gk_splat(-0x1.001996p-2f));
    p = gk_fma(p, z, gk_splat(0x1.555854p-2f));
    p = gk_fma(p, z, gk_splat(-0.5f));
    gk_f32 result = gk_copysign(base + gk_fma(z * z, p, z), x);
    /* By the class of the sum: 0 gives -inf, inf itself, a negative number NaN. */
    return __builtin_ia32_fixupimmps512_mask(
            result, sum, gk_splat_i32(0x03530411), 0, GK_ALL_LANES, GK_CURRENT_ROUNDING);
}

/* As gk_log_reciprocals and gk_log_values, for the base 2. */
static const float gk_log2_reciprocals[16] __attribute__((aligned(64))) = {
    0x1p+0f, 0x1.d40f6ap-1f, 0x1.bab976p-1f, 0x1.a418b6p-1f,
    0x1.8f9758p-1f, 0x1.7d0532p-1f, 0x1.6c281ep-1f, 0x1.5c8c4ap-1f,
    0x1.4e5cc8p-1f, 0x1.4145d6p-1f, 0x1.354bf4p-1f, 0x1.29b82ap-1f,
    0x1.1f8e2ap-1f, 0x1.1596eep-1f, 0x1.0c950ep-1f, 0x1p-1f,
};
static const float gk_log2_values[16] __attribute__((aligned(64))) = {
    0.0f, 0x1.091ceap-3f, 0x1.ad8968p-3f, 0x1.2445eap-2f,
    0x1.6e33b0p-2f, 0x1.b481b0p-2f, 0x1.f761e6p-2f, 0x1.1c0cf8p-1f,
    0x1.3abe08p-1f, 0x1.583d9ap-1f, 0x1.744d52p-1f, 0x1.907b4ap-1f,
    0x1.aa23c8p-1f, 0x1.c4318ap-1f, 0x1.dc8f2ep-1f, 0x1p+0f,
};

/** At most 1.7 ulp, as gk_log; exact for a power of two; the polynomial is an own fit, 2^-26.2. */
GK_OVERLOAD gk_f32 gk_log2(gk_f32 x) {
    gk_f32 mantissa = __builtin_ia32_getmantps512_mask(x, 8, x, GK_ALL_LANES, GK_CURRENT_ROUNDING);
    gk_f32 exponent = __builtin_ia32_getexpps512_mask(x, x, GK_ALL_LANES, GK_CURRENT_ROUNDING);
    gk_i32 index = gk_bits(mantissa) >> 19;
    gk_f32 z = gk_fma(mantissa, gk_lookup16(gk_log2_reciprocals, index), gk_splat(-1.0f));
    gk_f32 base = exponent + gk_lookup16(gk_log2_values, index);
    gk_f32 p = gk_fma(z, gk_splat(0x1.0e4288p-2f), gk_splat(-0x1.71a8c4p-2f));
    p = gk_fma(p, z, gk_splat(0x1.ec8094p-2f));
    p = gk_fma(p, z, gk_splat(-0x1.715476p-1f));
    p = gk_fma(p, z, gk_splat(0x1.715476p+0f));
    return gk_fma(p, z, base);
}

/* As gk_log_reciprocals and gk_log_values, for the base 10; from j = 7 on less the first part of log10(2). */
static const float gk_log10_reciprocals[16] __attribute__((aligned(64))) = {
    0x1p+0f, 0x1.d443bap-1f, 0x1.bafc96p-1f, 0x1.a414d8p-1f,
    0x1.8f736cp-1f, 0x1.7d08c4p-1f, 0x1.6c0a5cp-1f, 0x1.5c969ap-1f,
    0x1.4e69a8p-1f, 0x1.413e1ap-1f, 0x1.351fc4p-1f, 0x1.2a094ep-1f,
    0x1.1f8facp-1f, 0x1.15b46cp-1f, 0x1.0ca500p-1f, 0x1p-1f,
};
static const float gk_log10_values[16] __attribute__((aligned(64))) = {
    0.0f, 0x1.3dacc6p-5f, 0x1.018dbcp-4f, 0x1.5ffef0p-4f,
    0x1.b99368p-4f, 0x1.06c546p-3f, 0x1.2f59b2p-3f, 0x1.55eb3ap-3f,
    0x1.7ad824p-3f, 0x1.9e94ccp-3f, 0x1.c0c88cp-3f, 0x1.e145a6p-3f,
    0x1.008c42p-2f, 0x1.100ef2p-2f, 0x1.1ecf38p-2f, 0x1.344000p-2f,
};

/** At most 1.7 ulp, as gk_log; the polynomial is an own fit, 2^-25.4. */
GK_OVERLOAD gk_f32 gk_log10(gk_f32 x) {
    gk_f32 mantissa = __builtin_ia32_getmantps512_mask(x, 8, x, GK_ALL_LANES, GK_CURRENT_ROUNDING);
    gk_f32 exponent = __builtin_ia32_getexpps512_mask(x, x, GK_ALL_LANES, GK_CURRENT_ROUNDING);
    gk_i32 index = gk_bits(mantissa) >> 19;
    gk_f32 z = gk_fma(mantissa, gk_lookup16(gk_log10_reciprocals, index), gk_splat(-1.0f));
    gk_f32 base = gk_fma(exponent, gk_splat(GK_LOG10_2_HIGH), gk_lookup16(gk_log10_values, index));
    gk_f32 nearest = mantissa < gk_splat(1.4375f) ? exponent : exponent + 1.0f;
    gk_f32 p = gk_fma(z, gk_splat(0x1.610764p-4f), gk_splat(-0x1.bca096p-4f));
    p = gk_fma(p, z, gk_splat(0x1.28723ep-3f));
    p = gk_fma(p, z, gk_splat(-0x1.bcb7b2p-3f));
    p = gk_fma(p, z, gk_splat(0x1.bcb7b2p-2f));
    return base + gk_fma(nearest, gk_splat(GK_LOG10_2_LOW), p * z);
}

#endif
