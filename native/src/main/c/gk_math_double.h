/*
 * Constants and bounds in f64.
 */
#ifndef GK_MATH_DOUBLE_H
#define GK_MATH_DOUBLE_H

#define GK_LN2_F64 0x1.62e42fefa39efp-1
#define GK_HALF_PI_F64 0x1.921fb54442d18p+0
#define GK_LOG2_E_F64 0x1.71547652b82fep+0

/** 2^52 + 2^51, whose sum with a small number is rounded to an integer that stands in the low bits. */
#define GK_INTEGER_SHIFT_F64 0x1.8p52

/** x, kept within the bounds; a NaN stays. */
GK_INLINE gk_f64 gk_clamp(gk_f64 x, double low, double high) {
    x = gk_splat_f64(low) > x ? gk_splat_f64(low) : x;
    return gk_splat_f64(high) < x ? gk_splat_f64(high) : x;
}

#endif
