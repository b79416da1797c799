package io.graphkernel.runtime.internal.tensor;

/** Operations that close several resources, regardless of exceptions. */
public final class Closeables {

    private Closeables() {}

    /**
     * Closes all resources in reverse order. The first exception, such as a device error, is thrown after the others
     * are closed.
     *
     * @param resources resources to close; null is skipped
     */
    public static void closeAll(AutoCloseable... resources) {
        Throwable failure = null;
        for (int i = resources.length - 1; i >= 0; i--) {
            try {
                if (resources[i] != null) {
                    resources[i].close();
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

    /** Returns the exception to throw: the first one, to which later ones are added as suppressed. */
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
