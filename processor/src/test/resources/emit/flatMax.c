/* The CPU kernels of demo.Ops. Generated from its @GraphKernel methods. */
#include "graphkernel.h"

/*
 * flatMax_0 of flatMax: full reduction.
 * Abs, ReduceMax
 */
GK_INLINE void flatMax_0_stage1(
        gk_int64 i, const int lanes, const float *p_x, gk_f32 *acc_1) {
    const gk_f32 v_x = gk_load(p_x + i, lanes);
    const gk_f32 v_0 = gk_abs(v_x);
    *acc_1 = gk_accumulate_max(*acc_1, v_0, lanes);
}

static void flatMax_0(const gk_slot *arguments, gk_int64 begin, gk_int64 end, void *scratch) {
    const gk_int64 n_d = arguments[2].integer;
    const gk_int64 n_n = arguments[3].integer;
    const float *const p_x = arguments[0].pointer;
    float *const p_1_1 = arguments[1].pointer;
    (void) scratch;
    const gk_int64 inner = (n_d*n_n);
    gk_uint8 *const partial = arguments[5].pointer;
    const gk_int64 block = arguments[6].integer;
    const gk_int64 blocks = arguments[7].integer;
    for (gk_int64 item = begin; item < end; ++item) {
        const gk_int64 first = item * block;
        const gk_int64 last = gk_dim_min(first + block, inner);
        gk_f32 acc_1_0 = gk_splat(GK_IDENTITY_max_f32);
        gk_f32 acc_1_1 = gk_splat(GK_IDENTITY_max_f32);
        gk_f32 acc_1_2 = gk_splat(GK_IDENTITY_max_f32);
        gk_f32 acc_1_3 = gk_splat(GK_IDENTITY_max_f32);
        {
            gk_int64 i = first;
            for (; i + 4 * GK_LANES <= last; i += 4 * GK_LANES) {
                flatMax_0_stage1(i, GK_LANES, p_x, &acc_1_0);
                flatMax_0_stage1(i + GK_LANES, GK_LANES, p_x, &acc_1_1);
                flatMax_0_stage1(i + 2 * GK_LANES, GK_LANES, p_x, &acc_1_2);
                flatMax_0_stage1(i + 3 * GK_LANES, GK_LANES, p_x, &acc_1_3);
            }
            for (; i + GK_LANES <= last; i += GK_LANES) {
                flatMax_0_stage1(i, GK_LANES, p_x, &acc_1_0);
            }
            if (i < last) {
                flatMax_0_stage1(i, (int) (last - i), p_x, &acc_1_0);
            }
        }
        gk_store_one((float *) (partial + 8 * (0 * blocks + item)), gk_reduce_max(gk_accumulate_max(gk_accumulate_max(acc_1_0, acc_1_1, GK_LANES), gk_accumulate_max(acc_1_2, acc_1_3, GK_LANES), GK_LANES)));
    }
}

static void flatMax_0_finish(const gk_slot *arguments, gk_int64 begin, gk_int64 end, void *scratch) {
    const gk_int64 n_d = arguments[2].integer;
    const gk_int64 n_n = arguments[3].integer;
    const float *const p_x = arguments[0].pointer;
    float *const p_1_1 = arguments[1].pointer;
    (void) scratch;
    gk_uint8 *const partial = arguments[5].pointer;
    const gk_int64 blocks = arguments[7].integer;
    (void) begin, (void) end;
    gk_f32 acc_1 = gk_splat(GK_IDENTITY_max_f32);
    for (gk_int64 block = 0; block < blocks; block += GK_LANES) {
        const int lanes = blocks - block < GK_LANES ? (int) (blocks - block) : GK_LANES;
        acc_1 = gk_accumulate_max(acc_1, gk_load_strided((float *) (partial + 8 * (0 * blocks + block)), 2, lanes), lanes);
    }
    const gk_f32 v_1 = gk_reduce_max(acc_1);
    gk_store_one(p_1_1 + 0, v_1);
}

GK_EXPORT extern const gk_kernel GK_TABLE[];
const gk_kernel GK_TABLE[] = {
    flatMax_0,
    flatMax_0_finish,
    0
};
GK_EXPORT extern const gk_int64 GK_TABLE_SIZE;
const gk_int64 GK_TABLE_SIZE = 2;
