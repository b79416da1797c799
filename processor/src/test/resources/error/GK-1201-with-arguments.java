import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    // says fix: write reduceMean(x, 1, KEEP_DIMS)
    @GraphKernel
    static Tensor kept(@TensorType("f32[n, m]") Tensor x) {
        return mean(x, 1, true);
//             ^ GK-1201
    }

    // says fix: write reduceSum(mul(x, x), -2)
    @GraphKernel
    static Tensor dropped(@TensorType("f32[n, m]") Tensor x) {
        return sum(mul(x, x), -2, false);
//             ^ GK-1201
    }

    // says fix: write reduceStd(x)
    @GraphKernel
    static Tensor all(@TensorType("f32[n, m]") Tensor x) {
        return std(x);
//             ^ GK-1201
    }

    // says fix: write maximum(x, y) or reduceMax(x, 0)
    @GraphKernel
    static Tensor either(@TensorType("f32[n, m]") Tensor x) {
        return max(x, 0);
//             ^ GK-1201
    }

    // says fix: write reduceMin(x, 0, KEEP_DIMS)
    @GraphKernel
    static Tensor smallest(@TensorType("f32[n, m]") Tensor x) {
        return min(x, 0, true);
//             ^ GK-1201
    }

    // says fix: write reduceMean(x, -1)
    @GraphKernel
    static Tensor other(@TensorType("f32[n, m]") Tensor x) {
        return mean(x, DType.F32);
//             ^ GK-1201
    }

    // says fix: write matMul
    @GraphKernel
    static Tensor product(@TensorType("f32[n, n]") Tensor x) {
        return matmul(x, x);
//             ^ GK-1201
    }

    // says fix: write fillV2(0f, 2, 3) or zerosLike(x)
    @GraphKernel
    static Tensor start() {
        return zeros(2, 3);
//             ^ GK-1201
    }
}
