package demo;

import static io.graphkernel.runtime.Ops.mul;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.runtime.Tensor;
import lombok.val;

class WithVal {
    String text() {
        val text = "a";
        return text;
    }
}

final class ValInSuperclass extends WithVal {
    @GraphKernel
    static Tensor twice(@TensorType("f32[n]") Tensor x) {
        return mul(x, 2);
    }
}
