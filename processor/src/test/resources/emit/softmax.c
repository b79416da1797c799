/* The CPU kernels of demo.Ops. Generated from its @GraphKernel methods. */
#include "graphkernel.h"

/*
 * softmax_0 of softmax: row reduction.
 * ReduceMax, Sub, Exp, ReduceSum, RealDiv
 */
GK_INLINE void softmax_0_stage1(
        gk_int64 i, const int lanes, const float *p_x, gk_f32 *acc_0) {
    const gk_f32 v_x = gk_load(p_x + i, lanes);
    *acc_0 = gk_accumulate_max(*acc_0, v_x, lanes);
}

GK_INLINE void softmax_0_stage2(
        gk_int64 i, const int lanes, const float *p_x, float *saved_exponential, const gk_f32 v_0, gk_f32 *acc_2, const float *next_x, const int ahead) {
    gk_prefetch(next_x + i, ahead);
    const gk_f32 v_x = gk_load(p_x + i, lanes);
    const gk_f32 v_1 = v_x - v_0;
    const gk_f32 v_exponential = gk_exp(v_1);
    gk_store(saved_exponential + i, v_exponential, GK_LANES);
    *acc_2 = gk_accumulate_sum(*acc_2, v_exponential, lanes);
}

GK_INLINE void softmax_0_stage3(
        gk_int64 i, const int lanes, const float *saved_exponential, const gk_f32 v_2, float *p_3_1, const int stream) {
    const gk_f32 v_exponential = gk_load(saved_exponential + i, GK_LANES);
    const gk_f32 v_3 = v_exponential / v_2;
    gk_put(p_3_1 + i, v_3, lanes, stream);
}

GK_APART void softmax_0_short(const gk_slot *arguments, gk_int64 begin, gk_int64 end, void *scratch) {
    const gk_int64 n_n = arguments[2].integer;
    const gk_int64 n_d = arguments[3].integer;
    const float *const p_x = arguments[0].pointer;
    float *const p_3_1 = arguments[1].pointer;
    const int ahead = arguments[4].integer > 0;
    const int streaming = arguments[4].integer > 1;
    const gk_int64 inner = n_d;
    float *const saved_exponential = scratch;
    const gk_int64 max_rows = GK_LANES;
    gk_int64 rows;
    for (gk_int64 row = begin; row < end; row += rows) {
        rows = gk_dim_min(max_rows, end - row);
        gk_f32 acc_0_rows[GK_LANES];
        for (gk_int64 line = 0; line < rows; ++line) {
            const float *const p_x_line = p_x + (row + line) * inner;
            float *const p_3_1_line = p_3_1 + (row + line) * inner;
            float *const saved_exponential_line = saved_exponential + line * (inner + 2 * GK_LANES);
            gk_f32 acc_0_0 = gk_splat(GK_IDENTITY_max_f32);
            for (gk_int64 i = 0; i < inner; i += GK_LANES) {
                gk_prefetch(p_x_line + 4096 + i, 1);
                softmax_0_stage1(i, (int) gk_dim_min(GK_LANES, inner - i), p_x_line, &acc_0_0);
            }
            acc_0_rows[line] = acc_0_0;
        }
        const gk_f32 v_0_row = gk_reduce_rows_max(acc_0_rows, (int) rows);
        gk_f32 acc_2_rows[GK_LANES];
        for (gk_int64 line = 0; line < rows; ++line) {
            const float *const p_x_line = p_x + (row + line) * inner;
            float *const p_3_1_line = p_3_1 + (row + line) * inner;
            float *const saved_exponential_line = saved_exponential + line * (inner + 2 * GK_LANES);
            const gk_f32 v_0_line = gk_lane(v_0_row, line);
            gk_f32 acc_2_0 = gk_splat(GK_IDENTITY_sum_f32);
            for (gk_int64 i = 0; i < inner; i += GK_LANES) {
                softmax_0_stage2(i, (int) gk_dim_min(GK_LANES, inner - i), p_x_line, saved_exponential_line, v_0_line, &acc_2_0, p_x_line + gk_dim_min(gk_dim_max(2112, rows * inner + 64), 16384), ahead);
            }
            acc_2_rows[line] = acc_2_0;
        }
        const gk_f32 v_2_row = gk_reduce_rows_sum(acc_2_rows, (int) rows);
        for (gk_int64 line = 0; line < rows; ++line) {
            const float *const p_x_line = p_x + (row + line) * inner;
            float *const p_3_1_line = p_3_1 + (row + line) * inner;
            float *const saved_exponential_line = saved_exponential + line * (inner + 2 * GK_LANES);
            const gk_f32 v_2_line = gk_lane(v_2_row, line);
            const int stream = streaming && gk_is_aligned(p_3_1_line);
            for (gk_int64 i = 0; i < inner; i += GK_LANES) {
                softmax_0_stage3(i, (int) gk_dim_min(GK_LANES, inner - i), saved_exponential_line, v_2_line, p_3_1_line, stream);
            }
        }
    }
    if (streaming) {
        gk_stream_fence();
    }
}

static void softmax_0(const gk_slot *arguments, gk_int64 begin, gk_int64 end, void *scratch) {
    const gk_int64 n_n = arguments[2].integer;
    const gk_int64 n_d = arguments[3].integer;
    const float *const p_x = arguments[0].pointer;
    float *const p_3_1 = arguments[1].pointer;
    const int ahead = arguments[4].integer > 0;
    const int streaming = arguments[4].integer > 1;
    const gk_int64 inner = n_d;
    float *const saved_exponential = scratch;
    if (inner <= 128) {
        softmax_0_short(arguments, begin, end, scratch);
        return;
    }
    for (gk_int64 row = begin; row < end; ++row) {
        const float *const p_x_row = p_x + row * inner;
        float *const p_3_1_row = p_3_1 + row * inner;
        const gk_int64 head = gk_head((p_3_1_row - p_3_1), inner);
        gk_prefetch_result(p_3_1_row + 2 * inner, streaming && head > 0);
        gk_f32 acc_0_0 = gk_splat(GK_IDENTITY_max_f32);
        gk_f32 acc_0_1 = gk_splat(GK_IDENTITY_max_f32);
        gk_f32 acc_0_2 = gk_splat(GK_IDENTITY_max_f32);
        gk_f32 acc_0_3 = gk_splat(GK_IDENTITY_max_f32);
        {
            gk_int64 i = 0;
            for (; i + 4 * GK_LANES <= inner; i += 4 * GK_LANES) {
                softmax_0_stage1(i, GK_LANES, p_x_row, &acc_0_0);
                softmax_0_stage1(i + GK_LANES, GK_LANES, p_x_row, &acc_0_1);
                softmax_0_stage1(i + 2 * GK_LANES, GK_LANES, p_x_row, &acc_0_2);
                softmax_0_stage1(i + 3 * GK_LANES, GK_LANES, p_x_row, &acc_0_3);
            }
            for (; i + GK_LANES <= inner; i += GK_LANES) {
                softmax_0_stage1(i, GK_LANES, p_x_row, &acc_0_0);
            }
            if (i < inner) {
                softmax_0_stage1(i, (int) (inner - i), p_x_row, &acc_0_0);
            }
        }
        const gk_f32 v_0_row = gk_reduce_max(gk_accumulate_max(gk_accumulate_max(acc_0_0, acc_0_1, GK_LANES), gk_accumulate_max(acc_0_2, acc_0_3, GK_LANES), GK_LANES));
        gk_f32 acc_2_0 = gk_splat(GK_IDENTITY_sum_f32);
        gk_f32 acc_2_1 = gk_splat(GK_IDENTITY_sum_f32);
        {
            gk_int64 i = 0;
            for (; i + 2 * GK_LANES <= inner; i += 2 * GK_LANES) {
                softmax_0_stage2(i, GK_LANES, p_x_row, saved_exponential, v_0_row, &acc_2_0, p_x_row + gk_dim_min(gk_dim_max(2112, inner + 64), 16384), ahead);
                softmax_0_stage2(i + GK_LANES, GK_LANES, p_x_row, saved_exponential, v_0_row, &acc_2_1, p_x_row + gk_dim_min(gk_dim_max(2112, inner + 64), 16384), ahead);
            }
            for (; i + GK_LANES <= inner; i += GK_LANES) {
                softmax_0_stage2(i, GK_LANES, p_x_row, saved_exponential, v_0_row, &acc_2_0, p_x_row + gk_dim_min(gk_dim_max(2112, inner + 64), 16384), ahead);
            }
            if (i < inner) {
                softmax_0_stage2(i, (int) (inner - i), p_x_row, saved_exponential, v_0_row, &acc_2_0, p_x_row + gk_dim_min(gk_dim_max(2112, inner + 64), 16384), ahead);
            }
        }
        const gk_f32 v_2_row = gk_reduce_sum(gk_accumulate_sum(acc_2_0, acc_2_1, GK_LANES));
        {
            gk_int64 i = 0;
            const int stream = streaming && gk_is_aligned(p_3_1_row + head);
            if (head > 0) {
                softmax_0_stage3(0, (int) head, saved_exponential, v_2_row, p_3_1_row, stream);
            }
            i += head;
            for (; i + 4 * GK_LANES <= inner; i += 4 * GK_LANES) {
                softmax_0_stage3(i, GK_LANES, saved_exponential, v_2_row, p_3_1_row, stream);
                softmax_0_stage3(i + GK_LANES, GK_LANES, saved_exponential, v_2_row, p_3_1_row, stream);
                softmax_0_stage3(i + 2 * GK_LANES, GK_LANES, saved_exponential, v_2_row, p_3_1_row, stream);
                softmax_0_stage3(i + 3 * GK_LANES, GK_LANES, saved_exponential, v_2_row, p_3_1_row, stream);
            }
            for (; i + GK_LANES <= inner; i += GK_LANES) {
                softmax_0_stage3(i, GK_LANES, saved_exponential, v_2_row, p_3_1_row, stream);
            }
            if (i < inner) {
                softmax_0_stage3(i, (int) (inner - i), saved_exponential, v_2_row, p_3_1_row, stream);
            }
        }
    }
    if (streaming) {
        gk_stream_fence();
    }
}

GK_EXPORT extern const gk_kernel GK_TABLE[];
const gk_kernel GK_TABLE[] = {
    softmax_0,
    0
};
GK_EXPORT extern const gk_int64 GK_TABLE_SIZE;
const gk_int64 GK_TABLE_SIZE = 1;
