import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor moved(@TensorType("f32[m, k]") Tensor x) {
        Tensor turned = transpose(x, 0);
//                                   ^ GK-2017
        Tensor flat = reshape(x, -1, -1);
//                               ^ GK-2017
        Tensor cut = stridedSlice(x, new long[] {0}, new long[] {1}, new long[] {0});
//                                                                   ^ GK-2017
        return conv2D(reshape(x, 1, 1, x.dimension(0), x.dimension(1)), reshape(x, 1, 1, x.dimension(0), -1), new long[] {1});
//                                                                                                            ^ GK-2017
    }
}
// says permutation [0] does not name each of the 2 axes of shape [m, k]
// says has -1 twice
// says strides [0] hold a 0
