import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    // says fix: write import static io.graphkernel.runtime.Elementwise.*
    @GraphKernel
    static Tensor powers(@TensorType("f32[n]") Tensor x) {
        return map(x, v -> v * v);
//             ^ GK-1201
    }

    // says fix: write import static io.graphkernel.runtime.Scans.*
    @GraphKernel
    static Tensor sums(@TensorType("f32[n]") Tensor x) {
        return scan(x, 0, 0f, (sum, v) -> sum + v);
//             ^ GK-1201
    }

    // says fix: write import static io.graphkernel.runtime.FlexAttention.*
    @GraphKernel
    static Tensor mixed(@TensorType("f32[b, h, n, d]") Tensor x) {
        return attention(x, x, x, 1.0);
//             ^ GK-1201
    }
}
