import static io.graphkernel.runtime.Gradients.*;
import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

import java.util.function.Supplier;

final class Example {
    static Tensor loss() {
        return Tensor.scalar(0);
    }

    @GraphKernel
    static Tensor reference(@TensorType("f32[n]") Tensor w) {
        return gradient(Example::loss, w);
//                      ^ GK-2234
    }

    static final Supplier<Tensor> LOSS = Example::loss;

    @GraphKernel
    static Tensor field(@TensorType("f32[n]") Tensor w) {
        return gradient((LOSS), w);
//                       ^ GK-2234
    }
}
