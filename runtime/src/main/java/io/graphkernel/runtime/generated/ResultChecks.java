package io.graphkernel.runtime.generated;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.exception.ShapeMismatchException;
import io.graphkernel.runtime.internal.tensor.Tensors;
import java.util.Arrays;

/**
 * Checks of result tensors by a generated stub before a launch. Successful checks do not allocate. {@code method} and
 * {@code parameter} are the user's names for messages.
 */
public final class ResultChecks {
    private ResultChecks() {}

    /** Checks a tensor that the call writes: a result, or an assigned parameter. */
    public static void writable(String method, String parameter, Tensor tensor) {
        Tensors.requireWritable(tensor, method, parameter);
    }

    /** Checks dtype and access of a result parameter, whose dims the stub compares. */
    public static void resultTensor(String method, String parameter, Tensor result, DType dtype) {
        Checks.tensor(method, parameter, result, dtype);
        writable(method, parameter, result);
    }

    /** Checks a result parameter whose dims are those of the broadcast of the frame's operands. */
    public static void broadcastResult(String method, String parameter, Tensor result, DType dtype, LaunchFrame frame) {
        resultTensor(method, parameter, result, dtype);
        if (!frame.broadcastMatches(Tensors.dims(result))) {
            throw wrongResult(method, parameter, result, frame.broadcastDimensions());
        }
    }

    /** Returns the exception for a result with wrong dims. */
    public static ShapeMismatchException wrongResult(String method, String parameter, Tensor result, long... expected) {
        return new ShapeMismatchException(
                RuntimeProblem.RESULT_SHAPE,
                method,
                parameter,
                Tensors.describe(result),
                Arrays.toString(expected),
                "make the result with " + empty(result.dtype(), expected) + ", or call the overload that makes it");
    }

    /** Returns the Java expression that creates a tensor. */
    private static String empty(DType dtype, long... dims) {
        StringBuilder text = new StringBuilder("Tensor.empty(DType.").append(dtype.name());
        for (long dim : dims) {
            text.append(", ").append(dim).append(dim > Integer.MAX_VALUE ? "L" : "");
        }
        return text.append(')').toString();
    }
}
