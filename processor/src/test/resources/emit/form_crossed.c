/* The CPU kernels of demo.Ops. Generated from its @GraphKernel methods. */
#include "graphkernel.h"

/*
 * crossed_0 of crossed: column reduction.
 * Sub, FloorMod, Add, ReduceSum, Sub, ReduceMin, Add, ReduceSum, ReduceMax, ReduceSum, Add
 */
GK_INLINE void crossed_0_stage1(
        gk_int64 i, const int lanes, const float *p_x, const float *p_g, const float *p_y, float *saved_2, const gk_f32 v_w, gk_f32 *acc_3, float *partial_7, const float *next_x, const int ahead) {
    gk_prefetch(next_x + i, ahead);
    const gk_f32 v_x = gk_load(p_x + i, lanes);
    const gk_f32 v_g = gk_load(p_g + i, lanes);
    const gk_f32 v_y = gk_load(p_y + i, lanes);
    const gk_f32 v_0 = v_x - v_w;
    const gk_f32 v_1 = gk_floorMod(v_0, gk_splat(7.0f));
    const gk_f32 v_2 = v_1 + v_g;
    gk_store(saved_2 + i, v_2, GK_LANES);
    *acc_3 = gk_accumulate_sum(*acc_3, v_2, lanes);
    gk_store(partial_7 + i, gk_accumulate_sum(gk_load(partial_7 + i, lanes), v_y, lanes), lanes);
}

GK_INLINE void crossed_0_stage2(
        gk_int64 i, const int lanes, const float *saved_2, const gk_f32 v_3, gk_f32 *acc_5, float *partial_8) {
    const gk_f32 v_2 = gk_load(saved_2 + i, GK_LANES);
    const gk_f32 v_4 = v_2 - v_3;
    *acc_5 = gk_accumulate_min(*acc_5, v_4, lanes);
    gk_store(partial_8 + i, gk_accumulate_max(gk_load(partial_8 + i, lanes), v_4, lanes), lanes);
}

GK_INLINE void crossed_0_stage3(
        gk_int64 i, const int lanes, const float *p_y, const gk_f32 v_5, float *partial_9, float *p_6_5, const float *next_y, const int ahead, const int stream) {
    gk_prefetch(next_y + i, ahead);
    const gk_f32 v_y = gk_load(p_y + i, lanes);
    const gk_f32 v_6 = v_y + v_5;
    gk_store(partial_9 + i, gk_accumulate_sum(gk_load(partial_9 + i, lanes), v_6, lanes), lanes);
    gk_put(p_6_5 + i, v_6, lanes, stream);
}

GK_APART void crossed_0_short(const gk_slot *arguments, gk_int64 begin, gk_int64 end, void *scratch) {
    const gk_int64 n_n = arguments[9].integer;
    const gk_int64 n_d = arguments[10].integer;
    const float *const p_x = arguments[0].pointer;
    const float *const p_w = arguments[1].pointer;
    const float *const p_g = arguments[2].pointer;
    const float *const p_y = arguments[3].pointer;
    float *const p_3_4 = arguments[4].pointer;
    float *const p_6_5 = arguments[5].pointer;
    float *const p_8_6 = arguments[6].pointer;
    float *const p_9_7 = arguments[7].pointer;
    float *const p_10_8 = arguments[8].pointer;
    const int ahead = arguments[11].integer > 0;
    const int streaming = arguments[11].integer > 1;
    const gk_int64 inner = n_d;
    float *const saved_2 = scratch;
    gk_uint8 *const partial = arguments[12].pointer;
    const gk_int64 block = arguments[13].integer;
    for (gk_int64 item = begin; item < end; ++item) {
        const gk_int64 first = item * block;
        const gk_int64 last = gk_dim_min(first + block, n_n);
        float *const partial_7 = (float *) (partial + item * (64LL*gk_dim_floorDiv(12LL*n_d + 63LL, 64LL)));
        float *const partial_8 = (float *) (partial_7 + inner);
        float *const partial_9 = (float *) (partial_8 + inner);
        gk_fill(partial_7, gk_splat(GK_IDENTITY_sum_f32), inner);
        gk_fill(partial_8, gk_splat(GK_IDENTITY_max_f32), inner);
        gk_fill(partial_9, gk_splat(GK_IDENTITY_sum_f32), inner);
        const gk_int64 max_rows = GK_LANES;
        gk_int64 rows;
        for (gk_int64 row = first; row < last; row += rows) {
            rows = gk_dim_min(max_rows, last - row);
            const gk_f32 v_w_row = gk_load(p_w + row, (int) rows);
            gk_f32 acc_3_rows[GK_LANES];
            for (gk_int64 line = 0; line < rows; ++line) {
                const float *const p_x_line = p_x + (row + line) * inner;
                const float *const p_w_line = p_w + (row + line);
                const float *const p_y_line = p_y + (row + line) * inner;
                float *const p_6_5_line = p_6_5 + (row + line) * inner;
                float *const saved_2_line = saved_2 + line * (inner + 2 * GK_LANES);
                const gk_f32 v_w_line = gk_lane(v_w_row, line);
                gk_f32 acc_3_0 = gk_splat(GK_IDENTITY_sum_f32);
                for (gk_int64 i = 0; i < inner; i += GK_LANES) {
                    gk_prefetch(p_x_line + 4096 + i, 1);
                    gk_prefetch(p_y_line + 4096 + i, 1);
                    crossed_0_stage1(i, (int) gk_dim_min(GK_LANES, inner - i), p_x_line, p_g, p_y_line, saved_2_line, v_w_line, &acc_3_0, partial_7, p_x_line + gk_dim_min(gk_dim_max(2112, rows * inner + 64), 16384), ahead);
                }
                acc_3_rows[line] = acc_3_0;
            }
            const gk_f32 v_3_row = gk_reduce_rows_sum(acc_3_rows, (int) rows);
            gk_f32 acc_5_rows[GK_LANES];
            for (gk_int64 line = 0; line < rows; ++line) {
                const float *const p_x_line = p_x + (row + line) * inner;
                const float *const p_w_line = p_w + (row + line);
                const float *const p_y_line = p_y + (row + line) * inner;
                float *const p_6_5_line = p_6_5 + (row + line) * inner;
                float *const saved_2_line = saved_2 + line * (inner + 2 * GK_LANES);
                const gk_f32 v_3_line = gk_lane(v_3_row, line);
                gk_f32 acc_5_0 = gk_splat(GK_IDENTITY_min_f32);
                for (gk_int64 i = 0; i < inner; i += GK_LANES) {
                    crossed_0_stage2(i, (int) gk_dim_min(GK_LANES, inner - i), saved_2_line, v_3_line, &acc_5_0, partial_8);
                }
                acc_5_rows[line] = acc_5_0;
            }
            const gk_f32 v_5_row = gk_reduce_rows_min(acc_5_rows, (int) rows);
            for (gk_int64 line = 0; line < rows; ++line) {
                const float *const p_x_line = p_x + (row + line) * inner;
                const float *const p_w_line = p_w + (row + line);
                const float *const p_y_line = p_y + (row + line) * inner;
                float *const p_6_5_line = p_6_5 + (row + line) * inner;
                float *const saved_2_line = saved_2 + line * (inner + 2 * GK_LANES);
                const gk_f32 v_5_line = gk_lane(v_5_row, line);
                const int stream = streaming && gk_is_aligned(p_6_5_line);
                for (gk_int64 i = 0; i < inner; i += GK_LANES) {
                    crossed_0_stage3(i, (int) gk_dim_min(GK_LANES, inner - i), p_y_line, v_5_line, partial_9, p_6_5_line, p_y_line + gk_dim_min(gk_dim_max(2112, rows * inner + 64), 16384), ahead, stream);
                }
            }
            gk_store(p_3_4 + row, v_3_row, (int) rows);
        }
    }
    if (streaming) {
        gk_stream_fence();
    }
}

static void crossed_0(const gk_slot *arguments, gk_int64 begin, gk_int64 end, void *scratch) {
    const gk_int64 n_n = arguments[9].integer;
    const gk_int64 n_d = arguments[10].integer;
    const float *const p_x = arguments[0].pointer;
    const float *const p_w = arguments[1].pointer;
    const float *const p_g = arguments[2].pointer;
    const float *const p_y = arguments[3].pointer;
    float *const p_3_4 = arguments[4].pointer;
    float *const p_6_5 = arguments[5].pointer;
    float *const p_8_6 = arguments[6].pointer;
    float *const p_9_7 = arguments[7].pointer;
    float *const p_10_8 = arguments[8].pointer;
    const int ahead = arguments[11].integer > 0;
    const int streaming = arguments[11].integer > 1;
    const gk_int64 inner = n_d;
    float *const saved_2 = scratch;
    if (inner <= 128) {
        crossed_0_short(arguments, begin, end, scratch);
        return;
    }
    gk_uint8 *const partial = arguments[12].pointer;
    const gk_int64 block = arguments[13].integer;
    for (gk_int64 item = begin; item < end; ++item) {
        const gk_int64 first = item * block;
        const gk_int64 last = gk_dim_min(first + block, n_n);
        float *const partial_7 = (float *) (partial + item * (64LL*gk_dim_floorDiv(12LL*n_d + 63LL, 64LL)));
        float *const partial_8 = (float *) (partial_7 + inner);
        float *const partial_9 = (float *) (partial_8 + inner);
        gk_fill(partial_7, gk_splat(GK_IDENTITY_sum_f32), inner);
        gk_fill(partial_8, gk_splat(GK_IDENTITY_max_f32), inner);
        gk_fill(partial_9, gk_splat(GK_IDENTITY_sum_f32), inner);
        for (gk_int64 row = first; row < last; ++row) {
            const float *const p_x_row = p_x + row * inner;
            const float *const p_w_row = p_w + row;
            const float *const p_y_row = p_y + row * inner;
            float *const p_6_5_row = p_6_5 + row * inner;
            const gk_f32 v_w_row = gk_load_one(p_w_row);
            const gk_int64 head = gk_head((p_6_5_row - p_6_5), inner);
            gk_prefetch_result(p_6_5_row + 2 * inner, streaming && head > 0);
            gk_f32 acc_3_0 = gk_splat(GK_IDENTITY_sum_f32);
            gk_f32 acc_3_1 = gk_splat(GK_IDENTITY_sum_f32);
            {
                gk_int64 i = 0;
                for (; i + 2 * GK_LANES <= inner; i += 2 * GK_LANES) {
                    crossed_0_stage1(i, GK_LANES, p_x_row, p_g, p_y_row, saved_2, v_w_row, &acc_3_0, partial_7, p_x_row + gk_dim_min(gk_dim_max(2112, inner + 64), 16384), ahead);
                    crossed_0_stage1(i + GK_LANES, GK_LANES, p_x_row, p_g, p_y_row, saved_2, v_w_row, &acc_3_1, partial_7, p_x_row + gk_dim_min(gk_dim_max(2112, inner + 64), 16384), ahead);
                }
                for (; i + GK_LANES <= inner; i += GK_LANES) {
                    crossed_0_stage1(i, GK_LANES, p_x_row, p_g, p_y_row, saved_2, v_w_row, &acc_3_0, partial_7, p_x_row + gk_dim_min(gk_dim_max(2112, inner + 64), 16384), ahead);
                }
                if (i < inner) {
                    crossed_0_stage1(i, (int) (inner - i), p_x_row, p_g, p_y_row, saved_2, v_w_row, &acc_3_0, partial_7, p_x_row + gk_dim_min(gk_dim_max(2112, inner + 64), 16384), ahead);
                }
            }
            const gk_f32 v_3_row = gk_reduce_sum(gk_accumulate_sum(acc_3_0, acc_3_1, GK_LANES));
            gk_f32 acc_5_0 = gk_splat(GK_IDENTITY_min_f32);
            gk_f32 acc_5_1 = gk_splat(GK_IDENTITY_min_f32);
            gk_f32 acc_5_2 = gk_splat(GK_IDENTITY_min_f32);
            gk_f32 acc_5_3 = gk_splat(GK_IDENTITY_min_f32);
            {
                gk_int64 i = 0;
                for (; i + 4 * GK_LANES <= inner; i += 4 * GK_LANES) {
                    crossed_0_stage2(i, GK_LANES, saved_2, v_3_row, &acc_5_0, partial_8);
                    crossed_0_stage2(i + GK_LANES, GK_LANES, saved_2, v_3_row, &acc_5_1, partial_8);
                    crossed_0_stage2(i + 2 * GK_LANES, GK_LANES, saved_2, v_3_row, &acc_5_2, partial_8);
                    crossed_0_stage2(i + 3 * GK_LANES, GK_LANES, saved_2, v_3_row, &acc_5_3, partial_8);
                }
                for (; i + GK_LANES <= inner; i += GK_LANES) {
                    crossed_0_stage2(i, GK_LANES, saved_2, v_3_row, &acc_5_0, partial_8);
                }
                if (i < inner) {
                    crossed_0_stage2(i, (int) (inner - i), saved_2, v_3_row, &acc_5_0, partial_8);
                }
            }
            const gk_f32 v_5_row = gk_reduce_min(gk_accumulate_min(gk_accumulate_min(acc_5_0, acc_5_1, GK_LANES), gk_accumulate_min(acc_5_2, acc_5_3, GK_LANES), GK_LANES));
            {
                gk_int64 i = 0;
                const int stream = streaming && gk_is_aligned(p_6_5_row + head);
                if (head > 0) {
                    crossed_0_stage3(0, (int) head, p_y_row, v_5_row, partial_9, p_6_5_row, p_y_row + gk_dim_min(gk_dim_max(2112, inner + 64), 16384), ahead, stream);
                }
                i += head;
                for (; i + 4 * GK_LANES <= inner; i += 4 * GK_LANES) {
                    crossed_0_stage3(i, GK_LANES, p_y_row, v_5_row, partial_9, p_6_5_row, p_y_row + gk_dim_min(gk_dim_max(2112, inner + 64), 16384), ahead, stream);
                    crossed_0_stage3(i + GK_LANES, GK_LANES, p_y_row, v_5_row, partial_9, p_6_5_row, p_y_row + gk_dim_min(gk_dim_max(2112, inner + 64), 16384), ahead, stream);
                    crossed_0_stage3(i + 2 * GK_LANES, GK_LANES, p_y_row, v_5_row, partial_9, p_6_5_row, p_y_row + gk_dim_min(gk_dim_max(2112, inner + 64), 16384), ahead, stream);
                    crossed_0_stage3(i + 3 * GK_LANES, GK_LANES, p_y_row, v_5_row, partial_9, p_6_5_row, p_y_row + gk_dim_min(gk_dim_max(2112, inner + 64), 16384), ahead, stream);
                }
                for (; i + GK_LANES <= inner; i += GK_LANES) {
                    crossed_0_stage3(i, GK_LANES, p_y_row, v_5_row, partial_9, p_6_5_row, p_y_row + gk_dim_min(gk_dim_max(2112, inner + 64), 16384), ahead, stream);
                }
                if (i < inner) {
                    crossed_0_stage3(i, (int) (inner - i), p_y_row, v_5_row, partial_9, p_6_5_row, p_y_row + gk_dim_min(gk_dim_max(2112, inner + 64), 16384), ahead, stream);
                }
            }
            gk_store_one(p_3_4 + row, v_3_row);
        }
    }
    if (streaming) {
        gk_stream_fence();
    }
}

static void crossed_0_finish(const gk_slot *arguments, gk_int64 begin, gk_int64 end, void *scratch) {
    const gk_int64 n_n = arguments[9].integer;
    const gk_int64 n_d = arguments[10].integer;
    const float *const p_x = arguments[0].pointer;
    const float *const p_w = arguments[1].pointer;
    const float *const p_g = arguments[2].pointer;
    const float *const p_y = arguments[3].pointer;
    float *const p_3_4 = arguments[4].pointer;
    float *const p_6_5 = arguments[5].pointer;
    float *const p_8_6 = arguments[6].pointer;
    float *const p_9_7 = arguments[7].pointer;
    float *const p_10_8 = arguments[8].pointer;
    (void) scratch;
    gk_uint8 *const partial = arguments[12].pointer;
    const gk_int64 blocks = arguments[14].integer;
    const gk_int64 inner = n_d;
    for (gk_int64 i = begin; i < end; i += GK_LANES) {
        const int lanes = end - i < GK_LANES ? (int) (end - i) : GK_LANES;
        gk_f32 acc_7 = gk_splat(GK_IDENTITY_sum_f32);
        gk_f32 acc_8 = gk_splat(GK_IDENTITY_max_f32);
        gk_f32 acc_9 = gk_splat(GK_IDENTITY_sum_f32);
        for (gk_int64 block = 0; block < blocks; ++block) {
            float *const partial_7 = (float *) (partial + block * (64LL*gk_dim_floorDiv(12LL*n_d + 63LL, 64LL)));
            float *const partial_8 = (float *) (partial_7 + inner);
            float *const partial_9 = (float *) (partial_8 + inner);
            acc_7 = gk_accumulate_sum(acc_7, gk_load(partial_7 + i, lanes), lanes);
            acc_8 = gk_accumulate_max(acc_8, gk_load(partial_8 + i, lanes), lanes);
            acc_9 = gk_accumulate_sum(acc_9, gk_load(partial_9 + i, lanes), lanes);
        }
        const gk_f32 v_7 = acc_7;
        const gk_f32 v_8 = acc_8;
        const gk_f32 v_9 = acc_9;
        const gk_f32 v_g = gk_load(p_g + i, lanes);
        const gk_f32 v_10 = v_7 + v_g;
        gk_store(p_8_6 + i, v_8, lanes);
        gk_store(p_9_7 + i, v_9, lanes);
        gk_store(p_10_8 + i, v_10, lanes);
    }
}

GK_EXPORT extern const gk_kernel GK_TABLE[];
const gk_kernel GK_TABLE[] = {
    crossed_0,
    crossed_0_finish,
    0
};
GK_EXPORT extern const gk_int64 GK_TABLE_SIZE;
const gk_int64 GK_TABLE_SIZE = 2;
