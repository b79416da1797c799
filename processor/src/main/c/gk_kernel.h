/*
 * Support of the loop templates: peeled prologues, scratch memory, and operands whose extents are known only at the
 * call.
 */
#ifndef GK_KERNEL_H
#define GK_KERNEL_H

#include "gk_dim.h"

/**
 * Returns the length of the peeled prologue: the elements before the first aligned vector. It is 0 if there are too few
 * elements for the extra partial vector to pay off.
 */
GK_INLINE gk_int64 gk_head(gk_int64 place, gk_int64 count) {
    return count < 4 * GK_LANES ? 0 : -place & (GK_LANES - 1);
}

/**
 * Number of vectors that a function with a long dependency chain computes at a time; see docs/bench/unroll-and-jam.md.
 */
#define GK_VECTORS 8

/* In such a function, runs a statement for each vector before the next statement. */
#define GK_EACH                                                                                                        \
    GK_UNROLLED                                                                                                        \
    for (gk_int64 k = 0, i = first; k < vectors; ++k, i += GK_LANES)

/* In such a function, declares a value per vector, initialized by the following expression. */
#define GK_LET_EACH(type, name)                                                                                        \
    type name[GK_VECTORS];                                                                                             \
    GK_EACH name[k]

/** Number of bytes, rounded up to whole cache lines. */
GK_INLINE gk_int64 gk_lines(gk_int64 bytes) {
    return (bytes + 63) / 64 * 64;
}

/** The first cache line after a buffer that is aligned to one. */
GK_INLINE void *gk_after(void *buffer, gk_int64 bytes) {
    return (gk_uint8 *) buffer + gk_lines(bytes);
}

/*
 * Layout of a broadcast in the argument block: number of outer axes, size of the inner loop, number of rows, 7 outer
 * dims, then for each operand its inner step and 7 outer strides.
 */
enum { GK_BROADCAST_INNER = 1, GK_BROADCAST_DIMS = 3, GK_BROADCAST_OPERANDS = 10, GK_BROADCAST_STRIDES = 8 };

/** The inner step of an operand. */
GK_INLINE gk_int64 gk_broadcast_step(const gk_slot *broadcast, int operand) {
    return broadcast[GK_BROADCAST_OPERANDS + operand * GK_BROADCAST_STRIDES].integer;
}

/** Address of an operand's elements of a row. */
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
