import static io.graphkernel.runtime.Elementwise.*;
import static io.graphkernel.runtime.FlexAttention.*;
import static io.graphkernel.runtime.Ops.*;
import static io.graphkernel.runtime.Scans.reduce;
import static io.graphkernel.runtime.Scans.scan;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    // Of calls that do not fit, javac says why.
    @GraphKernel
    static Tensor tooManyTensors(@TensorType("f32[n]") Tensor x) {
        return map(x, x, x, x, (a, b, c, d) -> a);
//             ^ javac
    }

    @GraphKernel
    static Tensor withoutStart(@TensorType("f32[n]") Tensor x) {
        return scan(x, (sum, v) -> sum + v);
//             ^ javac
    }

    @GraphKernel
    static Tensor withoutFunction(@TensorType("f32[n]") Tensor x) {
        return reduce(x, 0);
//             ^ javac
    }

    @GraphKernel
    static Tensor withoutTensors() {
        return apply("x", v -> v);
//             ^ javac
    }

    @GraphKernel
    static Tensor withoutValues(@TensorType("f32[b, h, n, d]") Tensor x) {
        return attention(x, x);
//             ^ javac
    }

    @GraphKernel
    static Tensor helperOfOneNumber(@TensorType("f32[n]") Tensor x) {
        return scaled(x);
//             ^ javac
    }

    private static Tensor scaled(Tensor x, float factor) {
        return mul(x, factor);
    }
}
