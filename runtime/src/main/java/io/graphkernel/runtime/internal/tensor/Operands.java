package io.graphkernel.runtime.internal.tensor;

import io.graphkernel.annotations.Promotion;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.exception.ClosedTensorException;
import io.graphkernel.runtime.exception.DTypeMismatchException;
import io.graphkernel.runtime.exception.InvalidArgumentException;
import io.graphkernel.runtime.exception.NullTensorException;
import io.graphkernel.runtime.exception.RuntimeProblem;

/** Checks of operands and attributes, which eager ops and stubs share. */
public final class Operands {

    private Operands() {}

    /**
     * Checks that an operand of any dtype is open and not null.
     *
     * @throws io.graphkernel.runtime.exception.GraphKernelException of the matching type
     */
    public static void present(String op, String name, AbstractTensor tensor) {
        if (tensor == null) {
            throw new NullTensorException(RuntimeProblem.NULL_ARGUMENT, op, "tensor " + name);
        }
        if (tensor.isClosed()) {
            throw new ClosedTensorException(RuntimeProblem.CLOSED_ARGUMENT, op, name);
        }
    }

    /** Returns an attribute after checking that it is not null. */
    public static <T> T attribute(String op, String name, T value) {
        if (value == null) {
            throw new NullTensorException(RuntimeProblem.NULL_ARGUMENT, op, name);
        }
        return value;
    }

    /** Checks an operand that is floating-point, or integer if {@code integers} is true. */
    public static void number(String op, String name, AbstractTensor tensor, boolean integers) {
        present(op, name, tensor);
        DType dtype = tensor.dtype();
        boolean isSupported = dtype.isFloat() ? !dtype.isStorageOnly() : integers && dtype.isInteger();
        if (!isSupported) {
            throw unsupported(op, name, tensor, integers ? "numbers" : "f16, bf16, f32 and f64");
        }
    }

    /** Checks an operand of one dtype. */
    public static void dtype(String op, String name, AbstractTensor tensor, DType dtype) {
        present(op, name, tensor);
        if (tensor.dtype() != dtype) {
            throw unsupported(op, name, tensor, dtype.toString());
        }
    }

    /** Checks an operand of indices. */
    public static void index(String op, String name, AbstractTensor tensor) {
        present(op, name, tensor);
        if (tensor.dtype() != DType.I32 && tensor.dtype() != DType.I64) {
            throw unsupported(op, name, tensor, "i32 and i64 indices");
        }
    }

    /** Checks two operands of equal dtype, the first of which has been checked. */
    public static void same(
            String op, String firstName, AbstractTensor first, String secondName, AbstractTensor second) {
        present(op, secondName, second);
        if (first.dtype() != second.dtype()) {
            throw new DTypeMismatchException(
                    RuntimeProblem.OPERAND_DTYPES,
                    op,
                    secondName,
                    Tensors.describe(second),
                    firstName,
                    Tensors.describe(first));
        }
    }

    /** Returns the rule for operands of different dtypes in the kernel method that the calling thread runs. */
    public static Promotion promotion() {
        return EagerKernelMethod.promotion();
    }

    public static DTypeMismatchException unsupported(String op, String name, AbstractTensor tensor, String defined) {
        return new DTypeMismatchException(
                RuntimeProblem.DTYPE_UNSUPPORTED, op, name + ", which is " + Tensors.describe(tensor), defined);
    }

    /** Returns the loops over operands that broadcast. */
    public static Broadcast broadcast(String op, String[] names, AbstractTensor... operands) {
        Broadcast shape = new Broadcast(Shapes.MAX_INNER_RANK);
        for (int i = 0; i < operands.length; i++) {
            shape.operand(i, Tensors.dims(operands[i]));
        }
        shape.resolve(op, names, operands.length);
        return shape;
    }

    /** Returns an axis counted from the front. */
    public static int axis(String op, AbstractTensor x, int axis) {
        return axis(op, axis, x.rank(), "tensor " + Tensors.describe(x));
    }

    public static int axis(String op, int axis, int rank, String described) {
        int index = axis < 0 ? axis + rank : axis;
        if (index < 0 || index >= rank) {
            throw axisRange(op, axis, described, rank);
        }
        return index;
    }

    /** Returns the exception for an axis out of range. */
    public static InvalidArgumentException axisRange(String op, int axis, String described, int rank) {
        String fix = rank == 0
                ? "pass a tensor with axes, for example by expandDims"
                : "pass an axis from " + -rank + " to " + (rank - 1);
        return new InvalidArgumentException(RuntimeProblem.AXIS_RANGE, op, axis, described, rank, fix);
    }

    /** Returns a mask of the given axes, which must be distinct. */
    public static boolean[] axes(String op, AbstractTensor x, int[] axes) {
        attribute(op, "axes", axes);
        boolean[] named = new boolean[x.rank()];
        for (int axis : axes) {
            int index = axis(op, x, axis);
            if (named[index]) {
                throw new InvalidArgumentException(
                        RuntimeProblem.AXIS_REPEATED, op, axis, "tensor " + Tensors.describe(x));
            }
            named[index] = true;
        }
        return named;
    }

    /** Checks and returns the dims of a result that a caller passes. */
    public static long[] dims(String op, long[] dims) {
        attribute(op, "dims", dims);
        return Shapes.checked(dims.clone(), Shapes.MAX_INNER_RANK);
    }
}
