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
        gk_int64 i, const int lanes, const float *p_x, float *saved_exponential, const gk_f32 v_0, gk_f32 *acc_2, const float *next_x, const int stream) {
    gk_prefetch(next_x + i, stream);
    const gk_f32 v_x = gk_load(p_x + i, lanes);
    const gk_f32 v_1 = v_x - v_0;
    const gk_f32 v_exponential = gk_exp(v_1);
    gk_store(saved_exponential + i, v_exponential, lanes);
    *acc_2 = gk_accumulate_sum(*acc_2, v_exponential, lanes);
}

GK_INLINE void softmax_0_stage3(
        gk_int64 i, const int lanes, const float *saved_exponential, const gk_f32 v_2, float *p_3_1, const int stream) {
    const gk_f32 v_exponential = gk_load(saved_exponential + i, lanes);
    const gk_f32 v_3 = v_exponential / v_2;
    gk_put(p_3_1 + i, v_3, lanes, stream);
}

static void softmax_0(const gk_slot *arguments, gk_int64 begin, gk_int64 end, void *scratch) {
    const gk_int64 n_n = arguments[2].integer;
    const gk_int64 n_d = arguments[3].integer;
    const float *const p_x = arguments[0].pointer;
    float *const p_3_1 = arguments[1].pointer;
    const int streaming = arguments[4].integer != 0;
    const gk_int64 inner = n_d;
    float *const saved_exponential = scratch;
    for (gk_int64 row = begin; row < end; ++row) {
        const float *const p_x_row = p_x + row * inner;
        float *const p_3_1_row = p_3_1 + row * inner;
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
                softmax_0_stage2(i, GK_LANES, p_x_row, saved_exponential, v_0_row, &acc_2_0, p_x_row + 2 * inner, streaming);
                softmax_0_stage2(i + GK_LANES, GK_LANES, p_x_row, saved_exponential, v_0_row, &acc_2_1, p_x_row + 2 * inner, streaming);
            }
            for (; i + GK_LANES <= inner; i += GK_LANES) {
                softmax_0_stage2(i, GK_LANES, p_x_row, saved_exponential, v_0_row, &acc_2_0, p_x_row + 2 * inner, streaming);
            }
            if (i < inner) {
                softmax_0_stage2(i, (int) (inner - i), p_x_row, saved_exponential, v_0_row, &acc_2_0, p_x_row + 2 * inner, streaming);
            }
        }
        const gk_f32 v_2_row = gk_reduce_sum(gk_accumulate_sum(acc_2_0, acc_2_1, GK_LANES));
        {
            gk_int64 i = 0;
            if (streaming) {
                const gk_int64 line = gk_dim_min(inner, i + gk_to_line(p_3_1_row + i));
                while (i < line) {
                    const int lanes = (int) gk_dim_min(GK_LANES, line - i);
                    softmax_0_stage3(i, lanes, saved_exponential, v_2_row, p_3_1_row, 0);
                    i += lanes;
                }
                const gk_int64 last = 1 && gk_is_aligned(p_3_1_row + i) ? inner - gk_past_line(p_3_1_row + inner) : i;
                for (; i + GK_LANES <= last; i += GK_LANES) {
                    softmax_0_stage3(i, GK_LANES, saved_exponential, v_2_row, p_3_1_row, 1);
                }
            }
            for (; i + GK_LANES <= inner; i += GK_LANES) {
                softmax_0_stage3(i, GK_LANES, saved_exponential, v_2_row, p_3_1_row, 0);
            }
            if (i < inner) {
                softmax_0_stage3(i, (int) (inner - i), saved_exponential, v_2_row, p_3_1_row, 0);
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
