/*
 * For f64: signs, roundings, roots, quotients and remainders, and the sums and products of two f64 that are kept
 * exactly, as a number and the rest that it lost.
 */
#ifndef GK_MATH_F64_BASIC_H
#define GK_MATH_F64_BASIC_H

#define GK_INFINITY_F64 __builtin_inf()
#define GK_NAN_F64 __builtin_nan("")
/** Below, functions with the slope 1 at 0 and no even powers are their argument to half an ulp. */
#define GK_TINY_F64 0x1p-28

#define GK_SIGN_BIT_F64 ((gk_int64) 0x8000000000000000ull)
#define GK_MAGNITUDE_BITS_F64 0x7fffffffffffffffll

GK_OVERLOAD gk_f64 gk_neg(gk_f64 x) {
    return -x;
}

/** The magnitude of a with the sign of b. */
GK_OVERLOAD gk_f64 gk_copysign(gk_f64 a, gk_f64 b) {
    return gk_from_bits((gk_bits(a) & GK_MAGNITUDE_BITS_F64) | (gk_bits(b) & GK_SIGN_BIT_F64));
}

GK_OVERLOAD gk_f64 gk_floor(gk_f64 x) {
    return __builtin_elementwise_floor(x);
}

GK_OVERLOAD gk_f64 gk_ceil(gk_f64 x) {
    return __builtin_elementwise_ceil(x);
}

GK_OVERLOAD gk_f64 gk_trunc(gk_f64 x) {
    return __builtin_elementwise_trunc(x);
}

/** To the nearest integer, halves to the even one. */
GK_OVERLOAD gk_f64 gk_round(gk_f64 x) {
    return __builtin_elementwise_roundeven(x);
}

/** 1, -1, the zero itself, or NaN. */
GK_OVERLOAD gk_f64 gk_sign(gk_f64 x) {
    return gk_abs(x) > 0.0 ? gk_copysign(gk_splat_f64(1.0), x) : x;
}

/** Rounded correctly. */
GK_OVERLOAD gk_f64 gk_sqrt(gk_f64 x) {
    return __builtin_elementwise_sqrt(x);
}

/** At most 1.5 ulp. */
GK_OVERLOAD gk_f64 gk_rsqrt(gk_f64 x) {
    return 1.0 / __builtin_elementwise_sqrt(x);
}

/** Rounded correctly. */
GK_OVERLOAD gk_f64 gk_reciprocal(gk_f64 x) {
    return 1.0 / x;
}

/** The unrounded value high + low of a sum or product; |low| is at most half an ulp of high. */
typedef struct {
    gk_f64 high;
    gk_f64 low;
} gk_f64_pair;

/** a + b, for |a| >= |b| or a = 0. */
GK_INLINE gk_f64_pair gk_ordered_sum(gk_f64 a, gk_f64 b) {
    gk_f64 high = a + b;
    return (gk_f64_pair) {high, b - (high - a)};
}

GK_INLINE gk_f64_pair gk_exact_sum(gk_f64 a, gk_f64 b) {
    gk_f64 high = a + b;
    gk_f64 part = high - a;
    return (gk_f64_pair) {high, (a - (high - part)) + (b - part)};
}

/** a * b; without a fused multiply-add the factors must stay below 2^995, and the product above 2^-968. */
GK_INLINE gk_f64_pair gk_exact_product(gk_f64 a, gk_f64 b) {
    gk_f64 high = a * b;
#if GK_HAS_FMA
    return (gk_f64_pair) {high, gk_fma(a, b, -high)};
#else
    /* Dekker's product of halves of 26 bits. */
    gk_f64 a_shifted = a * 0x1.0000002p27;
    gk_f64 b_shifted = b * 0x1.0000002p27;
    gk_f64 a_high = a_shifted - (a_shifted - a);
    gk_f64 b_high = b_shifted - (b_shifted - b);
    gk_f64 a_low = a - a_high;
    gk_f64 b_low = b - b_high;
    return (gk_f64_pair) {high, ((a_high * b_high - high) + a_high * b_low + a_low * b_high) + a_low * b_low};
#endif
}

/** a / b, rounded correctly. */
GK_OVERLOAD gk_f64 gk_div(gk_f64 a, gk_f64 b) {
    return a / b;
}

/** As gk_div. */
GK_OVERLOAD gk_f64 gk_realDiv(gk_f64 a, gk_f64 b) {
    return a / b;
}

/** The largest integer not above the rounded quotient. */
GK_OVERLOAD gk_f64 gk_floorDiv(gk_f64 a, gk_f64 b) {
    return gk_floor(a / b);
}

/** The significand of at most 53 bits, and the exponent field of its last bit: 1 for a subnormal number too. */
GK_INLINE gk_uint64 gk_significand(gk_uint64 magnitude, int *field) {
    gk_uint64 fraction = magnitude & 0x000fffffffffffffull;
    *field = (int) (magnitude >> 52);
    if (*field == 0) {
        *field = 1;
        return fraction;
    }
    return fraction | 0x0010000000000000ull;
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
    int shift = __builtin_clzll(rest) - 11;
    return shift < b_field ? (rest << shift) + ((gk_uint64) (b_field - shift - 1) << 52) : rest << (b_field - 1);
}

__attribute__((noinline, unused)) static void gk_remainder_of_lanes(
        const gk_f64 *a, const gk_f64 *b, const gk_i64 *lanes, gk_f64 *rest) {
    for (int lane = 0; lane < GK_LANES; lane++) {
        if ((*lanes)[lane]) {
            gk_uint64 dividend = (gk_uint64) gk_bits(gk_abs(*a))[lane];
            gk_uint64 divisor = (gk_uint64) gk_bits(gk_abs(*b))[lane];
            gk_i64 bits = gk_bits(*rest);
            bits[lane] = (gk_int64) gk_remainder_bits(dividend, divisor);
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
    gk_i64 whole = (gk_i64) (dividend < divisor);
    gk_f64 integer = whole ? 0.0 : __builtin_elementwise_trunc(quotient);
    gk_f64_pair product = gk_exact_product(integer, divisor * scale);
    gk_f64 rest = ((dividend * scale - product.high) - product.low) / scale;
    rest = rest < 0.0 ? rest + divisor : rest;
    rest = whole ? dividend : rest;
    gk_i64 defined = (gk_i64) (dividend < GK_INFINITY_F64) & (gk_i64) (divisor > 0.0);
    gk_i64 large = defined & (gk_i64) (quotient >= 0x1p53);
    if (__builtin_expect(__builtin_reduce_or(large) != 0, 0)) {
        gk_remainder_of_lanes(&a, &b, &large, &rest);
    }
    rest = defined ? gk_copysign(rest, a) : gk_splat_f64(GK_NAN_F64);
    return a != a ? a : rest;
}

/** The remainder of the quotient rounded down, with the sign of b, as NumPy's: exact but for the last addition of b. */
GK_OVERLOAD gk_f64 gk_floorMod(gk_f64 a, gk_f64 b) {
    gk_f64 rest = gk_mod(a, b);
    gk_i64 opposite = (gk_i64) ((gk_bits(rest) ^ gk_bits(b)) < 0);
    gk_f64 moved = opposite ? rest + b : rest;
    return rest == 0.0 ? gk_copysign(rest, b) : moved;
}

#endif
