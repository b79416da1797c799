package io.graphkernel.runtime.generated.library;

import io.graphkernel.runtime.CollectiveRequest;
import io.graphkernel.runtime.Communicator;
import io.graphkernel.runtime.exception.InvalidArgumentException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.generated.LaunchFrame;
import io.graphkernel.runtime.internal.device.DeviceAccess;
import io.graphkernel.runtime.internal.device.DeviceStream;

/** A collective over memory of a device: by the engine where the communicator's is that device, else through the host. */
final class DeviceCollective {
    private DeviceCollective() {}

    /** Whether the engine takes memory of the frame's device. */
    static boolean isEnqueued(LaunchFrame frame, Communicator communicator, CollectiveRequest request) {
        return communicator.enqueues(request) && DeviceAccess.get().use(communicator.device()) == frame.deviceInUse();
    }

    /**
     * Gives the frame's stream a collective.
     *
     * @param op for messages
     * @param source the operand's address on the device
     * @param target the result's, which may be the same
     * @param isInPlace whether the result may be computed in the memory of the operand
     * @throws InvalidArgumentException if launches are captured
     */
    static void run(
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
