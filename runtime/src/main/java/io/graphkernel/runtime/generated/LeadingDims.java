package io.graphkernel.runtime.generated;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.exception.ShapeMismatchException;
import io.graphkernel.runtime.internal.tensor.Shapes;
import io.graphkernel.runtime.internal.tensor.Tensors;
import java.util.Arrays;

/**
 * The axes in front of the declared ones, where a {@code @TensorType} leaves their number open, as {@code f32[b..., d]}
 * does. Kernels see their product; what a stub checks of them is here, and nothing is allocated when all is right.
 * {@code method} and {@code parameter} are the user's names, for the messages.
 */
public final class LeadingDims {
    private LeadingDims() {}

    /**
     * The product of the leading dims.
     *
     * @param trailing the number of axes after them
     * @return the product, 1 for none
     * @throws ShapeMismatchException if the tensor has fewer axes, or the product is too large for a {@code long}
     */
    public static long product(String method, String parameter, Tensor tensor, int trailing) {
        long[] dims = Tensors.dims(tensor);
        int leading = dims.length - trailing;
        if (leading < 0) {
            throw tooFewAxes(method, parameter, tensor, trailing);
        }
        return leading == 1 ? dims[0] : Shapes.elementCount(dims, leading);
    }

    /**
     * Leading dims that another parameter has, too: their number and each of them.
     *
     * @param trailing the number of axes after them
     * @param name what both types call them, {@code b...}
     * @param first the name of the other parameter
     * @param firstTensor its tensor, whose number of axes has been checked
     * @param firstTrailing its number of axes after them
     * @throws ShapeMismatchException if the tensor has fewer axes than follow them, or other leading dims
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
        if (leading != firstLeading || !begin(tensor, firstTensor, leading)) {
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
     * The dims of a result.
     *
     * @param tensor has the leading dims
     * @param trailing its number of axes after them
     * @param dims the result's dims after them
     * @return leading dims and dims
     */
    public static long[] with(Tensor tensor, int trailing, long... dims) {
        int leading = tensor.rank() - trailing;
        long[] all = Arrays.copyOf(Tensors.dims(tensor), leading + dims.length);
        System.arraycopy(dims, 0, all, leading, dims.length);
        return all;
    }

    /** A result parameter of the leading dims of a tensor alone; see {@link #with}. */
    public static void result(
            String method, String parameter, Tensor result, DType dtype, Tensor tensor, int trailing) {
        ResultChecks.resultTensor(method, parameter, result, dtype);
        if (!fit(result, tensor, trailing)) {
            throw ResultChecks.wrongResult(method, parameter, result, with(tensor, trailing));
        }
    }

    /** A result parameter of the leading dims of a tensor and one more; see {@link #with}. */
    public static void result(
            String method, String parameter, Tensor result, DType dtype, Tensor tensor, int trailing, long d0) {
        ResultChecks.resultTensor(method, parameter, result, dtype);
        if (!fit(result, tensor, trailing, d0)) {
            throw ResultChecks.wrongResult(method, parameter, result, with(tensor, trailing, d0));
        }
    }

    /** A result parameter of the leading dims of a tensor and several more; see {@link #with}. */
    public static void result(
            String method, String parameter, Tensor result, DType dtype, Tensor tensor, int trailing, long... dims) {
        ResultChecks.resultTensor(method, parameter, result, dtype);
        if (!fit(result, tensor, trailing, dims)) {
            throw ResultChecks.wrongResult(method, parameter, result, with(tensor, trailing, dims));
        }
    }

    /** Whether a tensor has the dims of a result that has the leading dims of another one alone; see {@link #with}. */
    public static boolean fit(Tensor result, Tensor tensor, int trailing) {
        return leads(result, tensor, trailing, 0);
    }

    /** Whether a tensor has the dims of a result that has the leading dims of another one and one more. */
    public static boolean fit(Tensor result, Tensor tensor, int trailing, long d0) {
        return leads(result, tensor, trailing, 1) && Tensors.dims(result)[result.rank() - 1] == d0;
    }

    /** Whether a tensor has the dims of a result that has the leading dims of another one and several more. */
    public static boolean fit(Tensor result, Tensor tensor, int trailing, long... dims) {
        boolean fits = leads(result, tensor, trailing, dims.length);
        for (int i = 0; fits && i < dims.length; i++) {
            fits = Tensors.dims(result)[result.rank() - dims.length + i] == dims[i];
        }
        return fits;
    }

    private static boolean leads(Tensor result, Tensor tensor, int trailing, int ownTrailing) {
        int leading = tensor.rank() - trailing;
        return result.rank() == leading + ownTrailing && begin(result, tensor, leading);
    }

    /** Whether the first dims are the same; a loop, since there are few and {@code Arrays.equals} is made for many. */
    private static boolean begin(Tensor x, Tensor y, int count) {
        long[] dims = Tensors.dims(x);
        long[] others = Tensors.dims(y);
        for (int axis = 0; axis < count; axis++) {
            if (dims[axis] != others[axis]) {
                return false;
            }
        }
        return true;
    }
}
