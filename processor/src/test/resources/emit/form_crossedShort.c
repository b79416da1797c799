/* The CPU kernels of demo.Ops. Generated from its @GraphKernel methods. */
#include "graphkernel.h"

/*
 * crossedShort_0 of crossedShort: column reduction.
 * ReduceMax, Sub, Add, Add, ReduceMax, Maximum, Assign, Assign
 */
GK_INLINE void crossedShort_0_stage1(
        gk_int64 i, const int lanes, const float *p_x, gk_f32 *acc_0, const float *next_x, const int ahead) {
    gk_prefetch(next_x + i, ahead);
    const gk_f32 v_x = gk_load(p_x + i, lanes);
    *acc_0 = gk_accumulate_max(*acc_0, v_x, lanes);
}

GK_INLINE void crossedShort_0_stage2(
        gk_int64 i, const int lanes, const float *p_x, const float *p_g, const float *p_p, const gk_f32 v_0, float *partial_4, float *p_7_6, const float *next_p, const int ahead, const int stream) {
    gk_prefetch(next_p + i, ahead);
    const gk_f32 v_x = gk_load(p_x + i, lanes);
    const gk_f32 v_g = gk_load(p_g + i, lanes);
    const gk_f32 v_p = gk_load(p_p + i, lanes);
    const gk_f32 v_1 = v_x - v_0;
    const gk_f32 v_2 = v_1 + v_g;
    const gk_f32 v_3 = v_2 + v_p;
    gk_store(partial_4 + i, gk_accumulate_max(gk_load(partial_4 + i, lanes), v_3, lanes), lanes);
    gk_put(p_7_6 + i, v_3, lanes, stream);
}

static void crossedShort_0(const gk_slot *arguments, gk_int64 begin, gk_int64 end, void *scratch) {
    const gk_int64 n_n = arguments[7].integer;
    const float *const p_x = arguments[0].pointer;
    const float *const p_g = arguments[1].pointer;
    const float *const p_p = arguments[2].pointer;
    float *const p_0_3 = arguments[3].pointer;
    float *const p_4_4 = arguments[4].pointer;
    float *const p_6_5 = arguments[5].pointer;
    float *const p_7_6 = arguments[6].pointer;
    const int ahead = arguments[8].integer > 0;
    const int streaming = arguments[8].integer > 1;
    (void) scratch;
    const gk_int64 inner = 5LL;
    gk_uint8 *const partial = arguments[9].pointer;
    const gk_int64 block = arguments[10].integer;
    for (gk_int64 item = begin; item < end; ++item) {
        const gk_int64 first = item * block;
        const gk_int64 last = gk_dim_min(first + block, n_n);
        float *const partial_4 = (float *) (partial + item * 64LL);
        gk_fill(partial_4, gk_splat(GK_IDENTITY_max_f32), inner);
        const gk_int64 max_rows = GK_LANES;
        gk_int64 rows;
        for (gk_int64 row = first; row < last; row += rows) {
            rows = gk_dim_min(max_rows, last - row);
            gk_f32 acc_0_rows[GK_LANES];
            for (gk_int64 line = 0; line < rows; ++line) {
                const float *const p_x_line = p_x + (row + line) * inner;
                const float *const p_p_line = p_p + (row + line) * inner;
                float *const p_7_6_line = p_7_6 + (row + line) * inner;
                gk_f32 acc_0_0 = gk_splat(GK_IDENTITY_max_f32);
                for (gk_int64 i = 0; i < inner; i += GK_LANES) {
                    gk_prefetch(p_x_line + 4096 + i, 1);
                    gk_prefetch(p_p_line + 4096 + i, 1);
                    crossedShort_0_stage1(i, (int) gk_dim_min(GK_LANES, inner - i), p_x_line, &acc_0_0, p_x_line + gk_dim_min(gk_dim_max(2112, rows * inner + 64), 16384), ahead);
                }
                acc_0_rows[line] = acc_0_0;
            }
            const gk_f32 v_0_row = gk_reduce_rows_max(acc_0_rows, (int) rows);
            for (gk_int64 line = 0; line < rows; ++line) {
                const float *const p_x_line = p_x + (row + line) * inner;
                const float *const p_p_line = p_p + (row + line) * inner;
                float *const p_7_6_line = p_7_6 + (row + line) * inner;
                const gk_f32 v_0_line = gk_lane(v_0_row, line);
                const int stream = streaming && gk_is_aligned(p_7_6_line);
                for (gk_int64 i = 0; i < inner; i += GK_LANES) {
                    crossedShort_0_stage2(i, (int) gk_dim_min(GK_LANES, inner - i), p_x_line, p_g, p_p_line, v_0_line, partial_4, p_7_6_line, p_p_line + gk_dim_min(gk_dim_max(2112, rows * inner + 64), 16384), ahead, stream);
                }
            }
            gk_store(p_0_3 + row, v_0_row, (int) rows);
        }
    }
    if (streaming) {
        gk_stream_fence();
    }
}

static void crossedShort_0_finish(const gk_slot *arguments, gk_int64 begin, gk_int64 end, void *scratch) {
    const gk_int64 n_n = arguments[7].integer;
    const float *const p_x = arguments[0].pointer;
    const float *const p_g = arguments[1].pointer;
    const float *const p_p = arguments[2].pointer;
    float *const p_0_3 = arguments[3].pointer;
    float *const p_4_4 = arguments[4].pointer;
    float *const p_6_5 = arguments[5].pointer;
    float *const p_7_6 = arguments[6].pointer;
    (void) scratch;
    gk_uint8 *const partial = arguments[9].pointer;
    const gk_int64 blocks = arguments[11].integer;
    const gk_int64 inner = 5LL;
    for (gk_int64 i = begin; i < end; i += GK_LANES) {
        const int lanes = end - i < GK_LANES ? (int) (end - i) : GK_LANES;
        gk_f32 acc_4 = gk_splat(GK_IDENTITY_max_f32);
        for (gk_int64 block = 0; block < blocks; ++block) {
            float *const partial_4 = (float *) (partial + block * 64LL);
            acc_4 = gk_accumulate_max(acc_4, gk_load(partial_4 + i, lanes), lanes);
        }
        const gk_f32 v_4 = acc_4;
        const gk_f32 v_g = gk_load(p_g + i, lanes);
        const gk_f32 v_5 = gk_maximum(v_g, v_4);
        gk_store(p_4_4 + i, v_4, lanes);
        gk_store(p_6_5 + i, v_5, lanes);
    }
}

GK_EXPORT extern const gk_kernel GK_TABLE[];
const gk_kernel GK_TABLE[] = {
    crossedShort_0,
    crossedShort_0_finish,
    0
};
GK_EXPORT extern const gk_int64 GK_TABLE_SIZE;
const gk_int64 GK_TABLE_SIZE = 2;
