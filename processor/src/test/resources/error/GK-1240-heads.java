import static io.graphkernel.runtime.FlexAttention.attention;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor heads(@TensorType("f32[b, 8, s, 64]") Tensor q, @TensorType("f32[b, 3, t, 64]") Tensor k) {
        return attention(q, k, k, (score, b, h, i, j) -> i < j ? Float.NEGATIVE_INFINITY : score);
//             ^ GK-1240
    }

    @GraphKernel
    static Tensor operand(
            @TensorType("f32[b, 8, s, 64]") Tensor q,
            @TensorType("f32[b, 2, t, 64]") Tensor k,
            @TensorType("f32[7, 1, 1]") Tensor x) {
        return attention(q, k, k, x, (score, b, h, i, j, slope) -> score + slope * i);
//             ^ GK-1240
    }

    @GraphKernel
    static Tensor scaled(
            @TensorType("f32[b, 8, s, 64]") Tensor q,
            @TensorType("f32[b, 2, t, 64]") Tensor k,
            @TensorType("f32[7, 1, 1]") Tensor x) {
        return attention(q, k, k, x, (score, b, h, i, j, slope) -> score * slope);
//             ^ GK-1240
// says an operand of the score function [7, 1, 1] does not broadcast to the scores [b, 8, s, t]
    }
}
