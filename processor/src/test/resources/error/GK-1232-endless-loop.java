import static io.graphkernel.runtime.Elementwise.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    static float endless(float x) {
        while (true) {
//             ^ GK-1232
            x = x / 2;
        }
    }

    @GraphKernel
    static Tensor steps(@TensorType("f32[n]") Tensor x) {
        return map(x, Example::endless);
    }

    @GraphKernel
    static Tensor skipped(@TensorType("f32[n]") Tensor x) {
        return map(x, a -> {
            for (int i = 0; ; i++) {
//          ^ GK-1232
                if (a > i) {
                    continue;
                }
                a += i;
            }
        });
    }
}
