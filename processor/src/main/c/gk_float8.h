/*
 * f8e4m3 and f8e5m2: vectors of f32 in registers, 8 bits in memory. Stores round to nearest, ties to even. An f8e4m3
 * saturates at 448, its largest number; f8e5m2 beyond the largest finite number become infinity. A NaN remains a NaN.
 */
#ifndef GK_FLOAT8_H
#define GK_FLOAT8_H

/** The lanes of an f8e5m2, exactly: those of the f16 with its bits on top. */
GK_INLINE gk_f32 gk_from_e5m2(gk_u8 source) {
    return gk_from_half((gk_u16) (GK_CONVERT(gk_u16, source) << 8));
}

/** The lanes of an f8e4m3, exactly. As an f16, whose exponent has one bit more, they are 256 times smaller. */
GK_INLINE gk_f32 gk_from_e4m3(gk_u8 source) {
    gk_u16 bits = GK_CONVERT(gk_u16, source);
    gk_f32 scaled = gk_from_half((gk_u16) ((bits & 0x80) << 8 | (bits & 0x7f) << 7)) * gk_splat(256.0f);
    /* All ones would be 480. */
    gk_i32 nan = GK_MASK(gk_i32, (gk_bits(scaled) & 0x7fffffff) == 0x43f00000);
    return gk_from_bits(gk_bits(scaled) | (nan & 0x7fc00000));
}

/** Rounds the lanes to f8e4m3. */
GK_INLINE gk_u8 gk_to_e4m3(gk_f32 a) {
    gk_i32 bits = gk_bits(a);
    gk_i32 magnitude = bits & 0x7fffffff;
    gk_i32 finite = GK_MIN(magnitude, (gk_i32) 0x43e00000);
    gk_i32 normal = ((finite + 0x7ffff + (finite >> 20 & 1)) >> 20) - (120 << 3);
    /* The last bit of 2^14 + x is the smallest f8e4m3, so that the sum is rounded like it. */
    gk_i32 subnormal = gk_bits(gk_from_bits(finite) + gk_splat(0x1p14f)) - 0x46800000;
    gk_i32 result = finite < 0x3c800000 ? subnormal : normal;
    result = magnitude > 0x7f800000 ? (gk_i32) 0x7f : result;
    return GK_CONVERT(gk_u8, result | (bits >> 24 & 0x80));
}

/** Rounds the lanes to f8e5m2. */
GK_INLINE gk_u8 gk_to_e5m2(gk_f32 a) {
    gk_i32 bits = gk_bits(a);
    gk_i32 magnitude = bits & 0x7fffffff;
    gk_i32 bounded = GK_MIN(magnitude, (gk_i32) 0x47800000);
    gk_i32 normal = ((bounded + 0xfffff + (bounded >> 21 & 1)) >> 21) - (112 << 2);
    /* The last bit of 2^7 + x is the smallest f8e5m2, so that the sum is rounded like it. */
    gk_i32 subnormal = gk_bits(gk_from_bits(bounded) + gk_splat(0x1p7f)) - 0x43000000;
    gk_i32 result = bounded < 0x38800000 ? subnormal : normal;
    result = magnitude > 0x7f800000 ? (gk_i32) 0x7e : result;
    return GK_CONVERT(gk_u8, result | (bits >> 24 & 0x80));
}

/** Rounds the lanes to f8e4m3 and back. */
GK_INLINE gk_f32 gk_round_f8e4m3(gk_f32 a) {
    return gk_from_e4m3(gk_to_e4m3(a));
}

/** Rounds the lanes to f8e5m2 and back. */
GK_INLINE gk_f32 gk_round_f8e5m2(gk_f32 a) {
    return gk_from_e5m2(gk_to_e5m2(a));
}

#endif
