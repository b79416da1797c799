package io.graphkernel.processor.frontend.kernel;

/**
 * Limits that a kernel method declares for its plan; a build that exceeds one fails.
 *
 * @param launches maximum number of launches; 0 for no limit
 * @param temporaryBytes maximum size of the temporaries in bytes; {@code Long.MAX_VALUE} for no limit
 */
public record KernelLimits(int launches, long temporaryBytes) {

    /** No limits. */
    public static final KernelLimits NONE = new KernelLimits(0, Long.MAX_VALUE);

    /** Returns true if the number of launches exceeds its limit. */
    public boolean isExceededBy(int actualLaunches) {
        return launches > 0 && actualLaunches > launches;
    }

    /** Returns true if the temporaries have a limit. */
    public boolean limitsTemporaries() {
        return temporaryBytes < Long.MAX_VALUE;
    }
}
