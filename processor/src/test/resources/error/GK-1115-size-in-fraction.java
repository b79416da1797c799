import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor mean(@TensorType("f32[n, d]") Tensor x) {
        return mul(reduceSum(x, 1), 1.0 / x.dimension(1));
//                                      ^ GK-1115
    }

    @GraphKernel
    static Tensor narrowed(@TensorType("f32[n]") Tensor x, float rate) {
        long last = x.dimension(0) - (long) rate;
//                                 ^ GK-1115
        return mul(x, (short) x.dimension(0));
//                             ^ GK-1115
    }

    @GraphKernel
    static Tensor inADouble(@TensorType("f32[n, m]") Tensor x) {
        double count = x.dimension(0) * x.dimension(1);
//                                    ^ GK-1115
        return mul(x, 1 / count);
    }
}
