package io.graphkernel.runtime.generated.library.call;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.exception.DTypeMismatchException;
import io.graphkernel.runtime.exception.NullTensorException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.generated.LaunchFrame;
import io.graphkernel.runtime.generated.library.LibraryKernel;
import java.lang.ref.Reference;
import java.util.Arrays;

/** Checks of the operands of library ops on tensors, and the launch of their kernels. */
final class EagerOperands {
    private EagerOperands() {}

    /** Returns the dtype of two operands, which is the same and not bool. */
    static DType commonType(String op, String firstName, Tensor first, String secondName, Tensor second) {
        requirePresent(op, firstName, first);
        requirePresent(op, secondName, second);
        DType dtype = first.dtype();
        if (dtype == DType.BOOL) {
            throw new DTypeMismatchException(
                    RuntimeProblem.DTYPE_UNSUPPORTED, op, firstName + ", which is " + described(first), "numbers");
        }
        if (second.dtype() != dtype) {
            throw new DTypeMismatchException(
                    RuntimeProblem.OPERAND_DTYPES, op, secondName, described(second), firstName, described(first));
        }
        return dtype;
    }

    /** Checks that an operand is given. */
    static void requirePresent(String op, String name, Tensor tensor) {
        if (tensor == null) {
            throw new NullTensorException(RuntimeProblem.NULL_ARGUMENT, op, "tensor " + name);
        }
    }

    /** Returns the dtype and dims of a tensor, for messages. */
    static String described(Tensor tensor) {
        return tensor.dtype() + Arrays.toString(tensor.dimensions());
    }

    /** Launches a kernel with the addresses of its operands and its result. */
    static Tensor computed(LibraryKernel kernel, Tensor result, Tensor... operands) {
        LaunchFrame frame = LaunchFrame.current(Device.cpu());
        int slot = 0;
        for (Tensor operand : operands) {
            frame.pointer(slot++, operand.address());
        }
        frame.pointer(slot, result.address());
        kernel.launch(frame, frame.arguments());
        Reference.reachabilityFence(operands);
        Reference.reachabilityFence(result);
        return result;
    }
}
