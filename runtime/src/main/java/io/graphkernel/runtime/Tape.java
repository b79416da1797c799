package io.graphkernel.runtime;

import io.graphkernel.runtime.internal.gradient.OpenTape;

/**
 * A recording of a thread's computations from given tensors, to compute gradients. It supports Java control flow
 * between kernels: loops with a data-dependent number of iterations, and models composed at runtime.
 * <pre>{@code
 * Tensor gradient;
 * try (Tape tape = Tape.open(w)) {
 *     Tensor h = x;
 *     for (int i = 0; i < depth; i++) {
 *         h = LayersKernels.layer(h, w); // a kernel with gradient = true: both directions are fused
 *     }
 *     gradient = tape.gradient(reduceMean(square(h)), w);
 * }
 * assign(w, sub(w, mul(gradient, rate)));
 * }</pre>
 *
 * <p>While it is open, the tape records on its thread the ops of {@code Ops}, views and copies of {@code Tensor}, and
 * the methods of generated classes whose kernels have {@code gradient = true}, as far as they depend on its parameters,
 * the tensors that it was opened with. All other values are constants. Recorded tensors are retained until the tape is
 * closed, even if they are closed earlier; so are the saved values of kernels. A thread has at most one tape.
 *
 * <p>The gradients are constants in later recordings: a tape does not support second derivatives. Use
 * {@link Gradients#gradient(java.util.function.Supplier, Tensor)} for the inner gradient, which is recorded.
 *
 * <p>Operations that the tape cannot record throw {@link io.graphkernel.runtime.exception.GradientException}: calls
 * with dependent tensors of a kernel without a gradient, also if it writes into existing results, and updates in place.
 * Close the tape before updates.
 */
public final class Tape implements AutoCloseable {

    private final OpenTape tape;

    private Tape(OpenTape tape) {
        this.tape = tape;
    }

    /**
     * Starts a recording on the calling thread.
     *
     * @param parameters float tensors, at least one
     * @throws io.graphkernel.runtime.exception.GradientException if one is not a float tensor, or if the thread is
     *     already recording
     */
    public static Tape open(Tensor... parameters) {
        return new Tape(OpenTape.open(parameters));
    }

    /**
     * Starts a recording on the calling thread.
     *
     * @param parameters a record of float tensors, or of such records
     * @throws io.graphkernel.runtime.exception.GradientException if it has other components, or if the thread is
     *     already recording
     */
    public static Tape open(Record parameters) {
        return new Tape(OpenTape.open(parameters));
    }

    /**
     * Returns the gradient of a loss with respect to one tensor. It may be called any number of times.
     *
     * @param loss float tensor with one element, which depends on the parameter
     * @param parameter a parameter of the tape, or a tensor computed from one
     * @return a new tensor with the dtype and the dims of the parameter
     * @throws io.graphkernel.runtime.exception.GradientException if the loss is invalid or does not depend on the
     *     parameter, the parameter is not recorded, a tensor that the loss depends on was written since, an op has no
     *     gradient, the call is inside a loss of {@link Gradients}, or the tape is closed or belongs to another thread
     */
    public Tensor gradient(Tensor loss, Tensor parameter) {
        return tape.gradient(loss, parameter);
    }

    /**
     * Returns the gradients of a loss with respect to several tensors.
     *
     * @param loss as in {@link #gradient(Tensor, Tensor)}
     * @param parameters parameters of the tape, or tensors computed from them, at least one
     * @return one gradient per parameter
     * @throws io.graphkernel.runtime.exception.GradientException as {@link #gradient(Tensor, Tensor)}
     */
    public Tensor[] gradient(Tensor loss, Tensor... parameters) {
        return tape.gradient(loss, parameters);
    }

    /**
     * Returns the gradient of a loss with respect to the tensors of a record.
     *
     * @param <R> a record of tensors, or of such records
     * @param loss as in {@link #gradient(Tensor, Tensor)}
     * @param parameters parameters of the tape, or tensors computed from them
     * @return a record of the gradients, each with the dtype and the dims of the tensor in its component
     * @throws io.graphkernel.runtime.exception.GradientException as {@link #gradient(Tensor, Tensor)}
     */
    public <R extends Record> R gradient(Tensor loss, R parameters) {
        return tape.gradient(loss, parameters);
    }

    /**
     * Ends the recording and releases its tensors. Has no effect if already closed.
     *
     * @throws io.graphkernel.runtime.exception.GradientException if called by another thread than that of the tape
     */
    @Override
    public void close() {
        tape.close();
    }
}
