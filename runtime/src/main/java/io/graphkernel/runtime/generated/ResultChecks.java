package io.graphkernel.runtime.generated;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.exception.ShapeMismatchException;
import io.graphkernel.runtime.internal.tensor.Tensors;
import java.util.Arrays;

/**
 * What a generated stub checks of tensors that it writes, before it launches. Nothing is allocated when all is right.
 * {@code method} and {@code parameter} are the user's names, for the messages.
 */
public final class ResultChecks {
    private ResultChecks() {}

    /** A tensor that the call writes: a result, or a parameter that is assigned. */
    public static void writable(String method, String parameter, Tensor tensor) {
        Tensors.requireWritable(tensor, method, parameter);
    }

    /** A result parameter of any shape: a tensor parameter that the call writes. */
    public static void resultTensor(String method, String parameter, Tensor result, DType dtype) {
        Checks.tensor(method, parameter, result, dtype);
        writable(method, parameter, result);
    }

    /** A result parameter whose dims are those that the frame's operands broadcast to. */
    public static void broadcastResult(String method, String parameter, Tensor result, DType dtype, LaunchFrame frame) {
        resultTensor(method, parameter, result, dtype);
        if (!frame.broadcastMatches(Tensors.dims(result))) {
            throw wrongResult(method, parameter, result, frame.broadcastDimensions());
        }
    }

    /** A result parameter of rank 0. */
    public static void result(String method, String parameter, Tensor result, DType dtype) {
        resultTensor(method, parameter, result, dtype);
        if (!ResultDims.fit(result)) {
            throw wrongResult(method, parameter, result);
        }
    }

    /** A result parameter of rank 1. */
    public static void result(String method, String parameter, Tensor result, DType dtype, long d0) {
        resultTensor(method, parameter, result, dtype);
        if (!ResultDims.fit(result, d0)) {
            throw wrongResult(method, parameter, result, d0);
        }
    }

    /** A result parameter of rank 2. */
    public static void result(String method, String parameter, Tensor result, DType dtype, long d0, long d1) {
        resultTensor(method, parameter, result, dtype);
        if (!ResultDims.fit(result, d0, d1)) {
            throw wrongResult(method, parameter, result, d0, d1);
        }
    }

    /** A result parameter of rank 3. */
    public static void result(String method, String parameter, Tensor result, DType dtype, long d0, long d1, long d2) {
        resultTensor(method, parameter, result, dtype);
        if (!ResultDims.fit(result, d0, d1, d2)) {
            throw wrongResult(method, parameter, result, d0, d1, d2);
        }
    }

    /** A result parameter of rank 4. */
    public static void result(
            String method, String parameter, Tensor result, DType dtype, long d0, long d1, long d2, long d3) {
        resultTensor(method, parameter, result, dtype);
        if (!ResultDims.fit(result, d0, d1, d2, d3)) {
            throw wrongResult(method, parameter, result, d0, d1, d2, d3);
        }
    }

    /** A result parameter of rank 5. */
    public static void result(
            String method, String parameter, Tensor result, DType dtype, long d0, long d1, long d2, long d3, long d4) {
        resultTensor(method, parameter, result, dtype);
        if (!ResultDims.fit(result, d0, d1, d2, d3, d4)) {
            throw wrongResult(method, parameter, result, d0, d1, d2, d3, d4);
        }
    }

    /** A result parameter of rank 6. */
    public static void result(
            String method,
            String parameter,
            Tensor result,
            DType dtype,
            long d0,
            long d1,
            long d2,
            long d3,
            long d4,
            long d5) {
        resultTensor(method, parameter, result, dtype);
        if (!ResultDims.fit(result, d0, d1, d2, d3, d4, d5)) {
            throw wrongResult(method, parameter, result, d0, d1, d2, d3, d4, d5);
        }
    }

    /** A result parameter of rank 7. */
    public static void result(
            String method,
            String parameter,
            Tensor result,
            DType dtype,
            long d0,
            long d1,
            long d2,
            long d3,
            long d4,
            long d5,
            long d6) {
        resultTensor(method, parameter, result, dtype);
        if (!ResultDims.fit(result, d0, d1, d2, d3, d4, d5, d6)) {
            throw wrongResult(method, parameter, result, d0, d1, d2, d3, d4, d5, d6);
        }
    }

    /** A result parameter of rank 8. */
    public static void result(
            String method,
            String parameter,
            Tensor result,
            DType dtype,
            long d0,
            long d1,
            long d2,
            long d3,
            long d4,
            long d5,
            long d6,
            long d7) {
        resultTensor(method, parameter, result, dtype);
        if (!ResultDims.fit(result, d0, d1, d2, d3, d4, d5, d6, d7)) {
            throw wrongResult(method, parameter, result, d0, d1, d2, d3, d4, d5, d6, d7);
        }
    }

    /** What a result of other dims ends in. */
    public static ShapeMismatchException wrongResult(String method, String parameter, Tensor result, long... expected) {
        return new ShapeMismatchException(
                RuntimeProblem.RESULT_SHAPE,
                method,
                parameter,
                Tensors.describe(result),
                Arrays.toString(expected),
                "make the result with " + empty(result.dtype(), expected) + ", or call the overload that makes it");
    }

    /** Java text that makes a tensor. */
    private static String empty(DType dtype, long... dims) {
        StringBuilder text = new StringBuilder("Tensor.empty(DType.").append(dtype.name());
        for (long dim : dims) {
            text.append(", ").append(dim).append(dim > Integer.MAX_VALUE ? "L" : "");
        }
        return text.append(')').toString();
    }
}
