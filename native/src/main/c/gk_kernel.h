/*
 * What the templates of generated kernels use: where vectors begin, scratch memory, and operands whose extent is known only
 * at the call.
 */
#ifndef GK_KERNEL_H
#define GK_KERNEL_H

#include "gk_dim.h"

/**
 * How many of some elements come before the first one whose place is a multiple of a vector; none if there are so few
 * elements that a further part of a vector would cost more than it saves.
 */
GK_INLINE gk_int64 gk_head(gk_int64 place, gk_int64 count) {
    return count < 4 * GK_LANES ? 0 : -place & (GK_LANES - 1);
}

/**
 * The vectors that a function computes at a time whose chain of instructions is long. Of four, Mish gained half as much with
 * AVX-512, three quarters with AVX2, and as much with SSE.
 */
#define GK_VECTORS 8

/* In such a function, a statement for each vector: the next statement comes after that of the last vector. */
#define GK_EACH                                                                                                        \
    GK_UNROLLED                                                                                                        \
    for (gk_int64 k = 0, i = first; k < vectors; ++k, i += GK_LANES)

/* In such a function, declares a value of each vector, which is set to what follows. */
#define GK_LET_EACH(type, name)                                                                                        \
    type name[GK_VECTORS];                                                                                             \
    GK_EACH name[k]

/** The bytes of whole cache lines. */
GK_INLINE gk_int64 gk_lines(gk_int64 bytes) {
    return (bytes + 63) / 64 * 64;
}

/** The first cache line after a buffer that begins at one. */
GK_INLINE void *gk_after(void *buffer, gk_int64 bytes) {
    return (gk_uint8 *) buffer + gk_lines(bytes);
}

/*
 * The description of a broadcast in the argument block: number of outer axes, size of the inner loop, number of rows,
 * 7 outer dims, then for each operand its inner step and 7 outer strides.
 */
enum { GK_BROADCAST_INNER = 1, GK_BROADCAST_DIMS = 3, GK_BROADCAST_OPERANDS = 10, GK_BROADCAST_STRIDES = 8 };

/** The inner step of an operand. */
GK_INLINE gk_int64 gk_broadcast_step(const gk_slot *broadcast, int operand) {
    return broadcast[GK_BROADCAST_OPERANDS + operand * GK_BROADCAST_STRIDES].integer;
}

/** Where an operand's elements of a row begin. */
GK_INLINE gk_int64 gk_broadcast_offset(const gk_slot *broadcast, int operand, gk_int64 row) {
    const gk_slot *strides = broadcast + GK_BROADCAST_OPERANDS + operand * GK_BROADCAST_STRIDES + 1;
    gk_int64 offset = 0;
    for (gk_int64 axis = broadcast[0].integer - 1; axis >= 0; --axis) {
        const gk_int64 dim = broadcast[GK_BROADCAST_DIMS + axis].integer;
        offset += row % dim * strides[axis].integer;
        row /= dim;
    }
    return offset;
}

#endif
