package io.graphkernel.runtime.internal.collective;

import io.graphkernel.runtime.CollectiveRequest;
import io.graphkernel.runtime.exception.CommunicatorException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.internal.device.AbstractDevice;
import io.graphkernel.runtime.internal.device.DeviceStates;

/**
 * A rank of a group, and the superinterface of the public interface {@code Communicator}, which documents the methods:
 * backends depend on this interface alone.
 *
 * @hidden
 */
public interface CollectiveBackend extends AutoCloseable {

    /** Returns the name of the group. */
    String group();

    /** Returns the zero-based index of this rank. */
    int rank();

    /** Returns the number of ranks. */
    int size();

    /** Returns true if collectives make progress while the rank's thread computes. */
    default boolean isAsynchronous() {
        return false;
    }

    /** Starts a collective over host memory. */
    PendingCollective start(CollectiveRequest request, long source, long target);

    /** Returns the device whose memory collectives access directly, in addition to host memory. */
    default AbstractDevice device() {
        return DeviceStates.host();
    }

    /** Returns true if {@link #enqueue} supports a request. */
    default boolean enqueues(CollectiveRequest request) {
        return false;
    }

    /** Enqueues a collective over memory of {@link #device} into a stream of it. */
    default void enqueue(CollectiveRequest request, long source, long target, long stream) {
        throw new CommunicatorException(RuntimeProblem.NO_RANK_LIBRARY, device());
    }

    /** Returns this rank in a subgroup of the ranks that pass the same color. */
    default CollectiveBackend split(String group, int color) {
        throw new CommunicatorException(
                RuntimeProblem.NO_PARTS_OF_GROUP, getClass().getName(), group(), group);
    }

    /** Marks this rank as failed. */
    void fail(Throwable cause);

    @Override
    void close();

    /** A collective that has started. */
    @FunctionalInterface
    interface PendingCollective {

        /** Blocks until the result is in the target. */
        void await();
    }
}
