/* The CPU kernels of demo.Ops. Generated from its @GraphKernel methods. */
#include "graphkernel.h"

/*
 * biasGradient_0 of biasGradient: column reduction.
 * Mul, ReduceSum, ReduceSum, Mul
 */
GK_INLINE void biasGradient_0_stage1(
        gk_int64 i, const int lanes, const float *p_dy, const float *p_x, float *partial_gamma, float *partial_beta) {
    const gk_f32 v_dy = gk_load(p_dy + i, lanes);
    const gk_f32 v_x = gk_load(p_x + i, lanes);
    const gk_f32 v_0 = v_dy * v_x;
    gk_store(partial_gamma + i, gk_accumulate_sum(gk_load(partial_gamma + i, lanes), v_0, lanes), lanes);
    gk_store(partial_beta + i, gk_accumulate_sum(gk_load(partial_beta + i, lanes), v_dy, lanes), lanes);
}

static void biasGradient_0(const gk_slot *arguments, gk_int64 begin, gk_int64 end, void *scratch) {
    const gk_int64 n_n = arguments[4].integer;
    const gk_int64 n_d = arguments[5].integer;
    const float *const p_dy = arguments[0].pointer;
    const float *const p_x = arguments[1].pointer;
    float *const p_gamma_2 = arguments[2].pointer;
    float *const p_1_3 = arguments[3].pointer;
    (void) scratch;
    const gk_int64 inner = n_d;
    gk_uint8 *const partial = arguments[7].pointer;
    const gk_int64 block = arguments[8].integer;
    for (gk_int64 item = begin; item < end; ++item) {
        const gk_int64 first = item * block;
        const gk_int64 last = gk_dim_min(first + block, n_n);
        float *const partial_gamma = (float *) (partial + item * (64LL*gk_dim_floorDiv(8LL*n_d + 63LL, 64LL)));
        float *const partial_beta = (float *) (partial_gamma + inner);
        gk_fill(partial_gamma, gk_splat(GK_IDENTITY_sum_f32), inner);
        gk_fill(partial_beta, gk_splat(GK_IDENTITY_sum_f32), inner);
        for (gk_int64 row = first; row < last; ++row) {
            const float *const p_dy_row = p_dy + row * inner;
            const float *const p_x_row = p_x + row * inner;
            const gk_int64 head = gk_head((p_dy_row - p_dy), inner);
            {
                gk_int64 i = 0;
                if (head > 0) {
                    biasGradient_0_stage1(0, (int) head, p_dy_row, p_x_row, partial_gamma, partial_beta);
                }
                i += head;
                for (; i + GK_LANES <= inner; i += GK_LANES) {
                    biasGradient_0_stage1(i, GK_LANES, p_dy_row, p_x_row, partial_gamma, partial_beta);
                }
                if (i < inner) {
                    biasGradient_0_stage1(i, (int) (inner - i), p_dy_row, p_x_row, partial_gamma, partial_beta);
                }
            }
        }
    }
}

static void biasGradient_0_finish(const gk_slot *arguments, gk_int64 begin, gk_int64 end, void *scratch) {
    const gk_int64 n_n = arguments[4].integer;
    const gk_int64 n_d = arguments[5].integer;
    const float *const p_dy = arguments[0].pointer;
    const float *const p_x = arguments[1].pointer;
    float *const p_gamma_2 = arguments[2].pointer;
    float *const p_1_3 = arguments[3].pointer;
    (void) scratch;
    gk_uint8 *const partial = arguments[7].pointer;
    const gk_int64 blocks = arguments[9].integer;
    const gk_int64 inner = n_d;
    for (gk_int64 i = begin; i < end; i += GK_LANES) {
        const int lanes = end - i < GK_LANES ? (int) (end - i) : GK_LANES;
        gk_f32 acc_gamma = gk_splat(GK_IDENTITY_sum_f32);
        gk_f32 acc_beta = gk_splat(GK_IDENTITY_sum_f32);
        for (gk_int64 block = 0; block < blocks; ++block) {
            float *const partial_gamma = (float *) (partial + block * (64LL*gk_dim_floorDiv(8LL*n_d + 63LL, 64LL)));
            float *const partial_beta = (float *) (partial_gamma + inner);
            acc_gamma = gk_accumulate_sum(acc_gamma, gk_load(partial_gamma + i, lanes), lanes);
            acc_beta = gk_accumulate_sum(acc_beta, gk_load(partial_beta + i, lanes), lanes);
        }
        const gk_f32 v_gamma = acc_gamma;
        const gk_f32 v_beta = acc_beta;
        const gk_f32 v_1 = v_beta * gk_splat(0.5f);
        gk_store(p_gamma_2 + i, v_gamma, lanes);
        gk_store(p_1_3 + i, v_1, lanes);
    }
}

GK_EXPORT extern const gk_kernel GK_TABLE[];
const gk_kernel GK_TABLE[] = {
    biasGradient_0,
    biasGradient_0_finish,
    0
};
GK_EXPORT extern const gk_int64 GK_TABLE_SIZE;
const gk_int64 GK_TABLE_SIZE = 2;
