import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    // says the number of axes of roll is 1, but needs as many as shift, 2
    @GraphKernel
    static Tensor rolled(@TensorType("f32[n, d]") Tensor x) {
        return roll(x, new int[] {1, 2}, axes(0));
//                                       ^ GK-2017
    }

    // says the number of axes of yAxes of tensorDot is 1, but needs as many as xAxes, 2
    @GraphKernel
    static Tensor fewer(@TensorType("f32[n, d, k]") Tensor x, @TensorType("f32[k, d]") Tensor y) {
        return tensorDot(x, y, axes(1, 2), axes(0));
//                                         ^ GK-2017
    }

    // says yAxes of tensorDot is [0, -2], but needs different axes of y, which has 2
    @GraphKernel
    static Tensor repeated(@TensorType("f32[n, d, k]") Tensor x, @TensorType("f32[k, d]") Tensor y) {
        return tensorDot(x, y, axes(2, 1), axes(0, -2));
//                                         ^ GK-2017
    }

    // says yAxes of tensorDot is [2], but needs different axes of y, which has 2
    @GraphKernel
    static Tensor outside(@TensorType("f32[n, d, k]") Tensor x, @TensorType("f32[k, d]") Tensor y) {
        return tensorDot(x, y, axes(2), axes(2));
//                                      ^ GK-2017
    }
}
