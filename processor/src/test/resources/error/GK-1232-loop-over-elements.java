import static io.graphkernel.runtime.Elementwise.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    static float collatz(float x) {
        float steps = 0;
        while (x > 1) {
//               ^ GK-1232
            x = x / 2;
            steps++;
        }
        return steps;
    }

    @GraphKernel
    static Tensor steps(@TensorType("f32[n]") Tensor x) {
        return map(x, Example::collatz);
    }

    @GraphKernel
    static Tensor counted(@TensorType("f32[n]") Tensor x, int count) {
        return map(x, a -> {
            float sum = 0;
            for (int i = 0; i < count; i++) {
//                            ^ GK-1232
                sum += a;
            }
            return sum;
        });
    }
}
