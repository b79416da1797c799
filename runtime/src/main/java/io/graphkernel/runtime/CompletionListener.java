package io.graphkernel.runtime;

import io.graphkernel.runtime.exception.InvalidArgumentException;
import io.graphkernel.runtime.exception.RuntimeProblem;

/**
 * Hears of tensors that a kernel method writes while the same call still computes others, such as of gradients, which may be
 * summed over ranks meanwhile:
 *
 * <pre>{@code
 * try (CompletionListener.Binding bound = listener.bind()) {
 *     GptKernels.gradients(model, sums, tokens, targets);
 * }
 * }</pre>
 *
 * <p>It hears of parameters that are assigned and of results, each once a call, in the order of the method's launches, when no
 * later launch of the call reads or writes them. Whatever it does not hear of is complete when the call returns: that is so of
 * short methods, of tensors of a GPU, and of shapes without a rank.
 */
@FunctionalInterface
public interface CompletionListener {

    /**
     * Hears of a tensor. What it throws ends the call.
     *
     * @param tensor as it was passed
     */
    void completed(Tensor tensor);

    /** Makes this the listener of the calling thread, until the result is closed by the same thread. */
    default Binding bind() {
        return new Binding(this);
    }

    /** The listener that is bound to the calling thread; null for none. */
    static CompletionListener bound() {
        Binding binding = Binding.BOUND.get();
        return binding == null ? null : binding.listener;
    }

    /** The time for which a listener is its thread's. */
    final class Binding implements AutoCloseable {
        private static final ThreadLocal<Binding> BOUND = new ThreadLocal<>();

        private final CompletionListener listener;
        /** The binding before; null for none. */
        private final Binding outer;

        private boolean closed;

        private Binding(CompletionListener listener) {
            this.listener = listener;
            this.outer = BOUND.get();
            BOUND.set(this);
        }

        /**
         * Binds again what was bound before. Closing twice is allowed.
         *
         * @throws InvalidArgumentException if another listener is bound meanwhile, or by another thread
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
