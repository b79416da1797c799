import static io.graphkernel.runtime.FlexAttention.attention;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor wide(
            @TensorType("f64[1, 8, t, 64]") Tensor q,
            RaggedBatch batch) {
        return attention(q, q, q, batch);
//                       ^ GK-1222
    }
}
