package demo;

import static io.graphkernel.runtime.Ops.mul;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.runtime.Tensor;
import lombok.val;

final class CallsWaiting {
    @GraphKernel
    static Tensor fourTimes(@TensorType("f32[n]") Tensor x) {
        return Waiting.twice(Waiting.twice(x));
    }
}

final class Waiting {
    @GraphKernel
    static Tensor twice(@TensorType("f32[n]") Tensor x) {
        return mul(x, 2);
    }

    static int one() {
        val one = 1;
        return one;
    }
}
