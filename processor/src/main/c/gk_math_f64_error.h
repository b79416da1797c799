/*
 * For f64: the error function and its complement.
 */
#ifndef GK_MATH_F64_ERROR_H
#define GK_MATH_F64_ERROR_H

/**
 * erfc(a) for 0 <= a: exp(-a^2) E(a) / (1 + 2a), where E is a polynomial (own fit, 2^-61) in (a - 3.75) / (a + 3.75) up
 * to 27.5; beyond, erfc is 0.
 */
GK_INLINE gk_f64 gk_erfc_of_magnitude(gk_f64 a) {
    a = gk_clamp(a, 0.0, 27.5);
    gk_f64 t = (a - 3.75) / (a + 3.75);
    gk_f64 p = gk_fma(t, gk_splat_f64(0x1.3ee1a738335eap-32), gk_splat_f64(-0x1.0f8c63172ac42p-33));
    p = gk_fma(p, t, gk_splat_f64(-0x1.62874f3aee3b4p-28));
    p = gk_fma(p, t, gk_splat_f64(-0x1.475acd605af44p-29));
    p = gk_fma(p, t, gk_splat_f64(0x1.539aafa5064aap-25));
    p = gk_fma(p, t, gk_splat_f64(0x1.70cf83cef08f7p-26));
    p = gk_fma(p, t, gk_splat_f64(-0x1.17a0b91d7d791p-22));
    p = gk_fma(p, t, gk_splat_f64(-0x1.e09700eecdebep-25));
    p = gk_fma(p, t, gk_splat_f64(0x1.d6a935a676b31p-20));
    p = gk_fma(p, t, gk_splat_f64(-0x1.0578af7089a9ep-20));
    p = gk_fma(p, t, gk_splat_f64(-0x1.8008fc5315431p-17));
    p = gk_fma(p, t, gk_splat_f64(0x1.778bf372a8ca1p-16));
    p = gk_fma(p, t, gk_splat_f64(0x1.b14460db87e7dp-15));
    p = gk_fma(p, t, gk_splat_f64(-0x1.303fa41a4a134p-12));
    p = gk_fma(p, t, gk_splat_f64(0x1.33fb237f7bfc9p-12));
    p = gk_fma(p, t, gk_splat_f64(0x1.cc3a0e601b0c3p-10));
    p = gk_fma(p, t, gk_splat_f64(-0x1.3f603c32911fap-7));
    p = gk_fma(p, t, gk_splat_f64(0x1.d0b0037d71cffp-6));
    p = gk_fma(p, t, gk_splat_f64(-0x1.e0d0fa6e06976p-5));
    p = gk_fma(p, t, gk_splat_f64(0x1.7a14188a9adddp-4));
    p = gk_fma(p, t, gk_splat_f64(-0x1.bda9309a286cbp-4));
    p = gk_fma(p, t, gk_splat_f64(0x1.510169d096790p-4));
    p = gk_fma(p, t, gk_splat_f64(0x1.d5f2948159c4dp-9));
    p = gk_fma(p, t, gk_splat_f64(-0x1.1f367683f89a6p-3));
    p = gk_fma(p, t, gk_splat_f64(0x1.3ccda0b5d5dc2p+0));
    /* A square that underflows has no low part. */
    gk_f64_pair square = gk_exact_product(a, a);
    return gk_exp_times(-square.high, -square.low, p / (a + a + 1.0));
}

/** erf(a) for 0 <= a <= 0.85: a + a P(a^2) (own fit, 2^-56.2). */
GK_INLINE gk_f64 gk_erf_of_small(gk_f64 a) {
    gk_f64 y = a * a;
    gk_f64 p = gk_fma(y, gk_splat_f64(0x1.6e5dab6b1718ep-27), gk_splat_f64(-0x1.50fdd17f17ca4p-23));
    p = gk_fma(p, y, gk_splat_f64(0x1.b830e957fa6d4p-20));
    p = gk_fma(p, y, gk_splat_f64(-0x1.f4b1cc06b68e9p-17));
    p = gk_fma(p, y, gk_splat_f64(0x1.f9a1960ee11e9p-14));
    p = gk_fma(p, y, gk_splat_f64(-0x1.c02da790ae0c0p-11));
    p = gk_fma(p, y, gk_splat_f64(0x1.565bccd0a8332p-8));
    p = gk_fma(p, y, gk_splat_f64(-0x1.b82ce31121e35p-6));
    p = gk_fma(p, y, gk_splat_f64(0x1.ce2f21a03e8e1p-4));
    p = gk_fma(p, y, gk_splat_f64(-0x1.812746b037998p-2));
    p = gk_fma(p, y, gk_splat_f64(0x1.06eba8214db68p-3));
    return gk_fma(p, a, a);
}

/** At most 1.5 ulp: above 0.85 it is 1 - erfc(|x|). */
GK_OVERLOAD gk_f64 gk_erf(gk_f64 x) {
    gk_f64 a = gk_abs(x);
    return gk_copysign(a < 0.85 ? gk_erf_of_small(a) : 1.0 - gk_erfc_of_magnitude(a), x);
}

/** 1 - erf(x), at most 4 ulp. */
GK_OVERLOAD gk_f64 gk_erfc(gk_f64 x) {
    gk_f64 a = gk_abs(x);
    gk_f64 result = a < 0.5 ? 1.0 - gk_erf_of_small(a) : gk_erfc_of_magnitude(a);
    return x < 0.0 ? 2.0 - result : result;
}

#endif
