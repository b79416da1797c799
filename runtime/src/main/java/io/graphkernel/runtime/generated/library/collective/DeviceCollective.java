package io.graphkernel.runtime.generated.library.collective;

import io.graphkernel.runtime.CollectiveRequest;
import io.graphkernel.runtime.Communicator;
import io.graphkernel.runtime.exception.InvalidArgumentException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.generated.LaunchFrame;
import io.graphkernel.runtime.internal.device.DeviceStates;
import io.graphkernel.runtime.internal.device.DeviceStream;

/**
 * A collective over device memory, by the vendor's library if the communicator is bound to that device, staged through
 * the host otherwise.
 */
public final class DeviceCollective {
    private DeviceCollective() {}

    /** Returns true if the backend of the communicator supports memory of the frame's device. */
    public static boolean isEnqueued(LaunchFrame frame, Communicator communicator, CollectiveRequest request) {
        return communicator.enqueues(request) && DeviceStates.inUse(communicator.device()) == frame.deviceInUse();
    }

    /**
     * Enqueues a collective into the frame's stream.
     *
     * @param op name of the op for messages
     * @param source address of the operand on the device
     * @param target address of the result, which may equal the source
     * @param isInPlace true if the result may overwrite the operand
     * @throws InvalidArgumentException if launches are being captured
     */
    public static void run(
            String op,
            LaunchFrame frame,
            Communicator communicator,
            CollectiveRequest request,
            long source,
            long target,
            boolean isInPlace) {
        if (isEnqueued(frame, communicator, request)) {
            DeviceStream stream = frame.stream();
            if (stream.isCapturing()) {
                throw new InvalidArgumentException(RuntimeProblem.CAPTURE_MISUSE, op);
            }
            stream.run(queue -> communicator.enqueue(request, source, target, queue.handle()));
            return;
        }
        int width = request.dtype().bytes();
        HostStaging.run(
                op,
                frame,
                source,
                target,
                request.elements() * width,
                request.resultElements(communicator.size()) * width,
                isInPlace,
                (from, to) -> communicator.start(request, from, to).await());
    }
}
