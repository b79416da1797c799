package io.graphkernel.examples.bert;

import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.Length;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Reduction;
import io.graphkernel.runtime.Tensor;
import java.util.List;

/**
 * The encoder, and the head that names masked tokens. Width, vocabulary and the longest text are those of the tensors at a call;
 * the number of layers and the size of a head are compiled. Weights are [out, in], as published ones are. The prediction of the next
 * sentence, with the pooler that only it needs, is left out, as later models do (Liu et al., RoBERTa, 2019).
 */
public final class Bert {

    /** Columns of a head, in models of every size: a model of h heads has a width of 64 · h. */
    static final int HEAD_SIZE = 64;

    private static final double SCALE = 0.125; // 1 / √HEAD_SIZE
    private static final double EPSILON = 1e-12;
    private static final float HIDDEN = -1e9f;

    /** Dropouts of a layer, each with random numbers of its own. */
    private static final int DROPOUTS = 3;

    /** Scale and offset of a layer normalization. */
    public record Norm(
            @TensorType("f32[64 * h]") Tensor weight,
            @TensorType("f32[64 * h]") Tensor bias) {}

    /** A layer that keeps the width. */
    public record Dense(
            @TensorType("f32[64 * h, 64 * h]") Tensor weight,
            @TensorType("f32[64 * h]") Tensor bias) {}

    /** The first layer of a perceptron. */
    public record Up(
            @TensorType("f32[256 * h, 64 * h]") Tensor weight,
            @TensorType("f32[256 * h]") Tensor bias) {}

    /** The second one. */
    public record Down(
            @TensorType("f32[64 * h, 256 * h]") Tensor weight,
            @TensorType("f32[64 * h]") Tensor bias) {}

    /** A layer of the encoder: attention, then a perceptron. */
    public record Layer(
            Dense query, Dense key, Dense value, Dense output, Norm attentionNorm, Up up, Down down, Norm outputNorm) {}

    /** Layers in front of the scores of masked tokens. */
    public record Head(
            Dense transform,
            Norm norm,
            @TensorType("f32[v]") Tensor bias) {}

    /** All parameters. The embedding of tokens is also the output projection. */
    public record Model(
            @TensorType("f32[v, 64 * h]") Tensor tokens,
            @TensorType("f32[p, 64 * h]") Tensor positions,
            @TensorType("f32[t, 64 * h]") Tensor segments,
            Norm norm,
            @Length(Layers.COUNT) List<Layer> layers,
            Head head) {}

    /**
     * Texts with masked tokens.
     *
     * @param tokens of the texts
     * @param segments the sentence that each token is of, 0 or 1
     * @param seen 1 for a token, 0 for padding
     * @param masked positions of masked tokens among the b · s of all texts
     * @param labels the tokens that were there
     * @param weights 1 for a masked token, 0 for one that does not count
     */
    public record Batch(
            @TensorType("i32[b, s]") Tensor tokens,
            @TensorType("i32[b, s]") Tensor segments,
            @TensorType("i32[b, s]") Tensor seen,
            @TensorType("i32[m]") Tensor masked,
            @TensorType("i32[m]") Tensor labels,
            @TensorType("f32[m]") Tensor weights) {}

    private Bert() {}

    /**
     * Scores of all tokens at the masked positions, without dropout.
     *
     * @param model the parameters
     * @param batch of texts no longer than the model has positions
     * @return f32 [m, v]
     */
    @GraphKernel
    public static Tensor logits(Model model, Batch batch) {
        return scores(model, batch, 1, 0);
    }

    /** The mean cross-entropy of the masked tokens that count; see {@link BertTraining#trainStep}. */
    @GraphKernel
    static Tensor loss(Model model, Batch batch, double kept, long seed) {
        Tensor losses = sparseSoftmaxCrossEntropyWithLogits(
                        scores(model, batch, kept, seed), batch.labels(), Reduction.NONE)
                .loss();
        return div(reduceSum(mul(losses, batch.weights())), reduceSum(batch.weights()));
    }

    @GraphKernel
    static Tensor scores(Model model, Batch batch, double kept, long seed) {
        Head head = model.head();
        Tensor x = gather(encoded(model, batch, kept, seed), batch.masked(), 0);
        Tensor transformed = geLUErf(dense(x, head.transform()));
        return add(matMul(normed(transformed, head.norm()), model.tokens(), false, true), head.bias());
    }

    @GraphKernel
    static Tensor encoded(Model model, Batch batch, double kept, long seed) {
        long b = batch.tokens().dimension(0);
        long s = batch.tokens().dimension(1);
        Tensor sum = add(
                add(gather(model.tokens(), batch.tokens(), 0), gather(model.segments(), batch.segments(), 0)),
                gather(model.positions(), range(s), 0));
        Tensor x = normed(reshape(sum, b * s, sum.dimension(2)), model.norm());
        x = dropout(x, kept, seed, Layers.COUNT * DROPOUTS).y();
        Tensor mask = reshape(mul(sub(1, cast(batch.seen(), DType.F32)), HIDDEN), b, 1, 1, s);
        int number = 0;
        for (Layer layer : model.layers()) {
            x = encoderLayer(x, layer, mask, kept, seed, number * DROPOUTS);
            number++;
        }
        return x;
    }

    @GraphKernel
    static Tensor encoderLayer(
            @TensorType("f32[b * s, 64 * h]") Tensor x,
            Layer layer,
            @TensorType("f32[b, 1, 1, s]") Tensor mask,
            double kept,
            long seed,
            long dropouts) {
        Tensor mixed = attention(x, layer, mask, kept, seed, dropouts);
        Tensor attended =
                dropout(dense(mixed, layer.output()), kept, seed, dropouts + 1).y();
        Tensor middle = normed(add(attended, x), layer.attentionNorm());
        Tensor raised = geLUErf(
                add(matMul(middle, layer.up().weight(), false, true), layer.up().bias()));
        Tensor lowered = add(
                matMul(raised, layer.down().weight(), false, true), layer.down().bias());
        return normed(add(dropout(lowered, kept, seed, dropouts + 2).y(), middle), layer.outputNorm());
    }

    /** With dropout of the weights, as published: {@code promptFlashAttention} has none. */
    @GraphKernel
    static Tensor attention(
            @TensorType("f32[b * s, 64 * h]") Tensor x,
            Layer layer,
            @TensorType("f32[b, 1, 1, s]") Tensor mask,
            double kept,
            long seed,
            long offset) {
        Tensor query = heads(dense(x, layer.query()), mask);
        Tensor key = heads(dense(x, layer.key()), mask);
        Tensor value = heads(dense(x, layer.value()), mask);
        Tensor weights = softmax(add(mul(batchMatMul(query, key, false, true), SCALE), mask), -1);
        Tensor mixed = batchMatMul(dropout(weights, kept, seed, offset).y(), value);
        return reshape(transpose(mixed, 0, 2, 1, 3), x.dimension(0), x.dimension(1));
    }

    /** [b · s, width] as [b, heads, s, size of a head]. */
    @GraphKernel
    static Tensor heads(@TensorType("f32[b * s, 64 * h]") Tensor x, @TensorType("f32[b, 1, 1, s]") Tensor mask) {
        long heads = x.dimension(1) / HEAD_SIZE;
        return transpose(reshape(x, mask.dimension(0), mask.dimension(3), heads, HEAD_SIZE), 0, 2, 1, 3);
    }

    @GraphKernel
    static Tensor dense(@TensorType("f32[n, 64 * h]") Tensor x, Dense layer) {
        return add(matMul(x, layer.weight(), false, true), layer.bias());
    }

    @GraphKernel
    static Tensor normed(@TensorType("f32[n, 64 * h]") Tensor x, Norm norm) {
        return layerNorm(x, norm.weight(), norm.bias(), EPSILON).y();
    }
}
