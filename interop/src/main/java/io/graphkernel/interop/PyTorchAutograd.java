package io.graphkernel.interop;

import io.graphkernel.runtime.ForwardCall;
import io.graphkernel.runtime.exception.NullTensorException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import java.util.function.Function;
import org.bytedeco.pytorch.Tensor;

/**
 * Kernels with a gradient as functions of PyTorch's autograd, for users of {@code org.bytedeco:pytorch}.
 *
 * <pre>{@code
 * Tensor y = PyTorchAutograd.call(in -> MyOpsKernels.layerNormForward(in.of(x), in.of(gamma), in.of(beta), 1e-5f));
 * }</pre>
 *
 * <p>The result records gradients like the result of any op of PyTorch: {@code backward()} calls the gradient of the
 * kernel, {@code retain_graph} permits several calls, and the kernel's saved values are released together with those of
 * PyTorch's own ops: after the backward pass, or when the result and all tensors computed from it are closed. Only
 * non-contiguous inputs and cotangents are copied. In a backward pass, PyTorch writes zeros of the size of the input
 * before each gradient. If gradients are disabled, or no input records them, nothing is saved.
 *
 * <p>The kernel computes the gradients of all its parameters; those of inputs that do not record gradients are
 * discarded. Second derivatives are not supported. Exceptions during a backward pass are rethrown as a
 * {@code RuntimeException} of JavaCPP with the message.
 */
public final class PyTorchAutograd {

    private PyTorchAutograd() {}

    /** Wraps PyTorch tensors, for the duration of a call. */
    @FunctionalInterface
    public interface Inputs {

        /**
         * Returns a tensor over the memory of a PyTorch tensor; a non-contiguous tensor is copied.
         *
         * @param tensor tensor on the CPU; its gradient is that of the parameter for which the result is passed
         *     unchanged
         * @throws io.graphkernel.runtime.exception.GraphKernelException as {@link PyTorchTensors#wrap}, but for strides
         *     and gradients
         */
        io.graphkernel.runtime.Tensor of(Tensor tensor);
    }

    /**
     * Calls a kernel with one result.
     *
     * @param kernel call of the method {@code …Forward} of the generated class
     * @return the result, over the memory that the kernel has written
     * @throws io.graphkernel.runtime.exception.GradientException if an input that records gradients would get none
     */
    public static Tensor call(Function<Inputs, ? extends ForwardCall<io.graphkernel.runtime.Tensor>> kernel) {
        return callAll(kernel)[0];
    }

    /**
     * Calls a kernel with any number of results.
     *
     * @param kernel call of the method {@code …Forward} of the generated class
     * @return the results in the order of the kernel's record; those without cotangent record no gradients
     * @throws io.graphkernel.runtime.exception.GradientException as {@link #call}
     */
    public static Tensor[] callAll(Function<Inputs, ? extends ForwardCall<?>> kernel) {
        if (kernel == null) {
            throw new NullTensorException(RuntimeProblem.NULL_ARGUMENT, "PyTorchAutograd.call", "kernel");
        }
        try (PyTorchInputs inputs = new PyTorchInputs()) {
            ForwardCall<?> forward = kernel.apply(inputs);
            try {
                return PyTorchCall.results(forward, inputs);
            } catch (RuntimeException | Error failure) {
                forward.close();
                throw failure;
            }
        }
    }
}
