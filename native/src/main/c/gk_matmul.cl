/*
 * Matmuls of one dtype: the epilogue of matmuls that a vendor library computes. The matmuls themselves are in
 * gk_matmul_tile.cl, and for tensor cores in gk_matmul_mma.cl.
 */
#include "gk_library.h"

/** Applies post-ops to the stored result. The slots from GK_SLOT_SIZES on: number of elements, and length of a row. */
GK_LIBRARY_KERNEL(gk_matmul_finish) {
    const gk_int64 elements = (gk_int64) arguments.slot[GK_SLOT_SIZES];
    const gk_int64 n = (gk_int64) arguments.slot[GK_SLOT_SIZES + 1];
    __global const GK_RESULT *result = (__global const GK_RESULT *) arguments.slot[GK_SLOT_RESULT];
    for (gk_int64 element = GK_BLOCK_INDEX * GK_BLOCK_THREADS + GK_THREAD; element < elements;
         element += GK_BLOCK_COUNT * GK_BLOCK_THREADS) {
        gk_finish(&arguments, gk_load(result + element), element, element % n, element);
    }
}
