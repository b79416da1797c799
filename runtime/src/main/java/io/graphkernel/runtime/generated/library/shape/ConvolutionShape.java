package io.graphkernel.runtime.generated.library.shape;

import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.exception.ShapeMismatchException;
import java.util.Arrays;

/**
 * Sizes of a convolution of an input {@code [batch, channels, height, width]} with weights
 * {@code [outputChannels, channels / groups, kernelHeight, kernelWidth]}.
 *
 * @param resultStride batch stride of the result in elements
 */
public record ConvolutionShape(
        Convolution2d parameters,
        long batch,
        long channels,
        long height,
        long width,
        long outputChannels,
        long kernelHeight,
        long kernelWidth,
        long resultHeight,
        long resultWidth,
        long resultStride) {

    /**
     * Returns the sizes for the operands' dims.
     *
     * @throws ShapeMismatchException if the dims are inconsistent
     */
    public static ConvolutionShape of(
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

    /** Returns the same sizes with another batch stride of the result. */
    public ConvolutionShape withResultStride(long stride) {
        if (batch <= 1) {
            return this;
        }
        return new ConvolutionShape(
                parameters,
                batch,
                channels,
                height,
                width,
                outputChannels,
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

    /** Returns the number of elements of the result. */
    public long elementCount() {
        return batch * elementsPerBatchItem();
    }

    /** Returns the number of elements of the result per batch item. */
    public long elementsPerBatchItem() {
        return outputChannels * resultHeight * resultWidth;
    }

    /** Returns the number of input channels that each output channel reads. */
    public long channelsPerGroup() {
        return channels / parameters.groups();
    }

    /** Returns the dims of the result. */
    public long[] resultDims() {
        return new long[] {batch, outputChannels, resultHeight, resultWidth};
    }
}
