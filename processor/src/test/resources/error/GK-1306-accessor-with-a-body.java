import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    record Norm(@TensorType("f32[d]") Tensor gamma, float epsilon) {
        public float epsilon() {
            return Math.max(epsilon, 1e-6f);
        }
    }

    record Both(Norm norm, float rate) {}

    @GraphKernel
    static Tensor given(@TensorType("f32[n, d]") Tensor x, Norm norm) {
        return add(mul(x, norm.gamma()), norm.epsilon());
    }

    @GraphKernel
    static Tensor within(@TensorType("f32[n, d]") Tensor x, Norm norm) {
        return mul(given(x, new Both(norm, 2f).norm()), new Both(norm, 2f).rate());
    }

    @GraphKernel
    static Tensor read(@TensorType("f32[n, d]") Tensor x, @TensorType("f32[d]") Tensor gamma) {
        Norm norm = new Norm(gamma, 0f);
        return add(mul(x, norm.gamma()), norm.epsilon());
//                                           ^ GK-1306
    }

    @GraphKernel
    static Tensor handed(@TensorType("f32[n, d]") Tensor x, @TensorType("f32[d]") Tensor gamma) {
        return given(x, new Both(new Norm(gamma, 0f), 2f).norm());
//                                                       ^ GK-1306
    }
}
