package io.graphkernel.runtime.internal.tensor;

import io.graphkernel.runtime.exception.InvalidArgumentException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A scope that closes the tensors that its thread creates while it is open; nested in the thread's other scopes. */
public final class OpenScope implements AutoCloseable {
    private static final ThreadLocal<OpenScope> CURRENT = new ThreadLocal<>();
    private static final int INITIAL_CAPACITY = 16;
    private static final AbstractTensor[] NO_TENSORS = {};

    private final @Nullable OpenScope outer;
    private final Thread thread = Thread.currentThread();
    private AbstractTensor[] tensors = new AbstractTensor[INITIAL_CAPACITY];
    private int count;
    private boolean closed;

    private OpenScope(@Nullable OpenScope outer) {
        this.outer = outer;
    }

    /** Opens a scope inside the calling thread's current one. */
    public static OpenScope open() {
        OpenScope scope = new OpenScope(CURRENT.get());
        CURRENT.set(scope);
        return scope;
    }

    /** Adds a new tensor to the calling thread's scope, if any, and returns it. */
    public static <T extends AbstractTensor> T adopt(T tensor) {
        OpenScope scope = CURRENT.get();
        if (scope != null) {
            scope.add(tensor);
        }
        return tensor;
    }

    /** Moves a tensor from this scope to the enclosing one, if any. */
    public void keep(AbstractTensor tensor) {
        requireOwner();
        if (Operands.attribute("TensorScope.keep", "tensor", tensor).scope == this) {
            tensor.scope = null;
            if (outer != null) {
                outer.add(tensor);
            }
        }
    }

    /** Removes a tensor from its scope, if any. */
    public static void detach(AbstractTensor tensor) {
        OpenScope scope = Operands.attribute("TensorScope.detach", "tensor", tensor).scope;
        if (scope != null && !scope.closed) {
            scope.requireOwner();
            tensor.scope = null;
        }
    }

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
        AbstractTensor[] held = tensors;
        tensors = NO_TENSORS;
        for (int i = 0; i < count; i++) {
            if (held[i].scope != this) {
                held[i] = null;
            }
        }
        Closeables.closeAll(held);
    }

    private void add(AbstractTensor tensor) {
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
            AbstractTensor tensor = tensors[i];
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
