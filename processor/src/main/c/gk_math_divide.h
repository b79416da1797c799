/*
 * Quotients and remainders.
 */
#ifndef GK_MATH_DIVIDE_H
#define GK_MATH_DIVIDE_H

/** a / b, correctly rounded. */
GK_OVERLOAD gk_f32 gk_div(gk_f32 a, gk_f32 b) {
    return a / b;
}

/** As gk_div. */
GK_OVERLOAD gk_f32 gk_realDiv(gk_f32 a, gk_f32 b) {
    return a / b;
}

/** Returns the remainder of a for a rounded integer quotient: exact, or at least of the right sign. */
GK_OVERLOAD gk_f32 gk_quotient_remainder(gk_f32 a, gk_f32 b, gk_f32 quotient) {
#if GK_HAS_FMA
    gk_f32 rest = gk_fma(-quotient, b, a);
#else
    gk_f32 rest = gk_to_f32(gk_to_f64(a) - gk_to_f64(quotient) * gk_to_f64(b));
#endif
    /* An infinite b leaves a unchanged. */
    return quotient == gk_splat(0) ? a : rest;
}

/**
 * The largest integer not above the exact quotient; from 2^24 on the rounded quotient, which is an integer.
 *
 * Rounding reaches an integer from below, and never passes one: then the rest has the other sign than b.
 */
GK_OVERLOAD gk_f32 gk_floorDiv(gk_f32 a, gk_f32 b) {
    gk_f32 quotient = a / b;
    gk_f32 whole = gk_floor(quotient);
    gk_f32 rest = gk_quotient_remainder(a, b, quotient);
    gk_f32 turned = gk_from_bits(gk_bits(rest) ^ (gk_bits(b) & GK_SIGN_BIT));
    gk_mask reached = GK_MASK(gk_mask, whole == quotient) & GK_MASK(gk_mask, turned < gk_splat(0));
    reached &= GK_MASK(gk_mask, gk_abs(quotient) <= gk_splat(0x1p24f));
    return reached ? whole - gk_splat(1.0f) : whole;
}

/** The remainder of the quotient rounded down, with the sign of b, as NumPy's: exact but for the last addition of b. */
GK_OVERLOAD gk_f32 gk_floorMod(gk_f32 a, gk_f32 b) {
    gk_f32 rest = gk_mod(a, b);
    gk_mask opposite = GK_MASK(gk_mask, (gk_bits(rest) ^ gk_bits(b)) < 0);
    gk_f32 moved = opposite ? rest + b : rest;
    return rest == gk_splat(0) ? gk_copysign(rest, b) : moved;
}

#endif
