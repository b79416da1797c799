import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor before(@TensorType("f32[n]") Tensor x) {
        return narrow(x, 0, -1, 2);
//                          ^ GK-2017
    }

    @GraphKernel
    static Tensor after(@TensorType("f32[n]") Tensor x) {
        return narrow(x, 0, x.dimension(0) + 1, 2);
//                                         ^ GK-2017
    }

    @GraphKernel
    static Tensor negative(@TensorType("f32[n]") Tensor x) {
        return slice(x, new long[] {1}, new long[] {-3});
//                                      ^ GK-2017
    }
}
