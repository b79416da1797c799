/* The CPU kernels of demo.Ops. Generated from its @GraphKernel methods. */
#include "graphkernel.h"

/*
 * addLayerNorm_0 of addLayerNorm: row reduction.
 * Add, ReduceSum, RealDiv, Sub, Mul, ReduceSum, RealDiv, Rsqrt, Mul, Mul
 */
GK_INLINE void addLayerNorm_0_stage1(
        gk_int64 i, const int lanes, const float *p_x, const float *p_residual, float *saved_sum, gk_f32 *acc_1) {
    const gk_f32 v_x = gk_load(p_x + i, lanes);
    const gk_f32 v_residual = gk_load(p_residual + i, lanes);
    const gk_f32 v_sum = v_x + v_residual;
    gk_store(saved_sum + i, v_sum, GK_LANES);
    *acc_1 = gk_accumulate_sum(*acc_1, v_sum, lanes);
}

GK_INLINE void addLayerNorm_0_stage2(
        gk_int64 i, const int lanes, const float *saved_sum, const gk_f32 v_2, gk_f32 *acc_4, const float *next_residual, const int ahead) {
    gk_prefetch(next_residual + i, ahead);
    const gk_f32 v_sum = gk_load(saved_sum + i, GK_LANES);
    const gk_f32 v_centred = v_sum - v_2;
    const gk_f32 v_3 = v_centred * v_centred;
    *acc_4 = gk_accumulate_sum(*acc_4, v_3, lanes);
}

GK_INLINE void addLayerNorm_0_stage3(
        gk_int64 i, const int lanes, const float *p_gamma, const float *saved_sum, const gk_f32 v_2, const gk_f32 v_6, float *p_8_3, const float *next_x, const int ahead, const int stream) {
    gk_prefetch(next_x + i, ahead);
    const gk_f32 v_gamma = gk_load(p_gamma + i, lanes);
    const gk_f32 v_sum = gk_load(saved_sum + i, GK_LANES);
    const gk_f32 v_centred = v_sum - v_2;
    const gk_f32 v_7 = v_centred * v_6;
    const gk_f32 v_8 = v_7 * v_gamma;
    gk_put(p_8_3 + i, v_8, lanes, stream);
}

GK_APART void addLayerNorm_0_short(const gk_slot *arguments, gk_int64 begin, gk_int64 end, void *scratch) {
    const gk_int64 n_n = arguments[4].integer;
    const gk_int64 n_d = arguments[5].integer;
    const float *const p_x = arguments[0].pointer;
    const float *const p_residual = arguments[1].pointer;
    const float *const p_gamma = arguments[2].pointer;
    float *const p_8_3 = arguments[3].pointer;
    const gk_f32 v_0 = gk_splat((float) (n_d));
    const int ahead = arguments[6].integer > 0;
    const int streaming = arguments[6].integer > 1;
    const gk_int64 inner = n_d;
    float *const saved_sum = scratch;
    const gk_int64 max_rows = GK_LANES;
    gk_int64 rows;
    for (gk_int64 row = begin; row < end; row += rows) {
        rows = gk_dim_min(max_rows, end - row);
        gk_f32 acc_1_rows[GK_LANES];
        for (gk_int64 line = 0; line < rows; ++line) {
            const float *const p_x_line = p_x + (row + line) * inner;
            const float *const p_residual_line = p_residual + (row + line) * inner;
            float *const p_8_3_line = p_8_3 + (row + line) * inner;
            float *const saved_sum_line = saved_sum + line * (inner + 2 * GK_LANES);
            gk_f32 acc_1_0 = gk_splat(GK_IDENTITY_sum_f32);
            for (gk_int64 i = 0; i < inner; i += GK_LANES) {
                gk_prefetch(p_x_line + 4096 + i, 1);
                gk_prefetch(p_residual_line + 4096 + i, 1);
                addLayerNorm_0_stage1(i, (int) gk_dim_min(GK_LANES, inner - i), p_x_line, p_residual_line, saved_sum_line, &acc_1_0);
            }
            acc_1_rows[line] = acc_1_0;
        }
        const gk_f32 v_1_row = gk_reduce_rows_sum(acc_1_rows, (int) rows);
        const gk_f32 v_2_row = v_1_row / v_0;
        gk_f32 acc_4_rows[GK_LANES];
        for (gk_int64 line = 0; line < rows; ++line) {
            const float *const p_x_line = p_x + (row + line) * inner;
            const float *const p_residual_line = p_residual + (row + line) * inner;
            float *const p_8_3_line = p_8_3 + (row + line) * inner;
            float *const saved_sum_line = saved_sum + line * (inner + 2 * GK_LANES);
            const gk_f32 v_2_line = gk_lane(v_2_row, line);
            gk_f32 acc_4_0 = gk_splat(GK_IDENTITY_sum_f32);
            for (gk_int64 i = 0; i < inner; i += GK_LANES) {
                addLayerNorm_0_stage2(i, (int) gk_dim_min(GK_LANES, inner - i), saved_sum_line, v_2_line, &acc_4_0, p_residual_line + gk_dim_min(gk_dim_max(2112, rows * inner + 64), 16384), ahead);
            }
            acc_4_rows[line] = acc_4_0;
        }
        const gk_f32 v_4_row = gk_reduce_rows_sum(acc_4_rows, (int) rows);
        const gk_f32 v_5_row = v_4_row / v_0;
        const gk_f32 v_6_row = gk_rsqrt(v_5_row);
        for (gk_int64 line = 0; line < rows; ++line) {
            const float *const p_x_line = p_x + (row + line) * inner;
            const float *const p_residual_line = p_residual + (row + line) * inner;
            float *const p_8_3_line = p_8_3 + (row + line) * inner;
            float *const saved_sum_line = saved_sum + line * (inner + 2 * GK_LANES);
            const gk_f32 v_2_line = gk_lane(v_2_row, line);
            const gk_f32 v_6_line = gk_lane(v_6_row, line);
            const int stream = streaming && gk_is_aligned(p_8_3_line);
            for (gk_int64 i = 0; i < inner; i += GK_LANES) {
                addLayerNorm_0_stage3(i, (int) gk_dim_min(GK_LANES, inner - i), p_gamma, saved_sum_line, v_2_line, v_6_line, p_8_3_line, p_x_line + gk_dim_min(gk_dim_max(2112, rows * inner + 64), 16384), ahead, stream);
            }
        }
    }
    if (streaming) {
        gk_stream_fence();
    }
}

static void addLayerNorm_0(const gk_slot *arguments, gk_int64 begin, gk_int64 end, void *scratch) {
    const gk_int64 n_n = arguments[4].integer;
    const gk_int64 n_d = arguments[5].integer;
    const float *const p_x = arguments[0].pointer;
    const float *const p_residual = arguments[1].pointer;
    const float *const p_gamma = arguments[2].pointer;
    float *const p_8_3 = arguments[3].pointer;
    const gk_f32 v_0 = gk_splat((float) (n_d));
    const int ahead = arguments[6].integer > 0;
    const int streaming = arguments[6].integer > 1;
    const gk_int64 inner = n_d;
    float *const saved_sum = scratch;
    if (inner <= 128) {
        addLayerNorm_0_short(arguments, begin, end, scratch);
        return;
    }
    for (gk_int64 row = begin; row < end; ++row) {
        const float *const p_x_row = p_x + row * inner;
        const float *const p_residual_row = p_residual + row * inner;
        float *const p_8_3_row = p_8_3 + row * inner;
        const gk_int64 head = gk_head((p_8_3_row - p_8_3), inner);
        gk_prefetch_result(p_8_3_row + 2 * inner, streaming && head > 0);
        gk_f32 acc_1_0 = gk_splat(GK_IDENTITY_sum_f32);
        gk_f32 acc_1_1 = gk_splat(GK_IDENTITY_sum_f32);
        gk_f32 acc_1_2 = gk_splat(GK_IDENTITY_sum_f32);
        gk_f32 acc_1_3 = gk_splat(GK_IDENTITY_sum_f32);
        {
            gk_int64 i = 0;
            for (; i + 4 * GK_LANES <= inner; i += 4 * GK_LANES) {
                addLayerNorm_0_stage1(i, GK_LANES, p_x_row, p_residual_row, saved_sum, &acc_1_0);
                addLayerNorm_0_stage1(i + GK_LANES, GK_LANES, p_x_row, p_residual_row, saved_sum, &acc_1_1);
                addLayerNorm_0_stage1(i + 2 * GK_LANES, GK_LANES, p_x_row, p_residual_row, saved_sum, &acc_1_2);
                addLayerNorm_0_stage1(i + 3 * GK_LANES, GK_LANES, p_x_row, p_residual_row, saved_sum, &acc_1_3);
            }
            for (; i + GK_LANES <= inner; i += GK_LANES) {
                addLayerNorm_0_stage1(i, GK_LANES, p_x_row, p_residual_row, saved_sum, &acc_1_0);
            }
            if (i < inner) {
                addLayerNorm_0_stage1(i, (int) (inner - i), p_x_row, p_residual_row, saved_sum, &acc_1_0);
            }
        }
        const gk_f32 v_1_row = gk_reduce_sum(gk_accumulate_sum(gk_accumulate_sum(acc_1_0, acc_1_1, GK_LANES), gk_accumulate_sum(acc_1_2, acc_1_3, GK_LANES), GK_LANES));
        const gk_f32 v_2_row = v_1_row / v_0;
        gk_f32 acc_4_0 = gk_splat(GK_IDENTITY_sum_f32);
        gk_f32 acc_4_1 = gk_splat(GK_IDENTITY_sum_f32);
        gk_f32 acc_4_2 = gk_splat(GK_IDENTITY_sum_f32);
        gk_f32 acc_4_3 = gk_splat(GK_IDENTITY_sum_f32);
        {
            gk_int64 i = 0;
            for (; i + 4 * GK_LANES <= inner; i += 4 * GK_LANES) {
                addLayerNorm_0_stage2(i, GK_LANES, saved_sum, v_2_row, &acc_4_0, p_residual_row + gk_dim_min(gk_dim_max(2112, inner + 64), 16384), ahead);
                addLayerNorm_0_stage2(i + GK_LANES, GK_LANES, saved_sum, v_2_row, &acc_4_1, p_residual_row + gk_dim_min(gk_dim_max(2112, inner + 64), 16384), ahead);
                addLayerNorm_0_stage2(i + 2 * GK_LANES, GK_LANES, saved_sum, v_2_row, &acc_4_2, p_residual_row + gk_dim_min(gk_dim_max(2112, inner + 64), 16384), ahead);
                addLayerNorm_0_stage2(i + 3 * GK_LANES, GK_LANES, saved_sum, v_2_row, &acc_4_3, p_residual_row + gk_dim_min(gk_dim_max(2112, inner + 64), 16384), ahead);
            }
            for (; i + GK_LANES <= inner; i += GK_LANES) {
                addLayerNorm_0_stage2(i, GK_LANES, saved_sum, v_2_row, &acc_4_0, p_residual_row + gk_dim_min(gk_dim_max(2112, inner + 64), 16384), ahead);
            }
            if (i < inner) {
                addLayerNorm_0_stage2(i, (int) (inner - i), saved_sum, v_2_row, &acc_4_0, p_residual_row + gk_dim_min(gk_dim_max(2112, inner + 64), 16384), ahead);
            }
        }
        const gk_f32 v_4_row = gk_reduce_sum(gk_accumulate_sum(gk_accumulate_sum(acc_4_0, acc_4_1, GK_LANES), gk_accumulate_sum(acc_4_2, acc_4_3, GK_LANES), GK_LANES));
        const gk_f32 v_5_row = v_4_row / v_0;
        const gk_f32 v_6_row = gk_rsqrt(v_5_row);
        {
            gk_int64 i = 0;
            const int stream = streaming && gk_is_aligned(p_8_3_row + head);
            if (head > 0) {
                addLayerNorm_0_stage3(0, (int) head, p_gamma, saved_sum, v_2_row, v_6_row, p_8_3_row, p_x_row + gk_dim_min(gk_dim_max(2112, inner + 64), 16384), ahead, stream);
            }
            i += head;
            for (; i + 4 * GK_LANES <= inner; i += 4 * GK_LANES) {
                addLayerNorm_0_stage3(i, GK_LANES, p_gamma, saved_sum, v_2_row, v_6_row, p_8_3_row, p_x_row + gk_dim_min(gk_dim_max(2112, inner + 64), 16384), ahead, stream);
                addLayerNorm_0_stage3(i + GK_LANES, GK_LANES, p_gamma, saved_sum, v_2_row, v_6_row, p_8_3_row, p_x_row + gk_dim_min(gk_dim_max(2112, inner + 64), 16384), ahead, stream);
                addLayerNorm_0_stage3(i + 2 * GK_LANES, GK_LANES, p_gamma, saved_sum, v_2_row, v_6_row, p_8_3_row, p_x_row + gk_dim_min(gk_dim_max(2112, inner + 64), 16384), ahead, stream);
                addLayerNorm_0_stage3(i + 3 * GK_LANES, GK_LANES, p_gamma, saved_sum, v_2_row, v_6_row, p_8_3_row, p_x_row + gk_dim_min(gk_dim_max(2112, inner + 64), 16384), ahead, stream);
            }
            for (; i + GK_LANES <= inner; i += GK_LANES) {
                addLayerNorm_0_stage3(i, GK_LANES, p_gamma, saved_sum, v_2_row, v_6_row, p_8_3_row, p_x_row + gk_dim_min(gk_dim_max(2112, inner + 64), 16384), ahead, stream);
            }
            if (i < inner) {
                addLayerNorm_0_stage3(i, (int) (inner - i), p_gamma, saved_sum, v_2_row, v_6_row, p_8_3_row, p_x_row + gk_dim_min(gk_dim_max(2112, inner + 64), 16384), ahead, stream);
            }
        }
    }
    if (streaming) {
        gk_stream_fence();
    }
}

GK_EXPORT extern const gk_kernel GK_TABLE[];
const gk_kernel GK_TABLE[] = {
    addLayerNorm_0,
    0
};
GK_EXPORT extern const gk_int64 GK_TABLE_SIZE;
const gk_int64 GK_TABLE_SIZE = 1;
