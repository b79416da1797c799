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
 * Returns the dividend minus the product of the divisor and an integer near the quotient, at most 2^53, for finite
 * magnitudes. It is exact, since the product is exact. Scaling by a power of two keeps it in range.
 */
GK_OVERLOAD gk_f64 gk_quotient_remainder(gk_f64 dividend, gk_f64 divisor, gk_f64 integer) {
    gk_f64 scale = dividend > 0x1p900 ? gk_splat_f64(0x1p-200) : gk_splat_f64(1.0);
    scale = divisor < 0x1p-900 ? gk_splat_f64(0x1p800) : scale;
    gk_f64_pair product = gk_exact_product(integer, divisor * scale);
    return ((dividend * scale - product.high) - product.low) / scale;
}

/**
 * The remainder of the quotient truncated to an integer: exact for every quotient, with the sign of a, as C's fmod: it is
 * what the quotient leaves, or that less b where the quotient was rounded up.
 */
GK_OVERLOAD gk_f64 gk_mod(gk_f64 a, gk_f64 b) {
    gk_f64 dividend = gk_abs(a);
    gk_f64 divisor = gk_abs(b);
    gk_f64 quotient = dividend / divisor;
    gk_i64 whole = GK_MASK(gk_i64, dividend < divisor);
    gk_f64 integer = whole ? 0.0 : GK_TRUNC(quotient);
    gk_f64 rest = gk_quotient_remainder(dividend, divisor, integer);
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

/** The largest integer not above the exact quotient; from 2^53 on the rounded quotient, which is an integer. */
GK_OVERLOAD gk_f64 gk_floorDiv(gk_f64 a, gk_f64 b) {
    gk_f64 quotient = a / b;
    gk_f64 whole = gk_floor(quotient);
    gk_f64 magnitude = gk_abs(quotient);
    gk_i64 small = GK_MASK(gk_i64, magnitude <= 0x1p53);
    gk_f64 rest = gk_quotient_remainder(gk_abs(a), gk_abs(b), small ? magnitude : 0.0);
    /* An infinite b leaves a. */
    rest = magnitude == 0.0 ? gk_abs(a) : rest;
    /* Positive where the magnitude of the exact quotient is the larger one. */
    gk_f64 turned = gk_from_bits(gk_bits(rest) ^ ((gk_bits(a) ^ gk_bits(b)) & GK_SIGN_BIT_F64));
    gk_i64 reached = small & GK_MASK(gk_i64, whole == quotient) & GK_MASK(gk_i64, turned < 0.0);
    return reached ? whole - 1.0 : whole;
}

#endif
