package io.graphkernel.runtime;

import io.graphkernel.runtime.exception.InvalidArgumentException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.internal.tensor.Closeables;
import io.graphkernel.runtime.internal.tensor.Operands;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

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
    private static final ThreadLocal<TensorScope> CURRENT = new ThreadLocal<>();
    private static final int INITIAL_CAPACITY = 16;
    private static final Tensor[] NO_TENSORS = {};

    private final @Nullable TensorScope outer;
    private final Thread thread = Thread.currentThread();
    private Tensor[] tensors = new Tensor[INITIAL_CAPACITY];
    private int count;
    private boolean closed;

    private TensorScope(@Nullable TensorScope outer) {
        this.outer = outer;
    }

    /** Opens a scope inside the calling thread's current one. */
    public static TensorScope open() {
        TensorScope scope = new TensorScope(CURRENT.get());
        CURRENT.set(scope);
        return scope;
    }

    /** Adds a new tensor to the calling thread's scope, if any, and returns it. */
    static Tensor adopt(Tensor tensor) {
        TensorScope scope = CURRENT.get();
        if (scope != null) {
            scope.add(tensor);
        }
        return tensor;
    }

    /**
     * Moves a tensor from this scope to the enclosing one; without one, it must be closed explicitly.
     *
     * @return the same tensor
     */
    public Tensor keep(Tensor tensor) {
        requireOwner();
        if (Operands.attribute("TensorScope.keep", "tensor", tensor).scope == this) {
            tensor.scope = null;
            if (outer != null) {
                outer.add(tensor);
            }
        }
        return tensor;
    }

    /**
     * Removes a tensor from its scope, so that it must be closed explicitly. A tensor without a scope is unchanged.
     *
     * @return the same tensor
     * @throws InvalidArgumentException if the scope belongs to another thread
     */
    public static Tensor detach(Tensor tensor) {
        TensorScope scope = Operands.attribute("TensorScope.detach", "tensor", tensor).scope;
        if (scope != null && !scope.closed) {
            scope.requireOwner();
            tensor.scope = null;
        }
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
        if (closed) {
            return;
        }
        requireOwner();
        if (CURRENT.get() != this) {
            throw new InvalidArgumentException(
                    RuntimeProblem.SCOPE_MISUSE, "a tensor scope is closed while one inside it is open");
        }
        closed = true;
        if (outer == null) {
            CURRENT.remove();
        } else {
            CURRENT.set(outer);
        }
        Tensor[] held = tensors;
        tensors = NO_TENSORS;
        for (int i = 0; i < count; i++) {
            if (held[i].scope != this) {
                held[i] = null;
            }
        }
        Closeables.closeAll(held);
    }

    private void add(Tensor tensor) {
        if (count == tensors.length) {
            compact();
        }
        tensor.scope = this;
        tensors[count++] = tensor;
    }

    /** Removes closed and moved tensors, so that the size of a long-lived scope is bounded by its open tensors. */
    private void compact() {
        int held = 0;
        for (int i = 0; i < count; i++) {
            Tensor tensor = tensors[i];
            if (tensor.scope == this && !tensor.isClosed()) {
                tensors[held++] = tensor;
            }
        }
        Arrays.fill(tensors, held, count, null);
        count = held;
        if (held > tensors.length / 2) {
            tensors = Arrays.copyOf(tensors, tensors.length * 2);
        }
    }

    private void requireOwner() {
        if (Thread.currentThread() != thread) {
            throw new InvalidArgumentException(
                    RuntimeProblem.SCOPE_MISUSE, "a tensor scope is used by a thread that did not open it");
        }
        if (closed) {
            throw new InvalidArgumentException(
                    RuntimeProblem.SCOPE_MISUSE, "a tensor scope is used after it was closed");
        }
    }
}
