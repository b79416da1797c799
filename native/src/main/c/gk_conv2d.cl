/*
 * Convolutions of one dtype over an input [batch, channels, height, width] with a kernel [output channels, input
 * channels per group, kernel height, kernel width].
 */
#include "gk_library.h"

/** Sizes of a convolution: all slots from GK_SLOT_SIZES on, in this order. */
typedef struct {
    gk_int64 images, groups;
    /** Of the input. */
    gk_int64 channels, height, width;
    /** Of a convolution group. */
    gk_int64 group_channels, group_filters;
    gk_int64 kernel_height, kernel_width;
    gk_int64 result_height, result_width;
    gk_int64 row_stride, column_stride;
    /** Padding before the first row and the first column. */
    gk_int64 top, left;
    gk_int64 row_dilation, column_dilation;
    /** Stride from the result of one batch element to that of the next. */
    gk_int64 result_stride;
    gk_uint64 x, weight;
} gk_convolution;

GK_INLINE gk_convolution gk_convolution_of(const gk_arguments_64 *arguments) {
    const gk_uint64 *sizes = arguments->slot + GK_SLOT_SIZES;
    gk_convolution result;
    result.images = (gk_int64) sizes[0];
    result.groups = (gk_int64) sizes[1];
    result.group_channels = (gk_int64) sizes[2];
    result.channels = result.groups * result.group_channels;
    result.height = (gk_int64) sizes[3];
    result.width = (gk_int64) sizes[4];
    result.group_filters = (gk_int64) sizes[5];
    result.kernel_height = (gk_int64) sizes[6];
    result.kernel_width = (gk_int64) sizes[7];
    result.result_height = (gk_int64) sizes[8];
    result.result_width = (gk_int64) sizes[9];
    result.row_stride = (gk_int64) sizes[10];
    result.column_stride = (gk_int64) sizes[11];
    result.top = (gk_int64) sizes[12];
    result.left = (gk_int64) sizes[13];
    result.row_dilation = (gk_int64) sizes[14];
    result.column_dilation = (gk_int64) sizes[15];
    result.result_stride = (gk_int64) sizes[16];
    result.x = arguments->slot[GK_SLOT_FIRST];
    result.weight = arguments->slot[GK_SLOT_SECOND];
    return result;
}

/**
 * Computes one element per thread: for convolution groups with few output channels, whose tiles would be mostly empty.
 */
GK_LIBRARY_KERNEL(gk_conv2d_direct) {
    const gk_convolution sizes = gk_convolution_of(&arguments);
    const gk_int64 filters = sizes.groups * sizes.group_filters;
    const gk_int64 elements = sizes.images * filters * sizes.result_height * sizes.result_width;
    for (gk_int64 element = GK_BLOCK_INDEX * GK_BLOCK_THREADS + GK_THREAD; element < elements;
         element += GK_BLOCK_COUNT * GK_BLOCK_THREADS) {
        const gk_int64 line = element / sizes.result_width;
        const gk_int64 plane = line / sizes.result_height;
        const gk_int64 filter = plane % filters;
        const gk_int64 first_row = line % sizes.result_height * sizes.row_stride - sizes.top;
        const gk_int64 first_column = element % sizes.result_width * sizes.column_stride - sizes.left;
        const gk_int64 first_channel =
            plane / filters * sizes.channels + filter / sizes.group_filters * sizes.group_channels;
        gk_int64 factor = filter * sizes.group_channels * sizes.kernel_height * sizes.kernel_width;
        GK_SUM sum = 0;
        for (gk_int64 channel = first_channel; channel < first_channel + sizes.group_channels; channel++) {
            for (gk_int64 i = 0; i < sizes.kernel_height; i++) {
                const gk_int64 row = first_row + i * sizes.row_dilation;
                for (gk_int64 j = 0; j < sizes.kernel_width; j++, factor++) {
                    const gk_int64 column = first_column + j * sizes.column_dilation;
                    if (row >= 0 && row < sizes.height && column >= 0 && column < sizes.width) {
                        const gk_int64 from = (channel * sizes.height + row) * sizes.width + column;
                        sum = gk_fma(gk_read(sizes.weight, factor), gk_read(sizes.x, from), sum);
                    }
                }
            }
        }
        const gk_int64 gap = sizes.result_stride - filters * sizes.result_height * sizes.result_width;
        gk_finish(&arguments, sum, element, filter, element + plane / filters * gap);
    }
}
