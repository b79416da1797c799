/*
 * The gradient of gather, of one dtype. The first kernel, with one thread block, links the slices of each position in
 * ascending order. A tile of the second kernel is GK_POSITIONS positions of one outer index, and a column range. The
 * width of that range is the smallest power of two that covers all columns, up to GK_BLOCK_THREADS. A tile has one
 * thread per column, and a thread block processes as many tiles as fit. A thread adds the elements of its column along
 * the chain of a position, so that the order of a sum is deterministic.
 */
#include "gk_library.h"

#include "gk_gather_gradient.h"

/** Number of positions that a thread computes sequentially. */
#define GK_POSITIONS 8

/** End of a chain. */
#define GK_NO_SLICE ((gk_int64) -1)

/** The position of an index; GK_NO_SLICE if it is out of range. A negative index counts from the end. */
GK_INLINE gk_int64 gk_position(const gk_arguments_64 *arguments, gk_int64 slice) {
    const gk_int64 size = (gk_int64) arguments->slot[GK_GATHER_SIZE];
    const gk_uint64 indices = arguments->slot[GK_GATHER_INDICES];
    const gk_int64 index = arguments->slot[GK_GATHER_INDEX_BYTES] == 8 ? ((__global const gk_int64 *) indices)[slice]
                                                                       : ((__global const int *) indices)[slice];
    const gk_int64 position = index < 0 ? index + size : index;
    return position >= 0 && position < size ? position : GK_NO_SLICE;
}

/**
 * Iterates from the last slice to the first, so that the successor of a slice is known. A thread holds one of the
 * slices that a thread block links.
 */
GK_LIBRARY_KERNEL(gk_gather_order) {
    __local gk_int64 positions[GK_BLOCK_THREADS];
    const gk_int64 count = (gk_int64) arguments.slot[GK_GATHER_COUNT];
    const gk_int64 size = (gk_int64) arguments.slot[GK_GATHER_SIZE];
    __global gk_int64 *first = (__global gk_int64 *) arguments.slot[GK_GATHER_ORDER];
    __global gk_int64 *next = first + size;
    for (gk_int64 position = GK_THREAD; position < size; position += GK_BLOCK_THREADS) {
        first[position] = GK_NO_SLICE;
    }
    const gk_int64 blocks = (count + GK_BLOCK_THREADS - 1) / GK_BLOCK_THREADS;
    for (gk_int64 block = blocks - 1; block >= 0; block--) {
        const gk_int64 begin = block * GK_BLOCK_THREADS;
        const gk_int64 slice = begin + GK_THREAD;
        const gk_int64 own = slice < count ? gk_position(&arguments, slice) : GK_NO_SLICE;
        positions[GK_THREAD] = own;
        GK_MEMORY_BARRIER();
        int after = GK_THREAD + 1;
        while (after < GK_BLOCK_THREADS && positions[after] != own) {
            after++;
        }
        int before = GK_THREAD - 1;
        while (before >= 0 && positions[before] != own) {
            before--;
        }
        if (own != GK_NO_SLICE) {
            next[slice] = after < GK_BLOCK_THREADS ? begin + after : first[own];
        }
        GK_MEMORY_BARRIER();
        if (own != GK_NO_SLICE && before < 0) {
            first[own] = slice;
        }
    }
}

GK_LIBRARY_KERNEL(gk_gather_gradient) {
    const gk_int64 count = (gk_int64) arguments.slot[GK_GATHER_COUNT];
    const gk_int64 after = (gk_int64) arguments.slot[GK_GATHER_AFTER];
    const gk_int64 size = (gk_int64) arguments.slot[GK_GATHER_SIZE];
    __global const gk_int64 *first = (__global const gk_int64 *) arguments.slot[GK_GATHER_ORDER];
    __global const gk_int64 *next = first + size;
    const gk_int64 row_tiles = (size + GK_POSITIONS - 1) / GK_POSITIONS;
    const gk_int64 column_tiles = (after + GK_BLOCK_THREADS - 1) / GK_BLOCK_THREADS;
    int width = GK_BLOCK_THREADS;
    while (width / 2 >= after) {
        width /= 2;
    }
    const gk_int64 widths = GK_BLOCK_THREADS / width;
    const gk_int64 tiles = (gk_int64) arguments.slot[GK_GATHER_BEFORE] * row_tiles;
    const gk_int64 items = (tiles + widths - 1) / widths * column_tiles;
    for (gk_int64 item = GK_BLOCK_INDEX; item < items; item += GK_BLOCK_COUNT) {
        const gk_int64 tile = item / column_tiles * widths + GK_THREAD / width;
        const gk_int64 outer = tile / row_tiles;
        const gk_int64 begin = tile % row_tiles * GK_POSITIONS;
        const gk_int64 end = begin + GK_POSITIONS < size ? begin + GK_POSITIONS : size;
        const gk_int64 column = item % column_tiles * GK_BLOCK_THREADS + GK_THREAD % width;
        if (tile < tiles && column < after) {
            for (gk_int64 position = begin; position < end; position++) {
                GK_SUM sum = 0;
                for (gk_int64 slice = first[position]; slice != GK_NO_SLICE; slice = next[slice]) {
                    sum += gk_read(arguments.slot[GK_GATHER_DY], (outer * count + slice) * after + column);
                }
                gk_store((__global GK_ELEMENT *) arguments.slot[GK_GATHER_RESULT]
                             + (outer * size + position) * after + column,
                    sum);
            }
        }
    }
}
