package io.graphkernel.runtime.internal.logging;

/** The logger of the runtime, which users configure by its name. */
public final class RuntimeLogger {

    /** Name of the logger, as in the logging configuration of the application. */
    private static final String NAME = "io.graphkernel";

    private RuntimeLogger() {}

    /**
     * Returns the logger. The JDK creates its logging backend at the first call, so that callers without a message
     * make none.
     *
     * @return the same logger for each call from this module
     */
    public static System.Logger get() {
        return System.getLogger(NAME);
    }
}
