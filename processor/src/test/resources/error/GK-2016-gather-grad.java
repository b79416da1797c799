import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    // says 'dy' of shape [n, d] and 'i' of shape [n] in gatherGrad
    // says dy is [a, n, b] and indices are [n], not [n, d] and [n]
    @GraphKernel
    static Tensor matrix(@TensorType("f32[n, d]") Tensor dy, @TensorType("i32[n]") Tensor i) {
        return gatherGrad(dy, i, 10);
//                            ^ GK-2016
    }

    // says GatherGrad of [2, 3, 4] needs 4 == 3
    @GraphKernel
    static Tensor otherCount(@TensorType("f32[2, 3, 4]") Tensor dy, @TensorType("i32[4]") Tensor i) {
        return gatherGrad(dy, i, 10);
//                            ^ GK-2016
    }
}
