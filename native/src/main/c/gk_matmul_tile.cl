/*
 * Matmuls, each tile by a thread block. The slots from GK_SLOT_SIZES on: m, n, k; the row and column strides of a,
 * those of b; the batch size; the number of batch loops; for each loop, the outermost first, its extent and the strides
 * of a and b.
 */
GK_LIBRARY_KERNEL(GK_TILED(gk_matmul_)) {
    __local GK_SUM slices[2 * GK_DEPTH * GK_PITCH] __attribute__((aligned(16)));
    __local GK_SUM *left = slices;
    __local GK_SUM *right = slices + GK_DEPTH * GK_PITCH;
    const gk_int64 m = (gk_int64) arguments.slot[GK_SLOT_SIZES];
    const gk_int64 n = (gk_int64) arguments.slot[GK_SLOT_SIZES + 1];
    const gk_int64 k = (gk_int64) arguments.slot[GK_SLOT_SIZES + 2];
    const gk_int64 row_tiles = (m + GK_TILE - 1) / GK_TILE;
    const gk_int64 column_tiles = (n + GK_TILE - 1) / GK_TILE;
    const gk_int64 tiles = (gk_int64) arguments.slot[GK_SLOT_SIZES + 7] * row_tiles * column_tiles;
    for (gk_int64 tile = GK_BLOCK_INDEX; tile < tiles; tile += GK_BLOCK_COUNT) {
        const gk_int64 product = tile / (row_tiles * column_tiles);
        const gk_int64 first_row = tile / column_tiles % row_tiles * GK_TILE;
        const gk_int64 first_column = tile % column_tiles * GK_TILE;
        gk_int64 a = 0, b = 0, rest = product;
        for (int loop = (int) arguments.slot[GK_SLOT_SIZES + 8] - 1; loop >= 0; loop--) {
            const int slot = GK_SLOT_SIZES + 9 + 3 * loop;
            const gk_int64 index = rest % (gk_int64) arguments.slot[slot];
            rest /= (gk_int64) arguments.slot[slot];
            a += index * (gk_int64) arguments.slot[slot + 1];
            b += index * (gk_int64) arguments.slot[slot + 2];
        }
        gk_slices rows = GK_TILED(gk_slices_of_)(
            arguments.slot[GK_SLOT_FIRST] + (gk_uint64) a * sizeof(GK_ELEMENT),
            (gk_int64) arguments.slot[GK_SLOT_SIZES + 3], (gk_int64) arguments.slot[GK_SLOT_SIZES + 4], first_row, m);
        gk_slices columns = GK_TILED(gk_slices_of_)(
            arguments.slot[GK_SLOT_SECOND] + (gk_uint64) b * sizeof(GK_ELEMENT),
            (gk_int64) arguments.slot[GK_SLOT_SIZES + 6], (gk_int64) arguments.slot[GK_SLOT_SIZES + 5], first_column,
            n);
        GK_SUM sums[GK_BLOCK][GK_BLOCK] = {{0}};
        GK_SUM next_left[GK_SLICE_LOADS], next_right[GK_SLICE_LOADS];
        GK_TILED(gk_load_slice_)(&rows, k, next_left);
        GK_TILED(gk_load_slice_)(&columns, k, next_right);
        for (gk_int64 depth = 0; depth < k; depth += GK_DEPTH) {
            GK_BARRIER();
            GK_TILED(gk_put_slice_)(&rows, next_left, left);
            GK_TILED(gk_put_slice_)(&columns, next_right, right);
            GK_BARRIER();
            GK_TILED(gk_load_slice_)(&rows, k - depth - GK_DEPTH, next_left);
            GK_TILED(gk_load_slice_)(&columns, k - depth - GK_DEPTH, next_right);
            GK_TILED(gk_multiply_slices_)(left, right, sums);
        }
#pragma unroll 1
        for (int i = 0; i < GK_BLOCK; i++) {
            GK_BARRIER();
            GK_TILED(gk_put_sums_)(sums, i, slices);
            GK_BARRIER();
            for (int at = GK_THREAD; at < 16 * GK_TILE; at += GK_BLOCK_THREADS) {
                const gk_int64 row = first_row + GK_TILED(gk_line_)(at / GK_TILE, i);
                const gk_int64 column = first_column + at % GK_TILE;
                if (row < m && column < n) {
                    const gk_int64 element = (product * m + row) * n + column;
                    gk_finish(&arguments, slices[at], element, column, element);
                }
            }
        }
        GK_BARRIER();
    }
}
