import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel(gradient = true)
    static Tensor squares(@TensorType("f32[n, c]") Tensor x) {
//                ^ GK-2206
        Tensor sum = narrow(x, 0, 0, 1);
        for (int i = 0; i < x.dimension(0); i++) {
            for (int j = 0; j < i * i; j++) {
                sum = sin(add(sum, narrow(x, 0, i, 1)));
            }
        }
        return sum;
    }

    @GraphKernel(gradient = true)
    static Tensor leftEarly(@TensorType("f32[n, c]") Tensor x) {
        Tensor sum = narrow(x, 0, 0, 1);
        long n = x.dimension(0);
        for (long i = 0; i < n; i++) {
            for (long j = 0; j < n * n; j++) {
                if (j >= i * i) break;
                sum = sin(add(sum, narrow(x, 0, i, 1)));
            }
        }
        return sum;
    }
}
// says 'squares' has no gradient because of the loop at GK-2206-loop.java:12
// says its i*i iterations are not linear in the index of the loop around it
