package io.graphkernel.runtime.generated.library.call;

import io.graphkernel.runtime.CollectiveRequest;
import io.graphkernel.runtime.Communicator;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.generated.LaunchFrame;
import io.graphkernel.runtime.generated.jvm.Memory;
import io.graphkernel.runtime.generated.library.collective.DeviceCollective;
import io.graphkernel.runtime.generated.library.collective.HostStaging;
import io.graphkernel.runtime.internal.device.DeviceInUse;
import io.graphkernel.runtime.internal.profile.LaunchLabel;
import io.graphkernel.runtime.internal.profile.LaunchProfile;
import io.graphkernel.runtime.internal.profile.LaunchRecord;

/**
 * Call site of a collective op, whose operand is one tensor per rank of a group. The communicator is that of the
 * calling thread.
 *
 * <p>The slots of the frame hold the address of the operand, the address of the result and the dims of the operand. The
 * result does not alias the operand.
 *
 * <p>Tensors of a device are passed to the vendor's library if the communicator is bound to that device. Otherwise,
 * they are staged through host memory, in stream order: after the work that computes the operand and before the work
 * that reads the result.
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
     * Computes the result on the device of the frame. The memory at the addresses must stay reachable until this method
     * returns.
     *
     * @param frame frame of the calling thread with its slots filled
     * @param onJvm true if the target is the JVM; the result is the same
     * @throws io.graphkernel.runtime.exception.CommunicatorException if the communicator or a rank is missing
     * @throws io.graphkernel.runtime.exception.InvalidArgumentException if launches are being captured
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

    /** Returns the name of the op in {@code Ops}, capitalized. */
    abstract String op();

    /**
     * Returns the request to the ranks, or null if none is needed.
     *
     * @throws io.graphkernel.runtime.exception.CommunicatorException if the group cannot compute it
     */
    abstract CollectiveRequest request(Communicator communicator, DType dtype, long elements);

    /** Returns true if the result may be computed in the memory of the operand. */
    boolean isInPlace() {
        return true;
    }

    private long resultElements(Communicator communicator, long elements) {
        CollectiveRequest request = request(communicator, dtype, elements);
        return request == null ? elements : request.resultElements(communicator.size());
    }

    /** Computes the result in host memory. */
    void compute(Communicator communicator, DType dtype, long source, long target, long elements) {
        communicator
                .start(request(communicator, dtype, elements), source, target)
                .await();
    }

    /** Returns the method or eager op for messages. */
    final String method() {
        return method;
    }
}
