package io.graphkernel.runtime.exception;

import org.jspecify.annotations.Nullable;

/** A call that the driver of a device rejected; the message names the call and the driver's error. */
public final class DeviceException extends GraphKernelException {
    private static final long serialVersionUID = 1L;

    /** With the message of a problem, its arguments filled in. */
    public DeviceException(RuntimeProblem problem, @Nullable Object... arguments) {
        super(problem, arguments);
    }
}
