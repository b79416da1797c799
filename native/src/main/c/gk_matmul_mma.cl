/*
 * Matmuls on tensor cores, each tile of GK_TILE x GK_TILE sums by a thread block, an eighth of it by a warp. Slices of
 * the operands along the summed axis, GK_SLICE_BYTES of each line, are copied to shared memory while GK_STAGES - 1
 * earlier ones are multiplied. The slots are those of gk_matmul_tile.cl.
 *
 * Each element is summed by the same instructions in the order of k, and the positions beyond k are 0. Neither the tile
 * nor the strides and addresses of the operands change a bit.
 */
#undef GK_WARP_ROWS
#undef GK_WARP_COLUMNS
#undef GK_PANEL_BYTES
#undef GK_PANEL_COPIES
#undef GK_STAGED_PITCH

/** Number of rows and columns per warp; 2 x 4 warps share a tile. */
#define GK_WARP_ROWS (GK_TILE / 2)
#define GK_WARP_COLUMNS (GK_TILE / 4)

/** Size in bytes of the slice of an operand, and number of copies per thread. */
#define GK_PANEL_BYTES (GK_TILE * GK_SLICE_BYTES)
#define GK_PANEL_COPIES (GK_PANEL_BYTES / (GK_CHUNK_BYTES * GK_BLOCK_THREADS))

/** Step between rows of sums in shared memory, such that the 8 rows of a store use different banks. */
#define GK_STAGED_PITCH (GK_TILE + 8)

#ifndef GK_SLICE_DEPTH

/** A name of the tile. */
#define GK_TILED(name) GK_JOIN(name, GK_TILE)

/** Number of positions along the summed axis per slice. */
#define GK_SLICE_DEPTH (GK_SLICE_BYTES / (int) sizeof(GK_ELEMENT))

/** Number of chunks per line of a slice. */
#define GK_LINE_CHUNKS (GK_SLICE_BYTES / GK_CHUNK_BYTES)

#endif

/** The tiles of an operand, and the part of a thread in its copies. */
typedef struct {
    /** True if chunks of shared memory are along the lines: the slice is [depth][lines], else [lines][depth]. */
    int transposed;
    /** True if chunks of global memory are contiguous and aligned. */
    int aligned;
    /** First element of the thread's first chunk, and steps between chunks. */
    int line, line_step, depth, depth_step;
    /** Number of remaining lines, from the tile's first one on, at most GK_TILE. */
    int lines;
    /** Steps in bytes between the chunks of a slice, and from slice to slice. */
    gk_int64 step, advance;
    /** Address of the thread's first chunk of the next slice. */
    gk_uint64 address;
    /** Offset in bytes of the thread's first chunk in shared memory, and of its chunk of a warp's first fragment. */
    int offset, fragment_offset;
    /** Number of bytes of each chunk that are inside, of slices that do not end before k. */
    int bytes[GK_PANEL_COPIES];
} GK_TILED(gk_operand_);

/**
 * Offset in bytes of a chunk in the slice of an operand. The chunks of a row are permuted such that the 8 of a matrix,
 * and of 8 adjacent threads, use different banks.
 */
GK_INLINE int GK_TILED(gk_chunk_offset_)(int transposed, int line, int depth) {
    return transposed
               ? depth * GK_TILE * (int) sizeof(GK_ELEMENT) + (line / GK_CHUNK ^ depth % 8) * GK_CHUNK_BYTES
               : line * GK_SLICE_BYTES
                     + (depth / GK_CHUNK ^ line / (8 / GK_LINE_CHUNKS) % GK_LINE_CHUNKS) * GK_CHUNK_BYTES;
}

/** Number of elements of the operand's chunk i that are inside the matrix. */
GK_INLINE int GK_TILED(gk_count_inside_)(const GK_TILED(gk_operand_) *operand, int i, int rest) {
    const int line = operand->line + i * operand->line_step;
    const int depth = operand->depth + i * operand->depth_step;
    const int inside = operand->transposed ? depth < rest : line < operand->lines;
    const int following = operand->transposed ? operand->lines - line : rest - depth;
    return !inside || following < 0 ? 0 : following < GK_CHUNK ? following : GK_CHUNK;
}

/**
 * Initializes the copies of an operand with arbitrary strides. Adjacent threads load adjacent elements of the axis that
 * has the stride 1.
 *
 * @param address address of the matrix
 * @param line_stride stride along the axis that is not summed
 * @param depth_stride stride along the summed axis
 * @param first first line of the tile
 * @param count number of lines of the matrix
 * @param matrix_line first line of the 8 x 8 matrix of the warp's first fragment, of which the thread loads a row
 * @param matrix_half half of the fragment along the summed axis that has the matrix
 */
GK_INLINE GK_TILED(gk_operand_) GK_TILED(gk_operand_of_)(gk_uint64 address, gk_int64 line_stride, gk_int64 depth_stride,
    gk_int64 first, gk_int64 count, int matrix_line, int matrix_half) {
    const int row = GK_THREAD % 8;
    const gk_int64 size = sizeof(GK_ELEMENT);
    GK_TILED(gk_operand_) operand;
    /* Elements of 8 bits cannot be transposed when fragments are loaded. */
    operand.transposed = sizeof(GK_ELEMENT) == 2 && depth_stride != 1 && line_stride == 1;
    operand.line_step = 0;
    operand.depth_step = 0;
    if (operand.transposed) {
        operand.line = GK_THREAD % (GK_TILE / GK_CHUNK) * GK_CHUNK;
        operand.depth = GK_THREAD / (GK_TILE / GK_CHUNK);
        operand.depth_step = GK_BLOCK_THREADS / (GK_TILE / GK_CHUNK);
        operand.fragment_offset = GK_TILED(gk_chunk_offset_)(1, matrix_line, matrix_half * 8 + row);
    } else {
        operand.fragment_offset = GK_TILED(gk_chunk_offset_)(0, matrix_line + row, matrix_half * GK_CHUNK);
        if (depth_stride == 1) {
            operand.line = GK_THREAD / GK_LINE_CHUNKS;
            operand.line_step = GK_BLOCK_THREADS / GK_LINE_CHUNKS;
            operand.depth = GK_THREAD % GK_LINE_CHUNKS * GK_CHUNK;
        } else {
            operand.line = GK_THREAD % GK_TILE;
            operand.depth = GK_THREAD / GK_TILE * GK_CHUNK;
            operand.depth_step = GK_BLOCK_THREADS / GK_TILE * GK_CHUNK;
        }
    }
    operand.lines = count - first < GK_TILE ? (int) (count - first) : GK_TILE;
    operand.step = (operand.line_step * line_stride + operand.depth_step * depth_stride) * size;
    operand.advance = GK_SLICE_DEPTH * depth_stride * size;
    operand.aligned = (operand.transposed || depth_stride == 1)
                      && (operand.transposed ? depth_stride : line_stride) % GK_CHUNK == 0
                      && address % GK_CHUNK_BYTES == 0;
    operand.address =
        address + (gk_uint64) (((first + operand.line) * line_stride + operand.depth * depth_stride) * size);
    operand.offset = GK_TILED(gk_chunk_offset_)(operand.transposed, operand.line, operand.depth);
#pragma unroll
    for (int i = 0; i < GK_PANEL_COPIES; i++) {
        operand.bytes[i] = GK_TILED(gk_count_inside_)(&operand, i, GK_SLICE_DEPTH) * (int) size;
    }
    return operand;
}

/**
 * Loads the elements of a chunk one by one; those from a count on are 0.
 *
 * @param stride stride in bytes
 */
GK_INLINE gk_chunk GK_TILED(gk_gather_)(gk_uint64 address, gk_int64 stride, int count) {
    gk_uint32 words[4] = {0, 0, 0, 0};
#pragma unroll
    for (int i = 0; i < GK_CHUNK; i++) {
        if (i < count) {
            const gk_uint32 bits = *(__global const GK_ELEMENT_BITS *) (address + (gk_uint64) (i * stride));
            words[i * 4 / GK_CHUNK] |= bits << i * 8 * (int) sizeof(GK_ELEMENT) % 32;
        }
    }
    return (gk_chunk) (words[0], words[1], words[2], words[3]);
}

/**
 * Starts the copy of the next slice; beyond the matrix it is 0.
 *
 * @param rest number of remaining positions along the summed axis
 */
GK_INLINE void GK_TILED(gk_copy_slice_)(GK_TILED(gk_operand_) *operand, gk_int64 rest, __local char *slice) {
    if (operand->aligned && rest >= GK_SLICE_DEPTH) {
        const gk_uint32 target = gk_shared_address(slice) + operand->offset;
#pragma unroll
        for (int i = 0; i < GK_PANEL_COPIES; i++) {
            /* The threads together copy contiguous rows of shared memory. */
            gk_copy_async(target + i * GK_BLOCK_THREADS * GK_CHUNK_BYTES,
                operand->address + (gk_uint64) (i * operand->step), operand->bytes[i]);
        }
    } else {
        gk_int64 stride = operand->transposed ? (gk_int64) sizeof(GK_ELEMENT) : operand->advance / GK_SLICE_DEPTH;
        GK_RECOMPUTE("+l", stride);
        GK_RECOMPUTE("+r", operand->line);
        GK_RECOMPUTE("+r", operand->depth);
        const int depth_rest = rest < GK_SLICE_DEPTH ? (int) rest : GK_SLICE_DEPTH;
#pragma unroll
        for (int i = 0; i < GK_PANEL_COPIES; i++) {
            const int count = GK_TILED(gk_count_inside_)(operand, i, depth_rest);
            const gk_uint64 address = operand->address + (gk_uint64) (i * operand->step);
            __local char *target = slice + GK_TILED(gk_chunk_offset_)(operand->transposed,
                operand->line + i * operand->line_step, operand->depth + i * operand->depth_step);
            if (operand->aligned) {
                gk_copy_async(gk_shared_address(target), address, count * (int) sizeof(GK_ELEMENT));
            } else {
                *(__local gk_chunk *) target = GK_TILED(gk_gather_)(address, stride, count);
            }
        }
    }
    operand->address += (gk_uint64) operand->advance;
}

/**
 * Loads fragment i along the lines and j along the summed axis. Chunks are permuted by exclusive or; slices are aligned
 * such that it applies to the address.
 *
 * @param address address of the thread's chunk of fragment 0, 0
 */
GK_INLINE void GK_TILED(gk_load_fragment_)(
    gk_uint32 address, const int transposed, const int i, const int j, gk_uint32 *fragment) {
    gk_load_fragment(
        transposed
            ? (address ^ i * GK_FRAGMENT_BYTES) + j * GK_FRAGMENT_LINES * GK_TILE * (int) sizeof(GK_ELEMENT)
            : (address ^ j * GK_FRAGMENT_BYTES) + i * GK_FRAGMENT_LINES * GK_SLICE_BYTES,
        transposed, fragment);
}

/**
 * Adds the product of two slices to a thread's sums.
 *
 * @param left address of the thread's chunk of the first fragment of rows
 * @param right that of columns
 */
GK_INLINE void GK_TILED(gk_multiply_slices_of_)(gk_uint32 left, gk_uint32 right, const int left_transposed,
    const int right_transposed, GK_SUM (*sums)[GK_WARP_COLUMNS / 8][4]) {
#pragma unroll
    for (int step = 0; step < GK_SLICE_BYTES / GK_FRAGMENT_BYTES; step++) {
        gk_uint32 rows[GK_WARP_ROWS / GK_FRAGMENT_LINES][4], columns[GK_WARP_COLUMNS / GK_FRAGMENT_LINES][4];
#pragma unroll
        for (int i = 0; i < GK_WARP_ROWS / GK_FRAGMENT_LINES; i++) {
            GK_TILED(gk_load_fragment_)(left, left_transposed, i, step, rows[i]);
        }
#pragma unroll
        for (int i = 0; i < GK_WARP_COLUMNS / GK_FRAGMENT_LINES; i++) {
            GK_TILED(gk_load_fragment_)(right, right_transposed, i, step, columns[i]);
        }
#pragma unroll
        for (int i = 0; i < GK_WARP_ROWS / GK_FRAGMENT_LINES; i++) {
#pragma unroll
            for (int j = 0; j < GK_WARP_COLUMNS / 8; j++) {
                gk_multiply_fragments(rows[i], columns[j / 2][j % 2 * 2], columns[j / 2][j % 2 * 2 + 1], sums[i][j]);
            }
        }
    }
}

/** Stores the sums of the fragments of 16 rows of each warp in shared memory, as 2 x 16 rows of GK_TILE. */
GK_INLINE void GK_TILED(gk_stage_sums_)(GK_SUM (*sums)[GK_WARP_COLUMNS / 8][4], int fragment, __local GK_SUM *rows) {
    const int lane = GK_THREAD % 32, warp = GK_THREAD / 32;
    __local GK_SUM *target = rows + (warp / 4 * GK_FRAGMENT_LINES + lane / 4) * GK_STAGED_PITCH
                             + warp % 4 * GK_WARP_COLUMNS + lane % 4 * 2;
#pragma unroll
    for (int i = 0; i < GK_WARP_ROWS / GK_FRAGMENT_LINES; i++) {
        if (i == fragment) {
#pragma unroll
            for (int j = 0; j < GK_WARP_COLUMNS / 8; j++) {
                target[j * 8] = sums[i][j][0];
                target[j * 8 + 1] = sums[i][j][1];
                target[8 * GK_STAGED_PITCH + j * 8] = sums[i][j][2];
                target[8 * GK_STAGED_PITCH + j * 8 + 1] = sums[i][j][3];
            }
        }
    }
}

GK_LIBRARY_KERNEL(GK_TILED(gk_matmul_)) {
    __local char slices[2 * GK_STAGES * GK_PANEL_BYTES] __attribute__((aligned(128)));
    const gk_int64 m = (gk_int64) arguments.slot[GK_SLOT_SIZES];
    const gk_int64 n = (gk_int64) arguments.slot[GK_SLOT_SIZES + 1];
    const gk_int64 k = (gk_int64) arguments.slot[GK_SLOT_SIZES + 2];
    const gk_int64 row_tiles = (m + GK_TILE - 1) / GK_TILE;
    const gk_int64 column_tiles = (n + GK_TILE - 1) / GK_TILE;
    const gk_int64 tiles = (gk_int64) arguments.slot[GK_SLOT_SIZES + 7] * row_tiles * column_tiles;
    const gk_int64 steps = (k + GK_SLICE_DEPTH - 1) / GK_SLICE_DEPTH;
    for (gk_int64 tile = GK_BLOCK_INDEX; tile < tiles; tile += GK_BLOCK_COUNT) {
        const gk_int64 product = tile / (row_tiles * column_tiles);
        const gk_int64 within = tile % (row_tiles * column_tiles);
        const gk_int64 group = within / (GK_GROUPED_TILES * column_tiles) * GK_GROUPED_TILES;
        const gk_int64 group_rows = row_tiles - group < GK_GROUPED_TILES ? row_tiles - group : GK_GROUPED_TILES;
        const gk_int64 first_row = (group + (within - group * column_tiles) % group_rows) * GK_TILE;
        const gk_int64 first_column = (within - group * column_tiles) / group_rows * GK_TILE;
        gk_int64 a = 0, b = 0, index_rest = product;
        for (int loop = (int) arguments.slot[GK_SLOT_SIZES + 8] - 1; loop >= 0; loop--) {
            const int slot = GK_SLOT_SIZES + 9 + 3 * loop;
            const gk_int64 index = index_rest % (gk_int64) arguments.slot[slot];
            index_rest /= (gk_int64) arguments.slot[slot];
            a += index * (gk_int64) arguments.slot[slot + 1];
            b += index * (gk_int64) arguments.slot[slot + 2];
        }
        GK_TILED(gk_operand_) rows = GK_TILED(gk_operand_of_)(
            arguments.slot[GK_SLOT_FIRST] + (gk_uint64) a * sizeof(GK_ELEMENT),
            (gk_int64) arguments.slot[GK_SLOT_SIZES + 3], (gk_int64) arguments.slot[GK_SLOT_SIZES + 4], first_row, m,
            GK_THREAD / 128 * GK_WARP_ROWS + GK_THREAD / 8 % 2 * 8, GK_THREAD / 16 % 2);
        GK_TILED(gk_operand_) columns = GK_TILED(gk_operand_of_)(
            arguments.slot[GK_SLOT_SECOND] + (gk_uint64) b * sizeof(GK_ELEMENT),
            (gk_int64) arguments.slot[GK_SLOT_SIZES + 6], (gk_int64) arguments.slot[GK_SLOT_SIZES + 5], first_column,
            n, GK_THREAD / 32 % 4 * GK_WARP_COLUMNS + GK_THREAD / 16 % 2 * 8, GK_THREAD / 8 % 2);
        GK_SUM sums[GK_WARP_ROWS / GK_FRAGMENT_LINES][GK_WARP_COLUMNS / 8][4] = {{{0}}};
        int copied = 0, multiplied = 0;
        for (gk_int64 step = 1 - GK_STAGES; step < steps; step++) {
            if (step >= 0) {
                GK_AWAIT_COPIES(GK_STAGES - 2);
                GK_BARRIER();
            }
            const gk_int64 rest = k - (step + GK_STAGES - 1) * GK_SLICE_DEPTH;
            if (rest > 0) {
                GK_TILED(gk_copy_slice_)(&rows, rest, slices + copied);
                GK_TILED(gk_copy_slice_)(&columns, rest, slices + copied + GK_PANEL_BYTES);
                copied = copied == 2 * (GK_STAGES - 1) * GK_PANEL_BYTES ? 0 : copied + 2 * GK_PANEL_BYTES;
            }
            gk_commit_copies();
            if (step < 0) {
                continue;
            }
            const gk_uint32 slice = gk_shared_address(slices) + multiplied;
            const gk_uint32 left = slice + rows.fragment_offset;
            const gk_uint32 right = slice + GK_PANEL_BYTES + columns.fragment_offset;
            if (rows.transposed) {
                if (columns.transposed) {
                    GK_TILED(gk_multiply_slices_of_)(left, right, 1, 1, sums);
                } else {
                    GK_TILED(gk_multiply_slices_of_)(left, right, 1, 0, sums);
                }
            } else if (columns.transposed) {
                GK_TILED(gk_multiply_slices_of_)(left, right, 0, 1, sums);
            } else {
                GK_TILED(gk_multiply_slices_of_)(left, right, 0, 0, sums);
            }
            multiplied = multiplied == 2 * (GK_STAGES - 1) * GK_PANEL_BYTES ? 0 : multiplied + 2 * GK_PANEL_BYTES;
        }
        __local GK_SUM *staged = (__local GK_SUM *) slices;
        const gk_int64 column = first_column + GK_THREAD % GK_TILE;
#pragma unroll 1
        for (int i = 0; i < GK_WARP_ROWS / GK_FRAGMENT_LINES; i++) {
            GK_BARRIER();
            GK_TILED(gk_stage_sums_)(sums, i, staged);
            GK_BARRIER();
            for (int line = GK_THREAD / GK_TILE; line < 2 * GK_FRAGMENT_LINES; line += GK_BLOCK_THREADS / GK_TILE) {
                const gk_int64 row = first_row + line / GK_FRAGMENT_LINES * GK_WARP_ROWS + i * GK_FRAGMENT_LINES
                                     + line % GK_FRAGMENT_LINES;
                if (row < m && column < n) {
                    const gk_int64 element = (product * m + row) * n + column;
                    const GK_SUM sum = staged[line * GK_STAGED_PITCH + GK_THREAD % GK_TILE];
                    gk_finish(&arguments, sum, element, column, element);
                }
            }
        }
        GK_BARRIER();
    }
}
