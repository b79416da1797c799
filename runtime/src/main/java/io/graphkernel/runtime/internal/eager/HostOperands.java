package io.graphkernel.runtime.internal.eager;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.exception.ShapeMismatchException;
import io.graphkernel.runtime.internal.tensor.DeviceCopies;
import io.graphkernel.runtime.internal.tensor.Shapes;
import io.graphkernel.runtime.internal.tensor.TensorMemory;
import io.graphkernel.runtime.internal.tensor.TensorRegion;
import io.graphkernel.runtime.internal.tensor.Tensors;
import java.util.Arrays;
import java.util.function.Function;

/** Execution of eager ops on the host with operands on any device. */
public final class HostOperands {

    private HostOperands() {}

    /**
     * Runs an op on private views of the operands, or host copies of those on other devices; the result is copied to
     * the device of the first of these.
     */
    static Tensor run(Function<Tensor[], Tensor> op, Tensor... operands) {
        return operands == null ? op.apply(null) : runAll(host -> new Tensor[] {op.apply(host)}, operands)[0];
    }

    /** Runs an op of several results like {@link #run}. */
    static Tensor[] runAll(Function<Tensor[], Tensor[]> op, Tensor... operands) {
        Device device = device(operands);
        Tensor[] host = operands.clone();
        try {
            for (int i = 0; i < host.length; i++) {
                host[i] = held(operands[i]);
            }
            Tensor[] results = op.apply(host);
            for (int i = 0; i < results.length && !device.isHost(); i++) {
                results[i] = DeviceCopies.moved(results[i], device);
            }
            return results;
        } finally {
            close(host, operands);
        }
    }

    /** Returns a new host tensor for the result of an op. */
    static Tensor result(DType dtype, long[] dims) {
        if (Shapes.elementCount(dims, dims.length) > Integer.MAX_VALUE) {
            throw new ShapeMismatchException(
                    RuntimeProblem.VIEW_TOO_LARGE, "result " + dtype + Arrays.toString(dims), "array", "elements");
        }
        return (Tensor) TensorMemory.allocate(Device.cpu(), dtype, dims);
    }

    private static void close(Tensor[] host, Tensor[] operands) {
        for (int i = 0; i < host.length; i++) {
            if (host[i] != operands[i]) {
                host[i].close();
            }
        }
    }

    /**
     * Returns the device of the first operand that is not on the host, else the host. Invalid operands are rejected by
     * the op.
     */
    private static Device device(Tensor[] operands) {
        for (Tensor operand : operands) {
            if (isElsewhere(operand)) {
                return operand.device();
            }
        }
        return Device.cpu();
    }

    private static boolean isElsewhere(Tensor operand) {
        return isUsable(operand) && !operand.device().isHost();
    }

    private static boolean isUsable(Tensor operand) {
        return operand != null && !operand.isClosed();
    }

    private static Tensor held(Tensor operand) {
        if (!isUsable(operand)) {
            return operand;
        }
        return operand.device().isHost() ? Tensors.hold(operand) : DeviceCopies.to(Device.cpu(), operand);
    }

    private static void write(Tensor value, TensorRegion region) {
        Tensor base = (Tensor) region.base();
        try (Tensor host = held(base)) {
            EagerMovement.write(value, host, region);
            Tensors.recordWrite(base);
            if (!base.device().isHost()) {
                host.copyTo(base);
            }
        }
    }

    /** Assigns like {@link EagerMovement#assign}, for tensors on any device. */
    static Tensor assign(Tensor parameter, Tensor value) {
        TensorRegion region = null;
        if (parameter != null) {
            Tensors.requireWritable(parameter, "assign", "parameter");
            region = TensorRegion.find(parameter);
            if (region != null) {
                Tensors.requireWritable(region.base(), "assign", "parameter");
            }
        }
        Tensor[] operands = {parameter, value};
        Tensor[] host = operands.clone();
        try {
            host[0] = held(parameter);
            host[1] = held(value);
            EagerMovement.assign(host[0], host[1]);
            Tensors.recordWrite(parameter);
            if (!parameter.device().isHost()) {
                host[0].copyTo(parameter);
            }
            if (region != null) {
                write(host[0], region);
            }
            return parameter;
        } finally {
            close(host, operands);
        }
    }
}
