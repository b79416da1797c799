/*
 * f16 and bf16: vectors of f32 in registers, 16 bits in memory. Stores round to nearest, ties to even; values beyond
 * the largest finite one become infinity. A NaN remains a NaN, with the upper bits of its payload.
 */
#ifndef GK_HALF_H
#define GK_HALF_H

/** True if an instruction converts vectors of f16; scalar target layers define it themselves. */
#if GK_LANES > 1 && (defined(__F16C__) || defined(__aarch64__))
#define GK_HAS_F16 1
#else
#define GK_HAS_F16 0
#endif

/** The lanes of an f16, exactly. */
GK_INLINE gk_f32 gk_from_half(gk_u16 source) {
#if defined(GK_FROM_HALF)
    return GK_FROM_HALF(source);
#elif GK_HAS_F16
    typedef _Float16 gk_f16 __attribute__((ext_vector_type(GK_LANES)));
    return GK_CONVERT(gk_f32, (gk_f16) source);
#else
    gk_i32 bits = GK_CONVERT(gk_i32, source);
    gk_i32 magnitude = (bits & 0x7fff) << 13;
    gk_i32 normal = magnitude + (112 << 23);
    gk_i32 special = magnitude + (224 << 23);
    /* A subnormal is the mantissa of a number in [2^-14, 2^-13). */
    gk_i32 subnormal = gk_bits(gk_from_bits(magnitude + (113 << 23)) - 0x1p-14f);
    gk_i32 result = magnitude < 0x00800000 ? subnormal : magnitude < 0x0f800000 ? normal : special;
    return gk_from_bits(result | (bits & 0x8000) << 16);
#endif
}

/** Rounds the lanes to f16. */
GK_INLINE gk_u16 gk_to_half(gk_f32 a) {
    /* Avoids the vector conversion, after which clang 20 emits no non-temporal stores. */
#if defined(GK_TO_HALF)
    return GK_TO_HALF(a);
#elif GK_HAS_F16 && GK_LANES == 16
    return (gk_u16) __builtin_ia32_vcvtps2ph512_mask(a, 4, (gk_u16) 0, (unsigned short) -1);
#elif GK_HAS_F16 && defined(__F16C__)
    return (gk_u16) __builtin_ia32_vcvtps2ph256(a, 4);
#elif GK_HAS_F16
    typedef _Float16 gk_f16 __attribute__((ext_vector_type(GK_LANES)));
    return (gk_u16) GK_CONVERT(gk_f16, a);
#else
    gk_i32 bits = gk_bits(a);
    gk_i32 magnitude = bits & 0x7fffffff;
    gk_i32 normal = ((magnitude + 0xfff + (magnitude >> 13 & 1)) >> 13) - (112 << 10);
    /* The last bit of 1/2 + x is the smallest f16, so that the sum is rounded like the f16. */
    gk_i32 subnormal = gk_bits(gk_from_bits(magnitude) + 0.5f) - 0x3f000000;
    gk_i32 nan = 0x7e00 | (magnitude >> 13 & 0x3ff);
    gk_i32 result = magnitude < 0x38800000 ? subnormal : normal < 0x7c00 ? normal : (gk_i32) 0x7c00;
    result = magnitude > 0x7f800000 ? nan : result;
    return GK_CONVERT(gk_u16, result | (bits >> 16 & 0x8000));
#endif
}

/** The lanes of a bf16, exactly. */
GK_INLINE gk_f32 gk_from_bfloat(gk_u16 bfloat) {
#if defined(GK_FROM_BFLOAT)
    return GK_FROM_BFLOAT(bfloat);
#else
    return gk_from_bits(GK_CONVERT(gk_i32, bfloat) << 16);
#endif
}

/** The bits of the nearest bf16 in the upper half of each lane; the lower half is unspecified. */
GK_INLINE gk_i32 gk_bfloat_bits(gk_f32 a) {
    gk_i32 bits = gk_bits(a);
    /* The order lets clang see that a bf16 is its own nearest one. */
    gk_i32 nearest = bits + (0x7fff + (bits >> 16 & 1));
    return gk_isNan(a) ? bits | 0x00400000 : nearest;
}

/** Rounds the lanes to bf16. */
GK_INLINE gk_u16 gk_to_bfloat(gk_f32 a) {
#if defined(GK_TO_BFLOAT)
    return GK_TO_BFLOAT(a);
#else
    return GK_CONVERT(gk_u16, (gk_u32) gk_bfloat_bits(a) >> 16);
#endif
}

/** Rounds the lanes to f16 and back. */
GK_INLINE gk_f32 gk_round_f16(gk_f32 a) {
    return gk_from_half(gk_to_half(a));
}

/** Rounds the lanes to bf16 and back. */
GK_INLINE gk_f32 gk_round_bf16(gk_f32 a) {
#if defined(GK_TO_BFLOAT)
    return gk_from_bfloat(gk_to_bfloat(a));
#else
    return gk_from_bits(gk_bfloat_bits(a) & (int) 0xffff0000);
#endif
}

#endif
