/* The CPU kernels of demo.Ops. Generated from its @GraphKernel methods. */
#include "graphkernel.h"

/*
 * netCompositeFuse_0 of netCompositeFuse: elementwise.
 * Mul, Add, Pow
 */
GK_INLINE void netCompositeFuse_0_stage1(
        gk_int64 i, const int lanes, const float *p_x, const gk_int64 step_x, float *p_2_1, const int stream) {
    const gk_f32 v_x = gk_load_step(p_x, i, step_x, lanes);
    const gk_f32 v_0 = v_x * gk_splat(2.0f); /* Net.java:12 */
    const gk_f32 v_1 = v_0 + gk_splat(1.0f); /* Net.java:13 */
    const gk_f32 v_2 = gk_cube(v_1); /* Net.java:14 */
    gk_put(p_2_1 + i, v_2, lanes, stream);
}

static void netCompositeFuse_0_flat(const gk_slot *arguments, gk_int64 begin, gk_int64 end, void *scratch) {
    const float *const p_x = arguments[0].pointer;
    float *const p_2_1 = arguments[1].pointer;
    const int streaming = arguments[2].integer > 1;
    (void) scratch;
    const gk_int64 step_x = gk_broadcast_step(arguments + 3, 0);
    if (step_x) {
        {
            gk_int64 i = begin;
            const int stream = streaming && gk_is_aligned(p_2_1 + begin);
            for (; i + GK_LANES <= end; i += GK_LANES) {
                netCompositeFuse_0_stage1(i, GK_LANES, p_x, 1, p_2_1, stream);
            }
            if (i < end) {
                netCompositeFuse_0_stage1(i, (int) (end - i), p_x, 1, p_2_1, stream);
            }
        }
    } else {
        {
            gk_int64 i = begin;
            const int stream = streaming && gk_is_aligned(p_2_1 + begin);
            for (; i + GK_LANES <= end; i += GK_LANES) {
                netCompositeFuse_0_stage1(i, GK_LANES, p_x, step_x, p_2_1, stream);
            }
            if (i < end) {
                netCompositeFuse_0_stage1(i, (int) (end - i), p_x, step_x, p_2_1, stream);
            }
        }
    }
    if (streaming) {
        gk_stream_fence();
    }
}

static void netCompositeFuse_0_rows(const gk_slot *arguments, gk_int64 begin, gk_int64 end, void *scratch) {
    const float *const p_x = arguments[0].pointer;
    float *const p_2_1 = arguments[1].pointer;
    const int streaming = arguments[2].integer > 1;
    (void) scratch;
    const gk_int64 step_x = gk_broadcast_step(arguments + 3, 0);
    const gk_int64 inner = arguments[3 + GK_BROADCAST_INNER].integer;
    for (gk_int64 row = begin; row < end; ++row) {
        const float *const p_x_row = p_x + gk_broadcast_offset(arguments + 3, 0, row);
        float *const p_2_1_row = p_2_1 + row * inner;
        const gk_int64 head = gk_head((p_2_1_row - p_2_1), inner);
        {
            gk_int64 i = 0;
            const int stream = streaming && gk_is_aligned(p_2_1_row + head);
            if (head > 0) {
                netCompositeFuse_0_stage1(0, (int) head, p_x_row, step_x, p_2_1_row, stream);
            }
            i += head;
            for (; i + GK_LANES <= inner; i += GK_LANES) {
                netCompositeFuse_0_stage1(i, GK_LANES, p_x_row, step_x, p_2_1_row, stream);
            }
            if (i < inner) {
                netCompositeFuse_0_stage1(i, (int) (inner - i), p_x_row, step_x, p_2_1_row, stream);
            }
        }
    }
    if (streaming) {
        gk_stream_fence();
    }
}

GK_EXPORT extern const gk_kernel GK_TABLE[];
const gk_kernel GK_TABLE[] = {
    netCompositeFuse_0_flat,
    netCompositeFuse_0_rows,
    0
};
GK_EXPORT extern const gk_int64 GK_TABLE_SIZE;
const gk_int64 GK_TABLE_SIZE = 2;
