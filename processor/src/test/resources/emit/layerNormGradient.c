/* The CPU kernels of demo.Ops. Generated from its @GraphKernel methods. */
#include "graphkernel.h"

/*
 * layerNormGradient_0 of layerNormGradient: column reduction.
 * Sub, Mul, Mul, ReduceSum, RealDiv, Mul, ReduceSum, RealDiv, Sub, Mul, Sub, Mul, Mul, ReduceSum, ReduceSum
 */
GK_INLINE void layerNormGradient_0_stage1(
        gk_int64 i, const int lanes, const float *p_x, const float *p_dy, const float *p_gamma, const gk_f32 v_mean, const gk_f32 v_rstd, gk_f32 *acc_2, gk_f32 *acc_5, float *partial_12, float *partial_13, const float *next_x, const int ahead) {
    gk_prefetch(next_x + i, ahead);
    const gk_f32 v_x = gk_load(p_x + i, lanes);
    const gk_f32 v_dy = gk_load(p_dy + i, lanes);
    const gk_f32 v_gamma = gk_load(p_gamma + i, lanes);
    const gk_f32 v_1 = v_x - v_mean;
    const gk_f32 v_normal = v_1 * v_rstd;
    const gk_f32 v_scaled = v_dy * v_gamma;
    const gk_f32 v_4 = v_scaled * v_normal;
    const gk_f32 v_11 = v_dy * v_normal;
    *acc_2 = gk_accumulate_sum(*acc_2, v_scaled, lanes);
    *acc_5 = gk_accumulate_sum(*acc_5, v_4, lanes);
    gk_store(partial_12 + i, gk_accumulate_sum(gk_load(partial_12 + i, lanes), v_11, lanes), lanes);
    gk_store(partial_13 + i, gk_accumulate_sum(gk_load(partial_13 + i, lanes), v_dy, lanes), lanes);
}

GK_INLINE void layerNormGradient_0_stage2(
        gk_int64 i, const int lanes, const float *p_x, const float *p_dy, const float *p_gamma, const gk_f32 v_mean, const gk_f32 v_rstd, const gk_f32 v_3, const gk_f32 v_6, float *p_10_5, const float *next_dy, const int ahead, const int stream) {
    gk_prefetch(next_dy + i, ahead);
    const gk_f32 v_x = gk_load(p_x + i, lanes);
    const gk_f32 v_dy = gk_load(p_dy + i, lanes);
    const gk_f32 v_gamma = gk_load(p_gamma + i, lanes);
    const gk_f32 v_1 = v_x - v_mean;
    const gk_f32 v_normal = v_1 * v_rstd;
    const gk_f32 v_scaled = v_dy * v_gamma;
    const gk_f32 v_7 = v_scaled - v_3;
    const gk_f32 v_8 = v_normal * v_6;
    const gk_f32 v_9 = v_7 - v_8;
    const gk_f32 v_10 = v_9 * v_rstd;
    gk_put(p_10_5 + i, v_10, lanes, stream);
}

GK_APART void layerNormGradient_0_short(const gk_slot *arguments, gk_int64 begin, gk_int64 end, void *scratch) {
    const gk_int64 n_n = arguments[8].integer;
    const gk_int64 n_d = arguments[9].integer;
    const float *const p_x = arguments[0].pointer;
    const float *const p_mean = arguments[1].pointer;
    const float *const p_rstd = arguments[2].pointer;
    const float *const p_dy = arguments[3].pointer;
    const float *const p_gamma = arguments[4].pointer;
    float *const p_10_5 = arguments[5].pointer;
    float *const p_12_6 = arguments[6].pointer;
    float *const p_13_7 = arguments[7].pointer;
    const gk_f32 v_0 = gk_splat((float) (n_d));
    const int ahead = arguments[10].integer > 0;
    const int streaming = arguments[10].integer > 1;
    (void) scratch;
    const gk_int64 inner = n_d;
    gk_uint8 *const partial = arguments[11].pointer;
    const gk_int64 block = arguments[12].integer;
    for (gk_int64 item = begin; item < end; ++item) {
        const gk_int64 first = item * block;
        const gk_int64 last = gk_dim_min(first + block, n_n);
        float *const partial_12 = (float *) (partial + item * (64LL*gk_dim_floorDiv(8LL*n_d + 63LL, 64LL)));
        float *const partial_13 = (float *) (partial_12 + inner);
        gk_fill(partial_12, gk_splat(GK_IDENTITY_sum_f32), inner);
        gk_fill(partial_13, gk_splat(GK_IDENTITY_sum_f32), inner);
        const gk_int64 max_rows = GK_LANES;
        gk_int64 rows;
        for (gk_int64 row = first; row < last; row += rows) {
            rows = gk_dim_min(max_rows, last - row);
            const gk_f32 v_mean_row = gk_load(p_mean + row, (int) rows);
            const gk_f32 v_rstd_row = gk_load(p_rstd + row, (int) rows);
            gk_f32 acc_2_rows[GK_LANES];
            gk_f32 acc_5_rows[GK_LANES];
            for (gk_int64 line = 0; line < rows; ++line) {
                const float *const p_x_line = p_x + (row + line) * inner;
                const float *const p_mean_line = p_mean + (row + line);
                const float *const p_rstd_line = p_rstd + (row + line);
                const float *const p_dy_line = p_dy + (row + line) * inner;
                float *const p_10_5_line = p_10_5 + (row + line) * inner;
                const gk_f32 v_mean_line = gk_lane(v_mean_row, line);
                const gk_f32 v_rstd_line = gk_lane(v_rstd_row, line);
                gk_f32 acc_2_0 = gk_splat(GK_IDENTITY_sum_f32);
                gk_f32 acc_5_0 = gk_splat(GK_IDENTITY_sum_f32);
                for (gk_int64 i = 0; i < inner; i += GK_LANES) {
                    gk_prefetch(p_x_line + 4096 + i, 1);
                    gk_prefetch(p_dy_line + 4096 + i, 1);
                    layerNormGradient_0_stage1(i, (int) gk_dim_min(GK_LANES, inner - i), p_x_line, p_dy_line, p_gamma, v_mean_line, v_rstd_line, &acc_2_0, &acc_5_0, partial_12, partial_13, p_x_line + gk_dim_min(gk_dim_max(2112, rows * inner + 64), 16384), ahead);
                }
                acc_2_rows[line] = acc_2_0;
                acc_5_rows[line] = acc_5_0;
            }
            const gk_f32 v_2_row = gk_reduce_rows_sum(acc_2_rows, (int) rows);
            const gk_f32 v_5_row = gk_reduce_rows_sum(acc_5_rows, (int) rows);
            const gk_f32 v_3_row = v_2_row / v_0;
            const gk_f32 v_6_row = v_5_row / v_0;
            for (gk_int64 line = 0; line < rows; ++line) {
                const float *const p_x_line = p_x + (row + line) * inner;
                const float *const p_mean_line = p_mean + (row + line);
                const float *const p_rstd_line = p_rstd + (row + line);
                const float *const p_dy_line = p_dy + (row + line) * inner;
                float *const p_10_5_line = p_10_5 + (row + line) * inner;
                const gk_f32 v_mean_line = gk_lane(v_mean_row, line);
                const gk_f32 v_rstd_line = gk_lane(v_rstd_row, line);
                const gk_f32 v_3_line = gk_lane(v_3_row, line);
                const gk_f32 v_6_line = gk_lane(v_6_row, line);
                const int stream = streaming && gk_is_aligned(p_10_5_line);
                for (gk_int64 i = 0; i < inner; i += GK_LANES) {
                    layerNormGradient_0_stage2(i, (int) gk_dim_min(GK_LANES, inner - i), p_x_line, p_dy_line, p_gamma, v_mean_line, v_rstd_line, v_3_line, v_6_line, p_10_5_line, p_dy_line + gk_dim_min(gk_dim_max(2112, rows * inner + 64), 16384), ahead, stream);
                }
            }
        }
    }
    if (streaming) {
        gk_stream_fence();
    }
}

static void layerNormGradient_0(const gk_slot *arguments, gk_int64 begin, gk_int64 end, void *scratch) {
    const gk_int64 n_n = arguments[8].integer;
    const gk_int64 n_d = arguments[9].integer;
    const float *const p_x = arguments[0].pointer;
    const float *const p_mean = arguments[1].pointer;
    const float *const p_rstd = arguments[2].pointer;
    const float *const p_dy = arguments[3].pointer;
    const float *const p_gamma = arguments[4].pointer;
    float *const p_10_5 = arguments[5].pointer;
    float *const p_12_6 = arguments[6].pointer;
    float *const p_13_7 = arguments[7].pointer;
    const gk_f32 v_0 = gk_splat((float) (n_d));
    const int ahead = arguments[10].integer > 0;
    const int streaming = arguments[10].integer > 1;
    (void) scratch;
    const gk_int64 inner = n_d;
    if (inner <= 128) {
        layerNormGradient_0_short(arguments, begin, end, scratch);
        return;
    }
    gk_uint8 *const partial = arguments[11].pointer;
    const gk_int64 block = arguments[12].integer;
    for (gk_int64 item = begin; item < end; ++item) {
        const gk_int64 first = item * block;
        const gk_int64 last = gk_dim_min(first + block, n_n);
        float *const partial_12 = (float *) (partial + item * (64LL*gk_dim_floorDiv(8LL*n_d + 63LL, 64LL)));
        float *const partial_13 = (float *) (partial_12 + inner);
        gk_fill(partial_12, gk_splat(GK_IDENTITY_sum_f32), inner);
        gk_fill(partial_13, gk_splat(GK_IDENTITY_sum_f32), inner);
        for (gk_int64 row = first; row < last; ++row) {
            const float *const p_x_row = p_x + row * inner;
            const float *const p_mean_row = p_mean + row;
            const float *const p_rstd_row = p_rstd + row;
            const float *const p_dy_row = p_dy + row * inner;
            float *const p_10_5_row = p_10_5 + row * inner;
            const gk_f32 v_mean_row = gk_load_one(p_mean_row);
            const gk_f32 v_rstd_row = gk_load_one(p_rstd_row);
            const gk_int64 head = gk_head((p_10_5_row - p_10_5), inner);
            gk_f32 acc_2_0 = gk_splat(GK_IDENTITY_sum_f32);
            gk_f32 acc_2_1 = gk_splat(GK_IDENTITY_sum_f32);
            gk_f32 acc_2_2 = gk_splat(GK_IDENTITY_sum_f32);
            gk_f32 acc_2_3 = gk_splat(GK_IDENTITY_sum_f32);
            gk_f32 acc_5_0 = gk_splat(GK_IDENTITY_sum_f32);
            gk_f32 acc_5_1 = gk_splat(GK_IDENTITY_sum_f32);
            gk_f32 acc_5_2 = gk_splat(GK_IDENTITY_sum_f32);
            gk_f32 acc_5_3 = gk_splat(GK_IDENTITY_sum_f32);
            {
                gk_int64 i = 0;
                for (; i + 4 * GK_LANES <= inner; i += 4 * GK_LANES) {
                    layerNormGradient_0_stage1(i, GK_LANES, p_x_row, p_dy_row, p_gamma, v_mean_row, v_rstd_row, &acc_2_0, &acc_5_0, partial_12, partial_13, p_x_row + gk_dim_min(gk_dim_max(2112, inner + 64), 16384), ahead);
                    layerNormGradient_0_stage1(i + GK_LANES, GK_LANES, p_x_row, p_dy_row, p_gamma, v_mean_row, v_rstd_row, &acc_2_1, &acc_5_1, partial_12, partial_13, p_x_row + gk_dim_min(gk_dim_max(2112, inner + 64), 16384), ahead);
                    layerNormGradient_0_stage1(i + 2 * GK_LANES, GK_LANES, p_x_row, p_dy_row, p_gamma, v_mean_row, v_rstd_row, &acc_2_2, &acc_5_2, partial_12, partial_13, p_x_row + gk_dim_min(gk_dim_max(2112, inner + 64), 16384), ahead);
                    layerNormGradient_0_stage1(i + 3 * GK_LANES, GK_LANES, p_x_row, p_dy_row, p_gamma, v_mean_row, v_rstd_row, &acc_2_3, &acc_5_3, partial_12, partial_13, p_x_row + gk_dim_min(gk_dim_max(2112, inner + 64), 16384), ahead);
                }
                for (; i + GK_LANES <= inner; i += GK_LANES) {
                    layerNormGradient_0_stage1(i, GK_LANES, p_x_row, p_dy_row, p_gamma, v_mean_row, v_rstd_row, &acc_2_0, &acc_5_0, partial_12, partial_13, p_x_row + gk_dim_min(gk_dim_max(2112, inner + 64), 16384), ahead);
                }
                if (i < inner) {
                    layerNormGradient_0_stage1(i, (int) (inner - i), p_x_row, p_dy_row, p_gamma, v_mean_row, v_rstd_row, &acc_2_0, &acc_5_0, partial_12, partial_13, p_x_row + gk_dim_min(gk_dim_max(2112, inner + 64), 16384), ahead);
                }
            }
            const gk_f32 v_2_row = gk_reduce_sum(gk_accumulate_sum(gk_accumulate_sum(acc_2_0, acc_2_1, GK_LANES), gk_accumulate_sum(acc_2_2, acc_2_3, GK_LANES), GK_LANES));
            const gk_f32 v_5_row = gk_reduce_sum(gk_accumulate_sum(gk_accumulate_sum(acc_5_0, acc_5_1, GK_LANES), gk_accumulate_sum(acc_5_2, acc_5_3, GK_LANES), GK_LANES));
            const gk_f32 v_3_row = v_2_row / v_0;
            const gk_f32 v_6_row = v_5_row / v_0;
            {
                gk_int64 i = 0;
                const int stream = streaming && gk_is_aligned(p_10_5_row + head);
                if (head > 0) {
                    layerNormGradient_0_stage2(0, (int) head, p_x_row, p_dy_row, p_gamma, v_mean_row, v_rstd_row, v_3_row, v_6_row, p_10_5_row, p_dy_row + gk_dim_min(gk_dim_max(2112, inner + 64), 16384), ahead, stream);
                }
                i += head;
                for (; i + 4 * GK_LANES <= inner; i += 4 * GK_LANES) {
                    layerNormGradient_0_stage2(i, GK_LANES, p_x_row, p_dy_row, p_gamma, v_mean_row, v_rstd_row, v_3_row, v_6_row, p_10_5_row, p_dy_row + gk_dim_min(gk_dim_max(2112, inner + 64), 16384), ahead, stream);
                    layerNormGradient_0_stage2(i + GK_LANES, GK_LANES, p_x_row, p_dy_row, p_gamma, v_mean_row, v_rstd_row, v_3_row, v_6_row, p_10_5_row, p_dy_row + gk_dim_min(gk_dim_max(2112, inner + 64), 16384), ahead, stream);
                    layerNormGradient_0_stage2(i + 2 * GK_LANES, GK_LANES, p_x_row, p_dy_row, p_gamma, v_mean_row, v_rstd_row, v_3_row, v_6_row, p_10_5_row, p_dy_row + gk_dim_min(gk_dim_max(2112, inner + 64), 16384), ahead, stream);
                    layerNormGradient_0_stage2(i + 3 * GK_LANES, GK_LANES, p_x_row, p_dy_row, p_gamma, v_mean_row, v_rstd_row, v_3_row, v_6_row, p_10_5_row, p_dy_row + gk_dim_min(gk_dim_max(2112, inner + 64), 16384), ahead, stream);
                }
                for (; i + GK_LANES <= inner; i += GK_LANES) {
                    layerNormGradient_0_stage2(i, GK_LANES, p_x_row, p_dy_row, p_gamma, v_mean_row, v_rstd_row, v_3_row, v_6_row, p_10_5_row, p_dy_row + gk_dim_min(gk_dim_max(2112, inner + 64), 16384), ahead, stream);
                }
                if (i < inner) {
                    layerNormGradient_0_stage2(i, (int) (inner - i), p_x_row, p_dy_row, p_gamma, v_mean_row, v_rstd_row, v_3_row, v_6_row, p_10_5_row, p_dy_row + gk_dim_min(gk_dim_max(2112, inner + 64), 16384), ahead, stream);
                }
            }
        }
    }
    if (streaming) {
        gk_stream_fence();
    }
}

static void layerNormGradient_0_finish(const gk_slot *arguments, gk_int64 begin, gk_int64 end, void *scratch) {
    const gk_int64 n_n = arguments[8].integer;
    const gk_int64 n_d = arguments[9].integer;
    const float *const p_x = arguments[0].pointer;
    const float *const p_mean = arguments[1].pointer;
    const float *const p_rstd = arguments[2].pointer;
    const float *const p_dy = arguments[3].pointer;
    const float *const p_gamma = arguments[4].pointer;
    float *const p_10_5 = arguments[5].pointer;
    float *const p_12_6 = arguments[6].pointer;
    float *const p_13_7 = arguments[7].pointer;
    const gk_f32 v_0 = gk_splat((float) (n_d));
    (void) scratch;
    gk_uint8 *const partial = arguments[11].pointer;
    const gk_int64 blocks = arguments[13].integer;
    const gk_int64 inner = n_d;
    for (gk_int64 i = begin; i < end; i += GK_LANES) {
        const int lanes = end - i < GK_LANES ? (int) (end - i) : GK_LANES;
        gk_f32 acc_12 = gk_splat(GK_IDENTITY_sum_f32);
        gk_f32 acc_13 = gk_splat(GK_IDENTITY_sum_f32);
        for (gk_int64 block = 0; block < blocks; ++block) {
            float *const partial_12 = (float *) (partial + block * (64LL*gk_dim_floorDiv(8LL*n_d + 63LL, 64LL)));
            float *const partial_13 = (float *) (partial_12 + inner);
            acc_12 = gk_accumulate_sum(acc_12, gk_load(partial_12 + i, lanes), lanes);
            acc_13 = gk_accumulate_sum(acc_13, gk_load(partial_13 + i, lanes), lanes);
        }
        const gk_f32 v_12 = acc_12;
        const gk_f32 v_13 = acc_13;
        gk_store(p_12_6 + i, v_12, lanes);
        gk_store(p_13_7 + i, v_13, lanes);
    }
}

GK_EXPORT extern const gk_kernel GK_TABLE[];
const gk_kernel GK_TABLE[] = {
    layerNormGradient_0,
    layerNormGradient_0_finish,
    0
};
GK_EXPORT extern const gk_int64 GK_TABLE_SIZE;
const gk_int64 GK_TABLE_SIZE = 2;
