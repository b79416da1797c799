/* The CPU kernels of demo.Ops. Generated from its @GraphKernel methods. */
#include "graphkernel.h"

/*
 * scans_0 of scans: scan.
 * Add, CumSum
 */
GK_INLINE void scans_0_stage1(
        gk_int64 i, const int lanes, const float *p_x, const float *p_y, gk_f32 *acc_1, float *p_1_2, const int stream) {
    const gk_f32 v_x = gk_load(p_x + i, lanes);
    const gk_f32 v_y = gk_load(p_y + i, lanes);
    const gk_f32 v_0 = v_x + v_y;
    const gk_f32 v_1 = *acc_1;
    *acc_1 = gk_accumulate_sum(*acc_1, v_0, lanes);
    gk_put(p_1_2 + i, v_1, lanes, stream);
}

static void scans_0(const gk_slot *arguments, gk_int64 begin, gk_int64 end, void *scratch) {
    const gk_int64 n_n = arguments[3].integer;
    const gk_int64 n_d = arguments[4].integer;
    const float *const p_x = arguments[0].pointer;
    const float *const p_y = arguments[1].pointer;
    float *const p_1_2 = arguments[2].pointer;
    const int streaming = arguments[5].integer > 1;
    const gk_int64 inner = n_d;
    float *const lanes_1 = scratch;
    const gk_int64 tiles = (inner + 63) / 64;
    gk_int64 tile_count;
    for (gk_int64 item = begin; item < end; item += tile_count) {
        const gk_int64 row = item / tiles;
        const gk_int64 tile = item % tiles;
        tile_count = gk_dim_min(16, gk_dim_min(tiles - tile, end - item));
        const gk_int64 column = tile * 64;
        const gk_int64 columns = gk_dim_min(tile_count * 64, inner - column);
        const float *const p_x_row = p_x + column;
        const float *const p_y_row = p_y + column;
        float *const p_1_2_row = p_1_2 + column;
        gk_fill(lanes_1, gk_splat(GK_IDENTITY_sum_f32), columns);
        {
            const int stream = streaming && gk_is_aligned(p_1_2_row) && gk_is_aligned(p_1_2_row + n_d);
            const gk_int64 end_of_iterations = n_n;
            for (gk_int64 iteration = 0; iteration < end_of_iterations; iteration += 8) {
                const gk_int64 last = gk_dim_min(iteration + 8, end_of_iterations);
                gk_int64 i = 0;
                for (; i + 4 * GK_LANES <= columns; i += 4 * GK_LANES) {
                    gk_f32 acc_1_0 = gk_load(lanes_1 + i, GK_LANES);
                    gk_f32 acc_1_1 = gk_load(lanes_1 + i + GK_LANES, GK_LANES);
                    gk_f32 acc_1_2 = gk_load(lanes_1 + i + 2 * GK_LANES, GK_LANES);
                    gk_f32 acc_1_3 = gk_load(lanes_1 + i + 3 * GK_LANES, GK_LANES);
                    for (gk_int64 next = iteration; next < last; ++next) {
                        const gk_int64 index_0 = n_n - 1 - next;
                        const float *const p_x_at = p_x_row + index_0 * inner;
                        float *const p_1_2_at = p_1_2_row + index_0 * inner;
                        scans_0_stage1(i, GK_LANES, p_x_at, p_y_row, &acc_1_0, p_1_2_at, stream);
                        scans_0_stage1(i + GK_LANES, GK_LANES, p_x_at, p_y_row, &acc_1_1, p_1_2_at, stream);
                        scans_0_stage1(i + 2 * GK_LANES, GK_LANES, p_x_at, p_y_row, &acc_1_2, p_1_2_at, stream);
                        scans_0_stage1(i + 3 * GK_LANES, GK_LANES, p_x_at, p_y_row, &acc_1_3, p_1_2_at, stream);
                    }
                    gk_store(lanes_1 + i, acc_1_0, GK_LANES);
                    gk_store(lanes_1 + i + GK_LANES, acc_1_1, GK_LANES);
                    gk_store(lanes_1 + i + 2 * GK_LANES, acc_1_2, GK_LANES);
                    gk_store(lanes_1 + i + 3 * GK_LANES, acc_1_3, GK_LANES);
                }
                for (; i < columns; i += GK_LANES) {
                    const int lanes = (int) gk_dim_min(GK_LANES, columns - i);
                    gk_f32 acc_1_0 = gk_load(lanes_1 + i, GK_LANES);
                    for (gk_int64 next = iteration; next < last; ++next) {
                        const gk_int64 index_0 = n_n - 1 - next;
                        const float *const p_x_at = p_x_row + index_0 * inner;
                        float *const p_1_2_at = p_1_2_row + index_0 * inner;
                        scans_0_stage1(i, lanes, p_x_at, p_y_row, &acc_1_0, p_1_2_at, stream);
                    }
                    gk_store(lanes_1 + i, acc_1_0, GK_LANES);
                }
            }
        }
    }
    if (streaming) {
        gk_stream_fence();
    }
}

/*
 * scans_1 of scans: scan.
 * CumSum
 */
GK_INLINE void scans_1_stage1(
        gk_int64 i, const int lanes, const float *p_x, gk_f32 *acc_2, float *p_2_1, const int stream) {
    const gk_f32 v_x = gk_load(p_x + i, lanes);
    const gk_f32 v_2 = gk_scan_sum(v_x, acc_2, lanes, 0, 1);
    gk_put(p_2_1 + i, v_2, lanes, stream);
}

static void scans_1(const gk_slot *arguments, gk_int64 begin, gk_int64 end, void *scratch) {
    const gk_int64 n_n = arguments[2].integer;
    const gk_int64 n_d = arguments[3].integer;
    const float *const p_x = arguments[0].pointer;
    float *const p_2_1 = arguments[1].pointer;
    const int streaming = arguments[4].integer > 1;
    const gk_int64 scanned = n_d;
    for (gk_int64 row = begin; row < end; ++row) {
        const float *const p_x_row = p_x + row * n_d;
        float *const p_2_1_row = p_2_1 + row * n_d;
        gk_f32 acc_2_0 = gk_splat(GK_IDENTITY_sum_f32);
        {
            const int stream = streaming && gk_is_aligned(p_2_1_row);
            gk_int64 i = scanned / GK_LANES * GK_LANES;
            if (i < scanned) {
                scans_1_stage1(i, (int) (scanned - i), p_x_row, &acc_2_0, p_2_1_row, stream);
            }
            for (i -= GK_LANES; i >= 0; i -= GK_LANES) {
                scans_1_stage1(i, GK_LANES, p_x_row, &acc_2_0, p_2_1_row, stream);
            }
        }
    }
    if (streaming) {
        gk_stream_fence();
    }
}

/*
 * scans_2 of scans: scan.
 * CumSum, Sub
 */
GK_INLINE void scans_2_stage1(
        gk_int64 i, const int lanes, const float *p_x, const float *p_y, gk_f32 *acc_3, float *p_4_2, const int stream) {
    const gk_f32 v_x = gk_load(p_x + i, lanes);
    const gk_f32 v_y = gk_load(p_y + i, lanes);
    *acc_3 = gk_accumulate_sum(*acc_3, v_x, lanes);
    const gk_f32 v_3 = *acc_3;
    const gk_f32 v_4 = v_3 - v_y;
    gk_put(p_4_2 + i, v_4, lanes, stream);
}

static void scans_2(const gk_slot *arguments, gk_int64 begin, gk_int64 end, void *scratch) {
    const gk_int64 n_n = arguments[3].integer;
    const gk_int64 n_d = arguments[4].integer;
    const float *const p_x = arguments[0].pointer;
    const float *const p_y = arguments[1].pointer;
    float *const p_4_2 = arguments[2].pointer;
    const int streaming = arguments[5].integer > 1;
    const gk_int64 inner = n_d;
    float *const lanes_3 = scratch;
    const gk_int64 tiles = (inner + 63) / 64;
    gk_int64 tile_count;
    for (gk_int64 item = begin; item < end; item += tile_count) {
        const gk_int64 row = item / tiles;
        const gk_int64 tile = item % tiles;
        tile_count = gk_dim_min(16, gk_dim_min(tiles - tile, end - item));
        const gk_int64 column = tile * 64;
        const gk_int64 columns = gk_dim_min(tile_count * 64, inner - column);
        const float *const p_x_row = p_x + column;
        const float *const p_y_row = p_y + column;
        float *const p_4_2_row = p_4_2 + column;
        gk_fill(lanes_3, gk_splat(GK_IDENTITY_sum_f32), columns);
        {
            const int stream = streaming && gk_is_aligned(p_4_2_row) && gk_is_aligned(p_4_2_row + n_d);
            const gk_int64 end_of_iterations = n_n;
            for (gk_int64 iteration = 0; iteration < end_of_iterations; iteration += 8) {
                const gk_int64 last = gk_dim_min(iteration + 8, end_of_iterations);
                gk_int64 i = 0;
                for (; i + 4 * GK_LANES <= columns; i += 4 * GK_LANES) {
                    gk_f32 acc_3_0 = gk_load(lanes_3 + i, GK_LANES);
                    gk_f32 acc_3_1 = gk_load(lanes_3 + i + GK_LANES, GK_LANES);
                    gk_f32 acc_3_2 = gk_load(lanes_3 + i + 2 * GK_LANES, GK_LANES);
                    gk_f32 acc_3_3 = gk_load(lanes_3 + i + 3 * GK_LANES, GK_LANES);
                    for (gk_int64 index_0 = iteration; index_0 < last; ++index_0) {
                        const float *const p_x_at = p_x_row + index_0 * inner;
                        float *const p_4_2_at = p_4_2_row + index_0 * inner;
                        scans_2_stage1(i, GK_LANES, p_x_at, p_y_row, &acc_3_0, p_4_2_at, stream);
                        scans_2_stage1(i + GK_LANES, GK_LANES, p_x_at, p_y_row, &acc_3_1, p_4_2_at, stream);
                        scans_2_stage1(i + 2 * GK_LANES, GK_LANES, p_x_at, p_y_row, &acc_3_2, p_4_2_at, stream);
                        scans_2_stage1(i + 3 * GK_LANES, GK_LANES, p_x_at, p_y_row, &acc_3_3, p_4_2_at, stream);
                    }
                    gk_store(lanes_3 + i, acc_3_0, GK_LANES);
                    gk_store(lanes_3 + i + GK_LANES, acc_3_1, GK_LANES);
                    gk_store(lanes_3 + i + 2 * GK_LANES, acc_3_2, GK_LANES);
                    gk_store(lanes_3 + i + 3 * GK_LANES, acc_3_3, GK_LANES);
                }
                for (; i < columns; i += GK_LANES) {
                    const int lanes = (int) gk_dim_min(GK_LANES, columns - i);
                    gk_f32 acc_3_0 = gk_load(lanes_3 + i, GK_LANES);
                    for (gk_int64 index_0 = iteration; index_0 < last; ++index_0) {
                        const float *const p_x_at = p_x_row + index_0 * inner;
                        float *const p_4_2_at = p_4_2_row + index_0 * inner;
                        scans_2_stage1(i, lanes, p_x_at, p_y_row, &acc_3_0, p_4_2_at, stream);
                    }
                    gk_store(lanes_3 + i, acc_3_0, GK_LANES);
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
    scans_0,
    scans_1,
    scans_2,
    0
};
GK_EXPORT extern const gk_int64 GK_TABLE_SIZE;
const gk_int64 GK_TABLE_SIZE = 3;
