import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    record Dense(@TensorType("f32[d, d]") Tensor weight, @TensorType("f32[d]") Tensor bias) {}

    @GraphKernel
    static Tensor total(@TensorType("f32[a...]") Tensor x) {
        return reduceSum(x);
    }

    @GraphKernel
    static Tensor sum(Dense dense) {
        return Parameters.sum(dense, Example::total);
//                                   ^ GK-1331
    }
}
