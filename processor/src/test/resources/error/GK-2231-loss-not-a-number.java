import static io.graphkernel.runtime.Gradients.*;
import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    // says 'square(w)' is f32[n]
    @GraphKernel
    static Tensor several(@TensorType("f32[n]") Tensor w) {
        return gradient(() -> square(w), w);
//                            ^ GK-2231
    }

    // says 'reduceSum(counts)' is i64[]
    @GraphKernel
    static Tensor whole(@TensorType("f32[n]") Tensor w, @TensorType("i64[m]") Tensor counts) {
        var result = valueAndGradient(
                () -> {
                    Tensor squares = square(w);
                    return reduceSum(counts);
//                         ^ GK-2231
                },
                w);
        return result.gradient();
    }

    // says 'square(w)' is a tensor of undeclared shape
    @GraphKernel
    static Tensor undeclared(Tensor w) {
        return gradient(() -> square(w), w);
//                            ^ GK-2231
    }
}
