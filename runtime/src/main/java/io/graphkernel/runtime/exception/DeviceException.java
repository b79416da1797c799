package io.graphkernel.runtime.exception;

/** What a device's driver refused; the message names the call and the driver's error. */
public final class DeviceException extends GraphKernelException {
    private static final long serialVersionUID = 1L;

    /** With the message of a problem, its arguments filled in. */
    public DeviceException(RuntimeProblem problem, Object... arguments) {
        super(problem, arguments);
    }
}
