/* The CPU kernels of demo.Ops. Generated from its @GraphKernel methods. */
#include "graphkernel.h"

/*
 * anyRow_0 of anyRow: row reduction.
 * ReduceMax, Greater
 */
GK_INLINE void anyRow_0_stage1(
        gk_int64 i, const int lanes, const float *p_x, gk_f32 *acc_0) {
    const gk_f32 v_x = gk_load(p_x + i, lanes);
    *acc_0 = gk_accumulate_max(*acc_0, v_x, lanes);
}

GK_APART void anyRow_0_short(const gk_slot *arguments, gk_int64 begin, gk_int64 end, void *scratch) {
    const gk_int64 n_n = arguments[3].integer;
    const gk_int64 n_d = arguments[4].integer;
    const float *const p_x = arguments[0].pointer;
    float *const p_0_1 = arguments[1].pointer;
    gk_bool *const p_positive_2 = arguments[2].pointer;
    (void) scratch;
    const gk_int64 inner = n_d;
    const gk_int64 max_rows = GK_LANES;
    gk_int64 rows;
    for (gk_int64 row = begin; row < end; row += rows) {
        rows = gk_dim_min(max_rows, end - row);
        gk_f32 acc_0_rows[GK_LANES];
        for (gk_int64 line = 0; line < rows; ++line) {
            const float *const p_x_line = p_x + (row + line) * inner;
            gk_f32 acc_0_0 = gk_splat(GK_IDENTITY_max_f32);
            for (gk_int64 i = 0; i < inner; i += GK_LANES) {
                gk_prefetch(p_x_line + 4096 + i, 1);
                anyRow_0_stage1(i, (int) gk_dim_min(GK_LANES, inner - i), p_x_line, &acc_0_0);
            }
            acc_0_rows[line] = acc_0_0;
        }
        const gk_f32 v_0_row = gk_reduce_rows_max(acc_0_rows, (int) rows);
        const gk_mask v_positive_row = v_0_row > gk_splat(0.0f);
        gk_store(p_0_1 + row, v_0_row, (int) rows);
        gk_store(p_positive_2 + row, v_positive_row, (int) rows);
    }
}

static void anyRow_0(const gk_slot *arguments, gk_int64 begin, gk_int64 end, void *scratch) {
    const gk_int64 n_n = arguments[3].integer;
    const gk_int64 n_d = arguments[4].integer;
    const float *const p_x = arguments[0].pointer;
    float *const p_0_1 = arguments[1].pointer;
    gk_bool *const p_positive_2 = arguments[2].pointer;
    (void) scratch;
    const gk_int64 inner = n_d;
    if (inner <= 128) {
        anyRow_0_short(arguments, begin, end, scratch);
        return;
    }
    const gk_int64 max_rows = gk_dim_max(1, gk_dim_min(GK_LANES, 8192 / inner));
    gk_int64 rows;
    for (gk_int64 row = begin; row < end; row += rows) {
        rows = gk_dim_min(max_rows, end - row);
        gk_f32 acc_0_rows[GK_LANES];
        for (gk_int64 line = 0; line < rows; ++line) {
            const float *const p_x_line = p_x + (row + line) * inner;
            gk_f32 acc_0_0 = gk_splat(GK_IDENTITY_max_f32);
            gk_f32 acc_0_1 = gk_splat(GK_IDENTITY_max_f32);
            gk_f32 acc_0_2 = gk_splat(GK_IDENTITY_max_f32);
            gk_f32 acc_0_3 = gk_splat(GK_IDENTITY_max_f32);
            {
                gk_int64 i = 0;
                for (; i + 4 * GK_LANES <= inner; i += 4 * GK_LANES) {
                    anyRow_0_stage1(i, GK_LANES, p_x_line, &acc_0_0);
                    anyRow_0_stage1(i + GK_LANES, GK_LANES, p_x_line, &acc_0_1);
                    anyRow_0_stage1(i + 2 * GK_LANES, GK_LANES, p_x_line, &acc_0_2);
                    anyRow_0_stage1(i + 3 * GK_LANES, GK_LANES, p_x_line, &acc_0_3);
                }
                for (; i + GK_LANES <= inner; i += GK_LANES) {
                    anyRow_0_stage1(i, GK_LANES, p_x_line, &acc_0_0);
                }
                if (i < inner) {
                    anyRow_0_stage1(i, (int) (inner - i), p_x_line, &acc_0_0);
                }
            }
            acc_0_rows[line] = gk_accumulate_max(gk_accumulate_max(acc_0_0, acc_0_1, GK_LANES), gk_accumulate_max(acc_0_2, acc_0_3, GK_LANES), GK_LANES);
        }
        const gk_f32 v_0_row = gk_reduce_rows_max(acc_0_rows, (int) rows);
        const gk_mask v_positive_row = v_0_row > gk_splat(0.0f);
        gk_store(p_0_1 + row, v_0_row, (int) rows);
        gk_store(p_positive_2 + row, v_positive_row, (int) rows);
    }
}

GK_EXPORT extern const gk_kernel GK_TABLE[];
const gk_kernel GK_TABLE[] = {
    anyRow_0,
    0
};
GK_EXPORT extern const gk_int64 GK_TABLE_SIZE;
const gk_int64 GK_TABLE_SIZE = 1;
