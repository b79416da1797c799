/* The CPU kernels of demo.Ops. Generated from its @GraphKernel methods. */
#include "graphkernel.h"

/*
 * middle_0 of middle: row reduction.
 * ReduceSum, Sub, ReduceMax, Sub
 */
GK_INLINE void middle_0_stage1(
        gk_int64 i, const int lanes, const float *p_x, gk_f32 *acc_0) {
    const gk_f32 v_x = gk_load(p_x + i, lanes);
    *acc_0 = gk_accumulate_sum(*acc_0, v_x, lanes);
}

GK_INLINE void middle_0_stage2(
        gk_int64 i, const int lanes, const float *p_x, const gk_f32 v_0, gk_f32 *acc_2) {
    const gk_f32 v_x = gk_load(p_x + i, lanes);
    const gk_f32 v_1 = v_x - v_0;
    *acc_2 = gk_accumulate_max(*acc_2, v_1, lanes);
}

GK_INLINE void middle_0_stage3(
        gk_int64 i, const int lanes, const float *p_x, const gk_f32 v_0, const gk_f32 v_2, float *p_3_2, const int stream) {
    const gk_f32 v_x = gk_load(p_x + i, lanes);
    const gk_f32 v_1 = v_x - v_0;
    const gk_f32 v_3 = v_1 - v_2;
    gk_put(p_3_2 + i, v_3, lanes, stream);
}

static void middle_0(const gk_slot *arguments, gk_int64 begin, gk_int64 end, void *scratch) {
    const gk_int64 n_n = arguments[3].integer;
    const gk_int64 n_b = arguments[4].integer;
    const gk_int64 n_d = arguments[5].integer;
    const float *const p_x = arguments[0].pointer;
    float *const p_2_1 = arguments[1].pointer;
    float *const p_3_2 = arguments[2].pointer;
    const int streaming = arguments[6].integer > 1;
    (void) scratch;
    const gk_int64 inner = n_d;
    for (gk_int64 row = begin; row < end; ++row) {
        const float *const p_x_row = p_x + row * inner;
        float *const p_3_2_row = p_3_2 + row * inner;
        gk_f32 acc_0_0 = gk_splat(GK_IDENTITY_sum_f32);
        gk_f32 acc_0_1 = gk_splat(GK_IDENTITY_sum_f32);
        gk_f32 acc_0_2 = gk_splat(GK_IDENTITY_sum_f32);
        gk_f32 acc_0_3 = gk_splat(GK_IDENTITY_sum_f32);
        for (gk_int64 index_1 = 0; index_1 < (n_d ? n_b : 0); ++index_1) {
            const float *const p_x_at = p_x_row + index_1 * (n_d*n_n);
            float *const p_3_2_at = p_3_2_row + index_1 * (n_d*n_n);
            {
                gk_int64 i = 0;
                for (; i + 4 * GK_LANES <= inner; i += 4 * GK_LANES) {
                    middle_0_stage1(i, GK_LANES, p_x_at, &acc_0_0);
                    middle_0_stage1(i + GK_LANES, GK_LANES, p_x_at, &acc_0_1);
                    middle_0_stage1(i + 2 * GK_LANES, GK_LANES, p_x_at, &acc_0_2);
                    middle_0_stage1(i + 3 * GK_LANES, GK_LANES, p_x_at, &acc_0_3);
                }
                for (; i + GK_LANES <= inner; i += GK_LANES) {
                    middle_0_stage1(i, GK_LANES, p_x_at, &acc_0_0);
                }
                if (i < inner) {
                    middle_0_stage1(i, (int) (inner - i), p_x_at, &acc_0_0);
                }
            }
        }
        const gk_f32 v_0_row = gk_reduce_sum(gk_accumulate_sum(gk_accumulate_sum(acc_0_0, acc_0_1, GK_LANES), gk_accumulate_sum(acc_0_2, acc_0_3, GK_LANES), GK_LANES));
        gk_f32 acc_2_0 = gk_splat(GK_IDENTITY_max_f32);
        gk_f32 acc_2_1 = gk_splat(GK_IDENTITY_max_f32);
        gk_f32 acc_2_2 = gk_splat(GK_IDENTITY_max_f32);
        gk_f32 acc_2_3 = gk_splat(GK_IDENTITY_max_f32);
        for (gk_int64 index_1 = 0; index_1 < (n_d ? n_b : 0); ++index_1) {
            const float *const p_x_at = p_x_row + index_1 * (n_d*n_n);
            float *const p_3_2_at = p_3_2_row + index_1 * (n_d*n_n);
            {
                gk_int64 i = 0;
                for (; i + 4 * GK_LANES <= inner; i += 4 * GK_LANES) {
                    middle_0_stage2(i, GK_LANES, p_x_at, v_0_row, &acc_2_0);
                    middle_0_stage2(i + GK_LANES, GK_LANES, p_x_at, v_0_row, &acc_2_1);
                    middle_0_stage2(i + 2 * GK_LANES, GK_LANES, p_x_at, v_0_row, &acc_2_2);
                    middle_0_stage2(i + 3 * GK_LANES, GK_LANES, p_x_at, v_0_row, &acc_2_3);
                }
                for (; i + GK_LANES <= inner; i += GK_LANES) {
                    middle_0_stage2(i, GK_LANES, p_x_at, v_0_row, &acc_2_0);
                }
                if (i < inner) {
                    middle_0_stage2(i, (int) (inner - i), p_x_at, v_0_row, &acc_2_0);
                }
            }
        }
        const gk_f32 v_2_row = gk_reduce_max(gk_accumulate_max(gk_accumulate_max(acc_2_0, acc_2_1, GK_LANES), gk_accumulate_max(acc_2_2, acc_2_3, GK_LANES), GK_LANES));
        for (gk_int64 index_1 = 0; index_1 < (n_d ? n_b : 0); ++index_1) {
            const float *const p_x_at = p_x_row + index_1 * (n_d*n_n);
            float *const p_3_2_at = p_3_2_row + index_1 * (n_d*n_n);
            const gk_int64 head = gk_head((p_3_2_at - p_3_2), inner);
            {
                gk_int64 i = 0;
                const int stream = streaming && gk_is_aligned(p_3_2_at + head);
                if (head > 0) {
                    middle_0_stage3(0, (int) head, p_x_at, v_0_row, v_2_row, p_3_2_at, stream);
                }
                i += head;
                for (; i + 4 * GK_LANES <= inner; i += 4 * GK_LANES) {
                    middle_0_stage3(i, GK_LANES, p_x_at, v_0_row, v_2_row, p_3_2_at, stream);
                    middle_0_stage3(i + GK_LANES, GK_LANES, p_x_at, v_0_row, v_2_row, p_3_2_at, stream);
                    middle_0_stage3(i + 2 * GK_LANES, GK_LANES, p_x_at, v_0_row, v_2_row, p_3_2_at, stream);
                    middle_0_stage3(i + 3 * GK_LANES, GK_LANES, p_x_at, v_0_row, v_2_row, p_3_2_at, stream);
                }
                for (; i + GK_LANES <= inner; i += GK_LANES) {
                    middle_0_stage3(i, GK_LANES, p_x_at, v_0_row, v_2_row, p_3_2_at, stream);
                }
                if (i < inner) {
                    middle_0_stage3(i, (int) (inner - i), p_x_at, v_0_row, v_2_row, p_3_2_at, stream);
                }
            }
        }
        gk_store_one(p_2_1 + row, v_2_row);
    }
    if (streaming) {
        gk_stream_fence();
    }
}

GK_EXPORT extern const gk_kernel GK_TABLE[];
const gk_kernel GK_TABLE[] = {
    middle_0,
    0
};
GK_EXPORT extern const gk_int64 GK_TABLE_SIZE;
const gk_int64 GK_TABLE_SIZE = 1;
