package io.graphkernel.examples.benchmarks.recurrence;

import static io.graphkernel.runtime.Scans.scan;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.runtime.Tensor;

/** Linear recurrences h = a · h + b. */
public final class RecurrenceOps {

    private RecurrenceOps() {}

    /** Along the first axis, in which the elements of a position are contiguous. */
    @GraphKernel
    public static Tensor first(@TensorType("f32[t, n]") Tensor a, @TensorType("f32[t, n]") Tensor b) {
        return scan(a, b, 0, 0f, (h, decay, input) -> decay * h + input);
    }

    /** Along the last axis. */
    @GraphKernel
    public static Tensor last(@TensorType("f32[n, t]") Tensor a, @TensorType("f32[n, t]") Tensor b) {
        return scan(a, b, 1, 0f, (h, decay, input) -> decay * h + input);
    }
}
