package io.graphkernel.runtime.exception;

import org.jspecify.annotations.Nullable;

/** Values that a forward call saved cannot be read by its gradient call. */
public final class SavedValuesException extends GraphKernelException {
    private static final long serialVersionUID = 1L;

    /** With the message of a problem, its arguments filled in. */
    public SavedValuesException(RuntimeProblem problem, @Nullable Object... arguments) {
        super(problem, arguments);
    }
}
