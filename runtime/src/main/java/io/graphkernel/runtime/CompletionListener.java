package io.graphkernel.runtime;

import io.graphkernel.runtime.exception.InvalidArgumentException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import org.jspecify.annotations.Nullable;

/**
 * A listener that is notified of tensors that a kernel method has completed while the same call still computes others.
 * Gradients, for example, can be reduced over ranks concurrently:
 * <pre>{@code
 * try (CompletionListener.Binding bound = listener.bind()) {
 *     GptKernels.gradients(model, sums, tokens, targets);
 * }
 * }</pre>
 *
 * <p>It is notified of assigned parameters and of results, each once per call, in launch order, when no later launch of
 * the call accesses them. Tensors without a notification are complete when the call returns: those of short methods, of
 * devices, and of unranked shapes.
 */
@FunctionalInterface
public interface CompletionListener {

    /**
     * Called when a tensor is complete. An exception ends the call.
     *
     * @param tensor the tensor that was passed to the call
     */
    void completed(Tensor tensor);

    /** Binds this listener to the calling thread, until the same thread closes the result. */
    default Binding bind() {
        return new Binding(this);
    }

    /** Returns the listener that is bound to the calling thread; null for none. */
    static @Nullable CompletionListener bound() {
        Binding binding = Binding.BOUND.get();
        return binding == null ? null : binding.listener;
    }

    /** The binding of a listener to a thread. */
    final class Binding implements AutoCloseable {
        private static final ThreadLocal<Binding> BOUND = new ThreadLocal<>();

        private final CompletionListener listener;
        /** The previous binding; null for none. */
        private final @Nullable Binding outer;

        private boolean closed;

        private Binding(CompletionListener listener) {
            this.listener = listener;
            this.outer = BOUND.get();
            BOUND.set(this);
        }

        /**
         * Restores the previous binding. Has no effect if already closed.
         *
         * @throws InvalidArgumentException if another listener is bound since, or another thread calls
         */
        @Override
        public void close() {
            if (closed) {
                return;
            }
            if (BOUND.get() != this) {
                throw new InvalidArgumentException(RuntimeProblem.LISTENER_MISUSE);
            }
            closed = true;
            if (outer == null) {
                BOUND.remove();
            } else {
                BOUND.set(outer);
            }
        }
    }
}
