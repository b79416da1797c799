package io.graphkernel.runtime.generated.library;

import io.graphkernel.runtime.Communicator;
import io.graphkernel.runtime.exception.CommunicatorException;

/** Tells the other ranks of a group that this one has failed, so that none of them waits for it. */
final class RankFailure {

    private RankFailure() {}

    /**
     * Before the communicator is known.
     *
     * @param method the kernel method
     * @param group the name of the ranks' group
     */
    static void tell(String method, String group, Throwable cause) {
        try {
            Communicator.bound(method, group).fail(cause);
        } catch (CommunicatorException unbound) {
            // Nobody waits for a rank that has no communicator: what the caller gets is the cause.
            cause.addSuppressed(unbound);
        }
    }

    /** If the work fails, other ranks may be about to read or to sum memory that the caller gives up, and hear of it first. */
    static void told(Communicator communicator, Runnable work) {
        try {
            work.run();
        } catch (RuntimeException | Error e) {
            communicator.fail(e);
            throw e;
        }
    }
}
