/*
 * Two-dimensional convolutions.
 */
#include "aclnn.h"

enum { STRIDE_HEIGHT, STRIDE_WIDTH, TOP, LEFT, DILATION_HEIGHT, DILATION_WIDTH, GROUPS };

static f64 pixel(const executor *e, const f64 *images, const f64 *weights, s64 image, s64 filter, s64 row, s64 column) {
    const tensor *x = operand(e, 0), *w = operand(e, 1);
    const s64 *n = e->given.numbers;
    s64 channels = w->dims[1], first = filter / (w->dims[0] / n[GROUPS]) * channels;
    f64 sum = 0;
    for (s64 c = 0; c < channels; c++) {
        for (s64 i = 0; i < w->dims[2]; i++) {
            for (s64 j = 0; j < w->dims[3]; j++) {
                s64 y = row * n[STRIDE_HEIGHT] - n[TOP] + i * n[DILATION_HEIGHT];
                s64 z = column * n[STRIDE_WIDTH] - n[LEFT] + j * n[DILATION_WIDTH];
                if (y >= 0 && y < x->dims[2] && z >= 0 && z < x->dims[3]) {
                    sum += images[((image * x->dims[1] + first + c) * x->dims[2] + y) * x->dims[3] + z]
                           * weights[((filter * channels + c) * w->dims[2] + i) * w->dims[3] + j];
                }
            }
        }
    }
    return sum;
}

static void convolve(const executor *e) {
    const tensor *out = operand(e, 3);
    f64 *images = values(operand(e, 0)), *weights = values(operand(e, 1)), *result = values(out);
    for (s64 i = 0; i < elements(out); i++) {
        s64 column = i % out->dims[3], row = i / out->dims[3] % out->dims[2];
        s64 filter = i / out->dims[3] / out->dims[2] % out->dims[1];
        result[i] = pixel(e, images, weights, i / out->dims[3] / out->dims[2] / out->dims[1], filter, row, column);
    }
    free(images);
    free(weights);
    store(out, result);
}

EXPORT s32 aclnnConvolutionGetWorkspaceSize(tensor *input, tensor *weight, tensor *bias, const integers *stride,
    const integers *padding, const integers *dilation, boolean transposed, const integers *output_padding, s64 groups,
    tensor *out, s8 cube_math_type, u64 *workspace, executor **handle) {
    const char *op = "Convolution";
    s32 code = check(op, input, -1);
    code = code ? code : check(op, weight, input->type);
    code = code ? code : check(op, out, input->type);
    const integers *lists[] = {stride, padding, dilation, output_padding};
    for (u32 i = 0; !code && i < COUNT_OF(lists); i++) {
        code = lists[i] && !require(INTEGERS, lists[i])
                   ? ACL_SUCCESS
                   : reject(ACLNN_PARAM_NULLPTR, "aclnnConvolution: a list is null, or destroyed");
    }
    if (code) {
        return code;
    }
    if (bias || transposed || cube_math_type < 0 || cube_math_type > 3 || stride->count != 2 || dilation->count != 2
        || output_padding->count != 2 || (padding->count != 2 && padding->count != 4)) {
        return INVALID("aclnnConvolution: attributes that are not emulated");
    }
    if (!is_float(input->type) || input->format != NCHW || weight->format != NCHW || out->format != NCHW
        || input->rank != 4 || weight->rank != 4 || out->rank != 4) {
        return INVALID("aclnnConvolution: type %d, or no images", input->type);
    }
    boolean sides = padding->count == 4;
    const s64 *p = padding->values;
    s64 top = p[0], bottom = sides ? p[1] : p[0], left = sides ? p[2] : p[1], right = sides ? p[3] : p[1];
    s64 rows = input->dims[2] + top + bottom - dilation->values[0] * (weight->dims[2] - 1) - 1;
    s64 columns = input->dims[3] + left + right - dilation->values[1] * (weight->dims[3] - 1) - 1;
    if (groups < 1 || weight->dims[1] * groups != input->dims[1] || weight->dims[0] % groups || rows < 0 || columns < 0
        || out->dims[0] != input->dims[0] || out->dims[1] != weight->dims[0]
        || out->dims[2] != rows / stride->values[0] + 1 || out->dims[3] != columns / stride->values[1] + 1) {
        return INVALID("aclnnConvolution: the dims do not fit together");
    }
    attributes given = {{stride->values[0], stride->values[1], top, left, dilation->values[0], dilation->values[1], groups},
        {0}};
    return ready(op, convolve, (tensor *[]){input, weight, null, out}, 4, 1, given, workspace, handle);
}

SECOND(Convolution)
