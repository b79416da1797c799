/*
 * The target layer of gk_scalar.h for NVPTX. Quotients and square roots are correctly rounded, a fused multiply-add is
 * one instruction, and subnormals are preserved.
 */
#ifndef GK_SCALAR_CUDA_H
#define GK_SCALAR_CUDA_H

/** A table of constants. */
#define GK_CONSTANT __constant

#define GK_FMA(a, b, c) __builtin_elementwise_fma(a, b, c)
#define GK_ABS(x) __builtin_elementwise_abs(x)
#define GK_FLOOR(x) __builtin_elementwise_floor(x)
#define GK_CEIL(x) __builtin_elementwise_ceil(x)
#define GK_TRUNC(x) __builtin_elementwise_trunc(x)
#define GK_ROUND(x) __builtin_elementwise_roundeven(x)
#define GK_SQRT(x) __builtin_elementwise_sqrt(x)
/* Not __nvvm_mulhi_ull: its operands are unsigned long long, which has 128 bits in OpenCL C, and clang passes zeros. */
#define GK_HIGH_PRODUCT(a, b) ((gk_uint64) (((unsigned __int128) (a) * (b)) >> 64))
#define GK_LEADING_ZEROS(a) __builtin_clzl(a)
#define GK_BITS_F32(x) __builtin_bit_cast(int, x)
#define GK_FROM_BITS_F32(x) __builtin_bit_cast(float, x)
#define GK_BITS_F64(x) __builtin_bit_cast(long, x)
#define GK_FROM_BITS_F64(x) __builtin_bit_cast(double, x)

#define GK_FROM_HALF(bits) gk_load_half(bits)
#define GK_TO_HALF(x) gk_store_half(x)

#if GK_PTX_ARCHITECTURE >= 80
/* Native types: LLVM computes a rounded result of bf16 operands by instructions on pairs of bf16. */
#define GK_FROM_BFLOAT(bits) ((float) __builtin_bit_cast(__bf16, (unsigned short) (bits)))
#define GK_TO_BFLOAT(x) __builtin_bit_cast(unsigned short, (__bf16) (x))
#endif

/** Converts the bits of an f16. */
static inline float gk_load_half(unsigned short bits) {
    return __builtin_load_halff((const half *) &bits);
}

/** Returns the bits of the nearest f16. */
static inline unsigned short gk_store_half(float x) {
    unsigned short bits;
    __builtin_store_halff(x, (half *) &bits);
    return bits;
}

#endif
