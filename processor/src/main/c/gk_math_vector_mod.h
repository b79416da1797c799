/*
 * The remainder of vectors, from rounded quotients.
 */
#ifndef GK_MATH_VECTOR_MOD_H
#define GK_MATH_VECTOR_MOD_H

/**
 * gk_mod in f64. A quotient below 2^28 is known to its integer in f64, and its product with b is exact. From a larger
 * quotient the loop first takes its leading 24 bits at a time, which leaves an exact rest.
 */
GK_INLINE gk_f32 gk_wide_mod(gk_f32 a, gk_f32 b) {
    const gk_f64 limit = gk_splat_f64(0x1p28);
    gk_f64 divisor = gk_to_f64(b);
    gk_f64 rest = gk_to_f64(a);
    gk_f64 quotient = rest / divisor;
    gk_i64 large = gk_less_f64(gk_abs(quotient), gk_splat_f64(GK_INFINITY_F64));
    large &= ~gk_less_f64(gk_abs(quotient), limit);
    while (gk_any(gk_narrow_mask(large))) {
        gk_f64 leading = (gk_f64) ((gk_i64) quotient & (gk_int64) 0xffffffffe0000000ull);
        rest = large ? rest - leading * divisor : rest;
        quotient = rest / divisor;
        large &= ~gk_less_f64(gk_abs(quotient), limit);
    }
    rest -= GK_TRUNC(quotient) * divisor;
    gk_f32 result = gk_to_f32(rest);
    /* A leading part that was rounded up leaves a rest of the other sign. */
    gk_mask crossed = (result != gk_splat(0)) & ((gk_bits(result) ^ gk_bits(a)) < 0);
    result = crossed ? gk_to_f32(rest + gk_to_f64(gk_copysign(b, a))) : result;
    gk_mask whole = gk_isInf(b) & gk_isFinite(a);
    result = whole ? a : gk_copysign(result, a);
    return gk_isNan(b) ? b : result;
}

#if GK_HAS_FMA
GK_APART void gk_mod_of_large_quotient(const gk_f32 *a, const gk_f32 *b, gk_f32 *rest) {
    *rest = gk_wide_mod(*a, *b);
}

/**
 * The remainder of the quotient truncated to an integer: exact for every quotient, with the sign of a, as C's fmod.
 *
 * Below 2^23 the rounded quotient is truncated to the right integer or, rounded up, to the next; its product with b is
 * subtracted exactly.
 */
GK_OVERLOAD gk_f32 gk_mod(gk_f32 a, gk_f32 b) {
    gk_f32 quotient = a / b;
    gk_f32 integer = gk_trunc(quotient);
    gk_f32 rest = gk_fma(-integer, b, a);
    gk_mask crossed = (rest != gk_splat(0)) & ((gk_bits(rest) ^ gk_bits(a)) < 0);
    rest = crossed ? rest + gk_copysign(b, a) : rest;
    /* An infinite b leaves a unchanged. */
    gk_f32 result = integer == gk_splat(0) ? a : gk_copysign(rest, a);
    result = gk_isNan(b) ? b : result;
    if (GK_RARELY(gk_any(gk_abs(quotient) >= gk_splat(0x1p23f)))) {
        gk_mod_of_large_quotient(&a, &b, &result);
    }
    return result;
}
#else
/** The remainder of the quotient truncated to an integer: exact for every quotient, with the sign of a, as C's fmod. */
GK_OVERLOAD gk_f32 gk_mod(gk_f32 a, gk_f32 b) {
    return gk_wide_mod(a, b);
}
#endif

#endif
