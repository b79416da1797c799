/* The CPU kernels of demo.Ops. Generated from its @GraphKernel methods. */
#include "graphkernel.h"

/*
 * lanes_0 of lanes: lane reduction.
 * ReduceMax, Sub, ReduceSum, Add, Add
 */
GK_INLINE void lanes_0_stage1(
        gk_int64 i, const int lanes, const float *p_x, gk_f32 *acc_0) {
    const gk_f32 v_x = gk_load(p_x + i, lanes);
    *acc_0 = gk_accumulate_max(*acc_0, v_x, lanes);
}

GK_INLINE void lanes_0_stage2(
        gk_int64 i, const int lanes, const float *p_x, const gk_f32 v_0, gk_f32 *acc_2) {
    const gk_f32 v_x = gk_load(p_x + i, lanes);
    const gk_f32 v_1 = v_x - v_0;
    *acc_2 = gk_accumulate_sum(*acc_2, v_1, lanes);
}

GK_INLINE void lanes_0_stage3(
        gk_int64 i, const int lanes, const float *p_x, const gk_f32 v_0, const gk_f32 v_2, float *p_3_2, const int stream) {
    const gk_f32 v_x = gk_load(p_x + i, lanes);
    const gk_f32 v_1 = v_x - v_0;
    const gk_f32 v_3 = v_1 + v_2;
    gk_put(p_3_2 + i, v_3, lanes, stream);
}

static void lanes_0(const gk_slot *arguments, gk_int64 begin, gk_int64 end, void *scratch) {
    const gk_int64 n_b = arguments[4].integer;
    const gk_int64 n_n = arguments[5].integer;
    const gk_int64 n_d = arguments[6].integer;
    const float *const p_x = arguments[0].pointer;
    const float *const p_y = arguments[1].pointer;
    float *const p_3_2 = arguments[2].pointer;
    float *const p_4_3 = arguments[3].pointer;
    const int streaming = arguments[7].integer != 0;
    (void) scratch;
    const gk_int64 inner = n_d;
    const gk_int64 tiles = (inner + 63) / 64;
    for (gk_int64 item = begin; item < end; ++item) {
        const gk_int64 row = item / tiles;
        const float *const p_x_row = p_x + row * (n_d*n_n);
        float *const p_3_2_row = p_3_2 + row * (n_d*n_n);
        float *const p_4_3_row = p_4_3 + row * inner;
        gk_int64 i = item % tiles * 64;
        const gk_int64 last = i + 64 < inner ? i + 64 : inner;
        for (; i + 4 * GK_LANES <= last; i += 4 * GK_LANES) {
            const gk_f32 v_y_0 = gk_load(p_y + i, GK_LANES);
            const gk_f32 v_y_1 = gk_load(p_y + i + GK_LANES, GK_LANES);
            const gk_f32 v_y_2 = gk_load(p_y + i + 2 * GK_LANES, GK_LANES);
            const gk_f32 v_y_3 = gk_load(p_y + i + 3 * GK_LANES, GK_LANES);
            gk_f32 acc_0_0 = gk_splat(GK_IDENTITY_max_f32);
            gk_f32 acc_0_1 = gk_splat(GK_IDENTITY_max_f32);
            gk_f32 acc_0_2 = gk_splat(GK_IDENTITY_max_f32);
            gk_f32 acc_0_3 = gk_splat(GK_IDENTITY_max_f32);
            {
                for (gk_int64 index_1 = 0; index_1 < n_n; ++index_1) {
                    const float *const p_x_at = p_x_row + index_1 * inner;
                    float *const p_3_2_at = p_3_2_row + index_1 * inner;
                    lanes_0_stage1(i, GK_LANES, p_x_at, &acc_0_0);
                    lanes_0_stage1(i + GK_LANES, GK_LANES, p_x_at, &acc_0_1);
                    lanes_0_stage1(i + 2 * GK_LANES, GK_LANES, p_x_at, &acc_0_2);
                    lanes_0_stage1(i + 3 * GK_LANES, GK_LANES, p_x_at, &acc_0_3);
                }
            }
            const gk_f32 v_0_0 = acc_0_0;
            const gk_f32 v_0_1 = acc_0_1;
            const gk_f32 v_0_2 = acc_0_2;
            const gk_f32 v_0_3 = acc_0_3;
            gk_f32 acc_2_0 = gk_splat(GK_IDENTITY_sum_f32);
            gk_f32 acc_2_1 = gk_splat(GK_IDENTITY_sum_f32);
            gk_f32 acc_2_2 = gk_splat(GK_IDENTITY_sum_f32);
            gk_f32 acc_2_3 = gk_splat(GK_IDENTITY_sum_f32);
            {
                for (gk_int64 index_1 = 0; index_1 < n_n; ++index_1) {
                    const float *const p_x_at = p_x_row + index_1 * inner;
                    float *const p_3_2_at = p_3_2_row + index_1 * inner;
                    lanes_0_stage2(i, GK_LANES, p_x_at, v_0_0, &acc_2_0);
                    lanes_0_stage2(i + GK_LANES, GK_LANES, p_x_at, v_0_1, &acc_2_1);
                    lanes_0_stage2(i + 2 * GK_LANES, GK_LANES, p_x_at, v_0_2, &acc_2_2);
                    lanes_0_stage2(i + 3 * GK_LANES, GK_LANES, p_x_at, v_0_3, &acc_2_3);
                }
            }
            const gk_f32 v_2_0 = acc_2_0;
            const gk_f32 v_4_0 = v_2_0 + v_y_0;
            const gk_f32 v_2_1 = acc_2_1;
            const gk_f32 v_4_1 = v_2_1 + v_y_1;
            const gk_f32 v_2_2 = acc_2_2;
            const gk_f32 v_4_2 = v_2_2 + v_y_2;
            const gk_f32 v_2_3 = acc_2_3;
            const gk_f32 v_4_3 = v_2_3 + v_y_3;
            {
                const int stream = streaming && gk_is_aligned(p_3_2_row + i) && gk_is_aligned(p_3_2_row + i + n_d);
                for (gk_int64 index_1 = 0; index_1 < n_n; ++index_1) {
                    const float *const p_x_at = p_x_row + index_1 * inner;
                    float *const p_3_2_at = p_3_2_row + index_1 * inner;
                    lanes_0_stage3(i, GK_LANES, p_x_at, v_0_0, v_2_0, p_3_2_at, stream);
                    lanes_0_stage3(i + GK_LANES, GK_LANES, p_x_at, v_0_1, v_2_1, p_3_2_at, stream);
                    lanes_0_stage3(i + 2 * GK_LANES, GK_LANES, p_x_at, v_0_2, v_2_2, p_3_2_at, stream);
                    lanes_0_stage3(i + 3 * GK_LANES, GK_LANES, p_x_at, v_0_3, v_2_3, p_3_2_at, stream);
                }
            }
            gk_store(p_4_3_row + i, v_4_0, GK_LANES);
            gk_store(p_4_3_row + i + GK_LANES, v_4_1, GK_LANES);
            gk_store(p_4_3_row + i + 2 * GK_LANES, v_4_2, GK_LANES);
            gk_store(p_4_3_row + i + 3 * GK_LANES, v_4_3, GK_LANES);
        }
        for (; i < last; i += GK_LANES) {
            const int lanes = last - i < GK_LANES ? (int) (last - i) : GK_LANES;
            const gk_f32 v_y_0 = gk_load(p_y + i, lanes);
            gk_f32 acc_0_0 = gk_splat(GK_IDENTITY_max_f32);
            {
                for (gk_int64 index_1 = 0; index_1 < n_n; ++index_1) {
                    const float *const p_x_at = p_x_row + index_1 * inner;
                    float *const p_3_2_at = p_3_2_row + index_1 * inner;
                    lanes_0_stage1(i, lanes, p_x_at, &acc_0_0);
                }
            }
            const gk_f32 v_0_0 = acc_0_0;
            gk_f32 acc_2_0 = gk_splat(GK_IDENTITY_sum_f32);
            {
                for (gk_int64 index_1 = 0; index_1 < n_n; ++index_1) {
                    const float *const p_x_at = p_x_row + index_1 * inner;
                    float *const p_3_2_at = p_3_2_row + index_1 * inner;
                    lanes_0_stage2(i, lanes, p_x_at, v_0_0, &acc_2_0);
                }
            }
            const gk_f32 v_2_0 = acc_2_0;
            const gk_f32 v_4_0 = v_2_0 + v_y_0;
            {
                const int stream = streaming && gk_is_aligned(p_3_2_row + i) && gk_is_aligned(p_3_2_row + i + n_d);
                for (gk_int64 index_1 = 0; index_1 < n_n; ++index_1) {
                    const float *const p_x_at = p_x_row + index_1 * inner;
                    float *const p_3_2_at = p_3_2_row + index_1 * inner;
                    lanes_0_stage3(i, lanes, p_x_at, v_0_0, v_2_0, p_3_2_at, stream);
                }
            }
            gk_store(p_4_3_row + i, v_4_0, lanes);
        }
    }
    if (streaming) {
        gk_stream_fence();
    }
}

GK_EXPORT extern const gk_kernel GK_TABLE[];
const gk_kernel GK_TABLE[] = {
    lanes_0,
    0
};
