package io.graphkernel.runtime.generated;

import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.exception.ShapeMismatchException;
import io.graphkernel.runtime.internal.tensor.Shapes;
import io.graphkernel.runtime.internal.tensor.Tensors;
import java.util.Arrays;

/**
 * Checks of variadic batch dims, whose number a {@code @TensorType} such as {@code f32[b..., d]} leaves open. Kernels
 * receive their product. Successful checks do not allocate. {@code method} and {@code parameter} are the user's names
 * for messages.
 */
public final class BatchDims {
    private BatchDims() {}

    /** Returns true if two tensors have equal dims; false if one is null, which the checks of the call report. */
    public static boolean areEqual(Tensor x, Tensor y) {
        return x != null && y != null && Shapes.areEqual(Tensors.dims(x), Tensors.dims(y));
    }

    /**
     * Returns the product of the batch dims.
     *
     * @param trailing number of axes after them
     * @return the product, 1 without batch dims
     * @throws ShapeMismatchException if the tensor has fewer axes, or the product overflows a {@code long}
     */
    public static long product(String method, String parameter, Tensor tensor, int trailing) {
        if (trailing == 0) {
            return tensor.elementCount();
        }
        long[] dims = Tensors.dims(tensor);
        int leading = dims.length - trailing;
        if (leading < 0) {
            throw tooFewAxes(method, parameter, tensor, trailing);
        }
        return leading == 1 ? dims[0] : Shapes.elementCount(dims, leading);
    }

    /**
     * Checks batch dims that another parameter has as well: their number and sizes.
     *
     * @param trailing number of axes after them
     * @param name their name in both types, {@code b...}
     * @param first name of the other parameter
     * @param firstTensor tensor of the other parameter, whose number of axes has been checked
     * @param firstTrailing number of axes after its batch dims
     * @throws ShapeMismatchException if the tensor has fewer axes, or other batch dims
     */
    public static void same(
            String method,
            String parameter,
            Tensor tensor,
            int trailing,
            String name,
            String first,
            Tensor firstTensor,
            int firstTrailing) {
        int leading = tensor.rank() - trailing;
        if (leading < 0) {
            throw tooFewAxes(method, parameter, tensor, trailing);
        }
        int firstLeading = firstTensor.rank() - firstTrailing;
        if (leading != firstLeading || !Shapes.areEqual(Tensors.dims(tensor), Tensors.dims(firstTensor), leading)) {
            throw new ShapeMismatchException(
                    RuntimeProblem.LEADING_DIMS_DIFFER,
                    method,
                    parameter,
                    Tensors.describe(tensor),
                    Arrays.toString(Arrays.copyOf(Tensors.dims(tensor), leading)),
                    name,
                    Arrays.toString(Arrays.copyOf(Tensors.dims(firstTensor), firstLeading)),
                    first);
        }
    }

    private static ShapeMismatchException tooFewAxes(String method, String parameter, Tensor tensor, int trailing) {
        return new ShapeMismatchException(
                RuntimeProblem.TOO_FEW_AXES, method, parameter, Tensors.describe(tensor), tensor.rank(), trailing);
    }

    /**
     * Returns the dims of a result.
     *
     * @param tensor tensor with the batch dims
     * @param trailing number of axes after them
     * @param dims dims of the result after them
     * @return batch dims followed by {@code dims}
     */
    public static long[] with(Tensor tensor, int trailing, long... dims) {
        int leading = tensor.rank() - trailing;
        long[] resultDims = Arrays.copyOf(Tensors.dims(tensor), leading + dims.length);
        System.arraycopy(dims, 0, resultDims, leading, dims.length);
        return resultDims;
    }

    /**
     * Returns true if the dims of a result begin with the batch dims of a tensor and have a number of further ones.
     *
     * @param tensor tensor with the batch dims
     * @param trailing number of axes after them
     * @param resultTrailing number of axes of the result after them
     */
    public static boolean lead(Tensor result, Tensor tensor, int trailing, int resultTrailing) {
        int leading = tensor.rank() - trailing;
        return result.rank() == leading + resultTrailing
                && Shapes.areEqual(Tensors.dims(result), Tensors.dims(tensor), leading);
    }
}
