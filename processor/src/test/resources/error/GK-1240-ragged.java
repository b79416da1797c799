import static io.graphkernel.runtime.FlexAttention.attention;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor keys(
            @TensorType("f32[1, 8, 40, 64]") Tensor q,
            @TensorType("f32[1, 2, 41, 64]") Tensor k,
            RaggedBatch batch) {
        return attention(q, k, k, batch);
//             ^ GK-1240
// says attention over a ragged batch needs 41 == 40
    }

    @GraphKernel
    static Tensor sizes(
            @TensorType("f32[1, 8, t, 64]") Tensor q,
            @TensorType("f32[1, 2, t, 32]") Tensor k,
            RaggedBatch batch) {
        return attention(q, k, k, 0.125, batch, (score, b, h, i, j) -> score * score);
//             ^ GK-1240
    }
}
