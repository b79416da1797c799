/*
 * Conversions, named by the dtype of the result: gk_cast_i8(x) and so on, and gk_mask_to_i8(mask) for those of bool,
 * whose vector type is that of i32.
 *
 * Floats are truncated to integers. Integers out of range saturate, and a NaN becomes 0. Conversions to float round
 * once, to nearest, ties to even. A number is true unless it is 0; a NaN is true.
 */
#ifndef GK_CAST_H
#define GK_CAST_H

#include "gk_cast_integer.h"

#define GK_DEFINE_CAST(to, from)                                                                                       \
    GK_OVERLOAD gk_##to gk_cast_##to(gk_##from x) {                                                                    \
        return GK_CONVERT(gk_##to, x);                                                                                 \
    }

/* The conversion instruction is exact, or rounds as specified. */
GK_DEFINE_CAST(f32, f32)
GK_DEFINE_CAST(f32, i8)
GK_DEFINE_CAST(f32, u8)
GK_DEFINE_CAST(f32, i16)
GK_DEFINE_CAST(f32, u16)
GK_DEFINE_CAST(f32, i32)
GK_DEFINE_CAST(f32, u32)
GK_DEFINE_CAST(f32, i64)
GK_DEFINE_CAST(f32, u64)

#if GK_HAS_F64
GK_DEFINE_CAST(f32, f64)
GK_DEFINE_CAST(f64, f32)
GK_DEFINE_CAST(f64, f64)
GK_DEFINE_CAST(f64, i8)
GK_DEFINE_CAST(f64, u8)
GK_DEFINE_CAST(f64, i16)
GK_DEFINE_CAST(f64, u16)
GK_DEFINE_CAST(f64, i32)
GK_DEFINE_CAST(f64, u32)
GK_DEFINE_CAST(f64, i64)
GK_DEFINE_CAST(f64, u64)
#endif

#undef GK_DEFINE_CAST

GK_OVERLOAD gk_i32 gk_cast_i32(gk_f32 x) {
    gk_mask above = GK_MASK(gk_mask, x >= gk_splat(0x1p31f));
    gk_mask below = GK_MASK(gk_mask, x < gk_splat(-0x1p31f));
    gk_mask outside = above | below | gk_isNan(x);
    gk_i32 inside = GK_CONVERT(gk_i32, outside ? gk_splat(0) : x);
    return above ? (gk_i32) 0x7fffffff : below ? (gk_i32) (-0x7fffffff - 1) : inside;
}

#define GK_DEFINE_WIDE_CAST(from)                                                                                      \
    GK_OVERLOAD gk_i64 gk_cast_i64(gk_##from x) {                                                                      \
        gk_i64 above = GK_MASK(gk_i64, x >= gk_splat_##from(0x1p63f));                                                 \
        gk_i64 below = GK_MASK(gk_i64, x < gk_splat_##from(-0x1p63f));                                                 \
        gk_i64 outside = above | below | GK_MASK(gk_i64, x != x);                                                      \
        gk_i64 inside = GK_CONVERT(gk_i64, outside ? gk_splat_##from(0) : x);                                          \
        gk_i64 limit = above ? gk_splat_i64(0x7fffffffffffffff) : gk_splat_i64(-0x7fffffffffffffff - 1);               \
        return above | below ? limit : inside;                                                                         \
    }

#if GK_HAS_F64
GK_DEFINE_WIDE_CAST(f64)

GK_OVERLOAD gk_i32 gk_cast_i32(gk_f64 x) {
    gk_f64 number = x == x ? x : gk_splat_f64(0);
    number = number > gk_splat_f64(0x1.fffffffcp30) ? gk_splat_f64(0x1.fffffffcp30) : number;
    number = number < gk_splat_f64(-0x1p31) ? gk_splat_f64(-0x1p31) : number;
    return GK_CONVERT(gk_i32, number);
}

#endif

#if GK_LANES == 1
GK_DEFINE_WIDE_CAST(f32)
#else
GK_OVERLOAD gk_i64 gk_cast_i64(gk_f32 x) {
    return gk_cast_i64(gk_cast_f64(x));
}
#endif

#undef GK_DEFINE_WIDE_CAST

/** Clamps the operand to the bounds of the result before the conversion to i32, which therefore cannot overflow. */
#define GK_DEFINE_SMALL_CAST(to)                                                                                       \
    GK_OVERLOAD gk_##to gk_cast_##to(gk_f32 x) {                                                                       \
        gk_f32 number = gk_isNan(x) ? gk_splat(0) : x;                                                                 \
        number = number > gk_splat(GK_MOST_##to) ? gk_splat(GK_MOST_##to) : number;                                    \
        number = number < gk_splat(GK_LEAST_##to) ? gk_splat(GK_LEAST_##to) : number;                                  \
        return GK_CONVERT(gk_##to, GK_CONVERT(gk_i32, number));                                                        \
    }

GK_DEFINE_SMALL_CAST(i8)
GK_DEFINE_SMALL_CAST(u8)
GK_DEFINE_SMALL_CAST(i16)
GK_DEFINE_SMALL_CAST(u16)

#undef GK_DEFINE_SMALL_CAST

#if GK_HAS_F64
#define GK_DEFINE_NARROW_CAST(to)                                                                                      \
    GK_OVERLOAD gk_##to gk_cast_##to(gk_f64 x) {                                                                       \
        return gk_cast_##to(gk_cast_i32(x));                                                                           \
    }

GK_DEFINE_NARROW_CAST(i8)
GK_DEFINE_NARROW_CAST(u8)
GK_DEFINE_NARROW_CAST(i16)
GK_DEFINE_NARROW_CAST(u16)

#undef GK_DEFINE_NARROW_CAST

GK_OVERLOAD gk_u32 gk_cast_u32(gk_f64 x) {
    gk_f64 number = x > gk_splat_f64(0) ? x : gk_splat_f64(0);
    number = number < gk_splat_f64(GK_MOST_u32) ? number : gk_splat_f64(GK_MOST_u32);
    return GK_CONVERT(gk_u32, number);
}
#endif

/* No lane of the conversion is out of range: a comparison with NaN is false. */
#define GK_DEFINE_UNSIGNED_CAST(to, from, mask, bound)                                                                 \
    GK_OVERLOAD gk_##to gk_cast_##to(gk_##from x) {                                                                    \
        mask above = GK_MASK(mask, x >= gk_splat_##from(bound));                                                       \
        mask inside = GK_MASK(mask, x > gk_splat_##from(0)) & ~above;                                                  \
        gk_##to number = GK_CONVERT(gk_##to, inside ? x : gk_splat_##from(0));                                         \
        return above ? (gk_##to) GK_MOST_##to : number;                                                                \
    }

GK_DEFINE_UNSIGNED_CAST(u32, f32, gk_i32, 0x1p32f)

#if GK_HAS_F64
GK_DEFINE_UNSIGNED_CAST(u64, f64, gk_i64, 0x1p64f)
#endif

#if GK_LANES == 1
GK_DEFINE_UNSIGNED_CAST(u64, f32, gk_i64, 0x1p64f)
#else
GK_OVERLOAD gk_u64 gk_cast_u64(gk_f32 x) {
    return gk_cast_u64(gk_cast_f64(x));
}
#endif

#undef GK_DEFINE_UNSIGNED_CAST

#define GK_DEFINE_WRAP(to)                                                                                             \
    /** The low bits, to which a sum of narrow integers wraps around. */                                               \
    GK_INLINE gk_##to gk_wrap_##to(gk_i32 x) {                                                                         \
        return GK_CONVERT(gk_##to, x);                                                                                 \
    }

GK_DEFINE_WRAP(i8)
GK_DEFINE_WRAP(u8)
GK_DEFINE_WRAP(i16)
GK_DEFINE_WRAP(u16)

#undef GK_DEFINE_WRAP

#if GK_HAS_F64
/**
 * Rounds to odd: the f32 towards zero, with the last bit set if that is not x. A second rounding, to fewer bits, then
 * gives the same result as rounding x directly.
 */
GK_OVERLOAD gk_f32 gk_round_odd(gk_f64 x) {
    gk_f32 nearest = GK_CONVERT(gk_f32, x);
    gk_f64 back = GK_CONVERT(gk_f64, nearest);
    gk_mask larger = gk_less(GK_ABS(x), GK_ABS(back));
    gk_mask inexact = gk_less(x, back) | gk_less(back, x);
    return gk_from_bits((gk_bits(nearest) + larger) | (inexact & 1));
}
#endif

#if GK_LANES == 1
/** Rounds an integer to odd. */
GK_OVERLOAD gk_f32 gk_round_odd(gk_i64 x) {
    gk_u64 magnitude = (gk_u64) (x < 0 ? gk_neg(x) : x);
    gk_f32 nearest = (gk_f32) magnitude;
    gk_u64 back = (gk_u64) nearest;
    gk_i32 truncated = gk_bits(nearest) - (back > magnitude);
    return gk_copysign(gk_from_bits(truncated | (back != magnitude)), x < 0 ? -1.0f : 1.0f);
}

/** Rounds half of an integer to odd if that has all 64 bits; its last bit is that of the integer or one cut off. */
GK_OVERLOAD gk_f32 gk_round_odd(gk_u64 x) {
    return x >> 63 ? 2 * gk_round_odd((gk_i64) (x >> 1 | (x & 1))) : gk_round_odd((gk_i64) x);
}
#else
/** Rounds to odd in f64, as gk_round_odd. */
GK_INLINE gk_f64 gk_round_odd_i64(gk_i64 x) {
    gk_i64 sticky = GK_MASK(gk_i64, (x & 0x7ff) != 0) & 0x800;
    gk_i64 small = GK_MASK(gk_i64, x < 0x20000000000000) & GK_MASK(gk_i64, x > -0x20000000000000);
    return GK_CONVERT(gk_f64, small ? x : (x & ~(gk_int64) 0x7ff) | sticky);
}

GK_INLINE gk_f64 gk_round_odd_u64(gk_u64 x) {
    gk_u64 sticky = GK_MASK(gk_u64, (x & 0x7ff) != 0) & 0x800;
    return GK_CONVERT(gk_f64, x < 0x20000000000000 ? x : (x & ~(gk_uint64) 0x7ff) | sticky);
}
#endif

#define GK_DEFINE_HALF_CAST(name, from, rounded)                                                                       \
    GK_OVERLOAD gk_f32 gk_cast_##name(gk_##from x) {                                                                   \
        return rounded;                                                                                                \
    }

GK_DEFINE_HALF_CAST(f16, f32, gk_round_f16(x))
GK_DEFINE_HALF_CAST(f16, i8, gk_cast_f32(x))
GK_DEFINE_HALF_CAST(f16, u8, gk_cast_f32(x))
GK_DEFINE_HALF_CAST(f16, i16, gk_round_f16(gk_cast_f32(x)))
GK_DEFINE_HALF_CAST(f16, u16, gk_round_f16(gk_cast_f32(x)))
/*
 * Integers that f32 does not represent exactly exceed 2^24 in magnitude and are infinite in f16, so that rounding twice
 * is safe.
 */
GK_DEFINE_HALF_CAST(f16, i32, gk_round_f16(gk_cast_f32(x)))
GK_DEFINE_HALF_CAST(f16, u32, gk_round_f16(gk_cast_f32(x)))
GK_DEFINE_HALF_CAST(f16, i64, gk_round_f16(gk_cast_f32(x)))
GK_DEFINE_HALF_CAST(f16, u64, gk_round_f16(gk_cast_f32(x)))
GK_DEFINE_HALF_CAST(bf16, f32, gk_round_bf16(x))
GK_DEFINE_HALF_CAST(bf16, i8, gk_cast_f32(x))
GK_DEFINE_HALF_CAST(bf16, u8, gk_cast_f32(x))
GK_DEFINE_HALF_CAST(bf16, i16, gk_round_bf16(gk_cast_f32(x)))
GK_DEFINE_HALF_CAST(bf16, u16, gk_round_bf16(gk_cast_f32(x)))

#if GK_HAS_F64
GK_DEFINE_HALF_CAST(f16, f64, gk_round_f16(gk_round_odd(x)))
GK_DEFINE_HALF_CAST(bf16, f64, gk_round_bf16(gk_round_odd(x)))
#endif

#if GK_LANES == 1
GK_DEFINE_HALF_CAST(bf16, i32, gk_round_bf16(gk_round_odd(gk_cast_i64(x))))
GK_DEFINE_HALF_CAST(bf16, u32, gk_round_bf16(gk_round_odd(gk_cast_i64(x))))
GK_DEFINE_HALF_CAST(bf16, i64, gk_round_bf16(gk_round_odd(x)))
GK_DEFINE_HALF_CAST(bf16, u64, gk_round_bf16(gk_round_odd(x)))
#else
GK_DEFINE_HALF_CAST(bf16, i32, gk_round_bf16(gk_round_odd(gk_cast_f64(x))))
GK_DEFINE_HALF_CAST(bf16, u32, gk_round_bf16(gk_round_odd(gk_cast_f64(x))))
GK_DEFINE_HALF_CAST(bf16, i64, gk_round_bf16(gk_round_odd(gk_round_odd_i64(x))))
GK_DEFINE_HALF_CAST(bf16, u64, gk_round_bf16(gk_round_odd(gk_round_odd_u64(x))))
#endif

/*
 * Integers that f32 does not represent exactly exceed 2^24 in magnitude, and an f8 saturates or is infinite below, so
 * that rounding twice is safe.
 */
#define GK_DEFINE_FLOAT8_CASTS(name)                                                                                   \
    GK_DEFINE_HALF_CAST(name, f32, gk_round_##name(x))                                                                 \
    GK_DEFINE_HALF_CAST(name, i8, gk_round_##name(gk_cast_f32(x)))                                                     \
    GK_DEFINE_HALF_CAST(name, u8, gk_round_##name(gk_cast_f32(x)))                                                     \
    GK_DEFINE_HALF_CAST(name, i16, gk_round_##name(gk_cast_f32(x)))                                                    \
    GK_DEFINE_HALF_CAST(name, u16, gk_round_##name(gk_cast_f32(x)))                                                    \
    GK_DEFINE_HALF_CAST(name, i32, gk_round_##name(gk_cast_f32(x)))                                                    \
    GK_DEFINE_HALF_CAST(name, u32, gk_round_##name(gk_cast_f32(x)))                                                    \
    GK_DEFINE_HALF_CAST(name, i64, gk_round_##name(gk_cast_f32(x)))                                                    \
    GK_DEFINE_HALF_CAST(name, u64, gk_round_##name(gk_cast_f32(x)))

GK_DEFINE_FLOAT8_CASTS(f8e4m3)
GK_DEFINE_FLOAT8_CASTS(f8e5m2)

#if GK_HAS_F64
GK_DEFINE_HALF_CAST(f8e4m3, f64, gk_round_f8e4m3(gk_round_odd(x)))
GK_DEFINE_HALF_CAST(f8e5m2, f64, gk_round_f8e5m2(gk_round_odd(x)))
#endif

#undef GK_DEFINE_FLOAT8_CASTS
#undef GK_DEFINE_HALF_CAST

#define GK_DEFINE_BOOL_CAST(from)                                                                                      \
    GK_OVERLOAD gk_mask gk_cast_bool(gk_##from x) {                                                                    \
        return gk_notEqual(x, (gk_##from) 0);                                                                          \
    }

GK_DEFINE_BOOL_CAST(f32)
GK_DEFINE_BOOL_CAST(i8)
GK_DEFINE_BOOL_CAST(u8)
GK_DEFINE_BOOL_CAST(i16)
GK_DEFINE_BOOL_CAST(u16)
GK_DEFINE_BOOL_CAST(i32)
GK_DEFINE_BOOL_CAST(u32)
GK_DEFINE_BOOL_CAST(i64)
GK_DEFINE_BOOL_CAST(u64)

#if GK_HAS_F64
GK_DEFINE_BOOL_CAST(f64)
#endif

#undef GK_DEFINE_BOOL_CAST

/* 1 if true, 0 if false. */

GK_INLINE gk_f32 gk_mask_to_f32(gk_mask a) {
    return gk_from_bits(a & gk_bits(gk_splat(1.0f)));
}

GK_INLINE gk_f32 gk_mask_to_f16(gk_mask a) {
    return gk_mask_to_f32(a);
}

GK_INLINE gk_f32 gk_mask_to_bf16(gk_mask a) {
    return gk_mask_to_f32(a);
}

GK_INLINE gk_f32 gk_mask_to_f8e4m3(gk_mask a) {
    return gk_mask_to_f32(a);
}

GK_INLINE gk_f32 gk_mask_to_f8e5m2(gk_mask a) {
    return gk_mask_to_f32(a);
}

#if GK_HAS_F64
GK_INLINE gk_f64 gk_mask_to_f64(gk_mask a) {
    return gk_from_bits(gk_widen_mask(a) & gk_bits(gk_splat_f64(1.0)));
}
#endif

#define GK_DEFINE_MASK_CAST(to)                                                                                        \
    GK_INLINE gk_##to gk_mask_to_##to(gk_mask a) {                                                                     \
        return GK_CONVERT(gk_##to, a & 1);                                                                             \
    }

GK_DEFINE_MASK_CAST(i8)
GK_DEFINE_MASK_CAST(u8)
GK_DEFINE_MASK_CAST(i16)
GK_DEFINE_MASK_CAST(u16)
GK_DEFINE_MASK_CAST(i32)
GK_DEFINE_MASK_CAST(u32)
GK_DEFINE_MASK_CAST(u64)

#undef GK_DEFINE_MASK_CAST

GK_INLINE gk_i64 gk_mask_to_i64(gk_mask a) {
    return gk_widen_mask(a) & 1;
}

#undef GK_LEAST_i8
#undef GK_LEAST_u8
#undef GK_LEAST_i16
#undef GK_LEAST_u16
#undef GK_LEAST_i32
#undef GK_LEAST_u32
#undef GK_LEAST_i64
#undef GK_LEAST_u64
#undef GK_MOST_i8
#undef GK_MOST_u8
#undef GK_MOST_i16
#undef GK_MOST_u16
#undef GK_MOST_i32
#undef GK_MOST_u32
#undef GK_MOST_i64
#undef GK_MOST_u64

#endif
