import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor twice(Tensor x, Tensor y, float scale) {
//                                       ^ GK-1014
//                                                ^ GK-1014
        return mul(x, 2);
    }

    @GraphKernel
    @SuppressWarnings("unused")
    static Tensor silenced(Tensor x, Tensor y) {
        return mul(x, 2);
    }

    @GraphKernel
    static Tensor silencedParameter(Tensor x, @SuppressWarnings("unused") Tensor y) {
        return mul(x, 2);
    }

    @GraphKernel
    static Tensor shapeAlone(@TensorType("f32[n]") Tensor x, @TensorType("f32[m]") Tensor y) {
        return mul(x, y.dimension(0));
    }
}
