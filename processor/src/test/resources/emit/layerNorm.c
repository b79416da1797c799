/* The CPU kernels of demo.Ops. Generated from its @GraphKernel methods. */
#include "graphkernel.h"

/*
 * layerNorm_0 of layerNorm: row reduction.
 * ReduceSum, RealDiv, Sub, Mul, ReduceSum, RealDiv, Add, Rsqrt, Mul, Mul, Add
 */
GK_INLINE void layerNorm_0_stage1(
        gk_int64 i, const int lanes, const float *p_x, gk_f32 *acc_1) {
    const gk_f32 v_x = gk_load(p_x + i, lanes);
    *acc_1 = gk_accumulate_sum(*acc_1, v_x, lanes);
}

GK_INLINE void layerNorm_0_stage2(
        gk_int64 i, const int lanes, const float *p_x, const gk_f32 v_2, gk_f32 *acc_4) {
    const gk_f32 v_x = gk_load(p_x + i, lanes);
    const gk_f32 v_centred = v_x - v_2;
    const gk_f32 v_3 = v_centred * v_centred;
    *acc_4 = gk_accumulate_sum(*acc_4, v_3, lanes);
}

GK_INLINE void layerNorm_0_stage3(
        gk_int64 i, const int lanes, const float *p_x, const float *p_gamma, const float *p_beta, const gk_f32 v_2, const gk_f32 v_6, float *p_9_3, const float *next_x, const int ahead, const int stream) {
    gk_prefetch(next_x + i, ahead);
    const gk_f32 v_x = gk_load(p_x + i, lanes);
    const gk_f32 v_gamma = gk_load(p_gamma + i, lanes);
    const gk_f32 v_beta = gk_load(p_beta + i, lanes);
    const gk_f32 v_centred = v_x - v_2;
    const gk_f32 v_7 = v_centred * v_6;
    const gk_f32 v_8 = v_7 * v_gamma;
    const gk_f32 v_9 = v_8 + v_beta;
    gk_put(p_9_3 + i, v_9, lanes, stream);
}

GK_APART void layerNorm_0_short(const gk_slot *arguments, gk_int64 begin, gk_int64 end, void *scratch) {
    const gk_int64 n_n = arguments[4].integer;
    const gk_int64 n_d = arguments[5].integer;
    const float *const p_x = arguments[0].pointer;
    const float *const p_gamma = arguments[1].pointer;
    const float *const p_beta = arguments[2].pointer;
    float *const p_9_3 = arguments[3].pointer;
    const gk_f32 v_epsilon = gk_splat(arguments[6].scalar);
    const gk_f32 v_0 = gk_splat((float) (n_d));
    const int ahead = arguments[7].integer > 0;
    const int streaming = arguments[7].integer > 1;
    (void) scratch;
    const gk_int64 inner = n_d;
    const gk_int64 max_rows = GK_LANES;
    gk_int64 rows;
    for (gk_int64 row = begin; row < end; row += rows) {
        rows = gk_dim_min(max_rows, end - row);
        gk_f32 acc_1_rows[GK_LANES];
        for (gk_int64 line = 0; line < rows; ++line) {
            const float *const p_x_line = p_x + (row + line) * inner;
            float *const p_9_3_line = p_9_3 + (row + line) * inner;
            gk_f32 acc_1_0 = gk_splat(GK_IDENTITY_sum_f32);
            for (gk_int64 i = 0; i < inner; i += GK_LANES) {
                gk_prefetch(p_x_line + 4096 + i, 1);
                layerNorm_0_stage1(i, (int) gk_dim_min(GK_LANES, inner - i), p_x_line, &acc_1_0);
            }
            acc_1_rows[line] = acc_1_0;
        }
        const gk_f32 v_1_row = gk_reduce_rows_sum(acc_1_rows, (int) rows);
        const gk_f32 v_2_row = v_1_row / v_0;
        gk_f32 acc_4_rows[GK_LANES];
        for (gk_int64 line = 0; line < rows; ++line) {
            const float *const p_x_line = p_x + (row + line) * inner;
            float *const p_9_3_line = p_9_3 + (row + line) * inner;
            const gk_f32 v_2_line = gk_lane(v_2_row, line);
            gk_f32 acc_4_0 = gk_splat(GK_IDENTITY_sum_f32);
            for (gk_int64 i = 0; i < inner; i += GK_LANES) {
                layerNorm_0_stage2(i, (int) gk_dim_min(GK_LANES, inner - i), p_x_line, v_2_line, &acc_4_0);
            }
            acc_4_rows[line] = acc_4_0;
        }
        const gk_f32 v_4_row = gk_reduce_rows_sum(acc_4_rows, (int) rows);
        const gk_f32 v_variance_row = v_4_row / v_0;
        const gk_f32 v_5_row = v_variance_row + v_epsilon;
        const gk_f32 v_6_row = gk_rsqrt(v_5_row);
        for (gk_int64 line = 0; line < rows; ++line) {
            const float *const p_x_line = p_x + (row + line) * inner;
            float *const p_9_3_line = p_9_3 + (row + line) * inner;
            const gk_f32 v_2_line = gk_lane(v_2_row, line);
            const gk_f32 v_6_line = gk_lane(v_6_row, line);
            const int stream = streaming && gk_is_aligned(p_9_3_line);
            for (gk_int64 i = 0; i < inner; i += GK_LANES) {
                layerNorm_0_stage3(i, (int) gk_dim_min(GK_LANES, inner - i), p_x_line, p_gamma, p_beta, v_2_line, v_6_line, p_9_3_line, p_x_line + gk_dim_min(gk_dim_max(2112, rows * inner + 64), 16384), ahead, stream);
            }
        }
    }
    if (streaming) {
        gk_stream_fence();
    }
}

static void layerNorm_0(const gk_slot *arguments, gk_int64 begin, gk_int64 end, void *scratch) {
    const gk_int64 n_n = arguments[4].integer;
    const gk_int64 n_d = arguments[5].integer;
    const float *const p_x = arguments[0].pointer;
    const float *const p_gamma = arguments[1].pointer;
    const float *const p_beta = arguments[2].pointer;
    float *const p_9_3 = arguments[3].pointer;
    const gk_f32 v_epsilon = gk_splat(arguments[6].scalar);
    const gk_f32 v_0 = gk_splat((float) (n_d));
    const int ahead = arguments[7].integer > 0;
    const int streaming = arguments[7].integer > 1;
    (void) scratch;
    const gk_int64 inner = n_d;
    if (inner <= 128) {
        layerNorm_0_short(arguments, begin, end, scratch);
        return;
    }
    for (gk_int64 row = begin; row < end; ++row) {
        const float *const p_x_row = p_x + row * inner;
        float *const p_9_3_row = p_9_3 + row * inner;
        const gk_int64 head = gk_head((p_9_3_row - p_9_3), inner);
        gk_f32 acc_1_0 = gk_splat(GK_IDENTITY_sum_f32);
        gk_f32 acc_1_1 = gk_splat(GK_IDENTITY_sum_f32);
        gk_f32 acc_1_2 = gk_splat(GK_IDENTITY_sum_f32);
        gk_f32 acc_1_3 = gk_splat(GK_IDENTITY_sum_f32);
        {
            gk_int64 i = 0;
            for (; i + 4 * GK_LANES <= inner; i += 4 * GK_LANES) {
                layerNorm_0_stage1(i, GK_LANES, p_x_row, &acc_1_0);
                layerNorm_0_stage1(i + GK_LANES, GK_LANES, p_x_row, &acc_1_1);
                layerNorm_0_stage1(i + 2 * GK_LANES, GK_LANES, p_x_row, &acc_1_2);
                layerNorm_0_stage1(i + 3 * GK_LANES, GK_LANES, p_x_row, &acc_1_3);
            }
            for (; i + GK_LANES <= inner; i += GK_LANES) {
                layerNorm_0_stage1(i, GK_LANES, p_x_row, &acc_1_0);
            }
            if (i < inner) {
                layerNorm_0_stage1(i, (int) (inner - i), p_x_row, &acc_1_0);
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
                layerNorm_0_stage2(i, GK_LANES, p_x_row, v_2_row, &acc_4_0);
                layerNorm_0_stage2(i + GK_LANES, GK_LANES, p_x_row, v_2_row, &acc_4_1);
                layerNorm_0_stage2(i + 2 * GK_LANES, GK_LANES, p_x_row, v_2_row, &acc_4_2);
                layerNorm_0_stage2(i + 3 * GK_LANES, GK_LANES, p_x_row, v_2_row, &acc_4_3);
            }
            for (; i + GK_LANES <= inner; i += GK_LANES) {
                layerNorm_0_stage2(i, GK_LANES, p_x_row, v_2_row, &acc_4_0);
            }
            if (i < inner) {
                layerNorm_0_stage2(i, (int) (inner - i), p_x_row, v_2_row, &acc_4_0);
            }
        }
        const gk_f32 v_4_row = gk_reduce_sum(gk_accumulate_sum(gk_accumulate_sum(acc_4_0, acc_4_1, GK_LANES), gk_accumulate_sum(acc_4_2, acc_4_3, GK_LANES), GK_LANES));
        const gk_f32 v_variance_row = v_4_row / v_0;
        const gk_f32 v_5_row = v_variance_row + v_epsilon;
        const gk_f32 v_6_row = gk_rsqrt(v_5_row);
        {
            gk_int64 i = 0;
            const int stream = streaming && gk_is_aligned(p_9_3_row + head);
            if (head > 0) {
                layerNorm_0_stage3(0, (int) head, p_x_row, p_gamma, p_beta, v_2_row, v_6_row, p_9_3_row, p_x_row + gk_dim_min(gk_dim_max(2112, inner + 64), 16384), ahead, stream);
            }
            i += head;
            for (; i + 4 * GK_LANES <= inner; i += 4 * GK_LANES) {
                layerNorm_0_stage3(i, GK_LANES, p_x_row, p_gamma, p_beta, v_2_row, v_6_row, p_9_3_row, p_x_row + gk_dim_min(gk_dim_max(2112, inner + 64), 16384), ahead, stream);
                layerNorm_0_stage3(i + GK_LANES, GK_LANES, p_x_row, p_gamma, p_beta, v_2_row, v_6_row, p_9_3_row, p_x_row + gk_dim_min(gk_dim_max(2112, inner + 64), 16384), ahead, stream);
                layerNorm_0_stage3(i + 2 * GK_LANES, GK_LANES, p_x_row, p_gamma, p_beta, v_2_row, v_6_row, p_9_3_row, p_x_row + gk_dim_min(gk_dim_max(2112, inner + 64), 16384), ahead, stream);
                layerNorm_0_stage3(i + 3 * GK_LANES, GK_LANES, p_x_row, p_gamma, p_beta, v_2_row, v_6_row, p_9_3_row, p_x_row + gk_dim_min(gk_dim_max(2112, inner + 64), 16384), ahead, stream);
            }
            for (; i + GK_LANES <= inner; i += GK_LANES) {
                layerNorm_0_stage3(i, GK_LANES, p_x_row, p_gamma, p_beta, v_2_row, v_6_row, p_9_3_row, p_x_row + gk_dim_min(gk_dim_max(2112, inner + 64), 16384), ahead, stream);
            }
            if (i < inner) {
                layerNorm_0_stage3(i, (int) (inner - i), p_x_row, p_gamma, p_beta, v_2_row, v_6_row, p_9_3_row, p_x_row + gk_dim_min(gk_dim_max(2112, inner + 64), 16384), ahead, stream);
            }
        }
    }
    if (streaming) {
        gk_stream_fence();
    }
}

GK_EXPORT extern const gk_kernel GK_TABLE[];
const gk_kernel GK_TABLE[] = {
    layerNorm_0,
    0
};
GK_EXPORT extern const gk_int64 GK_TABLE_SIZE;
const gk_int64 GK_TABLE_SIZE = 1;
