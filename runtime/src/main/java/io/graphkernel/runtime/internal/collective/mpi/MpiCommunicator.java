package io.graphkernel.runtime.internal.collective.mpi;

import io.graphkernel.runtime.internal.collective.CollectiveBackend;
import io.graphkernel.runtime.internal.collective.message.MessageCommunicator;
import io.graphkernel.runtime.internal.collective.message.Transport;

/** A rank of a group that communicates over MPI. */
final class MpiCommunicator extends MessageCommunicator {
    private final int[] worldRanks;

    /**
     * Creates a rank.
     *
     * @param timeoutNanos time that it waits for the others
     * @param worldRanks rank in MPI_COMM_WORLD of each rank of the group
     */
    MpiCommunicator(String group, long timeoutNanos, Transport transport, int... worldRanks) {
        super(group, timeoutNanos, transport);
        this.worldRanks = worldRanks.clone();
    }

    @Override
    public CollectiveBackend split(String group, int color) {
        return MpiProcess.split(this, worldRanks, group, color);
    }
}
