/*
 * The one header that a generated CPU kernel includes: the kernel ABI, the vector type of the instruction set and the
 * mathematical functions. Freestanding C11 with clang's vector extensions; no system header, no library call.
 *
 * The same kernel text is compiled once per instruction set variant with
 *     -DGK_TAG=<tag of the user's class> -DGK_VARIANT=<v2 | v3 | v4 | neon>
 * and must be compiled with -ffp-contract=off: the functions say themselves where a multiplication and an addition
 * fuse.
 */
#ifndef GRAPHKERNEL_H
#define GRAPHKERNEL_H

#define GK_INLINE static inline __attribute__((always_inline))

#define GK_CONCAT_EXPANDED(a, b) a##b
#define GK_CONCAT(a, b) GK_CONCAT_EXPANDED(a, b)

/** The name of the kernel array of this translation unit: gk_<tag>_<variant>. */
#define GK_TABLE GK_CONCAT(GK_CONCAT(gk_, GK_TAG), GK_CONCAT(_, GK_VARIANT))

/** Marks what the shared library exports. */
#if defined(_WIN32)
#define GK_EXPORT __attribute__((dllexport))
#else
#define GK_EXPORT __attribute__((visibility("default")))
#endif

typedef signed char gk_i8;
typedef unsigned char gk_u8;
typedef long long gk_i64;
typedef unsigned long long gk_u64;

/** One argument of a kernel: a pointer to an operand, a dimension or flag, or a run-time scalar. */
typedef union {
    void *pointer;
    gk_i64 integer;
    float scalar;
} gk_slot;

/**
 * A kernel: computes the part [begin, end) of its parallel range. The scratch memory is aligned to 64 bytes, belongs to
 * the calling thread and has the size that the launch asked for.
 */
typedef void (*gk_kernel)(const gk_slot *arguments, gk_i64 begin, gk_i64 end, void *scratch);

_Static_assert(sizeof(gk_slot) == 8, "an argument slot has 8 bytes");
_Static_assert(sizeof(gk_i64) == 8, "gk_i64 has 8 bytes");

#include "gk_vector.h"

#include "gk_math.h"

#include "gk_kernel.h"

#endif
