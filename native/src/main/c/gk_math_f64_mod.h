/*
 * For f64: remainders.
 */
#ifndef GK_MATH_F64_MOD_H
#define GK_MATH_F64_MOD_H

/** The significand of at most 53 bits, and the exponent field of its last bit: 1 for a subnormal number too. */
GK_INLINE gk_uint64 gk_significand(gk_uint64 magnitude, int *field) {
    gk_uint64 fraction = magnitude & 0x000fffffffffffff;
    *field = (int) (magnitude >> 52);
    if (*field == 0) {
        *field = 1;
        return fraction;
    }
    return fraction | 0x0010000000000000;
}

/** The remainder of two finite magnitudes, the first one larger, by long division in steps of 11 bits. */
GK_INLINE gk_uint64 gk_remainder_bits(gk_uint64 a, gk_uint64 b) {
    int a_field;
    int b_field;
    gk_uint64 rest = gk_significand(a, &a_field);
    gk_uint64 divisor = gk_significand(b, &b_field);
    rest %= divisor;
    for (int left = a_field - b_field; left > 0; left -= 11) {
        rest = (rest << (left < 11 ? left : 11)) % divisor;
    }
    if (rest == 0) {
        return 0;
    }
    int shift = GK_LEADING_ZEROS(rest) - 11;
    return shift < b_field ? (rest << shift) + ((gk_uint64) (b_field - shift - 1) << 52) : rest << (b_field - 1);
}

GK_APART void gk_remainder_of_lanes(
        const gk_f64 *a, const gk_f64 *b, const gk_i64 *lanes, gk_f64 *rest) {
    for (int lane = 0; lane < GK_LANES; lane++) {
        if (GK_LANE(*lanes, lane)) {
            gk_uint64 dividend = (gk_uint64) GK_LANE(gk_bits(gk_abs(*a)), lane);
            gk_uint64 divisor = (gk_uint64) GK_LANE(gk_bits(gk_abs(*b)), lane);
            gk_i64 bits = gk_bits(*rest);
            GK_LANE(bits, lane) = (gk_int64) gk_remainder_bits(dividend, divisor);
            *rest = gk_from_bits(bits);
        }
    }
}

/**
 * The remainder of the quotient truncated to an integer: exact for every quotient, with the sign of a, as C's fmod.
 *
 * The product of b and a quotient below 2^53 is known exactly, and so is what it leaves of a: that is the remainder, or
 * the remainder less b where the quotient was rounded up. Scaling by a power of two keeps the product in range.
 */
GK_OVERLOAD gk_f64 gk_mod(gk_f64 a, gk_f64 b) {
    gk_f64 dividend = gk_abs(a);
    gk_f64 divisor = gk_abs(b);
    gk_f64 scale = dividend > 0x1p900 ? gk_splat_f64(0x1p-200) : gk_splat_f64(1.0);
    scale = divisor < 0x1p-900 ? gk_splat_f64(0x1p800) : scale;
    gk_f64 quotient = dividend / divisor;
    gk_i64 whole = GK_MASK(gk_i64, dividend < divisor);
    gk_f64 integer = whole ? 0.0 : GK_TRUNC(quotient);
    gk_f64_pair product = gk_exact_product(integer, divisor * scale);
    gk_f64 rest = ((dividend * scale - product.high) - product.low) / scale;
    rest = rest < 0.0 ? rest + divisor : rest;
    rest = whole ? dividend : rest;
    gk_i64 defined = GK_MASK(gk_i64, dividend < GK_INFINITY_F64) & GK_MASK(gk_i64, divisor > 0.0);
    gk_i64 large = defined & GK_MASK(gk_i64, quotient >= 0x1p53);
    if (GK_RARELY(gk_any_bits(large))) {
        gk_remainder_of_lanes(&a, &b, &large, &rest);
    }
    rest = defined ? gk_copysign(rest, a) : gk_splat_f64(GK_NAN_F64);
    return a != a ? a : rest;
}

/** The remainder of the quotient rounded down, with the sign of b, as NumPy's: exact but for the last addition of b. */
GK_OVERLOAD gk_f64 gk_floorMod(gk_f64 a, gk_f64 b) {
    gk_f64 rest = gk_mod(a, b);
    gk_i64 opposite = GK_MASK(gk_i64, (gk_bits(rest) ^ gk_bits(b)) < 0);
    gk_f64 moved = opposite ? rest + b : rest;
    return rest == 0.0 ? gk_copysign(rest, b) : moved;
}

#endif
