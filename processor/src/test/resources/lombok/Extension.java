package demo;

import static io.graphkernel.runtime.Ops.mul;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.runtime.Tensor;
import lombok.experimental.ExtensionMethod;

@ExtensionMethod(Extension.Texts.class)
final class Extension {
    static final class Texts {
        public static int size(String text) {
            return text.length();
        }
    }

    @GraphKernel
    static Tensor twice(@TensorType("f32[n]") Tensor x) {
        return mul(x, 2);
    }

    static int size() {
        return "a".size();
    }
}
