package demo.ops;

import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

/** Parameters that are records, and what their components may be. */
public final class Records {

    public record Norm(@TensorType("f32[d]") Tensor gamma, @TensorType("f32[d]") Tensor beta, float epsilon) {}

    public record Weights(
            @TensorType("f32[d, h]") Tensor up, @TensorType("f32[h, d]") Tensor down, Norm norm, Tensor w_up) {}

    public record Both(Tensor y, Pair pair) {}

    public record Pair(Tensor up, Tensor down) {}

    /** Reads components. */
    @GraphKernel
    public static Tensor normed(@TensorType("f32[n, d]") Tensor x, Norm norm) {
        var centred = sub(x, reduceMean(x, -1, true));
        var variance = reduceMean(mul(centred, centred), -1, true);
        return add(mul(mul(centred, rsqrt(add(variance, norm.epsilon()))), norm.gamma()), norm.beta());
    }

    /** Hands a record on, makes one, and writes to a component. */
    @GraphKernel
    public static Both mlp(@TensorType("f32[n, d]") Tensor x, Weights w, float w_norm_epsilon) {
        Norm norm = new Norm(w.norm().gamma(), w.norm().beta(), w.norm().epsilon() * w_norm_epsilon);
        var y = matMul(normed(x, norm), w.up());
        assign(w.down(), mul(w.down(), 2));
        return new Both(matMul(y, w.down()), new Pair(exp(w.up()), neg(w.w_up())));
    }
}
