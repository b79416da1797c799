/* The CPU kernels of demo.Ops. Generated from its @GraphKernel methods. */
#include "graphkernel.h"

/*
 * tiled_0 of tiled: elementwise.
 * Transpose, Add, Add, Select
 */
GK_INLINE void tiled_0_stage1(
        gk_int64 i, const int lanes, const float *p_0, const float *p_y, const float *p_bias, const gk_mask v_keep, float *p_3_4, const int stream) {
    const gk_f32 v_0 = gk_load(p_0 + i, lanes);
    const gk_f32 v_y = gk_load(p_y + i, lanes);
    const gk_f32 v_bias = gk_load(p_bias + i, lanes);
    const gk_f32 v_1 = v_0 + v_y;
    const gk_f32 v_2 = v_1 + v_bias;
    const gk_f32 v_3 = gk_select(v_keep, v_2, v_y);
    gk_put(p_3_4 + i, v_3, lanes, stream);
}

static void tiled_0(const gk_slot *arguments, gk_int64 begin, gk_int64 end, void *scratch) {
    const gk_int64 n_d = arguments[5].integer;
    const gk_int64 n_n = arguments[6].integer;
    const float *const p_0 = arguments[0].pointer;
    const float *const p_y = arguments[1].pointer;
    const float *const p_bias = arguments[2].pointer;
    const gk_bool *const p_keep = arguments[3].pointer;
    float *const p_3_4 = arguments[4].pointer;
    const int streaming = arguments[7].integer > 1;
    const gk_int64 inner = n_n;
    float *const tile_0 = scratch;
    const gk_int64 across = n_d;
    gk_int64 rows;
    for (gk_int64 row = begin; row < end; row += rows) {
        const gk_int64 first = row % across;
        rows = gk_dim_min(64, gk_dim_min(across - first, end - row));
        for (gk_int64 column = 0; column < inner; column += 64) {
            const gk_int64 columns = gk_dim_min(64, inner - column);
            const float *const p_0_at = p_0 + first + column * n_d;
            gk_transpose(p_0_at, n_d, tile_0, 64, rows, columns);
            for (gk_int64 line = 0; line < rows; ++line) {
                const gk_int64 index_0_row = first + line;
                gk_prefetch_elements(p_0_at + (column + 64 < inner ? (line + 64) * n_d : rows + (line - column) * n_d), 64, streaming);
                const float *const p_0_row = tile_0 + line * 64;
                const float *const p_y_row = p_y + index_0_row * inner + column;
                const float *const p_bias_row = p_bias + column;
                const gk_bool *const p_keep_row = p_keep + index_0_row;
                float *const p_3_4_row = p_3_4 + index_0_row * inner + column;
                const gk_mask v_keep_row = gk_load_one(p_keep_row);
                const gk_int64 head = gk_head((p_3_4_row - p_3_4), columns);
                {
                    gk_int64 i = 0;
                    const int stream = streaming && gk_is_aligned(p_3_4_row + head);
                    if (head > 0) {
                        tiled_0_stage1(0, (int) head, p_0_row, p_y_row, p_bias_row, v_keep_row, p_3_4_row, stream);
                    }
                    i += head;
                    for (; i + GK_LANES <= columns; i += GK_LANES) {
                        tiled_0_stage1(i, GK_LANES, p_0_row, p_y_row, p_bias_row, v_keep_row, p_3_4_row, stream);
                    }
                    if (i < columns) {
                        tiled_0_stage1(i, (int) (columns - i), p_0_row, p_y_row, p_bias_row, v_keep_row, p_3_4_row, stream);
                    }
                }
            }
        }
    }
    if (streaming) {
        gk_stream_fence();
    }
}

GK_EXPORT extern const gk_kernel GK_TABLE[];
const gk_kernel GK_TABLE[] = {
    tiled_0,
    0
};
GK_EXPORT extern const gk_int64 GK_TABLE_SIZE;
const gk_int64 GK_TABLE_SIZE = 1;
