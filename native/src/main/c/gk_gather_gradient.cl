/*
 * The gradient of gathering, of one dtype. A tile is GK_POSITIONS positions of one outer index, and as many columns of them as a
 * power of two has that is not less than all columns, up to GK_GROUP_THREADS. Such a width of threads has a tile, a column for each,
 * and a group as many tiles as it has widths. It walks all indices in order; a thread adds its element of a slice to its sum of the
 * position, in local memory, so that the order of a sum is always the same.
 */
#include "gk_library.h"

#include "gk_gather_gradient.h"

/** Their sums fit into 32 KiB of local memory, next to the indices. */
#define GK_POSITIONS 8

GK_LIBRARY_KERNEL(gk_gather_gradient) {
    __local GK_SUM sums[GK_POSITIONS * GK_GROUP_THREADS];
    __local gk_int64 indices[GK_GROUP_THREADS];
    const gk_int64 count = (gk_int64) arguments.slot[GK_GATHER_COUNT];
    const gk_int64 after = (gk_int64) arguments.slot[GK_GATHER_AFTER];
    const gk_int64 size = (gk_int64) arguments.slot[GK_GATHER_SIZE];
    const gk_int64 row_tiles = (size + GK_POSITIONS - 1) / GK_POSITIONS;
    const gk_int64 column_tiles = (after + GK_GROUP_THREADS - 1) / GK_GROUP_THREADS;
    int width = GK_GROUP_THREADS;
    while (width / 2 >= after) {
        width /= 2;
    }
    const gk_int64 widths = GK_GROUP_THREADS / width;
    const gk_int64 tiles = (gk_int64) arguments.slot[GK_GATHER_BEFORE] * row_tiles;
    const gk_int64 items = (tiles + widths - 1) / widths * column_tiles;
    for (gk_int64 item = GK_GROUP; item < items; item += GK_GROUPS) {
        const gk_int64 tile = item / column_tiles * widths + GK_THREAD / width;
        const gk_int64 outer = tile / row_tiles;
        const gk_int64 first = tile % row_tiles * GK_POSITIONS;
        const gk_int64 column = item % column_tiles * GK_GROUP_THREADS + GK_THREAD % width;
        const int works = tile < tiles && column < after;
        for (int position = 0; position < GK_POSITIONS; position++) {
            sums[position * GK_GROUP_THREADS + GK_THREAD] = 0;
        }
        for (gk_int64 begin = 0; begin < count; begin += GK_GROUP_THREADS) {
            GK_BARRIER();
            if (begin + GK_THREAD < count) {
                const gk_uint64 list = arguments.slot[GK_GATHER_INDICES];
                const gk_int64 index = arguments.slot[GK_GATHER_INDEX_BYTES] == 8
                                           ? ((__global const gk_int64 *) list)[begin + GK_THREAD]
                                           : ((__global const int *) list)[begin + GK_THREAD];
                indices[GK_THREAD] = index < 0 ? index + size : index;
            }
            GK_BARRIER();
            for (int i = 0; i < GK_GROUP_THREADS && begin + i < count; i++) {
                const gk_int64 position = indices[i] - first;
                if (position >= 0 && position < GK_POSITIONS && works) {
                    sums[position * GK_GROUP_THREADS + GK_THREAD] +=
                        gk_read(arguments.slot[GK_GATHER_DY], (outer * count + begin + i) * after + column);
                }
            }
        }
        for (gk_int64 position = 0; position < GK_POSITIONS && works && first + position < size; position++) {
            gk_store((__global GK_ELEMENT *) arguments.slot[GK_GATHER_RESULT]
                         + (outer * size + first + position) * after + column,
                sums[position * GK_GROUP_THREADS + GK_THREAD]);
        }
        GK_BARRIER();
    }
}
