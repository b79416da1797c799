package io.graphkernel.runtime.internal.collective.mpi;

import io.graphkernel.runtime.Communicator;
import io.graphkernel.runtime.internal.collective.message.Mailbox;
import io.graphkernel.runtime.internal.collective.message.MessageCommunicator;

/** A rank whose group sends messages over MPI. */
final class MpiCommunicator extends MessageCommunicator {
    private final int[] worldRanks;

    /**
     * A rank.
     *
     * @param timeoutNanos how long it waits for the others
     * @param worldRanks the number of each rank of the group among all ranks
     */
    MpiCommunicator(String group, long timeoutNanos, Mailbox mailbox, int... worldRanks) {
        super(group, timeoutNanos, mailbox);
        this.worldRanks = worldRanks.clone();
    }

    @Override
    public Communicator split(String group, int part) {
        return MpiProcess.split(this, worldRanks, group, part);
    }
}
