package io.graphkernel.runtime.internal.collective.message;

/**
 * Asynchronous point-to-point messages between one rank and the others of its group. A message is started, then polled.
 * Messages from one rank to another on one channel arrive in the order in which they were sent.
 */
public interface Transport {
    /** Purpose of a message. */
    enum Channel {
        /** Control messages. */
        CONTROL,
        /** Elements. */
        DATA
    }

    /** Returns the zero-based index of this rank. */
    int rank();

    /** Returns the number of ranks. */
    int size();

    /**
     * Starts to send bytes, which must not change until the message has completed.
     *
     * @return the handle of the message
     */
    int send(int peer, Channel channel, long address, int bytes);

    /**
     * Starts to receive the next message of a rank.
     *
     * @param bytes size of the buffer; the message may be shorter
     * @return the handle of the message
     */
    int receive(int peer, Channel channel, long address, int bytes);

    /** Makes progress; returns true if a message has completed. */
    boolean poll();

    /** Returns true if a message has completed. Its handle may be reused afterwards and must not be queried again. */
    boolean hasEnded(int message);

    /**
     * Cancels outstanding messages as far as possible.
     *
     * @return true if no buffer is in use any more; otherwise, the transport may still access them
     */
    boolean close();
}
