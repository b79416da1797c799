package io.graphkernel.interop;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.ForwardCall;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.exception.ClosedTensorException;
import io.graphkernel.runtime.exception.DTypeMismatchException;
import io.graphkernel.runtime.exception.DeviceMismatchException;
import io.graphkernel.runtime.exception.GradientException;
import io.graphkernel.runtime.exception.InvalidArgumentException;
import io.graphkernel.runtime.exception.NullTensorException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Base class of the adapters: dtype mapping, and errors in the terms of one adapter.
 *
 * @param <T> the framework's dtype
 */
final class Adapter<T> {
    private final String name;
    private final Map<DType, T> theirs;
    private final Map<T, DType> ours = new HashMap<>();

    /**
     * Creates the adapter of a library.
     *
     * @param name the adapter's class, such as {@code PyTorchTensors}
     * @param dtypes those that both have
     */
    Adapter(String name, Map<DType, T> dtypes) {
        this.name = name;
        this.theirs = new EnumMap<>(dtypes);
        dtypes.forEach((dtype, other) -> ours.put(other, dtype));
    }

    /** Returns the tensor dtype for one of the framework's. */
    DType ours(String method, T dtype) {
        DType found = ours.get(dtype);
        if (found == null) {
            throw unsupported(method, "arrays of " + dtype);
        }
        return found;
    }

    /** Returns the framework's dtype for one of tensors. */
    T theirs(String method, DType dtype) {
        T found = theirs.get(dtype);
        if (found == null) {
            throw unsupported(method, "tensors of " + dtype);
        }
        return found;
    }

    private DTypeMismatchException unsupported(String method, String what) {
        String both = theirs.keySet().stream().map(DType::toString).sorted().collect(Collectors.joining(", "));
        return new DTypeMismatchException(RuntimeProblem.FRAMEWORK_DTYPE, name, method, what, both);
    }

    void requireGiven(String method, String parameter, @Nullable Object value) {
        if (value == null) {
            throw new NullTensorException(RuntimeProblem.NULL_ARGUMENT, name + "." + method, parameter);
        }
    }

    ClosedTensorException closed(String method) {
        return new ClosedTensorException(RuntimeProblem.FRAMEWORK_CLOSED, name, method);
    }

    DeviceMismatchException onDevice(String method, Object device, String fix) {
        return new DeviceMismatchException(RuntimeProblem.FRAMEWORK_DEVICE, name, method, device, fix);
    }

    /** Returns the exception for arrays that are more, or less, than numbers in memory. */
    InvalidArgumentException kind(String method, String kind, String because, String fix) {
        return new InvalidArgumentException(RuntimeProblem.FRAMEWORK_KIND, name, method, kind, because, fix);
    }

    /**
     * Checks that the elements are contiguous in row-major order.
     *
     * @param contiguous the framework's call that makes an array contiguous
     */
    void requireRowMajor(long[] dims, long[] strides, String contiguous) {
        if (!isRowMajor(dims, strides)) {
            String fix = ", or give wrap what " + contiguous + " returns";
            throw layout(dims, "has the strides " + Arrays.toString(strides), fix);
        }
    }

    /** Returns the exception for an array that cannot be shared; {@code fix} continues the advice to copy it. */
    InvalidArgumentException layout(long[] dims, String fault, String fix) {
        return new InvalidArgumentException(RuntimeProblem.FRAMEWORK_LAYOUT, name, Arrays.toString(dims), fault, fix);
    }

    /**
     * Throws unless a kernel computes the gradient of an input.
     *
     * @param type class whose {@code in.of} has wrapped the input
     * @param constant Java text of an input without gradient
     */
    static void requireParameter(String type, Tensor input, ForwardCall<?> forward, String constant) {
        if (forward.parameters().stream().noneMatch(parameter -> parameter == input)) {
            throw new GradientException(
                    RuntimeProblem.INPUT_WITHOUT_GRADIENT, type, Arrays.toString(input.dimensions()), constant);
        }
    }

    /** Strides of axes of size 1, and all strides of an empty array, are ignored. */
    static boolean isRowMajor(long[] dims, long[] strides) {
        long expected = 1;
        boolean rowMajor = true;
        for (int axis = dims.length - 1; axis >= 0; axis--) {
            if (dims[axis] == 0) {
                return true;
            }
            rowMajor &= dims[axis] == 1 || strides[axis] == expected;
            expected *= dims[axis];
        }
        return rowMajor;
    }

    static long byteCount(DType dtype, long[] dims) {
        return Arrays.stream(dims).reduce(dtype.bytes(), Math::multiplyExact);
    }
}
