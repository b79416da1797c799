/*
 * Arguments of the kernels of the gradient of gather, on CPUs and GPUs: from dy [before, count, after] and an index for
 * each of the count slices, the sums [before, size, after] of the slices with equal index.
 */
#ifndef GK_GATHER_GRADIENT_H
#define GK_GATHER_GRADIENT_H

enum {
    GK_GATHER_DY = 0,
    /** A negative index counts from the end; an index out of range adds nothing. */
    GK_GATHER_INDICES = 1,
    GK_GATHER_RESULT = 2,
    GK_GATHER_BEFORE = 5,
    GK_GATHER_COUNT = 6,
    GK_GATHER_AFTER = 7,
    GK_GATHER_SIZE = 8,
    /** Bytes per index: 4 or 8. */
    GK_GATHER_INDEX_BYTES = 9,
    /** On CPUs: number of chunks of positions times columns, a multiple of the next number. */
    GK_GATHER_PARTS = 10,
    /** On CPUs: number of chunks of the columns, if they are split. */
    GK_GATHER_COLUMN_PARTS = 11,
    /** On CPUs: number of chunks of the outer indices. */
    GK_GATHER_OUTER_PARTS = 12,
    /** Memory for the order of the slices: size + 2 + count numbers on CPUs, size + count on GPUs. */
    GK_GATHER_ORDER = 32
};

#endif
