import static io.graphkernel.runtime.Gradients.*;
import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static void count(@TensorType("f32[n]") Tensor w) {
        assign(w, add(w, 1));
    }

    @GraphKernel
    static Tensor byOp(@TensorType("f32[n]") Tensor w) {
        return gradient(
                () -> {
                    assign(w, square(w));
//                  ^ GK-2235
                    return reduceSum(w);
                },
                w);
    }

    @GraphKernel
    static Tensor byKernel(@TensorType("f32[n]") Tensor w) {
        return gradient(
                () -> {
                    count(w);
//                  ^ GK-2235
                    return reduceSum(w);
                },
                w);
    }
}
