import static io.graphkernel.runtime.FlexAttention.attention;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor wide(@TensorType("f64[b, 8, s, 64]") Tensor q, @TensorType("f64[b, 2, t, 64]") Tensor k) {
        return attention(q, k, k, (score, b, h, i, j) -> score + i);
//                       ^ GK-1222
    }
}
