import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    // says write 1.0 / 2
    @GraphKernel
    static Tensor direct(Tensor x, Tensor y) {
        return mul(add(x, y), 1 / 2);
//                              ^ GK-1114
    }

    @GraphKernel
    static Tensor throughVariables(Tensor x, float scale) {
        int half = 3 / 2;
//                   ^ GK-1114
        float factor = -half;
        factor *= 2;
        return mul(x, scale * (double) factor);
    }

    @GraphKernel
    static Tensor onceInALoop(Tensor x) {
        Tensor y = x;
        for (int i = 0; i < 6; i++) {
            y = mul(y, i / 2);
//                       ^ GK-1114
        }
        return y;
    }

    @GraphKernel
    static Tensor even(@TensorType("f32[n, 4]") Tensor x, @TensorType("i32[n, 4]") Tensor numbers, int a) {
        Tensor whole = mul(numbers, 7 / 2);
        return add(reduceSum(mul(x, 4 / 2 + a / 2), 3 / 2, KEEP_DIMS), cast(whole, DType.F32));
    }

    @GraphKernel
    @SuppressWarnings("GK-1114")
    static Tensor silenced(Tensor x) {
        return mul(x, 1 / 2);
    }
}
