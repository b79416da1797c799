/*
 * The target layer of gk_scalar.h for OpenCL C 1.2.
 *
 * Programs are built with -cl-fp32-correctly-rounded-divide-sqrt if CL_DEVICE_SINGLE_FP_CONFIG has
 * CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT. Otherwise f32 quotients are within 2.5 ulp and square roots within 3 ulp. The
 * error bounds of functions that divide grow accordingly, and floorDiv may be one less if the quotient is an integer.
 * Integer quotients and all remainders remain exact. Without CL_FP_DENORM in that configuration, a device flushes
 * subnormals to zero.
 */
#ifndef GK_SCALAR_OPENCL_H
#define GK_SCALAR_OPENCL_H

#pragma OPENCL FP_CONTRACT OFF

#if defined(GK_USES_F64)
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#endif

/** A table of constants. */
#define GK_CONSTANT __constant

#define GK_FMA(a, b, c) fma(a, b, c)
#define GK_ABS(x) fabs(x)
#define GK_FLOOR(x) floor(x)
#define GK_CEIL(x) ceil(x)
#define GK_TRUNC(x) trunc(x)
#define GK_ROUND(x) rint(x)
#define GK_SQRT(x) sqrt(x)
#define GK_HIGH_PRODUCT(a, b) mul_hi((ulong) (a), (ulong) (b))
#define GK_LEADING_ZEROS(a) ((int) clz(a))
#define GK_BITS_F32(x) as_int(x)
#define GK_FROM_BITS_F32(x) as_float(x)
#define GK_BITS_F64(x) as_long(x)
#define GK_FROM_BITS_F64(x) as_double(x)

#define GK_FROM_HALF(bits) gk_load_half(bits)
#define GK_TO_HALF(x) gk_store_half(x)

/** Converts the bits of an f16. */
static inline float gk_load_half(ushort bits) {
    return vload_half(0, (const half *) &bits);
}

/** Returns the bits of the nearest f16. */
static inline ushort gk_store_half(float x) {
    ushort bits;
    vstore_half_rte(x, 0, (half *) &bits);
    return bits;
}

#endif
