/*
 * Base-2 exponential and logarithm in f64 on AVX-512, for powers: tables of 16 that fit two registers.
 */
#ifndef GK_MATH_AVX512_POW_H
#define GK_MATH_AVX512_POW_H

#define GK_ALL_HALF_LANES ((unsigned char) -1)

/** The entries of a table of 16 at the low four bits of the index lanes. */
GK_INLINE gk_f64 gk_lookup16_f64(const double *table, gk_i64 index) {
    typedef double half_lanes __attribute__((ext_vector_type(8)));
    const half_lanes first = *(const half_lanes *) table;
    const half_lanes second = *(const half_lanes *) (table + 8);
    gk_f64 result;
    result.lo = __builtin_ia32_vpermi2varpd512(first, index.lo, second);
    result.hi = __builtin_ia32_vpermi2varpd512(first, index.hi, second);
    return result;
}

/** a * 2^floor(n), as gk_scale. */
GK_INLINE gk_f64 gk_scale_f64(gk_f64 a, gk_f64 n) {
    gk_f64 result;
    result.lo = __builtin_ia32_scalefpd512_mask(a.lo, n.lo, a.lo, GK_ALL_HALF_LANES, GK_CURRENT_ROUNDING);
    result.hi = __builtin_ia32_scalefpd512_mask(a.hi, n.hi, a.hi, GK_ALL_HALF_LANES, GK_CURRENT_ROUNDING);
    return result;
}

/** The magnitude of the mantissa, in [1, 2). */
GK_INLINE gk_f64 gk_mantissa_f64(gk_f64 x) {
    gk_f64 result;
    result.lo = __builtin_ia32_getmantpd512_mask(x.lo, 4, x.lo, GK_ALL_HALF_LANES, GK_CURRENT_ROUNDING);
    result.hi = __builtin_ia32_getmantpd512_mask(x.hi, 4, x.hi, GK_ALL_HALF_LANES, GK_CURRENT_ROUNDING);
    return result;
}

/** The exponent of 0 is -inf and of inf is inf. */
GK_INLINE gk_f64 gk_exponent_f64(gk_f64 x) {
    gk_f64 result;
    result.lo = __builtin_ia32_getexppd512_mask(x.lo, x.lo, GK_ALL_HALF_LANES, GK_CURRENT_ROUNDING);
    result.hi = __builtin_ia32_getexppd512_mask(x.hi, x.hi, GK_ALL_HALF_LANES, GK_CURRENT_ROUNDING);
    return result;
}

/* Reciprocals of the middles of the intervals of gk_log_reciprocals, and minus their logarithms to base 2. */
static const double gk_log2_reciprocals_f64[16] __attribute__((aligned(64))) = {
    0x1p+0, 0x1.d41d42p-1, 0x1.bacf92p-1, 0x1.a41a42p-1,
    0x1.8f9c18p-1, 0x1.7d05f4p-1, 0x1.6c16c2p-1, 0x1.5c9882p-1,
    0x1.4e5e0ap-1, 0x1.414142p-1, 0x1.3521d0p-1, 0x1.29e412p-1,
    0x1.1f7048p-1, 0x1.15b1e6p-1, 0x1.0c9714p-1, 0x1p-1,
};
static const double gk_log2_values_f64[16] __attribute__((aligned(64))) = {
    0.0, 0x1.08c587b8a8459p-3, 0x1.acf5de2afc49ap-3, 0x1.2440796db68c3p-2,
    0x1.6e22207523f6dp-2, 0x1.b47ebfcfdd47ap-2, 0x1.f7a85434872d2p-2, 0x1.1bf31371c6bfp-1,
    0x1.3abb40a7ec27fp-1, 0x1.584820b2f5874p-1, 0x1.74b1fcac363a3p-1, 0x1.900e62e869eafp-1,
    0x1.aa708efbac2fbp-1, 0x1.c3e9ca1704bdfp-1, 0x1.dc899d687db5ep-1, 0x1p+0,
};

/** 2^(j/16). */
static const double gk_powers_16_f64[16] __attribute__((aligned(64))) = {
    0x1p+0, 0x1.0b5586cf9890fp+0, 0x1.172b83c7d517bp+0, 0x1.2387a6e756238p+0,
    0x1.306fe0a31b715p+0, 0x1.3dea64c123422p+0, 0x1.4bfdad5362a27p+0, 0x1.5ab07dd485429p+0,
    0x1.6a09e667f3bcdp+0, 0x1.7a11473eb0187p+0, 0x1.8ace5422aa0dbp+0, 0x1.9c49182a3f09p+0,
    0x1.ae89f995ad3adp+0, 0x1.c199bdd85529cp+0, 0x1.d5818dcfba487p+0, 0x1.ea4afa2a490dap+0,
};

/** log2(|x|) of an f32, relative 2^-34; of 0 it is -inf, of an infinity inf; own fit. */
GK_INLINE gk_f64 gk_log2_of_magnitude(gk_f32 x) {
    gk_f64 wide = gk_to_f64(x);
    gk_f64 mantissa = gk_mantissa_f64(wide);
    gk_i64 index = gk_bits(mantissa) >> 48;
    gk_f64 z = gk_fma(mantissa, gk_lookup16_f64(gk_log2_reciprocals_f64, index), gk_splat_f64(-1.0));
    gk_f64 base = gk_exponent_f64(wide) + gk_lookup16_f64(gk_log2_values_f64, index);
    gk_f64 p = gk_fma(z, gk_splat_f64(-0x1.c922f18de8ffep-3), gk_splat_f64(0x1.277b1ea0afaf6p-2));
    p = gk_fma(p, z, gk_splat_f64(-0x1.715b3a66cebebp-2));
    p = gk_fma(p, z, gk_splat_f64(0x1.ec70a99b99ac8p-2));
    p = gk_fma(p, z, gk_splat_f64(-0x1.7154760a7205fp-1));
    p = gk_fma(p, z, gk_splat_f64(0x1.715476529e10dp+0));
    return gk_fma(p, z, base);
}

/**
 * 2^x, rounded to f32, of a relative error of 2^-38; own fit. 1 + p is positive for every f, also for the meaningless
 * one of a huge x.
 */
GK_INLINE gk_f32 gk_exp2_of_product(gk_f64 x) {
    gk_f64 shifted = x + 0x1.8p48;
    gk_f64 n = shifted - 0x1.8p48;
    gk_f64 f = x - n;
    gk_f64 power = gk_lookup16_f64(gk_powers_16_f64, gk_bits(shifted));
    gk_f64 p = gk_fma(f, gk_splat_f64(0x1.3b2c7cc613fa8p-7), gk_splat_f64(0x1.c6b3f746cb647p-5));
    p = gk_fma(p, f, gk_splat_f64(0x1.ebfbdff5f707bp-3));
    p = gk_fma(p, f, gk_splat_f64(0x1.62e42fec39c7dp-1)) * f;
    return gk_to_f32(gk_scale_f64(gk_fma(power, p, power), n));
}

/** |x| to the power y; 1 to any power and any power to 0 may be a NaN. */
GK_INLINE gk_f32 gk_pow_of_magnitude(gk_f32 x, gk_f32 y) {
    return gk_exp2_of_product(gk_log2_of_magnitude(x) * gk_to_f64(y));
}

#endif
