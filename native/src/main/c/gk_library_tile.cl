/*
 * Tiles of a matrix product: GK_TILE x GK_TILE sums by one group, GK_BLOCK x GK_BLOCK of them in the registers of each
 * thread. Slices of GK_DEPTH along the summed axis go through local memory; while one is multiplied, the next is on its
 * way into registers. Every element is summed in order, so that it does not depend on the tile.
 *
 * A unit has this text once for each GK_TILE, 64 or 128, and after it the kernels of that tile.
 */
#undef GK_BLOCK
#undef GK_SLICE_LOADS
#undef GK_PITCH
#undef GK_TILED

/** The rows and columns of a thread; they lie 4 by 4, 64 apart. */
#define GK_BLOCK (GK_TILE / 16)

/** The elements of a slice that each thread loads. */
#define GK_SLICE_LOADS (GK_TILE * GK_DEPTH / GK_GROUP_THREADS)

/** From one position along the summed axis to the next in local memory. */
#define GK_PITCH (GK_TILE + 4)

#define GK_TILED(name) GK_JOIN(name, GK_TILE)

#ifndef GK_DEPTH

#define GK_DEPTH 16

/** How a thread loads slices of a matrix: its first element, and from one element to the next. */
typedef struct {
    /** Along the axis that is not summed. */
    int line, line_step;
    /** Along the summed axis. */
    int depth, depth_step;
    /** In memory, in elements. */
    gk_int64 step, slice_step;
    /** The address of the first element of the next slice. */
    gk_uint64 address;
    /** The lines that there are from the tile's first on. */
    gk_int64 lines;
} gk_slices;

#endif

/**
 * The slices of a matrix whose elements lie anywhere. Neighbouring threads load neighbouring elements of the axis that
 * has the stride 1.
 *
 * @param address the address of the matrix
 * @param line_stride along the axis that is not summed
 * @param depth_stride along the summed axis
 * @param first the tile's first line
 * @param count the lines of the matrix
 */
GK_INLINE gk_slices GK_TILED(gk_slices_of_)(
    gk_uint64 address, gk_int64 line_stride, gk_int64 depth_stride, gk_int64 first, gk_int64 count) {
    gk_slices slices;
    int along = depth_stride == 1;
    slices.line = along ? GK_THREAD / GK_DEPTH : GK_THREAD % GK_TILE;
    slices.line_step = along ? GK_GROUP_THREADS / GK_DEPTH : 0;
    slices.depth = along ? GK_THREAD % GK_DEPTH : GK_THREAD / GK_TILE;
    slices.depth_step = along ? 0 : GK_GROUP_THREADS / GK_TILE;
    slices.step = slices.line_step * line_stride + slices.depth_step * depth_stride;
    slices.slice_step = GK_DEPTH * depth_stride;
    gk_int64 offset = (first + slices.line) * line_stride + slices.depth * depth_stride;
    slices.address = address + (gk_uint64) offset * sizeof(GK_ELEMENT);
    slices.lines = count - first;
    return slices;
}

/**
 * Loads the next slice into registers; beyond the matrix it is 0.
 *
 * @param rest the positions that are left along the summed axis
 */
GK_INLINE void GK_TILED(gk_load_slice_)(gk_slices *slices, gk_int64 rest, GK_SUM *values) {
#pragma unroll
    for (int i = 0; i < GK_SLICE_LOADS; i++) {
        int inside = slices->line + i * slices->line_step < slices->lines
                     && slices->depth + i * slices->depth_step < rest;
        values[i] = inside ? gk_read(slices->address, i * slices->step) : (GK_SUM) 0;
    }
    slices->address += (gk_uint64) slices->slice_step * sizeof(GK_ELEMENT);
}

/** Puts a slice into local memory: GK_DEPTH times GK_TILE lines. */
GK_INLINE void GK_TILED(gk_put_slice_)(const gk_slices *slices, const GK_SUM *values, __local GK_SUM *tile) {
#pragma unroll
    for (int i = 0; i < GK_SLICE_LOADS; i++) {
        int depth = slices->depth + i * slices->depth_step;
        tile[depth * GK_PITCH + slices->line + i * slices->line_step] = values[i];
    }
}

/** The line of a tile that a thread holds, of its GK_BLOCK lines. */
GK_INLINE int GK_TILED(gk_line_)(int thread, int i) {
    return i / 4 * 64 + thread * 4 + i % 4;
}

/** Adds the product of two slices to a thread's sums. */
GK_INLINE void GK_TILED(gk_multiply_slices_)(
    __local const GK_SUM *left, __local const GK_SUM *right, GK_SUM (*sums)[GK_BLOCK]) {
#pragma unroll
    for (int depth = 0; depth < GK_DEPTH; depth++) {
        GK_SUM rows[GK_BLOCK], columns[GK_BLOCK];
#pragma unroll
        for (int i = 0; i < GK_BLOCK; i++) {
            rows[i] = left[depth * GK_PITCH + GK_TILED(gk_line_)(GK_THREAD / 16, i)];
            columns[i] = right[depth * GK_PITCH + GK_TILED(gk_line_)(GK_THREAD % 16, i)];
        }
#pragma unroll
        for (int i = 0; i < GK_BLOCK; i++) {
#pragma unroll
            for (int j = 0; j < GK_BLOCK; j++) {
                sums[i][j] = gk_multiply_add(rows[i], columns[j], sums[i][j]);
            }
        }
    }
}

/** Puts the sums of each thread's row i into local memory, as 16 rows of GK_TILE. */
GK_INLINE void GK_TILED(gk_put_sums_)(GK_SUM (*sums)[GK_BLOCK], int row, __local GK_SUM *lines) {
#pragma unroll
    for (int i = 0; i < GK_BLOCK; i++) {
        if (i == row) {
#pragma unroll
            for (int j = 0; j < GK_BLOCK; j++) {
                lines[GK_THREAD / 16 * GK_TILE + GK_TILED(gk_line_)(GK_THREAD % 16, j)] = sums[i][j];
            }
        }
    }
}
