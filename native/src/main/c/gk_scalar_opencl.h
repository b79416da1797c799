/*
 * What gk_scalar.h needs of OpenCL C 1.2.
 *
 * Programs are built with -cl-fp32-correctly-rounded-divide-sqrt where CL_DEVICE_SINGLE_FP_CONFIG has
 * CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT. Without it a quotient of f32 is within 2.5 ulp and a square root within 3:
 * functions that divide are so much farther from their bounds, and floorDiv may be one less where the quotient is an
 * integer. Integer quotients and all remainders are exact all the same. Without CL_FP_DENORM in that configuration, a
 * device takes subnormals for 0.
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

/** The f16 of these bits. */
static inline float gk_load_half(ushort bits) {
    return vload_half(0, (const half *) &bits);
}

/** The bits of the nearest f16. */
static inline ushort gk_store_half(float x) {
    ushort bits;
    vstore_half_rte(x, 0, (half *) &bits);
    return bits;
}

#endif
