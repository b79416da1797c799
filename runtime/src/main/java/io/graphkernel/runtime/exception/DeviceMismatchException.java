package io.graphkernel.runtime.exception;

import org.jspecify.annotations.Nullable;

/** A tensor on another device than the kernel runs on. */
public final class DeviceMismatchException extends GraphKernelException {
    private static final long serialVersionUID = 1L;

    /** With the message of a problem, its arguments filled in. */
    public DeviceMismatchException(RuntimeProblem problem, @Nullable Object... arguments) {
        super(problem, arguments);
    }
}
