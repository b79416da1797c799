package io.graphkernel.runtime.generated;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.exception.DTypeMismatchException;
import io.graphkernel.runtime.exception.DeviceMismatchException;
import io.graphkernel.runtime.exception.InvalidArgumentException;
import io.graphkernel.runtime.exception.NullTensorException;
import io.graphkernel.runtime.exception.OverlapException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.exception.ShapeMismatchException;
import io.graphkernel.runtime.internal.gradient.Recording;
import io.graphkernel.runtime.internal.tensor.Operands;
import io.graphkernel.runtime.internal.tensor.OverlapCheck;
import io.graphkernel.runtime.internal.tensor.Tensors;
import java.lang.reflect.Array;
import java.util.List;

/**
 * Parameter checks of a generated stub before a launch. Successful checks do not allocate. {@code method} and
 * {@code parameter} are the user's names for messages.
 */
public final class Checks {
    private Checks() {}

    /**
     * Checks that a tensor of any shape and dtype is open and not null.
     *
     * @throws io.graphkernel.runtime.exception.GraphKernelException of the matching type
     */
    public static void open(String method, String parameter, Tensor tensor) {
        Operands.present(method, parameter, tensor);
    }

    /**
     * Checks that a tensor parameter of any shape is open, not null and of the dtype. A tensor tracked by a loss in
     * plain Java is rejected, since kernels are not recorded.
     *
     * @throws io.graphkernel.runtime.exception.GraphKernelException of the matching type
     */
    public static void tensor(String method, String parameter, Tensor tensor, DType dtype) {
        open(method, parameter, tensor);
        Recording.reject(method, parameter, tensor);
        if (tensor.dtype() != dtype) {
            throw new DTypeMismatchException(
                    RuntimeProblem.DTYPE_MISMATCH, method, "tensor " + parameter, Tensors.describe(tensor), dtype);
        }
    }

    /**
     * Checks a record that is a parameter or is nested in one.
     *
     * @throws NullTensorException if it is null
     */
    public static void record(String method, String parameter, Record record) {
        if (record == null) {
            throw new NullTensorException(RuntimeProblem.NULL_ARGUMENT, method, "record " + parameter);
        }
    }

    /**
     * Checks a list that is a parameter or is nested in one.
     *
     * @param length declared number of elements
     * @throws NullTensorException if it is null
     * @throws InvalidArgumentException if its length differs
     */
    public static void list(String method, String parameter, List<?> list, int length) {
        if (list == null) {
            throw new NullTensorException(RuntimeProblem.NULL_ARGUMENT, method, "list " + parameter);
        }
        requireLength(method, parameter, list.size(), length);
    }

    /** Checks an array that is a parameter or is nested in one, like {@link #list(String, String, List, int)}. */
    public static void list(String method, String parameter, Object[] array, int length) {
        if (array == null) {
            throw new NullTensorException(RuntimeProblem.NULL_ARGUMENT, method, "array " + parameter);
        }
        requireLength(method, parameter, array.length, length);
    }

    private static void requireLength(String method, String parameter, int actualLength, int length) {
        if (actualLength != length) {
            throw new InvalidArgumentException(RuntimeProblem.LENGTH_DIFFERS, method, parameter, actualLength, length);
        }
    }

    /**
     * Checks that two tensors of a call are on the same device.
     *
     * @param first name of the tensor whose device the call runs on
     */
    public static void sameDevice(String method, String parameter, Tensor tensor, String first, Tensor firstTensor) {
        if (tensor.device() != firstTensor.device()) {
            throw new DeviceMismatchException(
                    RuntimeProblem.DEVICE_MISMATCH,
                    method,
                    "tensor " + parameter,
                    tensor.device(),
                    "tensor " + first,
                    firstTensor.device());
        }
    }

    /** Checks a tensor parameter of a given rank; see {@link #tensor(String, String, Tensor, DType)}. */
    public static void tensor(String method, String parameter, Tensor tensor, DType dtype, int rank) {
        tensor(method, parameter, tensor, dtype);
        if (tensor.rank() != rank) {
            throw new ShapeMismatchException(
                    RuntimeProblem.RANK_MISMATCH, method, parameter, Tensors.describe(tensor), tensor.rank(), rank);
        }
    }

    /**
     * Checks a dim whose size is already bound.
     *
     * @param axis nonnegative axis of this tensor
     * @param symbol name of the dim
     * @param expected size of the dim
     * @param boundBy parameters that bound it
     */
    public static void dimension(
            String method, String parameter, Tensor tensor, int axis, String symbol, long expected, String boundBy) {
        long actual = Tensors.dims(tensor)[axis];
        if (actual != expected) {
            throw new ShapeMismatchException(
                    RuntimeProblem.DIMENSION_MISMATCH,
                    method,
                    parameter,
                    Tensors.describe(tensor),
                    axis,
                    actual,
                    symbol,
                    expected,
                    boundBy);
        }
    }

    /**
     * Checks a dim that is a multiple of a symbol and binds it.
     *
     * @param axis nonnegative axis of this tensor
     * @param expression the dim as an expression over the symbols
     * @param factor the divisor
     * @return the value of the symbol
     */
    public static long multiple(
            String method, String parameter, Tensor tensor, int axis, String expression, long factor) {
        long actual = Tensors.dims(tensor)[axis];
        if (actual % factor != 0) {
            throw new ShapeMismatchException(
                    RuntimeProblem.DIMENSION_NO_MULTIPLE,
                    method,
                    parameter,
                    Tensors.describe(tensor),
                    axis,
                    actual,
                    factor,
                    expression);
        }
        return actual / factor;
    }

    /**
     * Checks that two sizes are equal as an op requires.
     *
     * @param left the first size as an expression over the dims
     * @param leftSize value of the first size
     * @param right the second size as an expression over the dims
     * @param rightSize value of the second size
     * @param reason the op that requires it
     */
    public static void sizesEqual(
            String method, String left, long leftSize, String right, long rightSize, String reason) {
        if (leftSize != rightSize) {
            throw sizes(method, left, leftSize, "equal to " + right + ", which is " + rightSize, reason);
        }
    }

    /** Checks that a size is not below another one; the parameters are those of {@link #sizesEqual}. */
    public static void sizeAtLeast(
            String method, String left, long leftSize, String right, long rightSize, String reason) {
        if (leftSize < rightSize) {
            throw sizes(method, left, leftSize, "at least " + right + ", which is " + rightSize, reason);
        }
    }

    private static ShapeMismatchException sizes(
            String method, String left, long size, String expectedExpression, String reason) {
        return new ShapeMismatchException(
                RuntimeProblem.SIZE_CONDITION,
                method,
                left,
                size,
                expectedExpression,
                "the " + reason + " needs it",
                "pass tensors whose dims fit");
    }

    /** Checks a dim that the {@code @TensorType} fixes to a number. */
    public static void fixedDimension(String method, String parameter, Tensor tensor, int axis, long expected) {
        long actual = Tensors.dims(tensor)[axis];
        if (actual != expected) {
            throw new ShapeMismatchException(
                    RuntimeProblem.FIXED_DIMENSION_MISMATCH,
                    method,
                    parameter,
                    Tensors.describe(tensor),
                    axis,
                    actual,
                    expected);
        }
    }

    /** Checks that a result does not alias an input. */
    public static void disjoint(String method, String outName, Tensor out, String inName, Tensor in) {
        OverlapCheck.disjoint(method, outName, out, inName, in);
    }

    /** Checks that a result and an input are identical or do not overlap. */
    public static void disjointOrSame(String method, String outName, Tensor out, String inName, Tensor in) {
        OverlapCheck.disjointOrSame(method, outName, out, inName, in);
    }

    /** Checks the length of an array parameter. */
    public static void arrayLength(String method, String parameter, Object array, long expected) {
        long length = length(method, parameter, array);
        if (length != expected) {
            throw new ShapeMismatchException(RuntimeProblem.ARRAY_LENGTH, method, parameter, length, expected);
        }
    }

    /**
     * Returns the length of an array parameter.
     *
     * @param array an array of a primitive type
     * @throws NullTensorException if it is null
     */
    public static long length(String method, String parameter, Object array) {
        if (array == null) {
            throw new NullTensorException(RuntimeProblem.NULL_ARGUMENT, method, "array " + parameter);
        }
        return Array.getLength(array);
    }

    /**
     * Returns the unknown dim of an array parameter: its length divided by the product of the other dims.
     *
     * @param symbol name of the unknown dim
     * @param divisor product of the other dims
     * @return the dim; 0 for an empty array whose other dims have no elements
     */
    public static long quotient(String method, String parameter, String symbol, Object array, long divisor) {
        return quotient(method, parameter, symbol, array, divisor, "");
    }

    /**
     * Returns the unknown dim like the overload above, where other arrays determine the other dims and any of them may
     * have the wrong length.
     *
     * @param actualLength origin of these dims, such as {@code scale gives d}; empty if they are constants or arguments
     */
    public static long quotient(
            String method, String parameter, String symbol, Object array, long divisor, String actualLength) {
        long length = length(method, parameter, array);
        if (divisor == 0 ? length != 0 : length % divisor != 0) {
            throw new ShapeMismatchException(
                    RuntimeProblem.ARRAY_QUOTIENT,
                    method,
                    parameter,
                    length,
                    symbol,
                    divisor,
                    actualLength.isEmpty() ? "" : "; of these " + actualLength,
                    actualLength.isEmpty() ? "" : ", or fix the array that gives the other dims");
        }
        return divisor == 0 ? 0 : length / divisor;
    }

    /**
     * Checks a dim that the caller passes, since no array determines it.
     *
     * @param symbol name of the dim
     */
    public static void askedDimension(String method, String symbol, long size) {
        if (size < 0) {
            throw new ShapeMismatchException(RuntimeProblem.NEGATIVE_DIMENSION, method, symbol, size);
        }
    }

    /** Checks that a result array is not an input array; empty arrays may be. */
    public static void distinct(String method, String outName, Object out, String inName, Object in) {
        if (out == in && Array.getLength(out) > 0) {
            throw new OverlapException(RuntimeProblem.OVERLAP, method, outName, inName);
        }
    }

    /**
     * Checks that the arrays that are written are distinct from all others; empty arrays need not be.
     *
     * @param written number of arrays that are written, which come first
     * @param shared for each result and each array that is only read, '1' if both may be the same array
     * @param names names of the arrays
     * @param arrays results, then updated parameters, then the other parameters
     */
    public static void distinct(String method, int written, String shared, String[] names, Object[] arrays) {
        int readOnly = arrays.length - written;
        for (int i = 0; i < written; i++) {
            for (int j = 0; j < arrays.length; j++) {
                boolean first = j < i || j >= written;
                int pair = i * readOnly + j - written;
                boolean mayAlias = j >= written && pair < shared.length() && shared.charAt(pair) == '1';
                if (first && !mayAlias) {
                    distinct(method, names[i], arrays[i], names[j], arrays[j]);
                }
            }
        }
    }

    /**
     * Checks that a differentiated parameter is not the tensor of another parameter of the loss.
     *
     * @param expectedExpression name of the differentiated parameter
     * @param other name of the other one
     */
    public static void separate(
            String method, String expectedExpression, Tensor differentiated, String other, Tensor read) {
        if (differentiated == read) {
            throw new InvalidArgumentException(RuntimeProblem.ONE_TENSOR_TWICE, method, expectedExpression, other);
        }
    }

    /**
     * Checks the parameters of a loss in pairs.
     *
     * @param marks for each tensor, 2 if it is differentiated, 1 if the loss reads it, 0 otherwise
     * @param names names of the parameters
     */
    public static void separate(String method, String marks, String[] names, Tensor[] tensors) {
        for (int i = 0; i < marks.length(); i++) {
            for (int j = 0; j < marks.length() && marks.charAt(i) == '2'; j++) {
                if (i != j && marks.charAt(j) != '0') {
                    separate(method, names[i], tensors[i], names[j], tensors[j]);
                }
            }
        }
    }
}
