package io.graphkernel.runtime.generated;

import io.graphkernel.runtime.ForwardCall;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.internal.gradient.Recording;
import java.util.function.Supplier;

/**
 * Recorder of kernel calls inside a loss in plain Java or under a tape, called by the stub of a method with a gradient.
 */
public final class RecordedKernel {

    private RecordedKernel() {}

    /** Returns true if the calling thread records ops. */
    public static boolean isOn() {
        return Recording.isOn();
    }

    /** Returns true if one of the tensors depends on a differentiated tensor. */
    public static boolean isTracked(Tensor... parameters) {
        return Recording.isTracked(parameters);
    }

    /**
     * Checks that a tensor whose parameter has no gradient does not depend on a differentiated tensor.
     *
     * @throws io.graphkernel.runtime.exception.GraphKernelException if it does, is null or closed
     */
    public static void constant(String method, String parameter, Tensor tensor) {
        Checks.open(method, parameter, tensor);
        Recording.reject(method, parameter, tensor);
    }

    /** Records a kernel as one op with its gradient call, and returns its result. */
    public static <R> R call(String method, Supplier<? extends ForwardCall<R>> forward) {
        return Recording.kernel(method, forward);
    }
}
