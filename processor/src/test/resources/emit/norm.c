/* The CPU kernels of demo.Ops. Generated from its @GraphKernel methods. */
#include "graphkernel.h"

/*
 * norm_0 of norm: full reduction.
 * Add, Mul, ReduceSum, Sqrt
 */
GK_INLINE void norm_0_stage1(
        gk_int64 i, const int lanes, const float *p_x, const float *p_bias, gk_f32 *acc_2) {
    const gk_f32 v_x = gk_load(p_x + i, lanes);
    const gk_f32 v_bias = gk_load(p_bias + i, lanes);
    const gk_f32 v_0 = v_x + v_bias;
    const gk_f32 v_1 = v_0 * v_0;
    *acc_2 = gk_accumulate_sum(*acc_2, v_1, lanes);
}

static void norm_0(const gk_slot *arguments, gk_int64 begin, gk_int64 end, void *scratch) {
    const gk_int64 n_n = arguments[3].integer;
    const gk_int64 n_d = arguments[4].integer;
    const float *const p_x = arguments[0].pointer;
    const float *const p_bias = arguments[1].pointer;
    float *const p_3_2 = arguments[2].pointer;
    (void) scratch;
    const gk_int64 inner = n_d;
    const gk_int64 rows = n_n;
    gk_uint8 *const partial = arguments[6].pointer;
    const gk_int64 block = arguments[7].integer;
    const gk_int64 blocks = arguments[8].integer;
    for (gk_int64 item = begin; item < end; ++item) {
        const gk_int64 first = item * block;
        const gk_int64 last = gk_dim_min(first + block, rows);
        gk_f32 acc_2_0 = gk_splat(GK_IDENTITY_sum_f32);
        gk_f32 acc_2_1 = gk_splat(GK_IDENTITY_sum_f32);
        gk_f32 acc_2_2 = gk_splat(GK_IDENTITY_sum_f32);
        gk_f32 acc_2_3 = gk_splat(GK_IDENTITY_sum_f32);
        for (gk_int64 row = first; row < last; ++row) {
            const float *const p_x_row = p_x + row * inner;
            {
                gk_int64 i = 0;
                for (; i + 4 * GK_LANES <= inner; i += 4 * GK_LANES) {
                    norm_0_stage1(i, GK_LANES, p_x_row, p_bias, &acc_2_0);
                    norm_0_stage1(i + GK_LANES, GK_LANES, p_x_row, p_bias, &acc_2_1);
                    norm_0_stage1(i + 2 * GK_LANES, GK_LANES, p_x_row, p_bias, &acc_2_2);
                    norm_0_stage1(i + 3 * GK_LANES, GK_LANES, p_x_row, p_bias, &acc_2_3);
                }
                for (; i + GK_LANES <= inner; i += GK_LANES) {
                    norm_0_stage1(i, GK_LANES, p_x_row, p_bias, &acc_2_0);
                }
                if (i < inner) {
                    norm_0_stage1(i, (int) (inner - i), p_x_row, p_bias, &acc_2_0);
                }
            }
        }
        gk_store_one((float *) (partial + 8 * (0 * blocks + item)), gk_reduce_sum(gk_accumulate_sum(gk_accumulate_sum(acc_2_0, acc_2_1, GK_LANES), gk_accumulate_sum(acc_2_2, acc_2_3, GK_LANES), GK_LANES)));
    }
}

static void norm_0_finish(const gk_slot *arguments, gk_int64 begin, gk_int64 end, void *scratch) {
    const gk_int64 n_n = arguments[3].integer;
    const gk_int64 n_d = arguments[4].integer;
    const float *const p_x = arguments[0].pointer;
    const float *const p_bias = arguments[1].pointer;
    float *const p_3_2 = arguments[2].pointer;
    (void) scratch;
    gk_uint8 *const partial = arguments[6].pointer;
    const gk_int64 blocks = arguments[8].integer;
    (void) begin, (void) end;
    gk_f32 acc_2 = gk_splat(GK_IDENTITY_sum_f32);
    for (gk_int64 block = 0; block < blocks; block += GK_LANES) {
        const int lanes = blocks - block < GK_LANES ? (int) (blocks - block) : GK_LANES;
        acc_2 = gk_accumulate_sum(acc_2, gk_load_strided((float *) (partial + 8 * (0 * blocks + block)), 2, lanes), lanes);
    }
    const gk_f32 v_2 = gk_reduce_sum(acc_2);
    const gk_f32 v_3 = gk_sqrt(v_2);
    gk_store_one(p_3_2 + 0, v_3);
}

GK_EXPORT extern const gk_kernel GK_TABLE[];
const gk_kernel GK_TABLE[] = {
    norm_0,
    norm_0_finish,
    0
};
GK_EXPORT extern const gk_int64 GK_TABLE_SIZE;
const gk_int64 GK_TABLE_SIZE = 2;
