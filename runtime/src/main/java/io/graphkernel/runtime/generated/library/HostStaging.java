package io.graphkernel.runtime.generated.library;

import io.graphkernel.runtime.exception.InvalidArgumentException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.generated.LaunchFrame;
import io.graphkernel.runtime.internal.device.DeviceStream;
import io.graphkernel.runtime.internal.memory.Block;
import io.graphkernel.runtime.internal.memory.MemoryPool;

/** Computations of the host on memory of a device. */
final class HostStaging {
    private HostStaging() {}

    /** What is computed on memory of the host. */
    @FunctionalInterface
    interface HostWork {
        /** Computes a result that may be in the very memory of the operand. */
        void run(long source, long target);
    }

    /**
     * Copies an operand to the host after what the frame's stream has been given, computes, and copies the result back
     * in front of what the stream is given next.
     *
     * @param op for messages
     * @param source the operand's address on the device
     * @param target the result's, which may be the same
     * @param sourceBytes the size of the operand
     * @param targetBytes the size of the result
     * @param isInPlace whether the result may be computed in the memory of the operand, which has its size then
     * @throws InvalidArgumentException if launches are captured: the host computes nothing in a replay
     */
    static void run(
            String op,
            LaunchFrame frame,
            long source,
            long target,
            long sourceBytes,
            long targetBytes,
            boolean isInPlace,
            HostWork work) {
        DeviceStream stream = frame.stream();
        if (stream.isCapturing()) {
            throw new InvalidArgumentException(RuntimeProblem.CAPTURE_MISUSE, op);
        }
        Block operand = MemoryPool.shared().acquire(sourceBytes);
        try {
            Block result = isInPlace ? operand : MemoryPool.shared().acquire(targetBytes);
            try {
                if (sourceBytes > 0) {
                    stream.download(operand.address(), source, sourceBytes);
                }
                work.run(operand.address(), result.address());
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
