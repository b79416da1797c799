package io.graphkernel.runtime.generated.library;

import io.graphkernel.runtime.CollectiveRequest;
import io.graphkernel.runtime.Communicator;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.generated.LaunchFrame;
import io.graphkernel.runtime.generated.jvm.Memory;
import io.graphkernel.runtime.internal.device.DeviceInUse;
import io.graphkernel.runtime.internal.profile.LaunchLabel;
import io.graphkernel.runtime.internal.profile.LaunchProfile;
import io.graphkernel.runtime.internal.profile.LaunchRecord;

/**
 * One call site of an op that makes a tensor out of one that each rank of a group has. The communicator
 * is that of the calling thread.
 *
 * <p>The frame's slots hold, from 0 on: the address of the operand, the address of the result, the dims of the operand. The result shares
 * no memory with the operand. Tensors of a device are the engine's where the communicator has that device, and otherwise go
 * through memory of the host: what computes the operand is waited for, and the result is there for whatever the stream is
 * given next.
 */
public abstract class CollectiveCall {
    private static final int SOURCE = 0;
    private static final int TARGET = 1;
    private static final int DIMS = 2;

    private final String method;
    private final DType dtype;
    private final int rank;
    private final String group;

    CollectiveCall(String method, DType dtype, int rank, String group) {
        this.method = method;
        this.dtype = dtype;
        this.rank = rank;
        this.group = group;
    }

    /**
     * Computes the result where the frame runs. The memory at the addresses must stay reachable until this returns.
     *
     * @param frame the calling thread's frame, its slots filled
     * @param onJvm whether the target is the JVM; it computes the same
     * @throws io.graphkernel.runtime.exception.CommunicatorException if there is no communicator, or the ranks do not
     *     come together
     * @throws io.graphkernel.runtime.exception.InvalidArgumentException if launches are captured
     */
    public final void run(LaunchFrame frame, boolean onJvm) {
        Communicator communicator = Communicator.bound(method, group);
        long elements = 1;
        for (int axis = 0; axis < rank; axis++) {
            elements *= frame.slot(DIMS + axis);
        }
        LaunchRecord profiled = LaunchProfile.isOn()
                ? LaunchProfile.begin(
                        label(frame.deviceInUse(), onJvm),
                        (elements + resultElements(communicator, elements)) * dtype.bytes(),
                        frame.stream())
                : null;
        try {
            run(communicator, frame, elements);
        } finally {
            if (profiled != null) {
                profiled.end();
            }
        }
    }

    private void run(Communicator communicator, LaunchFrame frame, long elements) {
        long source = Memory.getLong(frame.arguments() + SOURCE * 8L);
        long target = Memory.getLong(frame.arguments() + TARGET * 8L);
        if (frame.deviceInUse() == null) {
            compute(communicator, dtype, source, target, elements);
        } else if (request(communicator, dtype, elements) != null) {
            CollectiveRequest request = request(communicator, dtype, elements);
            DeviceCollective.run(op(), frame, communicator, request, source, target, isInPlace());
        } else {
            HostStaging.run(
                    op(),
                    frame,
                    source,
                    target,
                    elements * dtype.bytes(),
                    resultElements(communicator, elements) * dtype.bytes(),
                    isInPlace(),
                    (from, to) -> compute(communicator, dtype, from, to, elements));
        }
    }

    private LaunchLabel label(DeviceInUse device, boolean onJvm) {
        String host = onJvm ? "jvm" : "cpu";
        return new LaunchLabel("", method, op(), device == null ? host : device.toString());
    }

    /** The op, as in {@code Ops}, with a capital letter. */
    abstract String op();

    /**
     * What the ranks are asked for, or null if they are asked for nothing.
     *
     * @throws io.graphkernel.runtime.exception.CommunicatorException if the group cannot compute it
     */
    abstract CollectiveRequest request(Communicator communicator, DType dtype, long elements);

    /** Whether the result may be computed in the memory of the operand. */
    boolean isInPlace() {
        return true;
    }

    private long resultElements(Communicator communicator, long elements) {
        CollectiveRequest request = request(communicator, dtype, elements);
        return request == null ? elements : request.resultElements(communicator.size());
    }

    /** Computes on memory of the host. */
    void compute(Communicator communicator, DType dtype, long source, long target, long elements) {
        communicator
                .start(request(communicator, dtype, elements), source, target)
                .await();
    }

    /** The kernel method or eager op, for messages. */
    final String method() {
        return method;
    }
}
