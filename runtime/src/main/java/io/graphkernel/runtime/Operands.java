package io.graphkernel.runtime;

import io.graphkernel.runtime.exception.DTypeMismatchException;
import io.graphkernel.runtime.exception.InvalidArgumentException;
import io.graphkernel.runtime.exception.NullTensorException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.exception.ShapeMismatchException;
import java.util.Arrays;

/** What an eager op requires of its operands and attributes. */
final class Operands {

    private Operands() {}

    /** An operand of any dtype. */
    static void present(String op, String name, Tensor tensor) {
        Checks.tensor(op, name, tensor, tensor == null ? null : tensor.dtype());
    }

    /** An attribute that is not null. */
    static <T> T attribute(String op, String name, T value) {
        if (value == null) {
            throw new NullTensorException(RuntimeProblem.NULL_ARGUMENT, op, name);
        }
        return value;
    }

    /** An operand that is floating-point, or where {@code integers} holds, integer. */
    static void number(String op, String name, Tensor tensor, boolean integers) {
        present(op, name, tensor);
        DType dtype = tensor.dtype();
        if (!dtype.isFloat() && !(integers && dtype.isInteger())) {
            throw unsupported(op, name, tensor, integers ? "numbers" : "f16, bf16, f32 and f64");
        }
    }

    /** An operand of one dtype. */
    static void dtype(String op, String name, Tensor tensor, DType dtype) {
        present(op, name, tensor);
        if (tensor.dtype() != dtype) {
            throw unsupported(op, name, tensor, dtype.toString());
        }
    }

    /** An operand of indices. */
    static void index(String op, String name, Tensor tensor) {
        present(op, name, tensor);
        if (tensor.dtype() != DType.I32 && tensor.dtype() != DType.I64) {
            throw unsupported(op, name, tensor, "i32 and i64 indices");
        }
    }

    /** Two operands of one dtype; the first is present. */
    static void same(String op, String firstName, Tensor first, String secondName, Tensor second) {
        present(op, secondName, second);
        if (first.dtype() != second.dtype()) {
            throw new DTypeMismatchException(
                    RuntimeProblem.OPERAND_DTYPES, op, secondName, second.describe(), firstName, first.describe());
        }
    }

    static DTypeMismatchException unsupported(String op, String name, Tensor tensor, String defined) {
        return new DTypeMismatchException(
                RuntimeProblem.DTYPE_UNSUPPORTED, op, name + ", which is " + tensor.describe(), defined);
    }

    /** The loops over operands that broadcast together. */
    static Broadcast broadcast(String op, String[] names, Tensor... operands) {
        Broadcast shape = new Broadcast(Shapes.MAXIMUM_INNER_RANK);
        for (int i = 0; i < operands.length; i++) {
            shape.operand(i, operands[i].dims());
        }
        shape.resolve(op, names, operands.length);
        return shape;
    }

    /** A new tensor of the host for the result of an op. */
    static Tensor result(DType dtype, long[] dims) {
        if (Shapes.elementCount(dims, dims.length) > Integer.MAX_VALUE) {
            throw new ShapeMismatchException(
                    RuntimeProblem.VIEW_TOO_LARGE, "result " + dtype + Arrays.toString(dims), "array", "elements");
        }
        return Tensor.allocate(Device.cpu(), dtype, dims);
    }

    /** An axis counted from the front. */
    static int axis(String op, Tensor x, int axis) {
        return axis(op, axis, x.rank(), "tensor " + x.describe());
    }

    static int axis(String op, int axis, int rank, String described) {
        int index = axis < 0 ? axis + rank : axis;
        if (index < 0 || index >= rank) {
            throw axisRange(op, axis, described, rank);
        }
        return index;
    }

    /** An axis that a tensor of a rank does not have. */
    static InvalidArgumentException axisRange(String op, int axis, String described, int rank) {
        String fix = rank == 0
                ? "pass a tensor with axes, for example by expandDims"
                : "pass an axis from " + -rank + " to " + (rank - 1);
        return new InvalidArgumentException(RuntimeProblem.AXIS_RANGE, op, axis, described, rank, fix);
    }

    /** Which axes are named, each at most once. */
    static boolean[] axes(String op, Tensor x, int[] axes) {
        attribute(op, "axes", axes);
        boolean[] named = new boolean[x.rank()];
        for (int axis : axes) {
            int index = axis(op, x, axis);
            if (named[index]) {
                throw new InvalidArgumentException(RuntimeProblem.AXIS_REPEATED, op, axis, "tensor " + x.describe());
            }
            named[index] = true;
        }
        return named;
    }

    /** Dims of a result that a caller passes. */
    static long[] dims(String op, long[] dims) {
        attribute(op, "dims", dims);
        return Shapes.checked(dims.clone(), Shapes.MAXIMUM_INNER_RANK);
    }
}
