/*
 * Quotients and remainders.
 */
#ifndef GK_MATH_DIVIDE_H
#define GK_MATH_DIVIDE_H

/** a / b, rounded correctly. */
GK_OVERLOAD gk_f32 gk_div(gk_f32 a, gk_f32 b) {
    return a / b;
}

/** As gk_div. */
GK_OVERLOAD gk_f32 gk_realDiv(gk_f32 a, gk_f32 b) {
    return a / b;
}

/** The largest integer not above the rounded quotient. */
GK_OVERLOAD gk_f32 gk_floorDiv(gk_f32 a, gk_f32 b) {
    return gk_floor(a / b);
}

/** The remainder of the quotient rounded down, with the sign of b, as NumPy's: exact but for the last addition of b. */
GK_OVERLOAD gk_f32 gk_floorMod(gk_f32 a, gk_f32 b) {
    gk_f32 rest = gk_mod(a, b);
    gk_mask opposite = GK_MASK(gk_mask, (gk_bits(rest) ^ gk_bits(b)) < 0);
    gk_f32 moved = opposite ? rest + b : rest;
    return rest == gk_splat(0) ? gk_copysign(rest, b) : moved;
}

#endif
