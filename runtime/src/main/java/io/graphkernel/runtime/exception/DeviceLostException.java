package io.graphkernel.runtime.exception;

import org.jspecify.annotations.Nullable;

/** A device that the driver has given up, and every later use of it in this process. */
public final class DeviceLostException extends GraphKernelException {
    private static final long serialVersionUID = 1L;

    /** With the message of a problem, its arguments filled in. */
    public DeviceLostException(RuntimeProblem problem, @Nullable Object... arguments) {
        super(problem, arguments);
    }
}
