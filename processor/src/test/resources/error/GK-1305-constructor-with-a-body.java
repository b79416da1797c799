import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    record Norm(@TensorType("f32[d]") Tensor gamma, float epsilon) {
        Norm {
            epsilon = Math.max(epsilon, 1e-6f);
        }
    }

    record Range(float from, float to) {
        Range(float from, float to) {
            this.from = Math.min(from, to);
            this.to = Math.max(from, to);
        }

        Range(float to) {
            this(0, to);
        }
    }

    record Both(Norm norm) {}

    @GraphKernel
    static Tensor compact(@TensorType("f32[n, d]") Tensor x, @TensorType("f32[d]") Tensor gamma) {
        Norm norm = new Norm(gamma, 0f);
//                  ^ GK-1305
        return add(mul(x, norm.gamma()), norm.epsilon());
    }

    @GraphKernel
    static Tensor explicit(Tensor x) {
        return mul(x, new Range(3, 2).to());
//                    ^ GK-1305
    }

    @GraphKernel
    static Tensor given(@TensorType("f32[n, d]") Tensor x, Norm norm, Range range) {
        return add(mul(x, new Both(norm).norm().gamma()), norm.epsilon() + range.to());
    }

    record Scale(@TensorType("f32[d]") Tensor gamma) {
        Scale {
            java.util.Objects.requireNonNull(gamma);
        }
    }

    @GraphKernel
    static Tensor derived(@TensorType("f32[n, d]") Tensor x, Scale scale) {
        return Gradients.gradient(() -> reduceSum(mul(x, scale.gamma())), scale).gamma();
//                                                                        ^ GK-1305
    }
}
