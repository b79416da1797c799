/* The CPU kernels of demo.Ops. Generated from its @GraphKernel methods. */
#include "graphkernel.h"

/*
 * clipped_0 of clipped: elementwise.
 * Greater, Select, Select
 */
GK_INLINE void clipped_0_stage1(
        gk_int64 i, const int lanes, const float *p_x, const float *p_limit, const gk_mask v_keep, gk_bool *p_above_3, float *p_1_4, const int stream) {
    const gk_f32 v_x = gk_load(p_x + i, lanes);
    const gk_f32 v_limit = gk_load(p_limit + i, lanes);
    const gk_mask v_above = v_x > v_limit;
    const gk_f32 v_0 = gk_select(v_above, v_limit, v_x);
    const gk_f32 v_1 = gk_select(v_keep, v_x, v_0);
    gk_put(p_above_3 + i, v_above, lanes, stream);
    gk_put(p_1_4 + i, v_1, lanes, stream);
}

static void clipped_0(const gk_slot *arguments, gk_int64 begin, gk_int64 end, void *scratch) {
    const gk_int64 n_n = arguments[5].integer;
    const gk_int64 n_d = arguments[6].integer;
    const float *const p_x = arguments[0].pointer;
    const float *const p_limit = arguments[1].pointer;
    const gk_bool *const p_keep = arguments[2].pointer;
    gk_bool *const p_above_3 = arguments[3].pointer;
    float *const p_1_4 = arguments[4].pointer;
    const int streaming = arguments[7].integer > 1;
    (void) scratch;
    const gk_int64 inner = n_d;
    for (gk_int64 row = begin; row < end; ++row) {
        const float *const p_x_row = p_x + row * inner;
        const gk_bool *const p_keep_row = p_keep + row;
        gk_bool *const p_above_3_row = p_above_3 + row * inner;
        float *const p_1_4_row = p_1_4 + row * inner;
        const gk_mask v_keep_row = gk_load_one(p_keep_row);
        const gk_int64 head = gk_head((p_above_3_row - p_above_3), inner);
        {
            gk_int64 i = 0;
            const int stream = streaming && gk_is_aligned(p_above_3_row + head) && gk_is_aligned(p_1_4_row + head);
            if (head > 0) {
                clipped_0_stage1(0, (int) head, p_x_row, p_limit, v_keep_row, p_above_3_row, p_1_4_row, stream);
            }
            i += head;
            for (; i + GK_LANES <= inner; i += GK_LANES) {
                clipped_0_stage1(i, GK_LANES, p_x_row, p_limit, v_keep_row, p_above_3_row, p_1_4_row, stream);
            }
            if (i < inner) {
                clipped_0_stage1(i, (int) (inner - i), p_x_row, p_limit, v_keep_row, p_above_3_row, p_1_4_row, stream);
            }
        }
    }
    if (streaming) {
        gk_stream_fence();
    }
}

GK_EXPORT extern const gk_kernel GK_TABLE[];
const gk_kernel GK_TABLE[] = {
    clipped_0,
    0
};
GK_EXPORT extern const gk_int64 GK_TABLE_SIZE;
const gk_int64 GK_TABLE_SIZE = 1;
