/* The CPU kernels of demo.Ops. Generated from its @GraphKernel methods. */
#include "graphkernel.h"

/*
 * scansOfRows_0 of scansOfRows: scan.
 * Mul, Mul, CumSum
 */
GK_INLINE void scansOfRows_0_stage1(
        gk_int64 i, const int lanes, const float *p_x, const gk_f32 v_a, const gk_f32 v_c, gk_f32 *acc_2, float *p_2_3, const int stream) {
    const gk_f32 v_x = gk_load(p_x + i, lanes);
    const gk_f32 v_0 = v_x * v_a;
    const gk_f32 v_1 = v_0 * v_c;
    *acc_2 = gk_accumulate_sum(*acc_2, v_1, lanes);
    const gk_f32 v_2 = *acc_2;
    gk_put(p_2_3 + i, v_2, lanes, stream);
}

static void scansOfRows_0(const gk_slot *arguments, gk_int64 begin, gk_int64 end, void *scratch) {
    const gk_int64 n_b = arguments[4].integer;
    const gk_int64 n_n = arguments[5].integer;
    const gk_int64 n_d = arguments[6].integer;
    const float *const p_x = arguments[0].pointer;
    const float *const p_a = arguments[1].pointer;
    const float *const p_c = arguments[2].pointer;
    float *const p_2_3 = arguments[3].pointer;
    const int streaming = arguments[7].integer > 1;
    const gk_int64 inner = n_d;
    float *const lanes_2 = scratch;
    const gk_int64 tiles = (inner + 63) / 64;
    gk_int64 tile_count;
    for (gk_int64 item = begin; item < end; item += tile_count) {
        const gk_int64 row = item / tiles;
        const gk_int64 tile = item % tiles;
        tile_count = gk_dim_min(16, gk_dim_min(tiles - tile, end - item));
        const gk_int64 column = tile * 64;
        const gk_int64 columns = gk_dim_min(tile_count * 64, inner - column);
        const float *const p_x_row = p_x + row * (n_d*n_n) + column;
        const float *const p_a_row = p_a + row;
        const float *const p_c_row = p_c + row;
        float *const p_2_3_row = p_2_3 + row * (n_d*n_n) + column;
        const gk_f32 v_a_row = gk_load_one(p_a_row);
        const gk_f32 v_c_row = gk_load_one(p_c_row);
        gk_fill(lanes_2, gk_splat(GK_IDENTITY_sum_f32), columns);
        {
            const int stream = streaming && gk_is_aligned(p_2_3_row) && gk_is_aligned(p_2_3_row + n_d);
            const gk_int64 end_of_iterations = n_n;
            for (gk_int64 iteration = 0; iteration < end_of_iterations; iteration += 8) {
                const gk_int64 last = gk_dim_min(iteration + 8, end_of_iterations);
                gk_int64 i = 0;
                for (; i + 4 * GK_LANES <= columns; i += 4 * GK_LANES) {
                    gk_f32 acc_2_0 = gk_load(lanes_2 + i, GK_LANES);
                    gk_f32 acc_2_1 = gk_load(lanes_2 + i + GK_LANES, GK_LANES);
                    gk_f32 acc_2_2 = gk_load(lanes_2 + i + 2 * GK_LANES, GK_LANES);
                    gk_f32 acc_2_3 = gk_load(lanes_2 + i + 3 * GK_LANES, GK_LANES);
                    for (gk_int64 index_1 = iteration; index_1 < last; ++index_1) {
                        const float *const p_x_at = p_x_row + index_1 * inner;
                        float *const p_2_3_at = p_2_3_row + index_1 * inner;
                        scansOfRows_0_stage1(i, GK_LANES, p_x_at, v_a_row, v_c_row, &acc_2_0, p_2_3_at, stream);
                        scansOfRows_0_stage1(i + GK_LANES, GK_LANES, p_x_at, v_a_row, v_c_row, &acc_2_1, p_2_3_at, stream);
                        scansOfRows_0_stage1(i + 2 * GK_LANES, GK_LANES, p_x_at, v_a_row, v_c_row, &acc_2_2, p_2_3_at, stream);
                        scansOfRows_0_stage1(i + 3 * GK_LANES, GK_LANES, p_x_at, v_a_row, v_c_row, &acc_2_3, p_2_3_at, stream);
                    }
                    gk_store(lanes_2 + i, acc_2_0, GK_LANES);
                    gk_store(lanes_2 + i + GK_LANES, acc_2_1, GK_LANES);
                    gk_store(lanes_2 + i + 2 * GK_LANES, acc_2_2, GK_LANES);
                    gk_store(lanes_2 + i + 3 * GK_LANES, acc_2_3, GK_LANES);
                }
                for (; i < columns; i += GK_LANES) {
                    const int lanes = (int) gk_dim_min(GK_LANES, columns - i);
                    gk_f32 acc_2_0 = gk_load(lanes_2 + i, GK_LANES);
                    for (gk_int64 index_1 = iteration; index_1 < last; ++index_1) {
                        const float *const p_x_at = p_x_row + index_1 * inner;
                        float *const p_2_3_at = p_2_3_row + index_1 * inner;
                        scansOfRows_0_stage1(i, lanes, p_x_at, v_a_row, v_c_row, &acc_2_0, p_2_3_at, stream);
                    }
                    gk_store(lanes_2 + i, acc_2_0, GK_LANES);
                }
            }
        }
    }
    if (streaming) {
        gk_stream_fence();
    }
}

GK_EXPORT extern const gk_kernel GK_TABLE[];
const gk_kernel GK_TABLE[] = {
    scansOfRows_0,
    0
};
GK_EXPORT extern const gk_int64 GK_TABLE_SIZE;
const gk_int64 GK_TABLE_SIZE = 1;
