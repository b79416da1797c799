package io.graphkernel.runtime.generated.library.collective;

import io.graphkernel.runtime.Communicator;
import io.graphkernel.runtime.exception.CommunicatorException;

/** Notification of the other ranks of a group that this rank failed, so that they do not block on it. */
public final class RankFailure {

    private RankFailure() {}

    /**
     * Reports a failure that occurs before the communicator is known.
     *
     * @param method method name
     * @param group name of the group of ranks
     * @param cause the failure
     */
    public static void report(String method, String group, Throwable cause) {
        try {
            Communicator.bound(method, group).fail(cause);
        } catch (CommunicatorException unbound) {
            // No rank waits for one without a communicator; the original cause is thrown.
            cause.addSuppressed(unbound);
        }
    }

    /**
     * Runs an action and reports its failure to the other ranks before the caller releases memory that they may access.
     */
    public static void reporting(Communicator communicator, Runnable action) {
        try {
            action.run();
        } catch (RuntimeException | Error e) {
            communicator.fail(e);
            throw e;
        }
    }
}
