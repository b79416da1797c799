/*
 * Scalars in place of the vectors of gk_vector.h, for GPUs: the functions over values are the same code for both.
 * Primitives with target-specific functions, such as GK_FMA, are defined by the header of the target.
 *
 * A mask is an int, -1 (true) or 0 (false), as a lane of a vector mask. The result of a comparison operator, 1 or 0, is
 * not a mask, so that generated code calls gk_less(a, b) and so on. Values of f16 and bf16 are f32. f64 is available if
 * GK_USES_F64 is defined.
 */
#ifndef GK_SCALAR_H
#define GK_SCALAR_H

#if defined(__NVPTX__)
#include "gk_scalar_cuda.h"
#elif defined(__OPENCL_C_VERSION__)
#include "gk_scalar_opencl.h"
#else
#include "gk_scalar_host.h"
#endif

/** A rarely called function. It is inlined because it takes addresses, which values in registers do not have. */
#undef GK_APART
#define GK_APART GK_INLINE

#define GK_LANES 1
#define GK_HAS_FMA 1

/** True if f64 is supported. */
#if defined(GK_USES_F64)
#define GK_HAS_F64 1
#else
#define GK_HAS_F64 0
#endif

typedef float gk_f32;
typedef gk_int8 gk_i8;
typedef gk_uint8 gk_u8;
typedef gk_int16 gk_i16;
typedef gk_uint16 gk_u16;
typedef int gk_i32;
typedef gk_uint32 gk_u32;
typedef gk_int64 gk_i64;
typedef gk_uint64 gk_u64;
typedef gk_i32 gk_mask;

#if GK_HAS_F64
typedef double gk_f64;
#endif

/** A comparison as a mask of a type. */
#define GK_MASK(type, comparison) ((type) - (type) (comparison))

/** Converts to another type; a float is truncated. */
#define GK_CONVERT(type, a) ((type) (a))

/** The only lane, as an lvalue. */
#define GK_LANE(a, lane) (a)

#define GK_RARELY(condition) (condition)

#define GK_MAX(a, b) ((a) > (b) ? (a) : (b))
#define GK_MIN(a, b) ((a) < (b) ? (a) : (b))

#define GK_INFINITY GK_FROM_BITS_F32(0x7f800000)
#define GK_NAN GK_FROM_BITS_F32(0x7fc00000)
#define GK_INFINITY_F64 GK_FROM_BITS_F64(0x7ff0000000000000)
#define GK_NAN_F64 GK_FROM_BITS_F64(0x7ff8000000000000)

GK_INLINE gk_f32 gk_splat(float value) {
    return value;
}

/** -1 if the value is not 0. */
GK_INLINE gk_mask gk_splat_bool(int value) {
    return value ? -1 : 0;
}

GK_OVERLOAD gk_i32 gk_bits(gk_f32 a) {
    return GK_BITS_F32(a);
}

GK_OVERLOAD gk_f32 gk_from_bits(gk_i32 a) {
    return GK_FROM_BITS_F32(a);
}

/** Widens a mask to 64 bits. */
GK_INLINE gk_i64 gk_widen_mask(gk_mask mask) {
    return (gk_i64) mask;
}

/** Narrows a 64-bit mask to 32 bits. */
GK_INLINE gk_mask gk_narrow_mask(gk_i64 mask) {
    return (gk_mask) mask;
}

#include "gk_logic.h"

/** Returns true if the mask is true. */
GK_INLINE int gk_any(gk_mask mask) {
    return mask != 0;
}

#define GK_DEFINE_COMPARISON(type, name, operator)                                                                     \
    GK_OVERLOAD gk_mask name(type a, type b) {                                                                         \
        return GK_MASK(gk_mask, a operator b);                                                                         \
    }
#define GK_DEFINE_VALUES(type, name)                                                                                   \
    GK_DEFINE_COMPARISON(type, gk_equal, ==)                                                                           \
    GK_DEFINE_COMPARISON(type, gk_notEqual, !=)                                                                        \
    GK_DEFINE_COMPARISON(type, gk_less, <)                                                                             \
    GK_DEFINE_COMPARISON(type, gk_lessEqual, <=)                                                                       \
    GK_DEFINE_COMPARISON(type, gk_greater, >)                                                                          \
    GK_DEFINE_COMPARISON(type, gk_greaterEqual, >=)                                                                    \
    GK_INLINE type gk_splat_##name(type value) {                                                                       \
        return value;                                                                                                  \
    }                                                                                                                  \
    /** Selects a if the mask is true, else b. */                                                                      \
    GK_OVERLOAD type gk_select(gk_mask mask, type a, type b) {                                                         \
        return mask ? a : b;                                                                                           \
    }                                                                                                                  \
    /** Returns true if any bit is 1. */                                                                               \
    GK_OVERLOAD int gk_any_bits(type a) {                                                                              \
        return a != 0;                                                                                                 \
    }

GK_DEFINE_VALUES(gk_f32, f32)
GK_DEFINE_VALUES(gk_i8, i8)
GK_DEFINE_VALUES(gk_u8, u8)
GK_DEFINE_VALUES(gk_i16, i16)
GK_DEFINE_VALUES(gk_u16, u16)
GK_DEFINE_VALUES(gk_i32, i32)
GK_DEFINE_VALUES(gk_u32, u32)
GK_DEFINE_VALUES(gk_i64, i64)
GK_DEFINE_VALUES(gk_u64, u64)

/*
 * The larger and the smaller number, NaN where either is NaN; of two zeros the second operand.
 */
#define GK_DEFINE_FLOATS(type)                                                                                         \
    GK_OVERLOAD type gk_add(type a, type b) {                                                                          \
        return a + b;                                                                                                  \
    }                                                                                                                  \
    GK_OVERLOAD type gk_sub(type a, type b) {                                                                          \
        return a - b;                                                                                                  \
    }                                                                                                                  \
    GK_OVERLOAD type gk_mul(type a, type b) {                                                                          \
        return a * b;                                                                                                  \
    }                                                                                                                  \
    /** a * b + c, rounded once. */                                                                                    \
    GK_OVERLOAD type gk_fma(type a, type b, type c) {                                                                  \
        return GK_FMA(a, b, c);                                                                                        \
    }                                                                                                                  \
    GK_OVERLOAD gk_mask gk_isNan(type a) {                                                                             \
        return GK_MASK(gk_mask, a != a);                                                                               \
    }                                                                                                                  \
    GK_OVERLOAD gk_mask gk_isInf(type a) {                                                                             \
        return GK_MASK(gk_mask, GK_ABS(a) == GK_INFINITY);                                                             \
    }                                                                                                                  \
    GK_OVERLOAD gk_mask gk_isFinite(type a) {                                                                          \
        return GK_MASK(gk_mask, GK_ABS(a) < GK_INFINITY);                                                              \
    }                                                                                                                  \
    GK_OVERLOAD type gk_maximum(type a, type b) {                                                                      \
        return a != a || a > b ? a : b;                                                                                \
    }                                                                                                                  \
    GK_OVERLOAD type gk_minimum(type a, type b) {                                                                      \
        return a != a || a < b ? a : b;                                                                                \
    }

GK_DEFINE_FLOATS(gk_f32)

#if GK_HAS_F64
GK_DEFINE_VALUES(gk_f64, f64)
GK_DEFINE_FLOATS(gk_f64)

GK_OVERLOAD gk_i64 gk_bits(gk_f64 a) {
    return GK_BITS_F64(a);
}

GK_OVERLOAD gk_f64 gk_from_bits(gk_i64 a) {
    return GK_FROM_BITS_F64(a);
}
#endif

#undef GK_DEFINE_FLOATS
#undef GK_DEFINE_VALUES
#undef GK_DEFINE_COMPARISON

/** The larger of a bound that is not NaN and the number; NaN stays NaN. */
GK_INLINE gk_f32 gk_clamp_min(gk_f32 bound, gk_f32 a) {
    return bound > a ? bound : a;
}

/** The smaller of a bound that is not NaN and the number; NaN stays NaN. */
GK_INLINE gk_f32 gk_clamp_max(gk_f32 bound, gk_f32 a) {
    return bound < a ? bound : a;
}

#endif
