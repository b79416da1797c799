package io.graphkernel.common.files;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileLockInterruptionException;

/** File operations that an interrupt of the thread does not abort: its status is preserved until they complete. */
public final class Uninterrupted {
    private Uninterrupted() {}

    /**
     * Runs an action, restarting it if an interrupt aborted it.
     *
     * @param action repeatable action
     * @throws IOException the exception of the action, other than for an interrupt
     */
    public static <T> T run(PrivateDirectory.Action<T> action) throws IOException {
        boolean interrupted = Thread.interrupted();
        try {
            while (true) {
                try {
                    return action.run();
                } catch (ClosedByInterruptException | FileLockInterruptionException e) {
                    Thread.interrupted();
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
