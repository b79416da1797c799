/*
 * The vector types of the instruction set: values of all lanes, selection, comparisons, bounds. A vector has GK_LANES
 * lanes of any element type: 8-bit lanes occupy a fraction of a register, 64-bit lanes two registers. Functions inlined
 * here are one to three instructions per register.
 *
 * A mask is a vector of 32-bit integers whose lanes are all ones (true) or zero (false); on AVX-512 the compiler keeps
 * it in a mask register. Values of f16 and bf16 are vectors of f32.
 */
#ifndef GK_VECTOR_H
#define GK_VECTOR_H

#if defined(__AVX512F__)
#define GK_LANES 16
#elif defined(__AVX2__)
#define GK_LANES 8
#else
#define GK_LANES 4
#endif

/** True if a fused multiply-add is one instruction; otherwise gk_fma rounds twice. */
#if defined(__FMA__) || defined(__aarch64__)
#define GK_HAS_FMA 1
#else
#define GK_HAS_FMA 0
#endif

/** True if f64 is supported. */
#define GK_HAS_F64 1

/*
 * Some vectors are wider than a register. Functions over them are always inlined, so that the calling convention does
 * not matter.
 */
#pragma clang diagnostic ignored "-Wpsabi"

typedef float gk_f32 __attribute__((ext_vector_type(GK_LANES)));
typedef double gk_f64 __attribute__((ext_vector_type(GK_LANES)));
typedef gk_int8 gk_i8 __attribute__((ext_vector_type(GK_LANES)));
typedef gk_uint8 gk_u8 __attribute__((ext_vector_type(GK_LANES)));
typedef gk_int16 gk_i16 __attribute__((ext_vector_type(GK_LANES)));
typedef gk_uint16 gk_u16 __attribute__((ext_vector_type(GK_LANES)));
typedef int gk_i32 __attribute__((ext_vector_type(GK_LANES)));
typedef gk_uint32 gk_u32 __attribute__((ext_vector_type(GK_LANES)));
typedef gk_int64 gk_i64 __attribute__((ext_vector_type(GK_LANES)));
typedef gk_uint64 gk_u64 __attribute__((ext_vector_type(GK_LANES)));
typedef gk_i32 gk_mask;

/*
 * Primitives of the functions over values, here for vectors, in gk_scalar.h for scalars.
 */

/** A comparison as a mask of a type whose lanes are as wide as those compared. */
#define GK_MASK(type, comparison) ((type) (comparison))

/** Converts the lanes to another type. */
#define GK_CONVERT(type, a) __builtin_convertvector(a, type)

/** One lane, as an lvalue. */
#define GK_LANE(a, lane) ((a)[lane])

#define GK_RARELY(condition) __builtin_expect(condition, 0)

/** A table of constants. */
#define GK_CONSTANT static const

#define GK_ABS(x) __builtin_elementwise_abs(x)
#define GK_FLOOR(x) __builtin_elementwise_floor(x)
#define GK_CEIL(x) __builtin_elementwise_ceil(x)
#define GK_TRUNC(x) __builtin_elementwise_trunc(x)
#define GK_ROUND(x) __builtin_elementwise_roundeven(x)
#define GK_SQRT(x) __builtin_elementwise_sqrt(x)
#define GK_MAX(a, b) __builtin_elementwise_max(a, b)
#define GK_MIN(a, b) __builtin_elementwise_min(a, b)

/** Upper half of the product of two 64-bit integers. */
#define GK_HIGH_PRODUCT(a, b) ((gk_uint64) (((unsigned __int128) (a) * (b)) >> 64))

/** Number of leading zero bits of a nonzero 64-bit integer. */
#define GK_LEADING_ZEROS(a) __builtin_clzll(a)

#define GK_INFINITY __builtin_inff()
#define GK_NAN __builtin_nanf("")
#define GK_INFINITY_F64 __builtin_inf()
#define GK_NAN_F64 __builtin_nan("")

GK_INLINE gk_f32 gk_splat(float value) {
    return (gk_f32) value;
}

GK_INLINE gk_f32 gk_splat_f32(float value) {
    return (gk_f32) value;
}

GK_INLINE gk_f64 gk_splat_f64(double value) {
    return (gk_f64) value;
}

GK_INLINE gk_i8 gk_splat_i8(gk_int8 value) {
    return (gk_i8) value;
}

GK_INLINE gk_u8 gk_splat_u8(gk_uint8 value) {
    return (gk_u8) value;
}

GK_INLINE gk_i16 gk_splat_i16(gk_int16 value) {
    return (gk_i16) value;
}

GK_INLINE gk_u16 gk_splat_u16(gk_uint16 value) {
    return (gk_u16) value;
}

GK_INLINE gk_u32 gk_splat_u32(gk_uint32 value) {
    return (gk_u32) value;
}

GK_INLINE gk_u64 gk_splat_u64(gk_uint64 value) {
    return (gk_u64) value;
}

GK_INLINE gk_i32 gk_splat_i32(int value) {
    return (gk_i32) value;
}

GK_INLINE gk_i64 gk_splat_i64(gk_int64 value) {
    return (gk_i64) value;
}

/** True in all lanes if the value is not 0. */
GK_INLINE gk_mask gk_splat_bool(int value) {
    return (gk_mask) (value ? -1 : 0);
}

/** Reinterprets the bits of the lanes as integers. */
GK_OVERLOAD gk_i32 gk_bits(gk_f32 a) {
    return (gk_i32) a;
}

GK_OVERLOAD gk_i64 gk_bits(gk_f64 a) {
    return (gk_i64) a;
}

/** Reinterprets bits as lanes. */
GK_OVERLOAD gk_f32 gk_from_bits(gk_i32 a) {
    return (gk_f32) a;
}

GK_OVERLOAD gk_f64 gk_from_bits(gk_i64 a) {
    return (gk_f64) a;
}

/** The lane numbers 0, 1, 2 and so on. */
GK_INLINE gk_i32 gk_lane_numbers(void) {
#if GK_LANES == 16
    return (gk_i32) {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
#elif GK_LANES == 8
    return (gk_i32) {0, 1, 2, 3, 4, 5, 6, 7};
#else
    return (gk_i32) {0, 1, 2, 3};
#endif
}

/** Mask of the first lanes. */
GK_INLINE gk_mask gk_lane_mask(int lanes) {
    return gk_lane_numbers() < gk_splat_i32(lanes);
}

/** Widens a mask to 64-bit lanes. */
GK_INLINE gk_i64 gk_widen_mask(gk_mask mask) {
    return __builtin_convertvector(mask, gk_i64);
}

/** Narrows a mask of 64-bit lanes. */
GK_INLINE gk_mask gk_narrow_mask(gk_i64 mask) {
    return __builtin_convertvector(mask, gk_mask);
}

/*
 * Forces the operands of a selection into registers before the mask is known. Otherwise clang 20 emits masked loads,
 * and the second load of a kernel waits for the first; see docs/bench/masked-loads.md.
 */
#if GK_LANES == 16
#define GK_IN_REGISTER(vector) __asm__("" : "+v"(vector))
#else
#define GK_IN_REGISTER(vector)
#endif

/** Selects lanes of a where the mask is true, of b elsewhere. */
GK_OVERLOAD gk_f32 gk_select(gk_mask mask, gk_f32 a, gk_f32 b) {
    GK_IN_REGISTER(a);
    GK_IN_REGISTER(b);
    return mask ? a : b;
}

GK_OVERLOAD gk_f64 gk_select(gk_mask mask, gk_f64 a, gk_f64 b) {
    return gk_widen_mask(mask) ? a : b;
}

GK_OVERLOAD gk_i8 gk_select(gk_mask mask, gk_i8 a, gk_i8 b) {
    return __builtin_convertvector(mask, gk_i8) ? a : b;
}

GK_OVERLOAD gk_u8 gk_select(gk_mask mask, gk_u8 a, gk_u8 b) {
    return __builtin_convertvector(mask, gk_i8) ? a : b;
}

GK_OVERLOAD gk_i16 gk_select(gk_mask mask, gk_i16 a, gk_i16 b) {
    return __builtin_convertvector(mask, gk_i16) ? a : b;
}

GK_OVERLOAD gk_u16 gk_select(gk_mask mask, gk_u16 a, gk_u16 b) {
    return __builtin_convertvector(mask, gk_i16) ? a : b;
}

GK_OVERLOAD gk_u32 gk_select(gk_mask mask, gk_u32 a, gk_u32 b) {
    return mask ? a : b;
}

GK_OVERLOAD gk_u64 gk_select(gk_mask mask, gk_u64 a, gk_u64 b) {
    return gk_widen_mask(mask) ? a : b;
}

/** For masks too. */
GK_OVERLOAD gk_i32 gk_select(gk_mask mask, gk_i32 a, gk_i32 b) {
    return mask ? a : b;
}

GK_OVERLOAD gk_i64 gk_select(gk_mask mask, gk_i64 a, gk_i64 b) {
    return gk_widen_mask(mask) ? a : b;
}

#define GK_DEFINE_OPERATION(vector, name, operator)                                                                    \
    GK_OVERLOAD vector name(vector a, vector b) {                                                                      \
        return a operator b;                                                                                           \
    }

GK_DEFINE_OPERATION(gk_f32, gk_add, +)
GK_DEFINE_OPERATION(gk_f32, gk_sub, -)
GK_DEFINE_OPERATION(gk_f32, gk_mul, *)
GK_DEFINE_OPERATION(gk_f64, gk_add, +)
GK_DEFINE_OPERATION(gk_f64, gk_sub, -)
GK_DEFINE_OPERATION(gk_f64, gk_mul, *)

#undef GK_DEFINE_OPERATION

/** a * b + c, rounded once if the instruction set has a fused multiply-add. */
GK_OVERLOAD gk_f32 gk_fma(gk_f32 a, gk_f32 b, gk_f32 c) {
#if GK_HAS_FMA
    return __builtin_elementwise_fma(a, b, c);
#else
    return a * b + c;
#endif
}

GK_OVERLOAD gk_f64 gk_fma(gk_f64 a, gk_f64 b, gk_f64 c) {
#if GK_HAS_FMA
    return __builtin_elementwise_fma(a, b, c);
#else
    return a * b + c;
#endif
}

#define GK_DEFINE_COMPARISON(type, name, operator)                                                                     \
    GK_OVERLOAD gk_mask name(type a, type b) {                                                                         \
        return __builtin_convertvector(a operator b, gk_mask);                                                         \
    }
#define GK_DEFINE_COMPARISONS(type)                                                                                    \
    GK_DEFINE_COMPARISON(type, gk_equal, ==)                                                                           \
    GK_DEFINE_COMPARISON(type, gk_notEqual, !=)                                                                        \
    GK_DEFINE_COMPARISON(type, gk_less, <)                                                                             \
    GK_DEFINE_COMPARISON(type, gk_lessEqual, <=)                                                                       \
    GK_DEFINE_COMPARISON(type, gk_greater, >)                                                                          \
    GK_DEFINE_COMPARISON(type, gk_greaterEqual, >=)

GK_DEFINE_COMPARISONS(gk_f32)
GK_DEFINE_COMPARISONS(gk_f64)
GK_DEFINE_COMPARISONS(gk_i8)
GK_DEFINE_COMPARISONS(gk_u8)
GK_DEFINE_COMPARISONS(gk_i16)
GK_DEFINE_COMPARISONS(gk_u16)
GK_DEFINE_COMPARISONS(gk_i32)
GK_DEFINE_COMPARISONS(gk_u32)
GK_DEFINE_COMPARISONS(gk_i64)
GK_DEFINE_COMPARISONS(gk_u64)

#undef GK_DEFINE_COMPARISONS
#undef GK_DEFINE_COMPARISON

#include "gk_logic.h"

GK_OVERLOAD gk_mask gk_isNan(gk_f32 a) {
    return a != a;
}

GK_OVERLOAD gk_mask gk_isNan(gk_f64 a) {
    return gk_notEqual(a, a);
}

GK_OVERLOAD gk_mask gk_isInf(gk_f32 a) {
    return (gk_bits(a) & 0x7fffffff) == 0x7f800000;
}

GK_OVERLOAD gk_mask gk_isInf(gk_f64 a) {
    return gk_equal(gk_bits(a) & 0x7fffffffffffffff, gk_splat_i64(0x7ff0000000000000));
}

GK_OVERLOAD gk_mask gk_isFinite(gk_f32 a) {
    return (gk_bits(a) & 0x7fffffff) < 0x7f800000;
}

GK_OVERLOAD gk_mask gk_isFinite(gk_f64 a) {
    return gk_less(gk_bits(a) & 0x7fffffffffffffff, gk_splat_i64(0x7ff0000000000000));
}

#endif
