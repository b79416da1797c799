/*
 * The functions that AVX-512 computes in another way than the other instruction sets: tables that fit one or two
 * registers and are looked up by a permutation, scaling by powers of two with overflow and subnormals right, quotients
 * from an estimate and one Newton step.
 */
#ifndef GK_MATH_AVX512_H
#define GK_MATH_AVX512_H

#define GK_ALL_LANES ((unsigned short) -1)
#define GK_CURRENT_ROUNDING 4

/** a * 2^floor(n), rounded once; infinite and NaN n included: NaN * 2^inf is inf, NaN * 2^-inf is 0. */
GK_INLINE gk_f32 gk_scale(gk_f32 a, gk_f32 n) {
    return __builtin_ia32_scalefps512_mask(a, n, a, GK_ALL_LANES, GK_CURRENT_ROUNDING);
}

/** The entries of a table of 16 at the low four bits of the index lanes. */
GK_INLINE gk_f32 gk_lookup16(const float *table, gk_i32 index) {
    return __builtin_ia32_permvarsf512(*(const gk_f32 *) table, index);
}

/** The entries of a table of 32 at the low five bits of the index lanes. */
GK_INLINE gk_f32 gk_lookup32(const float *table, gk_i32 index) {
    return __builtin_ia32_vpermi2varps512(*(const gk_f32 *) table, index, *(const gk_f32 *) (table + 16));
}

/** 1 / x to 14 bits; exact at 0 and infinity. */
GK_INLINE gk_f32 gk_estimate_reciprocal(gk_f32 x) {
    return __builtin_ia32_rcp14ps512_mask(x, x, GK_ALL_LANES);
}

/**
 * The refined value, but the estimate itself where that is NaN, a zero or infinite: a Newton step would turn those into
 * NaN. The table names, four bits per class of the estimate from quiet NaN up, what to take: 0 refined, 1 estimate.
 */
GK_INLINE gk_f32 gk_refined_or_special(gk_f32 refined, gk_f32 estimate) {
    return __builtin_ia32_fixupimmps512_mask(
            refined, estimate, gk_splat_i32(0x00110111), 0, GK_ALL_LANES, GK_CURRENT_ROUNDING);
}

/** At most 0.53 ulp (all arguments tried). */
GK_OVERLOAD gk_f32 gk_reciprocal(gk_f32 x) {
    gk_f32 estimate = gk_estimate_reciprocal(x);
    gk_f32 residual = gk_fma(-x, estimate, gk_splat(1.0f));
    return gk_refined_or_special(gk_fma(estimate, residual, estimate), estimate);
}

/** At most 1.05 ulp (all arguments tried): an estimate of 14 bits and one Newton step. */
GK_OVERLOAD gk_f32 gk_rsqrt(gk_f32 x) {
    gk_f32 estimate = __builtin_ia32_rsqrt14ps512_mask(x, x, GK_ALL_LANES);
    gk_f32 residual = gk_fma(-(x * estimate), estimate, gk_splat(1.0f));
    return gk_refined_or_special(gk_fma(estimate * 0.5f, residual, estimate), estimate);
}

/** 2^(j/32), rounded to f32. */
static const float gk_powers_32[32] __attribute__((aligned(64))) = {
    0x1p0f, 0x1.059b0ep0f, 0x1.0b5586p0f, 0x1.11301ep0f,
    0x1.172b84p0f, 0x1.1d4874p0f, 0x1.2387a6p0f, 0x1.29e9ep0f,
    0x1.306fep0f, 0x1.371a74p0f, 0x1.3dea64p0f, 0x1.44e086p0f,
    0x1.4bfdaep0f, 0x1.5342b6p0f, 0x1.5ab07ep0f, 0x1.6247ecp0f,
    0x1.6a09e6p0f, 0x1.71f75ep0f, 0x1.7a1148p0f, 0x1.82589ap0f,
    0x1.8ace54p0f, 0x1.93737cp0f, 0x1.9c4918p0f, 0x1.a5503cp0f,
    0x1.ae89fap0f, 0x1.b7f77p0f, 0x1.c199bep0f, 0x1.cb720ep0f,
    0x1.d5818ep0f, 0x1.dfc974p0f, 0x1.ea4afap0f, 0x1.f50766p0f,
};

/**
 * exp, at most 1.74 ulp, in 11 operations (all arguments tried).
 *
 * x = n ln2 / 32 + r; exp(x) = 2^floor(n / 32) T[n mod 32] exp(r), and for |r| <= ln2 / 64 a quadratic polynomial gives
 * exp(r) to 2^-24.1 (own fit). Only the lower end is clamped: above 88.7 the scaling overflows by itself, because the
 * quadratic has no real root, so that even a meaningless r gives a positive factor.
 */
GK_OVERLOAD gk_f32 gk_exp(gk_f32 x) {
    gk_f32 clamped = gk_clamp_min(-104.0f, x);
    gk_f32 shifted = gk_fma(clamped, gk_splat(GK_LOG2_E), gk_splat(0x1.8p18f));
    gk_f32 n = shifted - 0x1.8p18f;
    gk_f32 r = gk_fma(n, gk_splat(-GK_LN2_HIGH), clamped);
    r = gk_fma(n, gk_splat(-GK_LN2_LOW), r);
    gk_f32 power = gk_lookup32(gk_powers_32, gk_bits(shifted));
    gk_f32 p = gk_fma(r, gk_splat(0x1.fffffep-2f), gk_splat(0x1.0000f6p+0f)) * r;
    return gk_scale(gk_fma(power, p, power), n);
}

/** The factor that gk_sigmoid carries: 2^-24 keeps exp(104) finite; 1.40625 is about sqrt(2). */
#define GK_SIGMOID_FACTOR (1.40625f * 0x1p-24f)

/** The factor times 2^(j/16), rounded to f32, and what the rounding lost, relative to the value. */
static const float gk_sigmoid_powers[16] __attribute__((aligned(64))) = {
    0x1.68p-24f, 0x1.77f046p-24f, 0x1.889532p-24f, 0x1.99f6c2p-24f,
    0x1.ac1d54p-24f, 0x1.bf119ep-24f, 0x1.d2dcbcp-24f, 0x1.e7883p-24f,
    0x1.fd1decp-24f, 0x1.09d426p-23f, 0x1.159914p-23f, 0x1.21e364p-23f,
    0x1.2eb904p-23f, 0x1.3c201ap-23f, 0x1.4a1f18p-23f, 0x1.58bcb8p-23f,
};
static const float gk_sigmoid_rests[16] __attribute__((aligned(64))) = {
    0.0f, -0x1.265c86p-26f, -0x1.c86d4ap-26f, 0x1.c4e3d4p-26f,
    -0x1.fd939p-29f, -0x1.704f08p-27f, -0x1.24c4ap-27f, 0x1.fe174p-26f,
    0x1.18f5c2p-32f, 0x1.72feacp-28f, -0x1.8db358p-25f, 0x1.c01796p-25f,
    -0x1.ba4ef2p-26f, -0x1.ab3972p-26f, -0x1.cab76cp-27f, -0x1.381ad8p-28f,
};

/**
 * The logistic function f / (f + f exp(-x)), at most 1.91 ulp (all arguments tried), f above.
 *
 * exp(-x) = S (1 + p) with S = 2^floor(n / 16) T[n mod 16] and a cubic polynomial (own fit, 2^-29) that takes in the
 * rounding of the table. The sum f + f S + f S p is rounded twice; without the factor, that would cost 2 ulp where the
 * quotient lies just below a power of two, with it 1.42. The division runs at the same time as the other instructions. The result
 * for x < -88, which is subnormal, is rounded once, by the division.
 */
GK_OVERLOAD gk_f32 gk_sigmoid(gk_f32 x) {
    gk_f32 clamped = gk_clamp_min(-104.0f, gk_clamp_max(20.0f, x));
    gk_f32 shifted = gk_fma(clamped, gk_splat(-GK_LOG2_E), gk_splat(0x1.8p19f));
    gk_f32 n = shifted - 0x1.8p19f;
    gk_f32 r = gk_fma(n, gk_splat(-GK_LN2_HIGH), -clamped);
    r = gk_fma(n, gk_splat(-GK_LN2_LOW), r);
    gk_f32 power = gk_scale(gk_lookup16(gk_sigmoid_powers, gk_bits(shifted)), n);
    gk_f32 rest = gk_lookup16(gk_sigmoid_rests, gk_bits(shifted));
    gk_f32 p = gk_fma(r, gk_splat(0x1.555638p-3f), gk_splat(0x1.000220p-1f));
    p = gk_fma(gk_fma(p, r, gk_splat(1.0f)), r, rest);
    return GK_SIGMOID_FACTOR / gk_fma(power, p, power + GK_SIGMOID_FACTOR);
}

/**
 * For the leading four mantissa bits j of x, a reciprocal of the middle of that interval, chosen among its neighbours
 * so that the logarithm of its inverse is an f32 to 2^-36; from j = 7 on so that the value less the f32 nearest to ln2
 * is, which is what arguments a little below 1 need.
 */
static const float gk_log_reciprocals[16] __attribute__((aligned(64))) = {
    0x1p0f, 0x1.d4176cp-1f, 0x1.badefep-1f, 0x1.a42dbp-1f,
    0x1.8f9708p-1f, 0x1.7cf1b6p-1f, 0x1.6c138p-1f, 0x1.5ca964p-1f,
    0x1.4e5f7ep-1f, 0x1.41345cp-1f, 0x1.352496p-1f, 0x1.29dd74p-1f,
    0x1.1f774cp-1f, 0x1.15b55ep-1f, 0x1.0c9956p-1f, 0x1p-1f,
};
static const float gk_log_values[16] __attribute__((aligned(64))) = {
    0.0f, 0x1.6f4038p-4f, 0x1.290ddap-3f, 0x1.94c6f2p-3f,
    0x1.fbab7ep-3f, 0x1.2ec494p-2f, 0x1.5d2504p-2f, 0x1.8971a4p-2f,
    0x1.b44b06p-2f, 0x1.dd6fbcp-2f, 0x1.025092p-1f, 0x1.15579ep-1f,
    0x1.278962p-1f, 0x1.3937a8p-1f, 0x1.4a4b3ap-1f, 0x1.62e43p-1f,
};

/**
 * log, at most 1.57 ulp (all arguments tried), in 13 operations: x = 2^e m, z = m / c - 1 for the c of the table,
 * log(x) = e ln2 + log(c) + log1p(z) with a polynomial (own fit, 2^-28) for -1/31 < z < 1/16.
 */
GK_OVERLOAD gk_f32 gk_log(gk_f32 x) {
    /* Mantissa in [1, 2), NaN for a negative argument; the exponent of 0 is -inf and of inf is inf. */
    gk_f32 mantissa = __builtin_ia32_getmantps512_mask(x, 8, x, GK_ALL_LANES, GK_CURRENT_ROUNDING);
    gk_f32 exponent = __builtin_ia32_getexpps512_mask(x, x, GK_ALL_LANES, GK_CURRENT_ROUNDING);
    gk_i32 index = gk_bits(mantissa) >> 19;
    gk_f32 z = gk_fma(mantissa, gk_lookup16(gk_log_reciprocals, index), gk_splat(-1.0f));
    gk_f32 base = gk_fma(exponent, gk_splat(GK_LN2), gk_lookup16(gk_log_values, index));
    gk_f32 p = gk_fma(z, gk_splat(0x1.82f5cep-3f), gk_splat(-0x1.001996p-2f));
    p = gk_fma(p, z, gk_splat(0x1.555854p-2f));
    p = gk_fma(p, z, gk_splat(-0.5f));
    return base + gk_fma(z * z, p, z);
}

#endif
