package io.graphkernel.runtime;

import io.graphkernel.runtime.exception.InvalidArgumentException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.internal.tensor.Closing;
import io.graphkernel.runtime.internal.tensor.Operands;
import java.util.Arrays;

/**
 * Closes the tensors that its thread makes while it is open.
 *
 * <pre>{@code
 * try (TensorScope scope = TensorScope.open()) {
 *     Tensor hidden = LayersKernels.hidden(x, weights);
 *     result = scope.keep(LayersKernels.output(hidden));
 * }   // hidden is closed here, result is not
 * }</pre>
 *
 * <p>Scopes nest; they belong to the thread that opened them.
 */
public final class TensorScope implements AutoCloseable {
    private static final ThreadLocal<TensorScope> CURRENT = new ThreadLocal<>();
    private static final int INITIAL_CAPACITY = 16;

    private final TensorScope outer;
    private final Thread thread = Thread.currentThread();
    private Tensor[] tensors = new Tensor[INITIAL_CAPACITY];
    private int count;
    private boolean closed;

    private TensorScope(TensorScope outer) {
        this.outer = outer;
    }

    /** Opens a scope inside the calling thread's current one. */
    public static TensorScope open() {
        TensorScope scope = new TensorScope(CURRENT.get());
        CURRENT.set(scope);
        return scope;
    }

    /** Puts a new tensor into the calling thread's scope, if there is one; gives it back. */
    static Tensor adopt(Tensor tensor) {
        TensorScope scope = CURRENT.get();
        if (scope != null) {
            scope.add(tensor);
        }
        return tensor;
    }

    /**
     * Moves a tensor out of this scope into the one around it; without one it has to be closed by hand.
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
     * Takes a tensor out of its scope, so that no scope closes it: it has to be closed by hand. One that belongs to no scope stays
     * as it is.
     *
     * @return the same tensor
     * @throws InvalidArgumentException if the scope is another thread's
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
     * Closes the tensors of this scope, all of them: if the close of one fails, such as with a device's error, that is
     * thrown after the others are closed. Closing twice is allowed.
     *
     * @throws InvalidArgumentException if another thread calls, or a scope inside is still open
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
        tensors = null;
        for (int i = 0; i < count; i++) {
            if (held[i].scope != this) {
                held[i] = null;
            }
        }
        Closing.all(held);
    }

    private void add(Tensor tensor) {
        if (count == tensors.length) {
            compact();
        }
        tensor.scope = this;
        tensors[count++] = tensor;
    }

    /** Forgets tensors that were closed or kept, so that a long-lived scope grows only with what it holds. */
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
