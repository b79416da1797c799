/* The GPU kernels of demo.Ops. Generated from its @GraphKernel methods. */
#include "graphkernel_gpu.h"

GK_DECLARE_SLOTS(8)

/*
 * tiled_0 of tiled: elementwise.
 * Transpose, Add, Add, Select
 */
GK_KERNEL(tiled_0, 8) {
    const gk_int64 n_d = GK_INTEGER(5);
    const gk_int64 n_n = GK_INTEGER(6);
    __global const float *const p_0 = GK_POINTER(const float, 0);
    __global const float *const p_y = GK_POINTER(const float, 1);
    __global const float *const p_bias = GK_POINTER(const float, 2);
    __global const gk_bool *const p_keep = GK_POINTER(const gk_bool, 3);
    __global float *const p_3_4 = GK_POINTER(float, 4);
    __local float tile_p_0[32][33];
    const gk_int64 inner = n_n;
    const gk_int64 rows = n_d;
    const gk_int64 tiles = gk_block_count(inner, 32);
    const gk_int64 bands = gk_block_count(rows, 32);
    for (gk_int64 item = GK_BLOCK_INDEX; item < tiles * bands; item += GK_BLOCK_COUNT) {
        const gk_int64 columns = item % tiles * 32;
        const gk_int64 band = item / tiles % bands * 32;
        GK_UNROLL
        for (int line = GK_THREAD / 32; line < 32; line += 8) {
            const gk_int64 i0 = band + GK_THREAD % 32;
            const gk_int64 i1 = columns + line;
            if (i0 < rows && i1 < inner) {
                tile_p_0[line][GK_THREAD % 32] = p_0[i0 + i1 * n_d];
            }
        }
        GK_BARRIER();
        GK_UNROLL
        for (int line = GK_THREAD / 32; line < 32; line += 8) {
            const gk_int64 i0 = band + line;
            const gk_int64 i1 = columns + GK_THREAD % 32;
            if (i0 < rows && i1 < inner) {
                const gk_mask v_keep = gk_load(p_keep + i0);
                const gk_f32 v_0 = gk_value(tile_p_0[GK_THREAD % 32][line]);
                const gk_f32 v_y = gk_load(p_y + i0 * n_n + i1);
                const gk_f32 v_bias = gk_load(p_bias + i1);
                const gk_f32 v_1 = v_0 + v_y;
                const gk_f32 v_2 = v_1 + v_bias;
                const gk_f32 v_3 = gk_select(v_keep, v_2, v_y);
                gk_store(p_3_4 + i0 * n_n + i1, v_3);
            }
        }
        GK_BARRIER();
    }
}

