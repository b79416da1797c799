/* The CPU kernels of demo.Ops. Generated from its @GraphKernel methods. */
#include "graphkernel.h"

/*
 * lanes_0 of lanes: strided reduction.
 * ReduceMax, Sub, ReduceSum, Add, Add
 */
GK_INLINE void lanes_0_stage1(
        gk_int64 i, const int lanes, const float *p_x, gk_f32 *acc_0) {
    const gk_f32 v_x = gk_load(p_x + i, lanes);
    *acc_0 = gk_accumulate_max(*acc_0, v_x, lanes);
}

GK_INLINE void lanes_0_stage2(
        gk_int64 i, const int lanes, const float *p_x, const gk_f32 v_0, gk_f32 *acc_2) {
    const gk_f32 v_x = gk_load(p_x + i, lanes);
    const gk_f32 v_1 = v_x - v_0;
    *acc_2 = gk_accumulate_sum(*acc_2, v_1, lanes);
}

GK_INLINE void lanes_0_stage3(
        gk_int64 i, const int lanes, const float *p_x, const gk_f32 v_0, const gk_f32 v_2, float *p_3_2, const int stream) {
    const gk_f32 v_x = gk_load(p_x + i, lanes);
    const gk_f32 v_1 = v_x - v_0;
    const gk_f32 v_3 = v_1 + v_2;
    gk_put(p_3_2 + i, v_3, lanes, stream);
}

static void lanes_0(const gk_slot *arguments, gk_int64 begin, gk_int64 end, void *scratch) {
    const gk_int64 n_b = arguments[4].integer;
    const gk_int64 n_n = arguments[5].integer;
    const gk_int64 n_d = arguments[6].integer;
    const float *const p_x = arguments[0].pointer;
    const float *const p_y = arguments[1].pointer;
    float *const p_3_2 = arguments[2].pointer;
    float *const p_4_3 = arguments[3].pointer;
    const int streaming = arguments[7].integer > 1;
    const gk_int64 inner = n_d;
    float *const lanes_y = scratch;
    float *const lanes_0 = gk_after(lanes_y, 8320);
    float *const partial_0 = gk_after(lanes_0, 8320);
    float *const lanes_2 = gk_after(partial_0, 8320);
    float *const partial_2 = gk_after(lanes_2, 8320);
    float *const lanes_4 = gk_after(partial_2, 8320);
    const gk_int64 tiles = (inner + 63) / 64;
    gk_int64 tile_count;
    for (gk_int64 item = begin; item < end; item += tile_count) {
        const gk_int64 row = item / tiles;
        const gk_int64 tile = item % tiles;
        tile_count = gk_dim_min(16, gk_dim_min(tiles - tile, end - item));
        const gk_int64 column = tile * 64;
        const gk_int64 columns = gk_dim_min(tile_count * 64, inner - column);
        const float *const p_x_row = p_x + row * (n_d*n_n) + column;
        const float *const p_y_row = p_y + column;
        float *const p_3_2_row = p_3_2 + row * (n_d*n_n) + column;
        float *const p_4_3_row = p_4_3 + row * inner + column;
        for (gk_int64 i = 0; i < columns; i += GK_LANES) {
            const int lanes = (int) gk_dim_min(GK_LANES, columns - i);
            const gk_f32 v_y_row = gk_load(p_y_row + i, lanes);
            gk_store(lanes_y + i, v_y_row, GK_LANES);
        }
        gk_fill(lanes_0, gk_splat(GK_IDENTITY_max_f32), columns);
        {
            for (gk_int64 block = 0; block < n_n; block += 128) {
                gk_fill(partial_0, gk_splat(GK_IDENTITY_max_f32), columns);
                const gk_int64 end_of_iterations = gk_dim_min(block + 128, n_n);
                for (gk_int64 iteration = block; iteration < end_of_iterations; iteration += 8) {
                    const gk_int64 last = gk_dim_min(iteration + 8, end_of_iterations);
                    gk_int64 i = 0;
                    for (; i + 4 * GK_LANES <= columns; i += 4 * GK_LANES) {
                        gk_f32 acc_0_0 = gk_splat(GK_IDENTITY_max_f32);
                        gk_f32 acc_0_1 = gk_splat(GK_IDENTITY_max_f32);
                        gk_f32 acc_0_2 = gk_splat(GK_IDENTITY_max_f32);
                        gk_f32 acc_0_3 = gk_splat(GK_IDENTITY_max_f32);
                        for (gk_int64 index_1 = iteration; index_1 < last; ++index_1) {
                            const float *const p_x_at = p_x_row + index_1 * inner;
                            float *const p_3_2_at = p_3_2_row + index_1 * inner;
                            gk_prefetch(p_x_at + 4 * inner + i, 1);
                            gk_prefetch(p_x_at + 4 * inner + i + GK_LANES, 1);
                            gk_prefetch(p_x_at + 4 * inner + i + 2 * GK_LANES, 1);
                            gk_prefetch(p_x_at + 4 * inner + i + 3 * GK_LANES, 1);
                            lanes_0_stage1(i, GK_LANES, p_x_at, &acc_0_0);
                            lanes_0_stage1(i + GK_LANES, GK_LANES, p_x_at, &acc_0_1);
                            lanes_0_stage1(i + 2 * GK_LANES, GK_LANES, p_x_at, &acc_0_2);
                            lanes_0_stage1(i + 3 * GK_LANES, GK_LANES, p_x_at, &acc_0_3);
                        }
                        gk_store(partial_0 + i, gk_accumulate_max(gk_load(partial_0 + i, GK_LANES), acc_0_0, GK_LANES), GK_LANES);
                        gk_store(partial_0 + i + GK_LANES, gk_accumulate_max(gk_load(partial_0 + i + GK_LANES, GK_LANES), acc_0_1, GK_LANES), GK_LANES);
                        gk_store(partial_0 + i + 2 * GK_LANES, gk_accumulate_max(gk_load(partial_0 + i + 2 * GK_LANES, GK_LANES), acc_0_2, GK_LANES), GK_LANES);
                        gk_store(partial_0 + i + 3 * GK_LANES, gk_accumulate_max(gk_load(partial_0 + i + 3 * GK_LANES, GK_LANES), acc_0_3, GK_LANES), GK_LANES);
                    }
                    for (; i < columns; i += GK_LANES) {
                        const int lanes = (int) gk_dim_min(GK_LANES, columns - i);
                        gk_f32 acc_0_0 = gk_splat(GK_IDENTITY_max_f32);
                        for (gk_int64 index_1 = iteration; index_1 < last; ++index_1) {
                            const float *const p_x_at = p_x_row + index_1 * inner;
                            float *const p_3_2_at = p_3_2_row + index_1 * inner;
                            lanes_0_stage1(i, lanes, p_x_at, &acc_0_0);
                        }
                        gk_store(partial_0 + i, gk_accumulate_max(gk_load(partial_0 + i, GK_LANES), acc_0_0, GK_LANES), GK_LANES);
                    }
                }
                for (gk_int64 i = 0; i < columns; i += GK_LANES) {
                    gk_store(lanes_0 + i, gk_accumulate_max(gk_load(lanes_0 + i, GK_LANES), gk_load(partial_0 + i, GK_LANES), GK_LANES), GK_LANES);
                }
            }
        }
        gk_fill(lanes_2, gk_splat(GK_IDENTITY_sum_f32), columns);
        {
            for (gk_int64 block = 0; block < n_n; block += 128) {
                gk_fill(partial_2, gk_splat(GK_IDENTITY_sum_f32), columns);
                const gk_int64 end_of_iterations = gk_dim_min(block + 128, n_n);
                for (gk_int64 iteration = block; iteration < end_of_iterations; iteration += 8) {
                    const gk_int64 last = gk_dim_min(iteration + 8, end_of_iterations);
                    gk_int64 i = 0;
                    for (; i + 4 * GK_LANES <= columns; i += 4 * GK_LANES) {
                        gk_f32 acc_2_0 = gk_splat(GK_IDENTITY_sum_f32);
                        gk_f32 acc_2_1 = gk_splat(GK_IDENTITY_sum_f32);
                        gk_f32 acc_2_2 = gk_splat(GK_IDENTITY_sum_f32);
                        gk_f32 acc_2_3 = gk_splat(GK_IDENTITY_sum_f32);
                        for (gk_int64 index_1 = iteration; index_1 < last; ++index_1) {
                            const float *const p_x_at = p_x_row + index_1 * inner;
                            float *const p_3_2_at = p_3_2_row + index_1 * inner;
                            gk_prefetch(p_x_at + 4 * inner + i, 1);
                            gk_prefetch(p_x_at + 4 * inner + i + GK_LANES, 1);
                            gk_prefetch(p_x_at + 4 * inner + i + 2 * GK_LANES, 1);
                            gk_prefetch(p_x_at + 4 * inner + i + 3 * GK_LANES, 1);
                            lanes_0_stage2(i, GK_LANES, p_x_at, gk_load(lanes_0 + i, GK_LANES), &acc_2_0);
                            lanes_0_stage2(i + GK_LANES, GK_LANES, p_x_at, gk_load(lanes_0 + i + GK_LANES, GK_LANES), &acc_2_1);
                            lanes_0_stage2(i + 2 * GK_LANES, GK_LANES, p_x_at, gk_load(lanes_0 + i + 2 * GK_LANES, GK_LANES), &acc_2_2);
                            lanes_0_stage2(i + 3 * GK_LANES, GK_LANES, p_x_at, gk_load(lanes_0 + i + 3 * GK_LANES, GK_LANES), &acc_2_3);
                        }
                        gk_store(partial_2 + i, gk_accumulate_sum(gk_load(partial_2 + i, GK_LANES), acc_2_0, GK_LANES), GK_LANES);
                        gk_store(partial_2 + i + GK_LANES, gk_accumulate_sum(gk_load(partial_2 + i + GK_LANES, GK_LANES), acc_2_1, GK_LANES), GK_LANES);
                        gk_store(partial_2 + i + 2 * GK_LANES, gk_accumulate_sum(gk_load(partial_2 + i + 2 * GK_LANES, GK_LANES), acc_2_2, GK_LANES), GK_LANES);
                        gk_store(partial_2 + i + 3 * GK_LANES, gk_accumulate_sum(gk_load(partial_2 + i + 3 * GK_LANES, GK_LANES), acc_2_3, GK_LANES), GK_LANES);
                    }
                    for (; i < columns; i += GK_LANES) {
                        const int lanes = (int) gk_dim_min(GK_LANES, columns - i);
                        gk_f32 acc_2_0 = gk_splat(GK_IDENTITY_sum_f32);
                        for (gk_int64 index_1 = iteration; index_1 < last; ++index_1) {
                            const float *const p_x_at = p_x_row + index_1 * inner;
                            float *const p_3_2_at = p_3_2_row + index_1 * inner;
                            lanes_0_stage2(i, lanes, p_x_at, gk_load(lanes_0 + i, GK_LANES), &acc_2_0);
                        }
                        gk_store(partial_2 + i, gk_accumulate_sum(gk_load(partial_2 + i, GK_LANES), acc_2_0, GK_LANES), GK_LANES);
                    }
                }
                for (gk_int64 i = 0; i < columns; i += GK_LANES) {
                    gk_store(lanes_2 + i, gk_accumulate_sum(gk_load(lanes_2 + i, GK_LANES), gk_load(partial_2 + i, GK_LANES), GK_LANES), GK_LANES);
                }
            }
        }
        for (gk_int64 i = 0; i < columns; i += GK_LANES) {
            const int lanes = (int) gk_dim_min(GK_LANES, columns - i);
            const gk_f32 v_2_row = gk_load(lanes_2 + i, GK_LANES);
            const gk_f32 v_y_row = gk_load(lanes_y + i, GK_LANES);
            const gk_f32 v_4_row = v_2_row + v_y_row;
            gk_store(lanes_4 + i, v_4_row, GK_LANES);
        }
        for (gk_int64 index_1 = 0; index_1 < (n_d ? n_n : 0); ++index_1) {
            const float *const p_x_at = p_x_row + index_1 * inner;
            float *const p_3_2_at = p_3_2_row + index_1 * inner;
            const gk_int64 head = gk_head((p_3_2_at - p_3_2), columns);
            {
                gk_int64 i = 0;
                const int stream = streaming && gk_is_aligned(p_3_2_at + head);
                if (head > 0) {
                    lanes_0_stage3(0, (int) head, p_x_at, gk_load(lanes_0 + 0, GK_LANES), gk_load(lanes_2 + 0, GK_LANES), p_3_2_at, stream);
                }
                i += head;
                for (; i + 4 * GK_LANES <= columns; i += 4 * GK_LANES) {
                    lanes_0_stage3(i, GK_LANES, p_x_at, gk_load(lanes_0 + i, GK_LANES), gk_load(lanes_2 + i, GK_LANES), p_3_2_at, stream);
                    lanes_0_stage3(i + GK_LANES, GK_LANES, p_x_at, gk_load(lanes_0 + i + GK_LANES, GK_LANES), gk_load(lanes_2 + i + GK_LANES, GK_LANES), p_3_2_at, stream);
                    lanes_0_stage3(i + 2 * GK_LANES, GK_LANES, p_x_at, gk_load(lanes_0 + i + 2 * GK_LANES, GK_LANES), gk_load(lanes_2 + i + 2 * GK_LANES, GK_LANES), p_3_2_at, stream);
                    lanes_0_stage3(i + 3 * GK_LANES, GK_LANES, p_x_at, gk_load(lanes_0 + i + 3 * GK_LANES, GK_LANES), gk_load(lanes_2 + i + 3 * GK_LANES, GK_LANES), p_3_2_at, stream);
                }
                for (; i + GK_LANES <= columns; i += GK_LANES) {
                    lanes_0_stage3(i, GK_LANES, p_x_at, gk_load(lanes_0 + i, GK_LANES), gk_load(lanes_2 + i, GK_LANES), p_3_2_at, stream);
                }
                if (i < columns) {
                    lanes_0_stage3(i, (int) (columns - i), p_x_at, gk_load(lanes_0 + i, GK_LANES), gk_load(lanes_2 + i, GK_LANES), p_3_2_at, stream);
                }
            }
        }
        for (gk_int64 i = 0; i < columns; i += GK_LANES) {
            const int lanes = (int) gk_dim_min(GK_LANES, columns - i);
            const gk_f32 v_4_row = gk_load(lanes_4 + i, GK_LANES);
            gk_store(p_4_3_row + i, v_4_row, lanes);
        }
    }
    if (streaming) {
        gk_stream_fence();
    }
}

GK_EXPORT extern const gk_kernel GK_TABLE[];
const gk_kernel GK_TABLE[] = {
    lanes_0,
    0
};
GK_EXPORT extern const gk_int64 GK_TABLE_SIZE;
const gk_int64 GK_TABLE_SIZE = 1;
