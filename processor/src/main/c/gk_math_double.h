/*
 * Conversions to f64 and back, constants and bounds in f64.
 */
#ifndef GK_MATH_DOUBLE_H
#define GK_MATH_DOUBLE_H

GK_INLINE gk_f64 gk_to_f64(gk_f32 x) {
    return GK_CONVERT(gk_f64, x);
}

/** Rounded to nearest. */
GK_INLINE gk_f32 gk_to_f32(gk_f64 x) {
    return GK_CONVERT(gk_f32, x);
}

/** The type of a comparison is a different 64-bit integer type on some platforms. */
GK_INLINE gk_i64 gk_less_f64(gk_f64 a, gk_f64 b) {
    return GK_MASK(gk_i64, a < b);
}

#define GK_LN2_F64 0x1.62e42fefa39efp-1
#define GK_HALF_PI_F64 0x1.921fb54442d18p+0
#define GK_LOG2_E_F64 0x1.71547652b82fep+0

/** 2^52 + 2^51, whose sum with a small number is rounded to an integer in the low bits. */
#define GK_INTEGER_SHIFT_F64 0x1.8p52

/** Clamps x to the bounds; a NaN remains a NaN. */
GK_INLINE gk_f64 gk_clamp(gk_f64 x, double low, double high) {
    x = gk_splat_f64(low) > x ? gk_splat_f64(low) : x;
    return gk_splat_f64(high) < x ? gk_splat_f64(high) : x;
}

#endif
