/*
 * The kernel ABI: the types of elements and arguments, the name and the signature of kernels.
 */
#ifndef GK_ABI_H
#define GK_ABI_H

#define GK_INLINE static inline __attribute__((always_inline))

/** A function that is not inlined, so that the loops of its caller have all registers available. */
#define GK_APART static __attribute__((noinline, unused))

/** A function overloaded by vector type: generated code uses one name for all dtypes. */
#define GK_OVERLOAD static inline __attribute__((always_inline, overloadable))

#define GK_CONCAT_EXPANDED(a, b) a##b
#define GK_CONCAT(a, b) GK_CONCAT_EXPANDED(a, b)

/** The name of the kernel array of this translation unit: gk_<tag>_<variant>. */
#define GK_TABLE GK_CONCAT(GK_CONCAT(gk_, GK_TAG), GK_CONCAT(_, GK_VARIANT))

/** Name of the gk_int64 that holds the number of kernels and precedes the table. */
#define GK_TABLE_SIZE GK_CONCAT(GK_TABLE, _size)

/** The name of a function of a kernel in this variant: functions of several objects are in one library. */
#define GK_FUNCTION(id) GK_CONCAT(GK_CONCAT(gk_, id), GK_CONCAT(_, GK_VARIANT))

/** Marks what the shared library exports. */
#if defined(_WIN32)
#define GK_EXPORT __attribute__((dllexport))
#else
#define GK_EXPORT __attribute__((visibility("default")))
#endif

typedef signed char gk_int8;
typedef unsigned char gk_uint8;
typedef short gk_int16;
typedef unsigned short gk_uint16;
typedef unsigned int gk_uint32;
typedef long long gk_int64;
typedef unsigned long long gk_uint64;

#include "gk_elements.h"

/**
 * An argument of a kernel: a pointer to an operand, a dimension, a flag, or a runtime scalar. Scalars of f16 and bf16
 * are passed as f32, those of bool and integer dtypes as 64-bit integers, of which u64 are the bits.
 */
typedef union {
    void *pointer;
    gk_int64 integer;
    float scalar;
    double wide_scalar;
} gk_slot;

/**
 * A kernel, which computes the chunk [begin, end) of its parallel range. The scratch memory is aligned to 64 bytes, is
 * private to the calling thread and has the size that the launch requested.
 */
typedef void (*gk_kernel)(const gk_slot *arguments, gk_int64 begin, gk_int64 end, void *scratch);

_Static_assert(sizeof(gk_slot) == 8, "an argument slot has 8 bytes");
_Static_assert(sizeof(gk_int64) == 8, "gk_int64 has 8 bytes");

#endif
