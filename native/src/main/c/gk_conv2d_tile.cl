/*
 * Convolutions as implicit GEMM of the kernel of a convolution group, [output channels, input channels * kernel size],
 * and the im2col matrix of the input, [input channels * kernel size, output pixels]. The im2col matrix is gathered on
 * the way into shared memory. Each tile is computed by a thread block.
 */

/** A pixel of the result, and the position of its thread along the summed axis. */
typedef struct {
    /** True if the pixel exists. */
    int inside;
    /** Row and column of the input under the first kernel element; out of range in the padding. */
    gk_int64 row, column;
    /** Address of the first channel of the batch element. */
    gk_uint64 address;
    /** Position of the next element. */
    gk_int64 channel;
    gk_int64 kernel_row, kernel_column;
} GK_TILED(gk_im2col_column_);

/** The im2col column of a thread's pixel: adjacent threads have adjacent pixels. */
GK_INLINE GK_TILED(gk_im2col_column_) GK_TILED(gk_im2col_column_of_)(const gk_convolution *sizes, gk_int64 group, gk_int64 pixel) {
    GK_TILED(gk_im2col_column_) im2col;
    const gk_int64 area = sizes->result_height * sizes->result_width;
    const gk_int64 depth = GK_THREAD / GK_TILE;
    const gk_int64 image = pixel / area;
    const gk_int64 channel = image * sizes->channels + group * sizes->group_channels;
    im2col.inside = image < sizes->images;
    im2col.row = pixel % area / sizes->result_width * sizes->row_stride - sizes->top;
    im2col.column = pixel % sizes->result_width * sizes->column_stride - sizes->left;
    im2col.address = sizes->x + (gk_uint64) (channel * sizes->height * sizes->width) * sizeof(GK_ELEMENT);
    im2col.channel = depth / (sizes->kernel_height * sizes->kernel_width);
    im2col.kernel_row = depth / sizes->kernel_width % sizes->kernel_height;
    im2col.kernel_column = depth % sizes->kernel_width;
    return im2col;
}

/** Loads the next slice of the im2col column; the padding, and elements beyond the input, are 0. */
GK_INLINE void GK_TILED(gk_load_im2col_)(const gk_convolution *sizes, GK_TILED(gk_im2col_column_) *im2col, GK_SUM *values) {
#pragma unroll
    for (int i = 0; i < GK_SLICE_LOADS; i++) {
        const gk_int64 row = im2col->row + im2col->kernel_row * sizes->row_dilation;
        const gk_int64 column = im2col->column + im2col->kernel_column * sizes->column_dilation;
        const int inside = im2col->inside && im2col->channel < sizes->group_channels && row >= 0 && row < sizes->height
                           && column >= 0 && column < sizes->width;
        const gk_int64 element = (im2col->channel * sizes->height + row) * sizes->width + column;
        values[i] = inside ? gk_read(im2col->address, element) : (GK_SUM) 0;
        im2col->kernel_column += GK_BLOCK_THREADS / GK_TILE;
        while (im2col->kernel_column >= sizes->kernel_width) {
            im2col->kernel_column -= sizes->kernel_width;
            im2col->kernel_row++;
        }
        while (im2col->kernel_row >= sizes->kernel_height) {
            im2col->kernel_row -= sizes->kernel_height;
            im2col->channel++;
        }
    }
}

GK_LIBRARY_KERNEL(GK_TILED(gk_conv2d_)) {
    __local GK_SUM slices[2 * GK_DEPTH * GK_PITCH] __attribute__((aligned(16)));
    __local GK_SUM *left = slices;
    __local GK_SUM *right = slices + GK_DEPTH * GK_PITCH;
    const gk_convolution sizes = gk_convolution_of(&arguments);
    const gk_int64 area = sizes.result_height * sizes.result_width;
    const gk_int64 k = sizes.group_channels * sizes.kernel_height * sizes.kernel_width;
    const gk_int64 pixels = sizes.images * area;
    const gk_int64 row_tiles = (sizes.group_filters + GK_TILE - 1) / GK_TILE;
    const gk_int64 column_tiles = (pixels + GK_TILE - 1) / GK_TILE;
    const gk_int64 tiles = sizes.groups * row_tiles * column_tiles;
    for (gk_int64 tile = GK_BLOCK_INDEX; tile < tiles; tile += GK_BLOCK_COUNT) {
        const gk_int64 group = tile / (row_tiles * column_tiles);
        const gk_int64 first_filter = tile / column_tiles % row_tiles * GK_TILE;
        const gk_int64 first_pixel = tile % column_tiles * GK_TILE;
        gk_slices weights = GK_TILED(gk_slices_of_)(
            sizes.weight + (gk_uint64) (group * sizes.group_filters * k) * sizeof(GK_ELEMENT), k, 1, first_filter,
            sizes.group_filters);
        gk_slices places = GK_TILED(gk_slices_of_)(0, 1, GK_TILE, 0, GK_TILE);
        GK_TILED(gk_im2col_column_) im2col = GK_TILED(gk_im2col_column_of_)(&sizes, group, first_pixel + GK_THREAD % GK_TILE);
        GK_SUM sums[GK_BLOCK][GK_BLOCK] = {{0}};
        GK_SUM next_left[GK_SLICE_LOADS], next_right[GK_SLICE_LOADS];
        GK_TILED(gk_load_slice_)(&weights, k, next_left);
        GK_TILED(gk_load_im2col_)(&sizes, &im2col, next_right);
        for (gk_int64 depth = 0; depth < k; depth += GK_DEPTH) {
            GK_BARRIER();
            GK_TILED(gk_put_slice_)(&weights, next_left, left);
            GK_TILED(gk_put_slice_)(&places, next_right, right);
            GK_BARRIER();
            GK_TILED(gk_load_slice_)(&weights, k - depth - GK_DEPTH, next_left);
            GK_TILED(gk_load_im2col_)(&sizes, &im2col, next_right);
            GK_TILED(gk_multiply_slices_)(left, right, sums);
        }
#pragma unroll 1
        for (int i = 0; i < GK_BLOCK; i++) {
            GK_BARRIER();
            GK_TILED(gk_put_sums_)(sums, i, slices);
            GK_BARRIER();
            for (int at = GK_THREAD; at < 16 * GK_TILE; at += GK_BLOCK_THREADS) {
                const gk_int64 filter = first_filter + GK_TILED(gk_line_)(at / GK_TILE, i);
                const gk_int64 pixel = first_pixel + at % GK_TILE;
                if (filter < sizes.group_filters && pixel < pixels) {
                    const gk_int64 of_all = group * sizes.group_filters + filter;
                    const gk_int64 image = pixel / area;
                    const gk_int64 within = of_all * area + pixel % area;
                    const gk_int64 element = image * sizes.groups * sizes.group_filters * area + within;
                    gk_finish(&arguments, slices[at], element, of_all, image * sizes.result_stride + within);
                }
            }
        }
        GK_BARRIER();
    }
}
