package demo;

import static io.graphkernel.runtime.Ops.mul;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.runtime.Tensor;
import lombok.experimental.UtilityClass;

@UtilityClass
class Utility {
    @GraphKernel
    Tensor twice(@TensorType("f32[n]") Tensor x) {
        return mul(x, 2);
    }

    int one() {
        return 1;
    }
}
