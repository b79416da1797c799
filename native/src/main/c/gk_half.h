/*
 * f16 and bf16: vectors of f32 in registers, 16 bits in memory. Stores round to nearest, halves to the even one; beyond
 * the largest value they give infinity. A NaN stays a NaN, with the upper bits of its payload.
 */
#ifndef GK_HALF_H
#define GK_HALF_H

/** Whether the conversion of f16 is one instruction. */
#if defined(__F16C__) || defined(__aarch64__)
#define GK_HAS_F16 1
#else
#define GK_HAS_F16 0
#endif

/** The lanes of an f16, exactly. */
GK_INLINE gk_f32 gk_from_half(gk_u16 half) {
#if GK_HAS_F16
    typedef _Float16 gk_f16 __attribute__((ext_vector_type(GK_LANES)));
    return __builtin_convertvector((gk_f16) half, gk_f32);
#else
    gk_i32 bits = __builtin_convertvector(half, gk_i32);
    gk_i32 magnitude = (bits & 0x7fff) << 13;
    gk_i32 normal = magnitude + (112 << 23);
    gk_i32 special = magnitude + (224 << 23);
    /* A subnormal is the mantissa of a number in [2^-14, 2^-13). */
    gk_i32 subnormal = gk_bits(gk_from_bits(magnitude + (113 << 23)) - 0x1p-14f);
    gk_i32 result = magnitude < 0x00800000 ? subnormal : magnitude < 0x0f800000 ? normal : special;
    return gk_from_bits(result | (bits & 0x8000) << 16);
#endif
}

/** The nearest f16 of the lanes. */
GK_INLINE gk_u16 gk_to_half(gk_f32 a) {
    /* Not the conversion of vectors, after which clang 20 does not store past the caches. */
#if defined(__F16C__) && GK_LANES == 16
    return (gk_u16) __builtin_ia32_vcvtps2ph512_mask(a, 4, (gk_u16) 0, (unsigned short) -1);
#elif defined(__F16C__)
    return (gk_u16) __builtin_ia32_vcvtps2ph256(a, 4);
#elif GK_HAS_F16
    typedef _Float16 gk_f16 __attribute__((ext_vector_type(GK_LANES)));
    return (gk_u16) __builtin_convertvector(a, gk_f16);
#else
    gk_i32 bits = gk_bits(a);
    gk_i32 magnitude = bits & 0x7fffffff;
    gk_i32 normal = ((magnitude + 0xfff + (magnitude >> 13 & 1)) >> 13) - (112 << 10);
    /* Beside 1/2, whose last bit is the smallest f16, the sum is rounded as the f16 is. */
    gk_i32 subnormal = gk_bits(gk_from_bits(magnitude) + 0.5f) - 0x3f000000;
    gk_i32 nan = 0x7e00 | (magnitude >> 13 & 0x3ff);
    gk_i32 result = magnitude < 0x38800000 ? subnormal : normal < 0x7c00 ? normal : (gk_i32) 0x7c00;
    result = magnitude > 0x7f800000 ? nan : result;
    return __builtin_convertvector(result | (bits >> 16 & 0x8000), gk_u16);
#endif
}

/** The lanes of a bf16, exactly. */
GK_INLINE gk_f32 gk_from_bfloat(gk_u16 bfloat) {
    return gk_from_bits(__builtin_convertvector(bfloat, gk_i32) << 16);
}

/** The bits of the nearest bf16 in the upper half of each lane; the lower half is of no meaning. */
GK_INLINE gk_i32 gk_bfloat_bits(gk_f32 a) {
    gk_i32 bits = gk_bits(a);
    gk_i32 nearest = bits + 0x7fff + (bits >> 16 & 1);
    return gk_isNan(a) ? bits | 0x00400000 : nearest;
}

/** The nearest bf16 of the lanes. */
GK_INLINE gk_u16 gk_to_bfloat(gk_f32 a) {
    return __builtin_convertvector((gk_u32) gk_bfloat_bits(a) >> 16, gk_u16);
}

/** The value that the lanes have as f16. */
GK_INLINE gk_f32 gk_round_f16(gk_f32 a) {
    return gk_from_half(gk_to_half(a));
}

/** The value that the lanes have as bf16. */
GK_INLINE gk_f32 gk_round_bf16(gk_f32 a) {
    return gk_from_bits(gk_bfloat_bits(a) & (int) 0xffff0000);
}

GK_OVERLOAD gk_f32 gk_load(const gk_half *source, int lanes) {
    return gk_from_half(gk_load_u16(source, lanes));
}

GK_OVERLOAD gk_f32 gk_load(const gk_bfloat *source, int lanes) {
    return gk_from_bfloat(gk_load_u16(source, lanes));
}

GK_OVERLOAD void gk_store(gk_half *target, gk_f32 value, int lanes) {
    gk_store_u16(target, gk_to_half(value), lanes);
}

GK_OVERLOAD void gk_store(gk_bfloat *target, gk_f32 value, int lanes) {
    gk_store_u16(target, gk_to_bfloat(value), lanes);
}

GK_DEFINE_STREAM(gk_half, gk_f32, gk_u16, gk_to_half(value))
GK_DEFINE_STREAM(gk_bfloat, gk_f32, gk_u16, gk_to_bfloat(value))

#undef GK_DEFINE_WIDE_STREAM
#undef GK_DEFINE_STREAM

#endif
