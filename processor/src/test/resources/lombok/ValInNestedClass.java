package demo;

import static io.graphkernel.runtime.Ops.mul;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.runtime.Tensor;

final class ValInNestedClass {
    static final class Texts {
        static String text() {
            lombok.val text = "a";
            return text;
        }
    }

    static final class Ops {
        @GraphKernel
        static Tensor twice(@TensorType("f32[n]") Tensor x) {
            return mul(x, 2);
        }
    }
}
