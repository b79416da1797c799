/* The CPU kernels of demo.Ops. Generated from its @GraphKernel methods. */
#include "graphkernel.h"

/*
 * chosen_0 of chosen: row reduction.
 * Index, Equal, Select, ReduceSum
 */
GK_APART void chosen_0_short(const gk_slot *arguments, gk_int64 begin, gk_int64 end, void *scratch) {
    const gk_int64 n_n = arguments[3].integer;
    const gk_int64 n_d = arguments[4].integer;
    const gk_int64 *const p_column = arguments[0].pointer;
    const float *const p_x = arguments[1].pointer;
    const gk_int64 first_0 = 0LL;
    float *const p_3_2 = arguments[2].pointer;
    (void) scratch;
    const gk_int64 inner = n_d;
    const gk_int64 max_rows = GK_LANES;
    gk_int64 rows;
    for (gk_int64 row = begin; row < end; row += rows) {
        rows = gk_dim_min(max_rows, end - row);
        const gk_i64 v_column_row = gk_load(p_column + row, (int) rows);
        gk_f32 acc_3_rows[GK_LANES];
        for (gk_int64 line = 0; line < rows; ++line) {
            const gk_int64 *const p_column_line = p_column + (row + line);
            const float *const p_x_line = p_x + (row + line) * inner;
            const gk_i64 v_column_line = gk_lane(v_column_row, line);
            acc_3_rows[line] = gk_pick(p_x_line, v_column_line, first_0, inner);
        }
        const gk_f32 v_3_row = gk_reduce_rows_sum(acc_3_rows, (int) rows);
        gk_store(p_3_2 + row, v_3_row, (int) rows);
    }
}

static void chosen_0(const gk_slot *arguments, gk_int64 begin, gk_int64 end, void *scratch) {
    const gk_int64 n_n = arguments[3].integer;
    const gk_int64 n_d = arguments[4].integer;
    const gk_int64 *const p_column = arguments[0].pointer;
    const float *const p_x = arguments[1].pointer;
    const gk_int64 first_0 = 0LL;
    float *const p_3_2 = arguments[2].pointer;
    (void) scratch;
    const gk_int64 inner = n_d;
    if (inner <= 128) {
        chosen_0_short(arguments, begin, end, scratch);
        return;
    }
    const gk_int64 max_rows = gk_dim_max(1, gk_dim_min(GK_LANES, 8192 / inner));
    gk_int64 rows;
    for (gk_int64 row = begin; row < end; row += rows) {
        rows = gk_dim_min(max_rows, end - row);
        const gk_i64 v_column_row = gk_load(p_column + row, (int) rows);
        gk_f32 acc_3_rows[GK_LANES];
        for (gk_int64 line = 0; line < rows; ++line) {
            const gk_int64 *const p_column_line = p_column + (row + line);
            const float *const p_x_line = p_x + (row + line) * inner;
            const gk_i64 v_column_line = gk_lane(v_column_row, line);
            acc_3_rows[line] = gk_pick(p_x_line, v_column_line, first_0, inner);
        }
        const gk_f32 v_3_row = gk_reduce_rows_sum(acc_3_rows, (int) rows);
        gk_store(p_3_2 + row, v_3_row, (int) rows);
    }
}

GK_EXPORT extern const gk_kernel GK_TABLE[];
const gk_kernel GK_TABLE[] = {
    chosen_0,
    0
};
GK_EXPORT extern const gk_int64 GK_TABLE_SIZE;
const gk_int64 GK_TABLE_SIZE = 1;
