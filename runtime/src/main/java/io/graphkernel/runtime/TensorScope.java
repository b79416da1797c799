package io.graphkernel.runtime;

import io.graphkernel.runtime.exception.InvalidArgumentException;
import io.graphkernel.runtime.internal.tensor.OpenScope;

/**
 * A scope that closes the tensors that its thread creates while it is open.
 * <pre>{@code
 * try (TensorScope scope = TensorScope.open()) {
 *     Tensor hidden = LayersKernels.hidden(x, weights);
 *     result = scope.keep(LayersKernels.output(hidden));
 * }   // hidden is closed here, result is not
 * }</pre>
 *
 * <p>Scopes may be nested; they are confined to the thread that opened them.
 */
public final class TensorScope implements AutoCloseable {
    private final OpenScope scope = OpenScope.open();

    private TensorScope() {}

    /** Opens a scope inside the calling thread's current one. */
    public static TensorScope open() {
        return new TensorScope();
    }

    /**
     * Moves a tensor from this scope to the enclosing one; without one, it must be closed explicitly.
     *
     * @return the same tensor
     */
    public Tensor keep(Tensor tensor) {
        scope.keep(tensor);
        return tensor;
    }

    /**
     * Removes a tensor from its scope, so that it must be closed explicitly. A tensor without a scope is unchanged.
     *
     * @return the same tensor
     * @throws InvalidArgumentException if the scope belongs to another thread
     */
    public static Tensor detach(Tensor tensor) {
        OpenScope.detach(tensor);
        return tensor;
    }

    /**
     * Closes all tensors of this scope. If closing one fails, such as with a device error, the others are closed before
     * the exception is thrown. Has no effect if already closed.
     *
     * @throws InvalidArgumentException if called by another thread, or if a nested scope is still open
     */
    @Override
    public void close() {
        scope.close();
    }
}
