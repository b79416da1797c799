package io.graphkernel.runtime;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A forward call of a kernel with a gradient, for code that is generic over kernels: the records {@code FForward} of
 * generated classes are such calls.
 *
 * @param <R> result type of the kernel: a tensor, or a record of tensors
 */
public interface ForwardCall<R> extends AutoCloseable {

    /** Returns the result of the kernel. */
    R result();

    /** Returns the tensors of the result, in the order of its components. */
    List<Tensor> results();

    /** Returns the results that have a cotangent: floating-point tensors that are not marked {@code @NoGradient}. */
    List<Tensor> differentiable();

    /**
     * Returns the arguments of the parameters that have a gradient; empty after {@link #release()}, or if the results
     * were written into existing tensors.
     */
    List<Tensor> parameters();

    /**
     * Returns true if elements of a tensor are saved without a copy. They must not change before the last gradient
     * call.
     */
    boolean holds(Tensor tensor);

    /**
     * Calls the gradient of the kernel.
     *
     * @param cotangents one per tensor of {@link #differentiable()}, with its dtype and dims; null for zeros if there
     *     are several
     * @return new tensors, one per parameter, with its dtype and dims
     * @throws io.graphkernel.runtime.exception.SavedValuesException if the saved values are released, if one was
     *     written since, or if all cotangents are null
     */
    List<Tensor> gradients(@Nullable Tensor... cotangents);

    /** Releases the saved values and leaves the result open. Releasing twice has no effect. */
    void release();

    /** Releases the saved values and closes the result. */
    @Override
    void close();
}
