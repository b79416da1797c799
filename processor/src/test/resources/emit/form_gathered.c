/* The CPU kernels of demo.Ops. Generated from its @GraphKernel methods. */
#include "graphkernel.h"

/*
 * gathered_0 of gathered: elementwise.
 * Gather, Neg
 */
GK_INLINE void gathered_0_stage1(
        gk_int64 i, const int lanes, const float *p_0, const gk_int64 step_0, const gk_int64 axis_0, const gk_int64 extent_0, const gk_i64 v_rows, float *p_1_2, const int stream) {
    const gk_f32 v_0 = gk_gather_one(p_0 + i * step_0, v_rows, axis_0, extent_0, step_0, lanes);
    const gk_f32 v_1 = gk_neg(v_0);
    gk_put(p_1_2 + i, v_1, lanes, stream);
}

static void gathered_0(const gk_slot *arguments, gk_int64 begin, gk_int64 end, void *scratch) {
    const gk_int64 n_b = arguments[3].integer;
    const gk_int64 n_d = arguments[4].integer;
    const gk_int64 n_n = arguments[5].integer;
    const float *const p_0 = arguments[0].pointer;
    const gk_int64 *const p_rows = arguments[1].pointer;
    float *const p_1_2 = arguments[2].pointer;
    const int streaming = arguments[6].integer > 1;
    (void) scratch;
    const gk_int64 inner = n_d;
    for (gk_int64 row = begin; row < end; ++row) {
        const gk_int64 *const p_rows_row = p_rows + row;
        float *const p_1_2_row = p_1_2 + row * inner;
        const gk_i64 v_rows_row = gk_load_one(p_rows_row);
        const gk_int64 head = gk_head((p_1_2_row - p_1_2), inner);
        {
            gk_int64 i = 0;
            const int stream = streaming && gk_is_aligned(p_1_2_row + head);
            if (head > 0) {
                gathered_0_stage1(0, (int) head, p_0, 1LL, n_d, n_n, v_rows_row, p_1_2_row, stream);
            }
            i += head;
            for (; i + GK_LANES <= inner; i += GK_LANES) {
                gathered_0_stage1(i, GK_LANES, p_0, 1LL, n_d, n_n, v_rows_row, p_1_2_row, stream);
            }
            if (i < inner) {
                gathered_0_stage1(i, (int) (inner - i), p_0, 1LL, n_d, n_n, v_rows_row, p_1_2_row, stream);
            }
        }
    }
    if (streaming) {
        gk_stream_fence();
    }
}

/*
 * gathered_1 of gathered: elementwise.
 * Gather, Add
 */
GK_INLINE void gathered_1_stage1(
        gk_int64 i, const int lanes, const int *p_columns, const float *p_x, const float *p_2, const gk_int64 step_2, const gk_int64 axis_2, const gk_int64 extent_2, float *p_3_3, const int stream) {
    const gk_i32 v_columns = gk_load(p_columns + i, lanes);
    const gk_f32 v_x = gk_load(p_x + i, lanes);
    const gk_f32 v_2 = gk_gather(p_2, gk_cast_i64(v_columns), axis_2, extent_2, step_2, lanes);
    const gk_f32 v_3 = v_2 + v_x;
    gk_put(p_3_3 + i, v_3, lanes, stream);
}

static void gathered_1(const gk_slot *arguments, gk_int64 begin, gk_int64 end, void *scratch) {
    const gk_int64 n_n = arguments[4].integer;
    const gk_int64 n_d = arguments[5].integer;
    const float *const p_2 = arguments[0].pointer;
    const int *const p_columns = arguments[1].pointer;
    const float *const p_x = arguments[2].pointer;
    float *const p_3_3 = arguments[3].pointer;
    const int streaming = arguments[6].integer > 1;
    (void) scratch;
    const gk_int64 inner = n_d;
    for (gk_int64 row = begin; row < end; ++row) {
        const float *const p_2_row = p_2 + row * inner;
        const float *const p_x_row = p_x + row * inner;
        float *const p_3_3_row = p_3_3 + row * inner;
        const gk_int64 head = gk_head((p_3_3_row - p_3_3), inner);
        {
            gk_int64 i = 0;
            const int stream = streaming && gk_is_aligned(p_3_3_row + head);
            if (head > 0) {
                gathered_1_stage1(0, (int) head, p_columns, p_x_row, p_2_row, 0LL, 1LL, n_d, p_3_3_row, stream);
            }
            i += head;
            for (; i + GK_LANES <= inner; i += GK_LANES) {
                gathered_1_stage1(i, GK_LANES, p_columns, p_x_row, p_2_row, 0LL, 1LL, n_d, p_3_3_row, stream);
            }
            if (i < inner) {
                gathered_1_stage1(i, (int) (inner - i), p_columns, p_x_row, p_2_row, 0LL, 1LL, n_d, p_3_3_row, stream);
            }
        }
    }
    if (streaming) {
        gk_stream_fence();
    }
}

GK_EXPORT extern const gk_kernel GK_TABLE[];
const gk_kernel GK_TABLE[] = {
    gathered_0,
    gathered_1,
    0
};
GK_EXPORT extern const gk_int64 GK_TABLE_SIZE;
const gk_int64 GK_TABLE_SIZE = 2;
