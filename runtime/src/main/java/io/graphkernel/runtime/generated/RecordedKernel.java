package io.graphkernel.runtime.generated;

import io.graphkernel.runtime.ForwardCall;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.internal.gradient.Recording;
import java.util.function.Supplier;

/** What the stub of a method with a gradient calls where a loss in plain Java, or a tape, records it. */
public final class RecordedKernel {

    private RecordedKernel() {}

    /** Whether the calling thread records what it calls. */
    public static boolean isOn() {
        return Recording.isOn();
    }

    /** Whether one of the tensors depends on what is differentiated by. */
    public static boolean isTracked(Tensor... parameters) {
        return Recording.isTracked(parameters);
    }

    /**
     * Throws if a tensor whose parameter has no gradient depends on what is differentiated by.
     *
     * @throws io.graphkernel.runtime.exception.GraphKernelException if it does, is null or closed
     */
    public static void constant(String method, String parameter, Tensor tensor) {
        Checks.open(method, parameter, tensor);
        Recording.refuse(method, parameter, tensor);
    }

    /** Records a kernel as one op, whose gradient is the gradient call, and gives its result. */
    public static <R> R call(String method, Supplier<? extends ForwardCall<R>> forward) {
        return Recording.kernel(method, forward);
    }
}
