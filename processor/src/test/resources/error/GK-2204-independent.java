import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel(gradient = true)
    static Tensor positive(@TensorType("f32[n]") Tensor x, @TensorType("f32[n]") Tensor y) {
//                                                                                      ^ GK-2204
        return select(greater(y, 0), x, 0);
    }

    // says fix: mark the parameter with @NoGradient, or compute the result by ops that have a gradient
    @GraphKernel(gradient = true)
    static Tensor largest(@TensorType("f32[n, m]") Tensor x) {
//                                                        ^ GK-2204
        return cast(argMax(mul(x, 2), 0), DType.F32);
    }

    // says because: no op leads from it to a result that has a gradient
    // says fix: use the parameter in the returned value, or mark it with @NoGradient
    @GraphKernel(gradient = true)
    static Tensor unused(@TensorType("f32[n]") Tensor x, @TensorType("f32[n]") Tensor y) {
//                                                                                    ^ GK-2204
        return mul(x, y.dimension(0));
    }
}
// says because: its gradient ends at greater at GK-2204-independent.java:10: integers, comparisons, rounding and stopGradient have no gradient
// says because: its gradient ends at argMax at GK-2204-independent.java:17: integers
