import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor rolled(@TensorType("f32[n, d]") Tensor x) {
        return roll(x, new int[] {1, 2}, axes(0, 2));
//                                       ^ GK-2004
    }

    @GraphKernel
    static Tensor product(@TensorType("f32[n, d, k]") Tensor x, @TensorType("f32[k, d]") Tensor y) {
        return tensorDot(x, y, axes(3), axes(0));
//                             ^ GK-2004
    }
}
