package io.graphkernel.runtime.internal.collective.message;

/**
 * What an engine does for one rank of a group: it moves bytes to and from the others. A message is begun, then polled.
 * Those that one rank sends another through one channel arrive in the order in which they were sent.
 */
public interface Mailbox {
    /** What a message is for. */
    enum Channel {
        /** What a rank has to say. */
        CONTROL,
        /** Elements. */
        DATA
    }

    /** The number of this rank, from 0 on. */
    int rank();

    /** The number of ranks. */
    int size();

    /**
     * Begins to send bytes, which must stay as they are until the message has ended.
     *
     * @return the number of the message
     */
    int send(int peer, Channel channel, long address, int bytes);

    /**
     * Begins to receive the next message of a rank.
     *
     * @param bytes the size of the memory; what is sent may be shorter
     * @return the number of the message
     */
    int receive(int peer, Channel channel, long address, int bytes);

    /** Lets messages go on; whether one has ended. */
    boolean poll();

    /** Whether a message has ended. If it has, its number is free for another, and must not be asked for again. */
    boolean hasEnded(int message);

    /**
     * Gives up what has not ended, as far as the engine can.
     *
     * @return whether all memory of messages is the caller's again; if not, the engine may still write to it
     */
    boolean close();
}
