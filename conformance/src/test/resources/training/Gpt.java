package training;

import static io.graphkernel.runtime.Gradients.*;
import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;
import java.util.List;

/** A small GPT-2 and a step of its training. */
public final class Gpt {

    static final int LAYERS = 2;
    static final int HEADS = 2;
    private static final double KEPT = 0.9;
    private static final float LARGEST_NORM = 0.5f;

    /** Not 1e-8: the gradient of a bias of keys is zero but for rounding, which Adam would make as large as any other. */
    private static final float EPSILON = 1e-5f;

    public record Norm(@TensorType("f32[d]") Tensor gamma, @TensorType("f32[d]") Tensor beta) {}

    public record Layer(
            Norm attentionNorm,
            @TensorType("f32[d, 3 * d]") Tensor attention,
            @TensorType("f32[3 * d]") Tensor attentionBias,
            @TensorType("f32[d, d]") Tensor projection,
            @TensorType("f32[d]") Tensor projectionBias,
            Norm mlpNorm,
            @TensorType("f32[d, 4 * d]") Tensor up,
            @TensorType("f32[4 * d]") Tensor upBias,
            @TensorType("f32[4 * d, d]") Tensor down,
            @TensorType("f32[d]") Tensor downBias) {}

    public record Model(
            @TensorType("f32[v, d]") Tensor tokens,
            @TensorType("f32[s, d]") Tensor positions,
            @Length(LAYERS) List<Layer> layers,
            Norm norm) {}

    public record Moments(Model first, Model second) {}

    public record Step(Tensor loss, Tensor norm) {}

    private Gpt() {}

    @GraphKernel
    static Tensor normed(@TensorType("f32[b..., d]") Tensor x, Norm norm) {
        return layerNorm(x, norm.gamma(), norm.beta()).y();
    }

    @GraphKernel
    static Tensor attention(
            @TensorType("f32[b, s, d]") Tensor x, Layer layer, @TensorType("f32[s, s]") Tensor mask) {
        long b = x.dimension(0);
        long s = x.dimension(1);
        long d = x.dimension(2);
        Tensor flat = reshape(x, b * s, d);
        Tensor all = add(matMul(flat, layer.attention()), layer.attentionBias());
        Tensor[] parts = split(all, 3, -1);
        Tensor query = transpose(reshape(parts[0], b, s, HEADS, d / HEADS), 0, 2, 1, 3);
        Tensor key = transpose(reshape(parts[1], b, s, HEADS, d / HEADS), 0, 2, 1, 3);
        Tensor value = transpose(reshape(parts[2], b, s, HEADS, d / HEADS), 0, 2, 1, 3);
        Tensor scores = mul(batchMatMul(query, key, false, true), 0.5f);
        Tensor mixed = batchMatMul(softmax(add(scores, mask), -1), value);
        Tensor joined = reshape(transpose(mixed, 0, 2, 1, 3), b * s, d);
        return reshape(add(matMul(joined, layer.projection()), layer.projectionBias()), b, s, d);
    }

    @GraphKernel
    static Tensor mlp(@TensorType("f32[b, s, d]") Tensor x, Layer layer) {
        Tensor flat = reshape(x, x.dimension(0) * x.dimension(1), x.dimension(2));
        Tensor hidden = geLU(add(matMul(flat, layer.up()), layer.upBias()));
        return reshape(
                add(matMul(hidden, layer.down()), layer.downBias()), x.dimension(0), x.dimension(1), x.dimension(2));
    }

    @GraphKernel
    static Tensor block(
            @TensorType("f32[b, s, d]") Tensor x, Layer layer, @TensorType("f32[s, s]") Tensor mask, long seed) {
        Tensor y = add(x, dropout(attention(normed(x, layer.attentionNorm()), layer, mask), KEPT, seed, 1).y());
        return add(y, dropout(mlp(normed(y, layer.mlpNorm()), layer), KEPT, seed, 2).y());
    }

    @GraphKernel
    public static Tensor loss(
            Model model,
            @TensorType("i32[b, s]") Tensor tokens,
            @TensorType("i32[b, s]") Tensor targets,
            @TensorType("f32[s, s]") Tensor mask,
            long seed) {
        Tensor x = add(gather(model.tokens(), tokens, 0), model.positions());
        int number = 0;
        for (Layer layer : model.layers()) {
            x = block(x, layer, mask, seed + number);
            number++;
        }
        x = normed(x, model.norm());
        long rows = tokens.dimension(0) * tokens.dimension(1);
        Tensor logits = matMul(reshape(x, rows, x.dimension(2)), model.tokens(), false, true);
        return sparseSoftmaxCrossEntropyWithLogits(logits, reshape(targets, rows)).loss();
    }

    @GraphKernel
    static void adamW(
            @TensorType("f32[a...]") Tensor w,
            @TensorType("f32[a...]") Tensor m,
            @TensorType("f32[a...]") Tensor v,
            @TensorType("f32[a...]") Tensor gradient,
            @TensorType("f32[]") Tensor scale,
            float rate,
            int step) {
        Tensor g = mul(gradient, scale);
        assign(m, add(mul(m, 0.9f), mul(g, 0.1f)));
        assign(v, add(mul(v, 0.999f), mul(mul(g, g), 0.001f)));
        Tensor unbiased = div(m, 1 - Math.pow(0.9, step));
        Tensor deviation = sqrt(div(v, 1 - Math.pow(0.999, step)));
        assign(w, sub(w, mul(add(div(unbiased, add(deviation, EPSILON)), mul(w, 0.01f)), rate)));
    }

    /** Loss, gradients, clipping by their global norm and AdamW in place. */
    @GraphKernel
    public static Step trainStep(
            Model model,
            Moments moments,
            @TensorType("i32[b, s]") Tensor tokens,
            @TensorType("i32[b, s]") Tensor targets,
            @TensorType("f32[s, s]") Tensor mask,
            float rate,
            int step,
            long seed) {
        var loss = valueAndGradient(() -> loss(model, tokens, targets, mask, seed), model);
        Model g = loss.gradient();
        Tensor norm = sqrt(Parameters.sum(g, each -> reduceSum(square(each))));
        Tensor scale = minimum(div(LARGEST_NORM, norm), 1);
        Parameters.forEach(
                model,
                moments.first(),
                moments.second(),
                g,
                (w, m, v, gradient) -> adamW(w, m, v, gradient, scale, rate, step));
        return new Step(loss.value(), norm);
    }
}
