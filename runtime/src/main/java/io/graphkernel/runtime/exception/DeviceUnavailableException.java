package io.graphkernel.runtime.exception;

import org.jspecify.annotations.Nullable;

/** Thrown if a requested device is unavailable; the message contains the reason. */
public final class DeviceUnavailableException extends GraphKernelException {
    private static final long serialVersionUID = 1L;

    /** With the message of a problem, its arguments filled in. */
    public DeviceUnavailableException(RuntimeProblem problem, @Nullable Object... arguments) {
        super(problem, arguments);
    }
}
