package io.graphkernel.runtime.generated.library;

import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.exception.ShapeMismatchException;
import java.util.Arrays;

/**
 * The sizes of a convolution of images {@code [images, channels, height, width]} with weights {@code [filters,
 * channels / groups, kernelHeight, kernelWidth]}.
 *
 * @param resultStride the elements from the result of one image to that of the next
 */
record ConvolutionShape(
        Convolution2d parameters,
        long images,
        long channels,
        long height,
        long width,
        long filters,
        long kernelHeight,
        long kernelWidth,
        long resultHeight,
        long resultWidth,
        long resultStride) {

    /**
     * The sizes for the operands' dims.
     *
     * @throws ShapeMismatchException if they do not fit together
     */
    static ConvolutionShape of(
            String method, String xName, long[] x, String weightName, long[] weight, Convolution2d parameters) {
        requireRank(method, xName, x);
        requireRank(method, weightName, weight);
        int groups = parameters.groups();
        if (weight[1] * groups != x[1] || weight[0] % groups != 0) {
            throw new ShapeMismatchException(
                    RuntimeProblem.CONVOLUTION_CHANNELS,
                    method,
                    xName,
                    Arrays.toString(x),
                    weightName,
                    Arrays.toString(weight),
                    groups);
        }
        long[] result = new long[2];
        for (int axis = 0; axis < 2; axis++) {
            long padded =
                    x[2 + axis] + parameters.padsBefore()[axis] + parameters.padsAfter()[axis];
            long reach = (weight[2 + axis] - 1) * parameters.dilations()[axis] + 1;
            if (reach < 1 || reach > padded) {
                throw new ShapeMismatchException(
                        RuntimeProblem.CONVOLUTION_REACH,
                        method,
                        weightName,
                        Arrays.toString(weight),
                        xName,
                        Arrays.toString(x),
                        2 + axis,
                        reach,
                        padded);
            }
            result[axis] = (padded - reach) / parameters.strides()[axis] + 1;
        }
        return new ConvolutionShape(
                parameters,
                x[0],
                x[1],
                x[2],
                x[3],
                weight[0],
                weight[2],
                weight[3],
                result[0],
                result[1],
                weight[0] * result[0] * result[1]);
    }

    /** The same sizes with results that lie so far apart, if there are several. */
    ConvolutionShape withResultStride(long stride) {
        if (images <= 1) {
            return this;
        }
        return new ConvolutionShape(
                parameters,
                images,
                channels,
                height,
                width,
                filters,
                kernelHeight,
                kernelWidth,
                resultHeight,
                resultWidth,
                stride);
    }

    private static void requireRank(String method, String name, long[] dims) {
        if (dims.length != 4) {
            throw new ShapeMismatchException(
                    RuntimeProblem.CONVOLUTION_RANK, method, name, Arrays.toString(dims), dims.length);
        }
    }

    /** The number of elements of the result. */
    long elementCount() {
        return images * elementsPerImage();
    }

    /** The number of elements of the result of one image. */
    long elementsPerImage() {
        return filters * resultHeight * resultWidth;
    }

    /** The channels that each filter reads. */
    long channelsPerGroup() {
        return channels / parameters.groups();
    }

    /** The dims of the result. */
    long[] resultDims() {
        return new long[] {images, filters, resultHeight, resultWidth};
    }
}
