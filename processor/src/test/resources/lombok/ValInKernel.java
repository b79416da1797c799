package demo;

import static io.graphkernel.runtime.Ops.mul;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.runtime.Tensor;
import lombok.val;

final class ValInKernel {
    @GraphKernel
    static Tensor fourTimes(@TensorType("f32[n]") Tensor x) {
        val y = mul(x, 2);
        return mul(y, 2);
    }
}
