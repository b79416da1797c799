package io.graphkernel.runtime.internal.eager;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.internal.tensor.IntegerRange;
import io.graphkernel.runtime.internal.tensor.TensorData;
import io.graphkernel.runtime.internal.tensor.TensorMemory;

/** Scalars in place of tensor operands. */
public final class EagerScalars {

    private EagerScalars() {}

    static Tensor scalar(String op, String parameter, double value, Tensor like) {
        DType dtype = dtype(like);
        Tensor scalar = (Tensor) TensorMemory.allocate(device(like), dtype, new long[0]);
        return dtype.isFloat()
                ? TensorData.fill(scalar, value)
                : TensorData.fill(scalar, IntegerRange.exact(op, parameter, value, dtype));
    }

    static Tensor scalar(String op, String parameter, long value, Tensor like) {
        DType dtype = dtype(like);
        Tensor scalar = (Tensor) TensorMemory.allocate(device(like), dtype, new long[0]);
        return TensorData.fill(scalar, dtype.isFloat() ? value : IntegerRange.exact(op, parameter, value, dtype));
    }

    /** Returns a number as a host tensor. */
    static Tensor onHost(DType dtype, long value) {
        return TensorData.fill((Tensor) TensorMemory.allocate(Device.cpu(), dtype, new long[0]), value);
    }

    private static Device device(Tensor like) {
        return like == null ? Device.cpu() : like.device();
    }

    /** For a missing operand any dtype is valid: the op itself rejects it by its name. */
    private static DType dtype(Tensor like) {
        return like == null ? DType.F64 : like.dtype();
    }
}
