/*
 * The vector type of the instruction set: loads and stores of whole and partial vectors, selection, comparisons and
 * reductions. A vector has GK_LANES lanes of f32; what is GK_INLINE here becomes one to three instructions.
 *
 * A mask is a vector of 32-bit integers whose lanes are all ones (true) or zero (false); on AVX-512 the compiler keeps
 * it in a mask register.
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

/** Whether a fused multiply-add is one instruction; without it gk_fma rounds twice. */
#if defined(__FMA__) || defined(__aarch64__)
#define GK_HAS_FMA 1
#else
#define GK_HAS_FMA 0
#endif

/* Vectors of f64 are wider than a register. Functions over them are inlined: no calling convention is at stake. */
#pragma clang diagnostic ignored "-Wpsabi"

typedef float gk_f32 __attribute__((ext_vector_type(GK_LANES)));
typedef double gk_f64 __attribute__((ext_vector_type(GK_LANES)));
typedef int gk_i32 __attribute__((ext_vector_type(GK_LANES)));
typedef unsigned int gk_u32 __attribute__((ext_vector_type(GK_LANES)));
typedef gk_i32 gk_mask;

/* The same vectors at the alignment of their elements. */
typedef gk_f32 gk_f32_unaligned __attribute__((aligned(4)));
typedef gk_i8 gk_bytes __attribute__((ext_vector_type(GK_LANES)));
typedef gk_bytes gk_bytes_unaligned __attribute__((aligned(1)));

GK_INLINE gk_f32 gk_splat(float value) {
    return (gk_f32) value;
}

GK_INLINE gk_i32 gk_splat_i32(int value) {
    return (gk_i32) value;
}

GK_INLINE gk_f64 gk_splat_f64(double value) {
    return (gk_f64) value;
}

/** The bits of the lanes, as integers. */
GK_INLINE gk_i32 gk_bits(gk_f32 a) {
    return (gk_i32) a;
}

/** The f32 lanes that have these bits. */
GK_INLINE gk_f32 gk_from_bits(gk_i32 a) {
    return (gk_f32) a;
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

/** True in the first lanes, as many as asked for. */
GK_INLINE gk_mask gk_lane_mask(int lanes) {
    return gk_lane_numbers() < gk_splat_i32(lanes);
}

GK_INLINE gk_f32 gk_select(gk_mask mask, gk_f32 a, gk_f32 b) {
    return mask ? a : b;
}

GK_INLINE gk_mask gk_select_mask(gk_mask mask, gk_mask a, gk_mask b) {
    return mask ? a : b;
}

/** Loads the first lanes, the others are zero; touches no memory beyond them. */
GK_INLINE gk_f32 gk_load(const float *source, int lanes) {
    if (lanes == GK_LANES) {
        return *(const gk_f32_unaligned *) source;
    }
#if GK_LANES == 16
    return __builtin_ia32_loadups512_mask(source, gk_splat(0), (unsigned short) ((1u << lanes) - 1));
#elif GK_LANES == 8
    return __builtin_ia32_maskloadps256((const gk_f32 *) source, gk_lane_mask(lanes));
#else
    gk_f32 result = gk_splat(0);
    for (int lane = 0; lane < lanes; lane++) {
        result[lane] = source[lane];
    }
    return result;
#endif
}

/** Stores the first lanes; touches no memory beyond them. */
GK_INLINE void gk_store(float *target, gk_f32 value, int lanes) {
    if (lanes == GK_LANES) {
        *(gk_f32_unaligned *) target = value;
        return;
    }
#if GK_LANES == 16
    __builtin_ia32_storeups512_mask(target, value, (unsigned short) ((1u << lanes) - 1));
#elif GK_LANES == 8
    __builtin_ia32_maskstoreps256((gk_f32 *) target, gk_lane_mask(lanes), value);
#else
    for (int lane = 0; lane < lanes; lane++) {
        target[lane] = value[lane];
    }
#endif
}

/** Stores past the caches; the target is aligned to the vector. A partial vector is stored as by gk_store. */
GK_INLINE void gk_stream(float *target, gk_f32 value, int lanes) {
    if (lanes == GK_LANES) {
        __builtin_nontemporal_store(value, (gk_f32 *) target);
        return;
    }
    gk_store(target, value, lanes);
}

/** Loads the first lanes from bytes; any byte but 0 is true, the other lanes are false. */
GK_INLINE gk_mask gk_load_bool(const unsigned char *source, int lanes) {
    gk_bytes bytes = (gk_bytes) 0;
    if (lanes == GK_LANES) {
        bytes = *(const gk_bytes_unaligned *) source;
    } else {
        for (int lane = 0; lane < lanes; lane++) {
            bytes[lane] = (gk_i8) source[lane];
        }
    }
    return __builtin_convertvector(bytes, gk_i32) != gk_splat_i32(0);
}

/** Stores the first lanes as bytes 1 (true) and 0 (false). */
GK_INLINE void gk_store_bool(unsigned char *target, gk_mask value, int lanes) {
    gk_bytes bytes = __builtin_convertvector(value & 1, gk_bytes);
    if (lanes == GK_LANES) {
        *(gk_bytes_unaligned *) target = bytes;
        return;
    }
    for (int lane = 0; lane < lanes; lane++) {
        target[lane] = (unsigned char) bytes[lane];
    }
}

/** a * b + c, rounded once where the instruction set can. */
GK_INLINE gk_f32 gk_fma(gk_f32 a, gk_f32 b, gk_f32 c) {
#if GK_HAS_FMA
    return __builtin_elementwise_fma(a, b, c);
#else
    return a * b + c;
#endif
}

/** As gk_fma, for f64. */
GK_INLINE gk_f64 gk_fma_f64(gk_f64 a, gk_f64 b, gk_f64 c) {
#if GK_HAS_FMA
    return __builtin_elementwise_fma(a, b, c);
#else
    return a * b + c;
#endif
}

GK_INLINE gk_mask gk_equal(gk_f32 a, gk_f32 b) {
    return a == b;
}

GK_INLINE gk_mask gk_notEqual(gk_f32 a, gk_f32 b) {
    return a != b;
}

GK_INLINE gk_mask gk_less(gk_f32 a, gk_f32 b) {
    return a < b;
}

GK_INLINE gk_mask gk_lessEqual(gk_f32 a, gk_f32 b) {
    return a <= b;
}

GK_INLINE gk_mask gk_greater(gk_f32 a, gk_f32 b) {
    return a > b;
}

GK_INLINE gk_mask gk_greaterEqual(gk_f32 a, gk_f32 b) {
    return a >= b;
}

GK_INLINE gk_mask gk_logicalAnd(gk_mask a, gk_mask b) {
    return a & b;
}

GK_INLINE gk_mask gk_logicalOr(gk_mask a, gk_mask b) {
    return a | b;
}

GK_INLINE gk_mask gk_logicalNot(gk_mask a) {
    return ~a;
}

GK_INLINE gk_mask gk_logicalXor(gk_mask a, gk_mask b) {
    return a ^ b;
}

GK_INLINE gk_mask gk_isNan(gk_f32 a) {
    return a != a;
}

GK_INLINE gk_mask gk_isInf(gk_f32 a) {
    return (gk_bits(a) & 0x7fffffff) == 0x7f800000;
}

GK_INLINE gk_mask gk_isFinite(gk_f32 a) {
    return (gk_bits(a) & 0x7fffffff) < 0x7f800000;
}

/** 1 where true, 0 where false. */
GK_INLINE gk_f32 gk_mask_to_f32(gk_mask a) {
    return gk_from_bits(a & gk_bits(gk_splat(1.0f)));
}

/** True where not zero; a NaN is true. */
GK_INLINE gk_mask gk_f32_to_mask(gk_f32 a) {
    return a != gk_splat(0);
}

/*
 * The x86 instructions give their second operand when one is NaN, so that only a NaN of the first needs care. They are
 * not written as comparisons: clang 20 joins these with the test for NaN, and drops the absolute value that both saw.
 */
#if defined(__x86_64__) && GK_LANES == 16
#define GK_X86_MAXIMUM(a, b) __builtin_ia32_maxps512(a, b, 4)
#define GK_X86_MINIMUM(a, b) __builtin_ia32_minps512(a, b, 4)
#elif defined(__x86_64__) && GK_LANES == 8
#define GK_X86_MAXIMUM(a, b) __builtin_ia32_maxps256(a, b)
#define GK_X86_MINIMUM(a, b) __builtin_ia32_minps256(a, b)
#elif defined(__x86_64__)
#define GK_X86_MAXIMUM(a, b) __builtin_ia32_maxps(a, b)
#define GK_X86_MINIMUM(a, b) __builtin_ia32_minps(a, b)
#endif

/** The larger lane; NaN where either is NaN. The sign of a zero result is that of either zero. */
GK_INLINE gk_f32 gk_maximum(gk_f32 a, gk_f32 b) {
#if defined(__aarch64__)
    return __builtin_elementwise_maximum(a, b);
#else
    gk_f32 larger = GK_X86_MAXIMUM(a, b);
    return gk_isNan(a) ? a : larger;
#endif
}

/** The smaller lane; NaN where either is NaN. The sign of a zero result is that of either zero. */
GK_INLINE gk_f32 gk_minimum(gk_f32 a, gk_f32 b) {
#if defined(__aarch64__)
    return __builtin_elementwise_minimum(a, b);
#else
    gk_f32 smaller = GK_X86_MINIMUM(a, b);
    return gk_isNan(a) ? a : smaller;
#endif
}

/** The larger of a bound that is not NaN and the lane; a NaN lane stays NaN. One instruction. */
GK_INLINE gk_f32 gk_at_least(float bound, gk_f32 a) {
#if defined(__aarch64__)
    return __builtin_elementwise_maximum(gk_splat(bound), a);
#else
    return gk_splat(bound) > a ? gk_splat(bound) : a;
#endif
}

/** The smaller of a bound that is not NaN and the lane; a NaN lane stays NaN. One instruction. */
GK_INLINE gk_f32 gk_at_most(float bound, gk_f32 a) {
#if defined(__aarch64__)
    return __builtin_elementwise_minimum(gk_splat(bound), a);
#else
    return gk_splat(bound) < a ? gk_splat(bound) : a;
#endif
}

#include "gk_reduce.h"

#endif
