/* The CPU kernels of demo.Ops. Generated from its @GraphKernel methods. */
#include "graphkernel.h"

/*
 * interleaved_0 of interleaved: column reduction.
 * Maximum, Minimum, Sub, Maximum, Mul, Minimum, Add, Maximum, Minimum, Maximum, Minimum, Maximum, ReduceSum
 */
GK_INLINE void interleaved_0_stage1(
        gk_int64 first, const int vectors, const int lanes, const float *p_x, const float *p_y, const float *p_z, float *partial_12, float *p_11_3, const int stream) {
    GK_LET_EACH(gk_f32, v_x) = gk_load(p_x + i, lanes);
    GK_LET_EACH(gk_f32, v_y) = gk_load(p_y + i, lanes);
    GK_LET_EACH(gk_f32, v_z) = gk_load(p_z + i, lanes);
    GK_LET_EACH(gk_f32, v_0) = gk_maximum(v_x[k], v_y[k]);
    GK_LET_EACH(gk_f32, v_1) = gk_minimum(v_0[k], v_z[k]);
    GK_LET_EACH(gk_f32, v_2) = v_1[k] - v_x[k];
    GK_LET_EACH(gk_f32, v_3) = gk_maximum(v_2[k], v_z[k]);
    GK_LET_EACH(gk_f32, v_4) = v_3[k] * v_2[k];
    GK_LET_EACH(gk_f32, v_5) = gk_minimum(v_4[k], v_x[k]);
    GK_LET_EACH(gk_f32, v_6) = v_5[k] + v_y[k];
    GK_LET_EACH(gk_f32, v_7) = gk_maximum(v_6[k], v_1[k]);
    GK_LET_EACH(gk_f32, v_8) = gk_minimum(v_7[k], v_4[k]);
    GK_LET_EACH(gk_f32, v_9) = gk_maximum(v_8[k], v_z[k]);
    GK_LET_EACH(gk_f32, v_10) = gk_minimum(v_9[k], v_3[k]);
    GK_LET_EACH(gk_f32, v_11) = gk_maximum(v_10[k], v_5[k]);
    GK_EACH gk_store(partial_12 + i, gk_accumulate_sum(gk_load(partial_12 + i, lanes), v_11[k], lanes), lanes);
    GK_EACH gk_put(p_11_3 + i, v_11[k], lanes, stream);
}

static void interleaved_0(const gk_slot *arguments, gk_int64 begin, gk_int64 end, void *scratch) {
    const gk_int64 n_n = arguments[5].integer;
    const gk_int64 n_d = arguments[6].integer;
    const float *const p_x = arguments[0].pointer;
    const float *const p_y = arguments[1].pointer;
    const float *const p_z = arguments[2].pointer;
    float *const p_11_3 = arguments[3].pointer;
    float *const p_12_4 = arguments[4].pointer;
    const int contended = arguments[7].integer > 2;
    (void) scratch;
    const gk_int64 inner = n_d;
    gk_uint8 *const partial = arguments[8].pointer;
    const gk_int64 block = arguments[9].integer;
    for (gk_int64 item = begin; item < end; ++item) {
        const gk_int64 first = item * block;
        const gk_int64 last = gk_dim_min(first + block, n_n);
        float *const partial_12 = (float *) (partial + item * (64LL*gk_dim_floorDiv(4LL*n_d + 63LL, 64LL)));
        gk_fill(partial_12, gk_splat(GK_IDENTITY_sum_f32), inner);
        for (gk_int64 row = first; row < last; ++row) {
            const float *const p_x_row = p_x + row * inner;
            const float *const p_z_row = p_z + row * inner;
            float *const p_11_3_row = p_11_3 + row * inner;
            const gk_int64 head = gk_head((p_11_3_row - p_11_3), inner);
            {
                gk_int64 i = 0;
                const int stream = contended && gk_is_aligned(p_11_3_row + head);
                if (head > 0) {
                    interleaved_0_stage1(0, 1, (int) head, p_x_row, p_y, p_z_row, partial_12, p_11_3_row, stream);
                }
                i += head;
                for (; i + GK_VECTORS * GK_LANES <= inner; i += GK_VECTORS * GK_LANES) {
                    interleaved_0_stage1(i, GK_VECTORS, GK_LANES, p_x_row, p_y, p_z_row, partial_12, p_11_3_row, stream);
                }
                for (; i + GK_LANES <= inner; i += GK_LANES) {
                    interleaved_0_stage1(i, 1, GK_LANES, p_x_row, p_y, p_z_row, partial_12, p_11_3_row, stream);
                }
                if (i < inner) {
                    interleaved_0_stage1(i, 1, (int) (inner - i), p_x_row, p_y, p_z_row, partial_12, p_11_3_row, stream);
                }
            }
        }
    }
    if (contended) {
        gk_stream_fence();
    }
}

static void interleaved_0_finish(const gk_slot *arguments, gk_int64 begin, gk_int64 end, void *scratch) {
    const gk_int64 n_n = arguments[5].integer;
    const gk_int64 n_d = arguments[6].integer;
    const float *const p_x = arguments[0].pointer;
    const float *const p_y = arguments[1].pointer;
    const float *const p_z = arguments[2].pointer;
    float *const p_11_3 = arguments[3].pointer;
    float *const p_12_4 = arguments[4].pointer;
    (void) scratch;
    gk_uint8 *const partial = arguments[8].pointer;
    const gk_int64 blocks = arguments[10].integer;
    const gk_int64 inner = n_d;
    for (gk_int64 i = begin; i < end; i += GK_LANES) {
        const int lanes = end - i < GK_LANES ? (int) (end - i) : GK_LANES;
        gk_f32 acc_12 = gk_splat(GK_IDENTITY_sum_f32);
        for (gk_int64 block = 0; block < blocks; ++block) {
            float *const partial_12 = (float *) (partial + block * (64LL*gk_dim_floorDiv(4LL*n_d + 63LL, 64LL)));
            acc_12 = gk_accumulate_sum(acc_12, gk_load(partial_12 + i, lanes), lanes);
        }
        const gk_f32 v_12 = acc_12;
        gk_store(p_12_4 + i, v_12, lanes);
    }
}

GK_EXPORT extern const gk_kernel GK_TABLE[];
const gk_kernel GK_TABLE[] = {
    interleaved_0,
    interleaved_0_finish,
    0
};
GK_EXPORT extern const gk_int64 GK_TABLE_SIZE;
const gk_int64 GK_TABLE_SIZE = 2;
