/* The CPU kernels of demo.Ops. Generated from its @GraphKernel methods. */
#include "graphkernel.h"

/*
 * numbered_0 of numbered: elementwise.
 * RowMajorIndex, Index, Sub
 */
GK_INLINE void numbered_0_stage1(
        gk_int64 i, const int lanes, const gk_int64 first_0, const gk_int64 first_1, gk_int64 *p_2_0, const int stream) {
    const gk_i64 v_0 = gk_index(first_0 + i, 1);
    const gk_i64 v_1 = gk_index(first_1 + i, 1);
    const gk_i64 v_2 = gk_sub(v_0, v_1);
    gk_put(p_2_0 + i, v_2, lanes, stream);
}

static void numbered_0(const gk_slot *arguments, gk_int64 begin, gk_int64 end, void *scratch) {
    const gk_int64 n_n = arguments[1].integer;
    const gk_int64 n_d = arguments[2].integer;
    const gk_int64 first_0 = 0LL;
    const gk_int64 first_1 = 0LL;
    gk_int64 *const p_2_0 = arguments[0].pointer;
    const int streaming = arguments[3].integer > 1;
    (void) scratch;
    const gk_int64 inner = n_d;
    for (gk_int64 row = begin; row < end; ++row) {
        const gk_int64 first_0_row = first_0 + row * inner;
        gk_int64 *const p_2_0_row = p_2_0 + row * inner;
        const gk_int64 head = gk_head((p_2_0_row - p_2_0), inner);
        {
            gk_int64 i = 0;
            const int stream = streaming && gk_is_aligned(p_2_0_row + head);
            if (head > 0) {
                numbered_0_stage1(0, (int) head, first_0_row, first_1, p_2_0_row, stream);
            }
            i += head;
            for (; i + GK_LANES <= inner; i += GK_LANES) {
                numbered_0_stage1(i, GK_LANES, first_0_row, first_1, p_2_0_row, stream);
            }
            if (i < inner) {
                numbered_0_stage1(i, (int) (inner - i), first_0_row, first_1, p_2_0_row, stream);
            }
        }
    }
    if (streaming) {
        gk_stream_fence();
    }
}

/*
 * numbered_1 of numbered: elementwise.
 * Index, Cast, Add
 */
GK_INLINE void numbered_1_stage1(
        gk_int64 i, const int lanes, const float *p_x, const gk_int64 first_3, float *p_5_1, const int stream) {
    const gk_f32 v_x = gk_load(p_x + i, lanes);
    const gk_i64 v_3 = gk_index(first_3 + i, 1);
    const gk_f32 v_4 = gk_cast_f32(v_3);
    const gk_f32 v_5 = v_x + v_4;
    gk_put(p_5_1 + i, v_5, lanes, stream);
}

static void numbered_1(const gk_slot *arguments, gk_int64 begin, gk_int64 end, void *scratch) {
    const gk_int64 n_n = arguments[2].integer;
    const gk_int64 n_d = arguments[3].integer;
    const float *const p_x = arguments[0].pointer;
    const gk_int64 first_3 = 0LL;
    float *const p_5_1 = arguments[1].pointer;
    const int streaming = arguments[4].integer > 1;
    (void) scratch;
    const gk_int64 inner = n_d;
    for (gk_int64 row = begin; row < end; ++row) {
        const float *const p_x_row = p_x + row * inner;
        float *const p_5_1_row = p_5_1 + row * inner;
        const gk_int64 head = gk_head((p_5_1_row - p_5_1), inner);
        {
            gk_int64 i = 0;
            const int stream = streaming && gk_is_aligned(p_5_1_row + head);
            if (head > 0) {
                numbered_1_stage1(0, (int) head, p_x_row, first_3, p_5_1_row, stream);
            }
            i += head;
            for (; i + GK_LANES <= inner; i += GK_LANES) {
                numbered_1_stage1(i, GK_LANES, p_x_row, first_3, p_5_1_row, stream);
            }
            if (i < inner) {
                numbered_1_stage1(i, (int) (inner - i), p_x_row, first_3, p_5_1_row, stream);
            }
        }
    }
    if (streaming) {
        gk_stream_fence();
    }
}

GK_EXPORT extern const gk_kernel GK_TABLE[];
const gk_kernel GK_TABLE[] = {
    numbered_0,
    numbered_1,
    0
};
GK_EXPORT extern const gk_int64 GK_TABLE_SIZE;
const gk_int64 GK_TABLE_SIZE = 2;
