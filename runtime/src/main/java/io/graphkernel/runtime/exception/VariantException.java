package io.graphkernel.runtime.exception;

import org.jspecify.annotations.Nullable;

/** A value of a {@code boolean}, enum or {@code String} parameter for which the kernel has no compiled variant. */
public final class VariantException extends GraphKernelException {
    private static final long serialVersionUID = 1L;

    /** With the message of a problem, its arguments filled in. */
    public VariantException(RuntimeProblem problem, @Nullable Object... arguments) {
        super(problem, arguments);
    }
}
