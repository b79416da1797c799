import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor mean(@TensorType("f32[n, m, d]") Tensor x) {
        Tensor centered = sub(x, reduceMean(x, axes(0, 2), true));
//                                             ^ GK-4001
// says reduceMean of 'x' over axes [0, 2] of shape [n, m, d]
        return softmax(x, 1);
//                        ^ GK-4001
    }
}
