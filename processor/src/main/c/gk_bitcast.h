/*
 * Numbers with the bits of others, named by both dtypes: gk_bitcast_f32_i32(x) and so on. A bool has the bits of 0 or 1,
 * and is true for any other number.
 */
#ifndef GK_BITCAST_H
#define GK_BITCAST_H

/* The lanes of f16, bf16, f8e4m3 and f8e5m2 are those of f32, and the lanes of a bool are a mask. */
#define GK_DEFINE_BITCAST(from, to, operand, vector, result)                                                           \
    GK_INLINE vector gk_bitcast_##from##_##to(operand x) {                                                             \
        return (vector) (result);                                                                                      \
    }
#define GK_DEFINE_INTEGER_BITCASTS(integer, natural)                                                                   \
    GK_DEFINE_BITCAST(integer, natural, gk_##integer, gk_##natural, x)                                                 \
    GK_DEFINE_BITCAST(natural, integer, gk_##natural, gk_##integer, x)
#define GK_DEFINE_FLOAT_BITCASTS(real, integer, natural)                                                               \
    GK_DEFINE_BITCAST(real, integer, gk_##real, gk_##integer, gk_bits(x))                                              \
    GK_DEFINE_BITCAST(real, natural, gk_##real, gk_##natural, gk_bits(x))                                              \
    GK_DEFINE_BITCAST(integer, real, gk_##integer, gk_##real, gk_from_bits(x))                                         \
    GK_DEFINE_BITCAST(natural, real, gk_##natural, gk_##real, gk_from_bits((gk_##integer) x))
#define GK_DEFINE_HALF_BITCASTS(half, to_bits, from_bits)                                                              \
    GK_DEFINE_BITCAST(half, i16, gk_f32, gk_i16, to_bits(x))                                                           \
    GK_DEFINE_BITCAST(half, u16, gk_f32, gk_u16, to_bits(x))                                                           \
    GK_DEFINE_BITCAST(i16, half, gk_i16, gk_f32, from_bits((gk_u16) x))                                                \
    GK_DEFINE_BITCAST(u16, half, gk_u16, gk_f32, from_bits(x))
#define GK_DEFINE_FLOAT8_BITCASTS(name, to_bits, from_bits)                                                            \
    GK_DEFINE_BITCAST(name, i8, gk_f32, gk_i8, to_bits(x))                                                             \
    GK_DEFINE_BITCAST(name, u8, gk_f32, gk_u8, to_bits(x))                                                             \
    GK_DEFINE_BITCAST(i8, name, gk_i8, gk_f32, from_bits((gk_u8) x))                                                   \
    GK_DEFINE_BITCAST(u8, name, gk_u8, gk_f32, from_bits(x))                                                           \
    GK_DEFINE_BITCAST(name, bool, gk_f32, gk_mask, gk_cast_bool(to_bits(x)))                                           \
    GK_DEFINE_BITCAST(bool, name, gk_mask, gk_f32, from_bits(gk_mask_to_u8(x)))
#define GK_DEFINE_BOOL_BITCASTS(integer)                                                                               \
    GK_DEFINE_BITCAST(bool, integer, gk_mask, gk_##integer, gk_mask_to_##integer(x))                                   \
    GK_DEFINE_BITCAST(integer, bool, gk_##integer, gk_mask, gk_cast_bool(x))

#if defined(__OPENCL_VERSION__)
/** The bits of the nearest f16; drivers differ in the bits of NaN. */
GK_INLINE gk_u16 gk_half_bits(gk_f32 x) {
    return x == x ? gk_to_half(x) : (gk_u16) 0x7e00;
}
#else
#define gk_half_bits gk_to_half
#endif

GK_DEFINE_INTEGER_BITCASTS(i8, u8)
GK_DEFINE_INTEGER_BITCASTS(i16, u16)
GK_DEFINE_INTEGER_BITCASTS(i32, u32)
GK_DEFINE_INTEGER_BITCASTS(i64, u64)

GK_DEFINE_BOOL_BITCASTS(i8)
GK_DEFINE_BOOL_BITCASTS(u8)

GK_DEFINE_FLOAT_BITCASTS(f32, i32, u32)

#if GK_HAS_F64
GK_DEFINE_FLOAT_BITCASTS(f64, i64, u64)
#endif

GK_DEFINE_FLOAT8_BITCASTS(f8e4m3, gk_to_e4m3, gk_from_e4m3)
GK_DEFINE_FLOAT8_BITCASTS(f8e5m2, gk_to_e5m2, gk_from_e5m2)
GK_DEFINE_BITCAST(f8e4m3, f8e5m2, gk_f32, gk_f32, gk_from_e5m2(gk_to_e4m3(x)))
GK_DEFINE_BITCAST(f8e5m2, f8e4m3, gk_f32, gk_f32, gk_from_e4m3(gk_to_e5m2(x)))

GK_DEFINE_HALF_BITCASTS(f16, gk_half_bits, gk_from_half)
GK_DEFINE_HALF_BITCASTS(bf16, gk_to_bfloat, gk_from_bfloat)
GK_DEFINE_BITCAST(f16, bf16, gk_f32, gk_f32, gk_from_bfloat(gk_half_bits(x)))
GK_DEFINE_BITCAST(bf16, f16, gk_f32, gk_f32, gk_from_half(gk_to_bfloat(x)))

#undef GK_DEFINE_BITCAST
#undef GK_DEFINE_INTEGER_BITCASTS
#undef GK_DEFINE_FLOAT_BITCASTS
#undef GK_DEFINE_HALF_BITCASTS
#undef GK_DEFINE_FLOAT8_BITCASTS
#undef GK_DEFINE_BOOL_BITCASTS

#endif
