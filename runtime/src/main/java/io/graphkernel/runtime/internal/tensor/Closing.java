package io.graphkernel.runtime.internal.tensor;

/** Closes several things, all of them, whatever the close of one throws. */
public final class Closing {

    private Closing() {}

    /**
     * Closes all, the last one first. If some fail, such as with a device's error, the first failure is thrown after the
     * others are closed.
     *
     * @param all what is closed; null is left out
     */
    public static void all(AutoCloseable... all) {
        Throwable failure = null;
        for (int i = all.length - 1; i >= 0; i--) {
            try {
                if (all[i] != null) {
                    all[i].close();
                }
            } catch (Exception | Error e) {
                failure = first(failure, e);
            }
        }
        if (failure instanceof Error error) {
            throw error;
        } else if (failure instanceof RuntimeException exception) {
            throw exception;
        } else if (failure != null) {
            throw new IllegalStateException(failure);
        }
    }

    /** The failure to throw: the first one, which tells of the others. */
    private static Throwable first(Throwable before, Throwable next) {
        if (before == null) {
            return next;
        }
        if (before != next) {
            before.addSuppressed(next);
        }
        return before;
    }
}
