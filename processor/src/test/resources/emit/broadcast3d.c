/* The CPU kernels of demo.Ops. Generated from its @GraphKernel methods. */
#include "graphkernel.h"

/*
 * broadcast3d_0 of broadcast3d: elementwise.
 * Mul, Exp, Add
 */
GK_INLINE void broadcast3d_0_stage1(
        gk_int64 i, const int lanes, const float *p_x, const float *p_y, const gk_f32 v_1, float *p_2_3, const int stream) {
    const gk_f32 v_x = gk_load(p_x + i, lanes);
    const gk_f32 v_y = gk_load(p_y + i, lanes);
    const gk_f32 v_0 = v_x * v_y;
    const gk_f32 v_2 = v_0 + v_1;
    gk_put(p_2_3 + i, v_2, lanes, stream);
}

static void broadcast3d_0(const gk_slot *arguments, gk_int64 begin, gk_int64 end, void *scratch) {
    const gk_int64 n_b = arguments[4].integer;
    const gk_int64 n_n = arguments[5].integer;
    const gk_int64 n_d = arguments[6].integer;
    const float *const p_x = arguments[0].pointer;
    const float *const p_y = arguments[1].pointer;
    const float *const p_z = arguments[2].pointer;
    float *const p_2_3 = arguments[3].pointer;
    const int streaming = arguments[7].integer > 1;
    (void) scratch;
    const gk_int64 inner = n_d;
    for (gk_int64 row = begin; row < end; ++row) {
        const gk_int64 index_1_row = row % n_n;
        const gk_int64 index_0_row = row / n_n;
        const float *const p_x_row = p_x + row * inner;
        const float *const p_y_row = p_y + index_0_row * inner;
        const float *const p_z_row = p_z + index_1_row;
        float *const p_2_3_row = p_2_3 + row * inner;
        const gk_f32 v_z_row = gk_load_one(p_z_row);
        const gk_f32 v_1_row = gk_exp(v_z_row);
        const gk_int64 head = gk_head((p_2_3_row - p_2_3), inner);
        {
            gk_int64 i = 0;
            const int stream = streaming && gk_is_aligned(p_2_3_row + head);
            if (head > 0) {
                broadcast3d_0_stage1(0, (int) head, p_x_row, p_y_row, v_1_row, p_2_3_row, stream);
            }
            i += head;
            for (; i + GK_LANES <= inner; i += GK_LANES) {
                broadcast3d_0_stage1(i, GK_LANES, p_x_row, p_y_row, v_1_row, p_2_3_row, stream);
            }
            if (i < inner) {
                broadcast3d_0_stage1(i, (int) (inner - i), p_x_row, p_y_row, v_1_row, p_2_3_row, stream);
            }
        }
    }
    if (streaming) {
        gk_stream_fence();
    }
}

GK_EXPORT extern const gk_kernel GK_TABLE[];
const gk_kernel GK_TABLE[] = {
    broadcast3d_0,
    0
};
GK_EXPORT extern const gk_int64 GK_TABLE_SIZE;
const gk_int64 GK_TABLE_SIZE = 1;
