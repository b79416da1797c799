/*
 * The stable order of rows, of any dtype. A thread block sorts a row by a bitonic network over the positions in the
 * result, in ascending steps only: the first step of a merge compares mirrored elements. Elements beyond the end count
 * as the largest, so that rows may have any length. Equal keys are ordered by their positions.
 */
#include "gk_library.h"

#define GK_SORT_MEMORY __global
#include "gk_sort_order.h"

/** Row of a thread block. */
typedef struct {
    __global const void *x;
    __global gk_int64 *order;
    gk_int64 first, after, dtype, flip;
} gk_sorted_row;

/** Orders two elements of a row. */
GK_INLINE void gk_exchange(const gk_sorted_row *row, gk_int64 low, gk_int64 high) {
    const gk_int64 a = row->order[low * row->after];
    const gk_int64 b = row->order[high * row->after];
    const gk_int64 x = gk_sort_key(row->x, row->dtype, row->first + a * row->after) ^ row->flip;
    const gk_int64 y = gk_sort_key(row->x, row->dtype, row->first + b * row->after) ^ row->flip;
    if (x > y || (x == y && a > b)) {
        row->order[low * row->after] = b;
        row->order[high * row->after] = a;
    }
}

GK_LIBRARY_KERNEL(gk_sort_order) {
    const gk_int64 count = (gk_int64) arguments.slot[GK_SORT_COUNT];
    const gk_int64 after = (gk_int64) arguments.slot[GK_SORT_AFTER];
    const gk_int64 rows = (gk_int64) arguments.slot[GK_SORT_BEFORE] * after;
    gk_sorted_row row;
    row.x = (__global const void *) arguments.slot[GK_SORT_X];
    row.after = after;
    row.dtype = (gk_int64) arguments.slot[GK_SORT_DTYPE];
    row.flip = -(gk_int64) arguments.slot[GK_SORT_DESCENDING];
    for (gk_int64 number = GK_BLOCK_INDEX; number < rows; number += GK_BLOCK_COUNT) {
        row.first = number / after * count * after + number % after;
        row.order = (__global gk_int64 *) arguments.slot[GK_SORT_RESULT] + row.first;
        for (gk_int64 i = GK_THREAD; i < count; i += GK_BLOCK_THREADS) {
            row.order[i * after] = i;
        }
        GK_MEMORY_BARRIER();
        for (gk_int64 width = 2; width / 2 < count; width *= 2) {
            for (gk_int64 distance = width / 2; distance > 0; distance /= 2) {
                const gk_int64 mask = distance == width / 2 ? width - 1 : distance;
                for (gk_int64 i = GK_THREAD; i < count; i += GK_BLOCK_THREADS) {
                    const gk_int64 partner = i ^ mask;
                    if (partner > i && partner < count) {
                        gk_exchange(&row, i, partner);
                    }
                }
                GK_MEMORY_BARRIER();
            }
        }
    }
}
