/*
 * Conversions between integers, which saturate. The limits are undefined again by gk_cast.h.
 */
#ifndef GK_CAST_INTEGER_H
#define GK_CAST_INTEGER_H

/* The limits of integers. */
#define GK_LEAST_i8 -128
#define GK_LEAST_u8 0
#define GK_LEAST_i16 -32768
#define GK_LEAST_u16 0
#define GK_LEAST_i32 (-0x7fffffff - 1)
#define GK_LEAST_u32 0
#define GK_LEAST_i64 (-(gk_int64) 0x7fffffffffffffff - 1)
#define GK_LEAST_u64 0
#define GK_MOST_i8 127
#define GK_MOST_u8 255
#define GK_MOST_i16 32767
#define GK_MOST_u16 65535
#define GK_MOST_i32 0x7fffffff
#define GK_MOST_u32 0xffffffff
#define GK_MOST_i64 0x7fffffffffffffff
#define GK_MOST_u64 0xffffffffffffffff

/* Clamps the operand to the integers of both dtypes; a limit of its own dtype needs no instruction. */
#define GK_DEFINE_INTEGER_CAST(to, from)                                                                               \
    GK_OVERLOAD gk_##to gk_cast_##to(gk_##from x) {                                                                    \
        const gk_int64 least = (gk_int64) GK_LEAST_##to;                                                               \
        const gk_uint64 most = (gk_uint64) GK_MOST_##to;                                                               \
        if (least > (gk_int64) GK_LEAST_##from) {                                                                      \
            x = gk_maximum(x, (gk_##from) GK_LEAST_##to);                                                              \
        }                                                                                                              \
        if (most < (gk_uint64) GK_MOST_##from) {                                                                       \
            x = gk_minimum(x, (gk_##from) GK_MOST_##to);                                                               \
        }                                                                                                              \
        return GK_CONVERT(gk_##to, x);                                                                                 \
    }
#define GK_DEFINE_INTEGER_CASTS(to)                                                                                    \
    GK_DEFINE_INTEGER_CAST(to, i8)                                                                                     \
    GK_DEFINE_INTEGER_CAST(to, u8)                                                                                     \
    GK_DEFINE_INTEGER_CAST(to, i16)                                                                                    \
    GK_DEFINE_INTEGER_CAST(to, u16)                                                                                    \
    GK_DEFINE_INTEGER_CAST(to, i32)                                                                                    \
    GK_DEFINE_INTEGER_CAST(to, u32)                                                                                    \
    GK_DEFINE_INTEGER_CAST(to, i64)                                                                                    \
    GK_DEFINE_INTEGER_CAST(to, u64)

GK_DEFINE_INTEGER_CASTS(i8)
GK_DEFINE_INTEGER_CASTS(u8)
GK_DEFINE_INTEGER_CASTS(i16)
GK_DEFINE_INTEGER_CASTS(u16)
GK_DEFINE_INTEGER_CASTS(i32)
GK_DEFINE_INTEGER_CASTS(u32)
GK_DEFINE_INTEGER_CASTS(i64)
GK_DEFINE_INTEGER_CASTS(u64)

#undef GK_DEFINE_INTEGER_CASTS
#undef GK_DEFINE_INTEGER_CAST

#endif
