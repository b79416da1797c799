import static io.graphkernel.runtime.Elementwise.*;
import static io.graphkernel.runtime.Scans.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    // says write 1.0 / 2
    @GraphKernel
    static Tensor inALambda(@TensorType("f32[n]") Tensor x) {
        return map(x, x, (u, v) -> u > v ? u : 1 / 2 * v);
//                                               ^ GK-1114
    }

    @GraphKernel
    static Tensor throughVariables(@TensorType("f32[n]") Tensor x) {
        int half = 3 / 2;
//                   ^ GK-1114
        return map(x, v -> {
            int third = -(1 / 3);
//                          ^ GK-1114
            return v * half + third;
        });
    }

    private static float scaled(float v) {
        return v * (2 / 3);
//                    ^ GK-1114
    }

    @GraphKernel
    static Tensor inAMethod(@TensorType("f32[n]") Tensor x) {
        return map(x, Example::scaled);
    }

    @GraphKernel
    static Tensor inAScan(@TensorType("f32[n]") Tensor x) {
        return scan(x, 0, 0f, (sum, v) -> sum + v * (1 / 2));
//                                                     ^ GK-1114
    }

    @GraphKernel
    static Tensor exact(@TensorType("f32[n]") Tensor x, @TensorType("i32[n]") Tensor numbers) {
        return apply(x, mapInt(numbers, i -> i + 7 / 2), (Float v, Integer i) -> v * (4 / 2) + i % 3);
    }

    @GraphKernel
    @SuppressWarnings("GK-1114")
    static Tensor silenced(@TensorType("f32[n]") Tensor x) {
        return map(x, v -> v * (1 / 2));
    }
}
