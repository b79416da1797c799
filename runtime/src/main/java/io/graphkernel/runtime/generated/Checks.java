package io.graphkernel.runtime.generated;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.exception.ClosedTensorException;
import io.graphkernel.runtime.exception.DTypeMismatchException;
import io.graphkernel.runtime.exception.DeviceMismatchException;
import io.graphkernel.runtime.exception.InvalidArgumentException;
import io.graphkernel.runtime.exception.NullTensorException;
import io.graphkernel.runtime.exception.OverlapException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.exception.ShapeMismatchException;
import io.graphkernel.runtime.internal.gradient.Recording;
import io.graphkernel.runtime.internal.tensor.Tensors;
import java.lang.reflect.Array;
import java.util.List;

/**
 * What a generated stub checks of parameters before it launches. Nothing is allocated when all is right. {@code method} and
 * {@code parameter} are the user's names, for the messages.
 */
public final class Checks {
    private Checks() {}

    /**
     * A tensor of any shape and dtype: not null, open.
     *
     * @throws io.graphkernel.runtime.exception.GraphKernelException of the matching type
     */
    public static void open(String method, String parameter, Tensor tensor) {
        if (tensor == null) {
            throw new NullTensorException(RuntimeProblem.NULL_ARGUMENT, method, "tensor " + parameter);
        }
        if (tensor.isClosed()) {
            throw new ClosedTensorException(RuntimeProblem.CLOSED_ARGUMENT, method, parameter);
        }
    }

    /**
     * A tensor parameter of any shape: not null, open, of the dtype. Nothing that a loss in plain Java is differentiated
     * through: what a kernel computes is not recorded.
     *
     * @throws io.graphkernel.runtime.exception.GraphKernelException of the matching type
     */
    public static void tensor(String method, String parameter, Tensor tensor, DType dtype) {
        open(method, parameter, tensor);
        Recording.refuse(method, parameter, tensor);
        if (tensor.dtype() != dtype) {
            throw new DTypeMismatchException(
                    RuntimeProblem.DTYPE_MISMATCH, method, "tensor " + parameter, Tensors.describe(tensor), dtype);
        }
    }

    /**
     * A record that is a parameter or lies in one.
     *
     * @throws NullTensorException if it is null
     */
    public static void record(String method, String parameter, Record record) {
        if (record == null) {
            throw new NullTensorException(RuntimeProblem.NULL_ARGUMENT, method, "record " + parameter);
        }
    }

    /**
     * A list that is a parameter or lies in one.
     *
     * @param length the declared number of elements
     * @throws NullTensorException if it is null
     * @throws InvalidArgumentException if it has another number of elements
     */
    public static void list(String method, String parameter, List<?> list, int length) {
        if (list == null) {
            throw new NullTensorException(RuntimeProblem.NULL_ARGUMENT, method, "list " + parameter);
        }
        requireLength(method, parameter, list.size(), length);
    }

    /** An array that is a parameter or lies in one, as {@link #list(String, String, List, int)}. */
    public static void list(String method, String parameter, Object[] array, int length) {
        if (array == null) {
            throw new NullTensorException(RuntimeProblem.NULL_ARGUMENT, method, "array " + parameter);
        }
        requireLength(method, parameter, array.length, length);
    }

    private static void requireLength(String method, String parameter, int given, int length) {
        if (given != length) {
            throw new InvalidArgumentException(RuntimeProblem.LENGTH_DIFFERS, method, parameter, given, length);
        }
    }

    /**
     * Two tensors of a call, which are on one device.
     *
     * @param first the name of the tensor whose device the call runs on
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

    /** A tensor parameter of a rank; see {@link #tensor(String, String, Tensor, DType)}. */
    public static void tensor(String method, String parameter, Tensor tensor, DType dtype, int rank) {
        tensor(method, parameter, tensor, dtype);
        if (tensor.rank() != rank) {
            throw new ShapeMismatchException(
                    RuntimeProblem.RANK_MISMATCH, method, parameter, Tensors.describe(tensor), tensor.rank(), rank);
        }
    }

    /**
     * A dim that another parameter has bound.
     *
     * @param axis the axis of this tensor, not negative
     * @param symbol the dim's name
     * @param expected its size
     * @param boundBy what fixed it: a parameter, or several
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
     * A dim that fixes a symbol of which it is a multiple.
     *
     * @param axis the axis of this tensor, not negative
     * @param expression the dim in the names of the symbols
     * @param factor the number that divides it
     * @return the symbol's size
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
     * Two sizes that an op needs to be equal.
     *
     * @param left the first size in the names of the dims
     * @param leftSize its value
     * @param right the second size in the names of the dims
     * @param rightSize its value
     * @param reason what needs it
     */
    public static void sizesEqual(
            String method, String left, long leftSize, String right, long rightSize, String reason) {
        if (leftSize != rightSize) {
            throw new ShapeMismatchException(
                    RuntimeProblem.SIZE_CONDITION, method, left, leftSize, "equal to", right, rightSize, reason);
        }
    }

    /** A size that must not be below another one; the parameters are those of {@link #sizesEqual}. */
    public static void sizeAtLeast(
            String method, String left, long leftSize, String right, long rightSize, String reason) {
        if (leftSize < rightSize) {
            throw new ShapeMismatchException(
                    RuntimeProblem.SIZE_CONDITION, method, left, leftSize, "at least", right, rightSize, reason);
        }
    }

    /** A dim that the {@code @TensorType} fixes to a number. */
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

    /** A result that must not share memory with an input. */
    public static void disjoint(String method, String outName, Tensor out, String inName, Tensor in) {
        if (overlap(out, in)) {
            throw new OverlapException(RuntimeProblem.OVERLAP, method, outName, inName);
        }
    }

    /** A result that may be exactly the memory of an input, or none of it. */
    public static void disjointOrSame(String method, String outName, Tensor out, String inName, Tensor in) {
        if (out != in && overlap(out, in) && (out.address() != in.address() || out.byteCount() != in.byteCount())) {
            throw new OverlapException(RuntimeProblem.PARTIAL_OVERLAP, method, outName, inName);
        }
    }

    static boolean overlap(Tensor out, Tensor in) {
        long outBegin = out.address();
        long inBegin = in.address();
        long outBytes = out.byteCount();
        long inBytes = in.byteCount();
        return outBytes > 0 && inBytes > 0 && outBegin < inBegin + inBytes && inBegin < outBegin + outBytes;
    }

    /** An array parameter whose length is known. */
    public static void arrayLength(String method, String parameter, Object array, long expected) {
        long length = length(method, parameter, array);
        if (length != expected) {
            throw new ShapeMismatchException(RuntimeProblem.ARRAY_LENGTH, method, parameter, length, expected);
        }
    }

    /**
     * The length of an array parameter that is not null.
     *
     * @param array an array of a primitive type
     */
    public static long length(String method, String parameter, Object array) {
        if (array == null) {
            throw new NullTensorException(RuntimeProblem.NULL_ARGUMENT, method, "array " + parameter);
        }
        return Array.getLength(array);
    }

    /**
     * The one unknown dim of an array parameter: its length over the product of its other dims.
     *
     * @param symbol the unknown dim's name
     * @param divisor the product of the other dims
     * @return the dim; 0 for an empty array whose other dims have no elements
     */
    public static long quotient(String method, String parameter, String symbol, Object array, long divisor) {
        return quotient(method, parameter, symbol, array, divisor, "");
    }

    /**
     * As above, where other arrays have given the other dims: any of them may have the wrong length.
     *
     * @param given which dims these are, as in {@code scale gives d}; empty if the caller passes them all or they are numbers
     */
    public static long quotient(
            String method, String parameter, String symbol, Object array, long divisor, String given) {
        long length = length(method, parameter, array);
        if (divisor == 0 ? length != 0 : length % divisor != 0) {
            throw new ShapeMismatchException(
                    RuntimeProblem.ARRAY_QUOTIENT,
                    method,
                    parameter,
                    length,
                    symbol,
                    divisor,
                    given.isEmpty() ? "" : "; of these " + given,
                    given.isEmpty() ? "" : ", or mend the array that gives the other dims");
        }
        return divisor == 0 ? 0 : length / divisor;
    }

    /**
     * A dim that no array's length gives and that the caller passes.
     *
     * @param symbol the dim's name
     */
    public static void askedDimension(String method, String symbol, long size) {
        if (size < 0) {
            throw new ShapeMismatchException(RuntimeProblem.NEGATIVE_DIMENSION, method, symbol, size);
        }
    }

    /** A result array that must not be an input array; empty arrays may be. */
    public static void distinct(String method, String outName, Object out, String inName, Object in) {
        if (out == in && Array.getLength(out) > 0) {
            throw new OverlapException(RuntimeProblem.OVERLAP, method, outName, inName);
        }
    }
}
