package io.graphkernel.runtime;

import java.util.List;

/**
 * A forward call of a kernel with a gradient, for code that works with any kernel: the records {@code FForward} of generated
 * classes are such calls.
 *
 * @param <R> what the kernel gives: a tensor, or a record of tensors
 */
public interface ForwardCall<R> extends AutoCloseable {

    /** What the kernel has computed. */
    R result();

    /** The tensors of the result, in the order of its components. */
    List<Tensor> results();

    /** The results that have a cotangent: those of floats, less those that are marked {@code @NoGradient}. */
    List<Tensor> differentiable();

    /**
     * The tensors that were passed for the parameters that have a gradient; none after {@link #release()}, or if the results
     * were written into given tensors.
     */
    List<Tensor> parameters();

    /** Whether elements of a tensor are saved, without a copy: they must not change before the last gradient call. */
    boolean holds(Tensor tensor);

    /**
     * Calls the gradient of the kernel.
     *
     * @param cotangents one for each tensor of {@link #differentiable()}, of its dtype and dims; of several, null for a zero
     * @return new tensors, one for each parameter, of its dtype and dims
     * @throws io.graphkernel.runtime.exception.SavedValuesException if the saved values are released, if one was written
     *     since, or if all cotangents are null
     */
    List<Tensor> gradients(Tensor... cotangents);

    /** Gives up what is saved, and leaves the result open. Releasing twice is allowed. */
    void release();

    /** Gives up what is saved, and closes the result. */
    @Override
    void close();
}
