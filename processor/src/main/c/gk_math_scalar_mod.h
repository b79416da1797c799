/*
 * The remainder of scalars, in integers: it is exact regardless of the rounding of the quotient.
 */
#ifndef GK_MATH_SCALAR_MOD_H
#define GK_MATH_SCALAR_MOD_H

/** The significand of at most 24 bits, and the exponent field of its last bit: 1 for a subnormal number too. */
GK_OVERLOAD gk_u32 gk_significand(gk_u32 magnitude, int *field) {
    gk_u32 fraction = magnitude & 0x007fffff;
    *field = (int) (magnitude >> 23);
    if (*field == 0) {
        *field = 1;
        return fraction;
    }
    return fraction | 0x00800000;
}

/** The remainder of two finite magnitudes, the first one larger, by long division in steps of 8 bits. */
GK_OVERLOAD gk_u32 gk_remainder_bits(gk_u32 a, gk_u32 b) {
    int a_field;
    int b_field;
    gk_u32 rest = gk_significand(a, &a_field);
    gk_u32 divisor = gk_significand(b, &b_field);
    rest %= divisor;
    for (int left = a_field - b_field; left > 0; left -= 8) {
        rest = (rest << (left < 8 ? left : 8)) % divisor;
    }
    if (rest == 0) {
        return 0;
    }
    int shift = GK_LEADING_ZEROS((gk_u64) rest) - 40;
    return shift < b_field ? (rest << shift) + ((gk_u32) (b_field - shift - 1) << 23) : rest << (b_field - 1);
}

/** The remainder of the quotient truncated to an integer: exact for every quotient, with the sign of a, as C's fmod. */
GK_OVERLOAD gk_f32 gk_mod(gk_f32 a, gk_f32 b) {
    gk_u32 dividend = (gk_u32) gk_bits(a) & GK_MAGNITUDE_BITS;
    gk_u32 divisor = (gk_u32) gk_bits(b) & GK_MAGNITUDE_BITS;
    if (dividend >= 0x7f800000 || divisor > 0x7f800000 || divisor == 0) {
        return a != a ? a : b != b ? b : GK_NAN;
    }
    /* An infinite b leaves a unchanged. */
    return dividend < divisor ? a : gk_copysign(gk_from_bits((gk_i32) gk_remainder_bits(dividend, divisor)), a);
}

#endif
