package mixed;

import static io.graphkernel.runtime.Gradients.valueAndGradient;
import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;
import io.graphkernel.training.AdamW;

/** Steps of training with 16-bit values and f32 parameters, in one plan each. */
public final class MixedPrecision {

    private static final double DECAY = 0.1;

    public record Model(@TensorType("f32[8, 16]") Tensor up, @TensorType("f32[16, 4]") Tensor down) {}

    public record Moments(Model first, Model second) {}

    public record Step(Tensor loss, Tensor norm) {}

    private MixedPrecision() {}

    @GraphKernel
    public static Step bfloatStep(
            Model model,
            Moments moments,
            @TensorType("f32[n, 8]") Tensor x,
            @TensorType("i32[n]") Tensor labels,
            float rate,
            int step) {
        var loss = valueAndGradient(() -> bfloatLoss(model, x, labels), model);
        Parameters.forEach(
                model,
                moments.first(),
                moments.second(),
                loss.gradient(),
                (w, m, v, g) -> AdamW.update(w, m, v, g, rate, step, DECAY));
        return new Step(loss.value(), norm(loss.gradient()));
    }

    /** Updates nothing if the gradients of the scaled loss are not finite, and halves the scale then. */
    @GraphKernel
    public static Step halfStep(
            Model model,
            Moments moments,
            @TensorType("f32[]") Tensor scale,
            @TensorType("f32[n, 8]") Tensor x,
            @TensorType("i32[n]") Tensor labels,
            float rate,
            int step) {
        var loss = valueAndGradient(() -> mul(halfLoss(model, x, labels), scale), model);
        Tensor unscaled = reciprocal(scale);
        Tensor norm = mul(norm(loss.gradient()), unscaled);
        Tensor finite = isFinite(norm);
        Parameters.forEach(model, moments.first(), moments.second(), loss.gradient(), (w, m, v, g) -> {
            AdamW.Updated updated = AdamW.updatedByDefault(w, m, v, mul(g, unscaled), rate, step, DECAY);
            assign(w, select(finite, updated.weight(), w));
            assign(m, select(finite, updated.first(), m));
            assign(v, select(finite, updated.second(), v));
        });
        Tensor value = mul(loss.value(), unscaled);
        assign(scale, select(finite, scale, mul(scale, 0.5)));
        return new Step(value, norm);
    }

    @GraphKernel
    static Tensor bfloatLoss(
            Model model, @TensorType("f32[n, 8]") Tensor x, @TensorType("i32[n]") Tensor labels) {
        Tensor hidden = geLU(matMul(cast(x, DType.BF16), cast(model.up(), DType.BF16)));
        Tensor scores = cast(matMul(hidden, cast(model.down(), DType.BF16)), DType.F32);
        return sparseSoftmaxCrossEntropyWithLogits(scores, labels).loss();
    }

    @GraphKernel
    static Tensor halfLoss(Model model, @TensorType("f32[n, 8]") Tensor x, @TensorType("i32[n]") Tensor labels) {
        Tensor hidden = geLU(matMul(cast(x, DType.F16), cast(model.up(), DType.F16)));
        Tensor scores = cast(matMul(hidden, cast(model.down(), DType.F16)), DType.F32);
        return sparseSoftmaxCrossEntropyWithLogits(scores, labels).loss();
    }

    @GraphKernel
    static Tensor norm(Model gradient) {
        return sqrt(Parameters.sum(gradient, g -> reduceSum(square(g))));
    }
}
