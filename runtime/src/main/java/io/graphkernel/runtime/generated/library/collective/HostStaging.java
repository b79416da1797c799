package io.graphkernel.runtime.generated.library.collective;

import io.graphkernel.runtime.exception.InvalidArgumentException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.generated.LaunchFrame;
import io.graphkernel.runtime.internal.device.DeviceStream;
import io.graphkernel.runtime.internal.memory.HostBlock;
import io.graphkernel.runtime.internal.memory.MemoryPool;

/** Host computations on device memory, staged through host copies. */
public final class HostStaging {
    private HostStaging() {}

    /** A computation on host memory. */
    @FunctionalInterface
    public interface HostFunction {
        /** Computes a result, which may overwrite the operand. */
        void run(long source, long target);
    }

    /**
     * Copies an operand to the host in stream order, computes, and copies the result back before later work of the
     * stream.
     *
     * @param op name of the op for messages
     * @param source address of the operand on the device
     * @param target address of the result, which may equal the source
     * @param sourceBytes size of the operand
     * @param targetBytes size of the result
     * @param isInPlace true if the result may overwrite the operand, which has the same size then
     * @throws InvalidArgumentException if launches are being captured, since a replay does not run host code
     */
    public static void run(
            String op,
            LaunchFrame frame,
            long source,
            long target,
            long sourceBytes,
            long targetBytes,
            boolean isInPlace,
            HostFunction action) {
        DeviceStream stream = frame.stream();
        if (stream.isCapturing()) {
            throw new InvalidArgumentException(RuntimeProblem.CAPTURE_MISUSE, op);
        }
        HostBlock operand = MemoryPool.shared().acquire(sourceBytes);
        try {
            HostBlock result = isInPlace ? operand : MemoryPool.shared().acquire(targetBytes);
            try {
                if (sourceBytes > 0) {
                    stream.download(operand.address(), source, sourceBytes);
                }
                action.run(operand.address(), result.address());
                if (targetBytes > 0) {
                    stream.upload(target, result.address(), targetBytes);
                }
            } finally {
                if (result != operand) {
                    MemoryPool.shared().release(result);
                }
            }
        } finally {
            MemoryPool.shared().release(operand);
        }
    }
}
