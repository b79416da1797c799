/*
 * Tiles of a matmul: GK_TILE x GK_TILE sums per thread block, GK_BLOCK x GK_BLOCK of them in the registers of each
 * thread. Slices of GK_DEPTH along the summed axis are staged in shared memory; while one is multiplied, the next is
 * loaded into registers. Every element is summed in order, independent of the tile size.
 *
 * A program includes this file once for each GK_TILE, 64 or 128, followed by the kernels of that tile.
 */
#undef GK_BLOCK
#undef GK_SLICE_LOADS
#undef GK_PITCH
#undef GK_TILED

/** Number of rows and columns per thread; they are stored 4 by 4, 64 apart. */
#define GK_BLOCK (GK_TILE / 16)

/** Number of elements of a slice that each thread loads. */
#define GK_SLICE_LOADS (GK_TILE * GK_DEPTH / GK_BLOCK_THREADS)

/** Step from one position along the summed axis to the next in shared memory. */
#define GK_PITCH (GK_TILE + 4)

/** A name of the tile; with the name of the kernel in programs of classes, which have several of one tile. */
#ifdef GK_TILE_NAME
#define GK_TILED(name) GK_JOIN(name, GK_TILE_NAME)
#else
#define GK_TILED(name) GK_JOIN(name, GK_TILE)
#endif

#ifndef GK_DEPTH

#define GK_DEPTH 16

/** The slice loads of a thread: its first element, and the steps between elements. */
typedef struct {
    /** Along the axis that is not summed. */
    int line, line_step;
    /** Along the summed axis. */
    int depth, depth_step;
    /** In memory, in elements. */
    gk_int64 step, slice_step;
    /** Address of the first element of the next slice. */
    gk_uint64 address;
    /** Number of remaining lines, from the tile's first one on. */
    gk_int64 lines;
} gk_slices;

#endif

/**
 * Initializes the slice loads of a matrix with arbitrary strides. Adjacent threads load adjacent elements of the axis
 * that has the stride 1.
 *
 * @param address address of the matrix
 * @param line_stride stride along the axis that is not summed
 * @param depth_stride stride along the summed axis
 * @param first first line of the tile
 * @param count number of lines of the matrix
 */
GK_INLINE gk_slices GK_TILED(gk_slices_of_)(
    gk_uint64 address, gk_int64 line_stride, gk_int64 depth_stride, gk_int64 first, gk_int64 count) {
    gk_slices slices;
    int along = depth_stride == 1;
    slices.line = along ? GK_THREAD / GK_DEPTH : GK_THREAD % GK_TILE;
    slices.line_step = along ? GK_BLOCK_THREADS / GK_DEPTH : 0;
    slices.depth = along ? GK_THREAD % GK_DEPTH : GK_THREAD / GK_TILE;
    slices.depth_step = along ? 0 : GK_BLOCK_THREADS / GK_TILE;
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
 * @param rest number of remaining positions along the summed axis
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

/** Stores a slice in shared memory: GK_DEPTH times GK_TILE lines. */
GK_INLINE void GK_TILED(gk_put_slice_)(const gk_slices *slices, const GK_SUM *values, __local GK_SUM *tile) {
#pragma unroll
    for (int i = 0; i < GK_SLICE_LOADS; i++) {
        int depth = slices->depth + i * slices->depth_step;
        tile[depth * GK_PITCH + slices->line + i * slices->line_step] = values[i];
    }
}

/** The line of the tile for one of the GK_BLOCK lines of a thread. */
GK_INLINE int GK_TILED(gk_line_)(int thread, int i) {
    return i / 4 * 64 + thread * 4 + i % 4;
}

/** Adds the matmul of two slices to a thread's sums. */
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

/** Stores row i of each thread's sums in shared memory, as 16 rows of GK_TILE. */
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
