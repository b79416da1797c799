package io.graphkernel.runtime;

import io.graphkernel.runtime.internal.gradient.OpenTape;

/**
 * Records what a thread computes from some tensors, so that gradients can be taken of it. It is for Java control flow between
 * kernels: loops whose number of iterations depends on data, models that are put together at run time.
 *
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
 * <p>From when it is opened to when it is closed, the tape records on its thread the ops of {@code Ops}, views and copies of
 * {@code Tensor}, and the methods of generated classes whose kernels have {@code gradient = true}, as far as they depend on the
 * tensors that it was opened with, its parameters. All else is a constant. What it has recorded stays in memory until it is
 * closed, whoever closes the tensors meanwhile; so do the saved values of kernels. A thread has one tape at a time.
 *
 * <p>The gradients that it gives are constants in what is recorded after: it has no second derivatives. For these take the inner
 * gradient with {@link Gradients#gradient(java.util.function.Supplier, Tensor)}, which is recorded.
 *
 * <p>What the tape cannot record is a {@link io.graphkernel.runtime.exception.GradientException}: a kernel without a gradient
 * that takes what depends on the parameters, also one that writes into given results, and updates in place. Close the tape, then
 * update.
 */
public final class Tape implements AutoCloseable {

    private final OpenTape tape;

    private Tape(OpenTape tape) {
        this.tape = tape;
    }

    /**
     * Begins to record on the calling thread.
     *
     * @param parameters tensors of floats, one or more
     * @throws io.graphkernel.runtime.exception.GradientException if one is no tensor of floats, or if the thread records
     *     already
     */
    public static Tape open(Tensor... parameters) {
        return new Tape(OpenTape.open(parameters));
    }

    /**
     * Begins to record on the calling thread.
     *
     * @param parameters a record of tensors of floats, or of such records
     * @throws io.graphkernel.runtime.exception.GradientException if it has anything else, or if the thread records already
     */
    public static Tape open(Record parameters) {
        return new Tape(OpenTape.open(parameters));
    }

    /**
     * The gradient of a loss by one tensor. Any number of gradients may be taken of what is recorded.
     *
     * @param loss a tensor of floats with one element, which depends on the parameter
     * @param parameter a parameter of the tape, or what was computed from one
     * @return a new tensor with the dtype and the dims of the parameter
     * @throws io.graphkernel.runtime.exception.GradientException if the loss is something else or does not depend on the
     *     parameter, if the parameter is not recorded, if a tensor that the loss depends on was written since, if an op on the
     *     way has no gradient, if it is called inside a loss of {@link Gradients}, or if the tape is closed or another thread's
     */
    public Tensor gradient(Tensor loss, Tensor parameter) {
        return tape.gradient(loss, parameter);
    }

    /**
     * The gradients of a loss by several tensors.
     *
     * @param loss as in {@link #gradient(Tensor, Tensor)}
     * @param parameters parameters of the tape, or what was computed from them, one or more
     * @return a gradient for each parameter
     * @throws io.graphkernel.runtime.exception.GradientException as {@link #gradient(Tensor, Tensor)}
     */
    public Tensor[] gradient(Tensor loss, Tensor... parameters) {
        return tape.gradient(loss, parameters);
    }

    /**
     * The gradient of a loss by the tensors of a record.
     *
     * @param <R> a record of tensors, or of such records
     * @param loss as in {@link #gradient(Tensor, Tensor)}
     * @param parameters parameters of the tape, or what was computed from them
     * @return a record of the gradients
     * @throws io.graphkernel.runtime.exception.GradientException as {@link #gradient(Tensor, Tensor)}
     */
    public <R extends Record> R gradient(Tensor loss, R parameters) {
        return tape.gradient(loss, parameters);
    }

    /**
     * Ends the recording and gives up what it has kept. Closing twice is allowed.
     *
     * @throws io.graphkernel.runtime.exception.GradientException if another thread than that of the tape closes it
     */
    @Override
    public void close() {
        tape.close();
    }
}
