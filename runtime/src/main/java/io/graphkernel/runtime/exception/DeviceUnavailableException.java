package io.graphkernel.runtime.exception;

/** A device that a program asks for and that cannot be had; the message gives the reason. */
public final class DeviceUnavailableException extends GraphKernelException {
    private static final long serialVersionUID = 1L;

    /** With the message of a problem, its arguments filled in. */
    public DeviceUnavailableException(RuntimeProblem problem, Object... arguments) {
        super(problem, arguments);
    }
}
