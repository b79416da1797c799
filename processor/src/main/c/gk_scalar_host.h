/*
 * The target layer of gk_scalar.h for CPUs, on which the tests run GPU code. Without a fused multiply-add the results
 * differ.
 */
#ifndef GK_SCALAR_HOST_H
#define GK_SCALAR_HOST_H

/** A table of constants. */
#define GK_CONSTANT static const

#if defined(__FMA__) || defined(__aarch64__)
#define GK_FMA(a, b, c) __builtin_elementwise_fma(a, b, c)
#else
#define GK_FMA(a, b, c) ((a) * (b) + (c))
#endif

#define GK_ABS(x) __builtin_elementwise_abs(x)
#define GK_FLOOR(x) __builtin_elementwise_floor(x)
#define GK_CEIL(x) __builtin_elementwise_ceil(x)
#define GK_TRUNC(x) __builtin_elementwise_trunc(x)
#define GK_ROUND(x) __builtin_elementwise_roundeven(x)
#define GK_SQRT(x) __builtin_elementwise_sqrt(x)
#define GK_HIGH_PRODUCT(a, b) ((gk_uint64) (((unsigned __int128) (a) * (b)) >> 64))
#define GK_LEADING_ZEROS(a) __builtin_clzll(a)
#define GK_BITS_F32(x) __builtin_bit_cast(int, x)
#define GK_FROM_BITS_F32(x) __builtin_bit_cast(float, x)
#define GK_BITS_F64(x) __builtin_bit_cast(gk_int64, x)
#define GK_FROM_BITS_F64(x) __builtin_bit_cast(double, x)

#endif
