package io.graphkernel.runtime;

import io.graphkernel.runtime.exception.DTypeMismatchException;
import io.graphkernel.runtime.exception.RuntimeProblem;

/** Numbers in place of operands. */
final class EagerScalars {

    private EagerScalars() {}

    static Tensor scalar(String op, String parameter, double value, Tensor like) {
        DType dtype = dtype(like);
        Tensor scalar = Tensor.allocate(device(like), dtype, new long[0]);
        return dtype.isFloat()
                ? TensorData.fill(scalar, value)
                : TensorData.fill(scalar, exact(op, parameter, value, dtype));
    }

    static Tensor scalar(String op, String parameter, long value, Tensor like) {
        DType dtype = dtype(like);
        Tensor scalar = Tensor.allocate(device(like), dtype, new long[0]);
        return TensorData.fill(scalar, dtype.isFloat() ? value : exact(op, parameter, value, dtype));
    }

    /** A number as a tensor of the host. */
    static Tensor onHost(DType dtype, long value) {
        return TensorData.fill(Tensor.allocate(Device.cpu(), dtype, new long[0]), value);
    }

    private static Device device(Tensor like) {
        return like == null ? Device.cpu() : like.device();
    }

    /** For a missing operand any dtype will do: the op itself refuses it, by its name. */
    private static DType dtype(Tensor like) {
        return like == null ? DType.F64 : like.dtype();
    }

    /** The number, which a dtype that is not floating-point holds. */
    static long exact(String op, String parameter, double value, DType dtype) {
        // 2^63 would be saturated to Long.MAX_VALUE, which as a double is 2^63 again.
        if ((long) value != value || value == 0x1p63) {
            throw misfit(op, parameter, value, dtype);
        }
        return exact(op, parameter, (long) value, dtype);
    }

    /** The number, which a dtype that is not floating-point holds. */
    static long exact(String op, String parameter, long value, DType dtype) {
        if (dtype.saturate(value) != value) {
            throw misfit(op, parameter, value, dtype);
        }
        return value;
    }

    private static DTypeMismatchException misfit(String op, String parameter, Object value, DType dtype) {
        return new DTypeMismatchException(RuntimeProblem.NUMBER_RANGE, op, parameter, value, dtype);
    }
}
