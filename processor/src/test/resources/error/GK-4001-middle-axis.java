import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor sum(@TensorType("f32[n, m, d]") Tensor x) {
        return reduceSum(x, axes(1), false);
//                          ^ GK-4001
// says reduceSum of 'x' over axes [1] of shape [n, m, d]
// says because: only leading or trailing axes can be reduced in this version
    }

    @GraphKernel
    static Tensor callsIt(@TensorType("f32[n, m, d]") Tensor x) {
        return neg(sum(x));
    }
}
