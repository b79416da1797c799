package io.graphkernel.examples.gpt;

import static io.graphkernel.examples.gpt.Compiled.KEPT;
import static io.graphkernel.examples.gpt.Compiled.LAYERS;
import static io.graphkernel.examples.gpt.Compiled.OWN;
import static io.graphkernel.examples.gpt.Compiled.TENSOR_RANKS;
import static io.graphkernel.examples.gpt.Compiled.VALUES;
import static io.graphkernel.examples.gpt.Compiled.value;
import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.Length;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Tensor;
import java.util.List;

/**
 * The model. Its width, its vocabulary and the longest text are those of the tensors at a call; the size of a head and what
 * {@link Compiled} has are compiled.
 *
 * <p>Where {@code Compiled.TENSOR_RANKS} is more than 1, each rank of the group {@link #TENSOR} has some of the heads and of the
 * columns between the two products of the perceptron, and a part of the texts: the parts are gathered before these products, and
 * what comes out is summed and scattered. All else a rank computes for its part of the texts alone.
 */
public final class Gpt2 {

    /** Columns of a head, in models of every size: a model of h heads has a width of 64 · h. */
    static final int HEAD_SIZE = 64;

    /** The ranks that share the matrices of a layer. */
    static final String TENSOR = "tensor";

    static final double SCALE = 0.125; // 1 / √HEAD_SIZE
    static final float MASKED_SCORE = -3e4f; // e to this is 0, and f16 has it

    /** Scale and offset of a layer normalization. */
    public record Norm(
            @TensorType("f32[64 * h]") Tensor weight,
            @TensorType("f32[64 * h]") Tensor bias) {}

    /** One block: attention, then a perceptron. A rank has its heads of each of the three parts of the attention. */
    public record Layer(
            Norm attentionNorm,
            @TensorType("f32[64 * h, 192 * " + OWN + "]") Tensor attention,
            @TensorType("f32[192 * " + OWN + "]") Tensor attentionBias,
            @TensorType("f32[64 * " + OWN + ", 64 * h]") Tensor projection,
            @TensorType("f32[64 * h]") Tensor projectionBias,
            Norm mlpNorm,
            @TensorType("f32[64 * h, 256 * " + OWN + "]") Tensor up,
            @TensorType("f32[256 * " + OWN + "]") Tensor upBias,
            @TensorType("f32[256 * " + OWN + ", 64 * h]") Tensor down,
            @TensorType("f32[64 * h]") Tensor downBias) {}

    /** All parameters. The embedding of tokens is also the output projection. */
    public record Model(
            @TensorType("f32[v, 64 * h]") Tensor tokens,
            @TensorType("f32[p, 64 * h]") Tensor positions,
            @Length(LAYERS) List<Layer> layers,
            Norm norm) {}

    private Gpt2() {}

    /**
     * Scores of the token after each position.
     *
     * @param model the parameters
     * @param tokens i32 [b, s], no longer than the model has positions
     * @return f32 [b · s, v]
     */
    @GraphKernel
    public static Tensor logits(Model model, @TensorType("i32[b, s]") Tensor tokens) {
        return scores(model, tokens, 1, 0);
    }

    /**
     * The mean cross-entropy of the tokens that follow, with dropout.
     *
     * @param model the parameters
     * @param tokens i32 [b, s]
     * @param targets i32 [b, s], the token after each
     * @param seed of the dropout, another one for each step
     * @return f32 []
     */
    @GraphKernel
    public static Tensor loss(
            Model model, @TensorType("i32[b, s]") Tensor tokens, @TensorType("i32[b, s]") Tensor targets, long seed) {
        Tensor labels = reshape(targets, tokens.dimension(0) * tokens.dimension(1));
        return sparseSoftmaxCrossEntropyWithLogits(scores(model, tokens, KEPT, seed), labels)
                .loss();
    }

    @GraphKernel
    static Tensor scores(Model model, @TensorType("i32[b, s]") Tensor tokens, double kept, long seed) {
        long b = tokens.dimension(0);
        long s = tokens.dimension(1);
        Tensor mask = value(triu(fillV2(MASKED_SCORE, s, s), 1));
        Tensor x = value(add(gather(model.tokens(), tokens, 0), gather(model.positions(), range(s), 0)));
        x = dropped(x, kept, seed * LAYERS, 0);
        int number = 0;
        for (Layer layer : model.layers()) {
            x = block(x, layer, mask, kept, seed * LAYERS + number);
            number++;
        }
        x = normed(x, model.norm());
        Tensor scores = matMul(reshape(x, b * s, x.dimension(2)), value(model.tokens()), false, true);
        return cast(scores, DType.F32);
    }

    @GraphKernel
    static Tensor block(
            @TensorType(VALUES + "[b, s, 64 * h]") Tensor x,
            Layer layer,
            @TensorType(VALUES + "[s, s]") Tensor mask,
            double kept,
            long seed) {
        Tensor y = add(x, dropped(attention(normed(x, layer.attentionNorm()), layer, mask), kept, seed, 1));
        return add(y, dropped(mlp(normed(y, layer.mlpNorm()), layer), kept, seed, 2));
    }

    @GraphKernel
    static Tensor dropped(@TensorType(VALUES + "[b, s, 64 * h]") Tensor x, double kept, long seed, long offset) {
        Tensor y = x;
        if (KEPT < 1) {
            y = dropout(x, kept, seed, offset).y();
        }
        return y;
    }

    @GraphKernel
    static Tensor normed(@TensorType(VALUES + "[b, s, 64 * h]") Tensor x, Norm norm) {
        return layerNorm(x, value(norm.weight()), value(norm.bias())).y();
    }

    @GraphKernel
    static Tensor attention(
            @TensorType(VALUES + "[b, s, 64 * h]") Tensor x, Layer layer, @TensorType(VALUES + "[s, s]") Tensor mask) {
        Tensor[] heads = heads(x, layer);
        return projected(promptFlashAttention(heads[0], heads[1], heads[2], mask, SCALE), x, layer);
    }

    /** Returns queries, keys and values, [b, heads, s, 64] of the texts of all tensor ranks. */
    static Tensor[] heads(Tensor x, Layer layer) {
        long b = x.dimension(0) * TENSOR_RANKS;
        long s = x.dimension(1);
        long heads = layer.projection().dimension(0) / HEAD_SIZE;
        Tensor flat = gathered(reshape(x, x.dimension(0) * s, x.dimension(2)));
        Tensor[] chunks = split(add(matMul(flat, value(layer.attention())), value(layer.attentionBias())), 3, -1);
        return new Tensor[] {
            transpose(reshape(chunks[0], b, s, heads, HEAD_SIZE), 0, 2, 1, 3),
            transpose(reshape(chunks[1], b, s, heads, HEAD_SIZE), 0, 2, 1, 3),
            transpose(reshape(chunks[2], b, s, heads, HEAD_SIZE), 0, 2, 1, 3)
        };
    }

    /** Returns the projection of the heads' results, [b, s, d] as x. */
    static Tensor projected(Tensor mixed, Tensor x, Layer layer) {
        long s = x.dimension(1);
        long heads = layer.projection().dimension(0) / HEAD_SIZE;
        Tensor joined = reshape(transpose(mixed, 0, 2, 1, 3), x.dimension(0) * TENSOR_RANKS * s, heads * HEAD_SIZE);
        Tensor projected = scattered(matMul(joined, value(layer.projection())));
        return reshape(add(projected, value(layer.projectionBias())), x.dimension(0), s, x.dimension(2));
    }

    @GraphKernel
    static Tensor mlp(@TensorType(VALUES + "[b, s, 64 * h]") Tensor x, Layer layer) {
        Tensor flat = gathered(reshape(x, x.dimension(0) * x.dimension(1), x.dimension(2)));
        Tensor hidden = geLU(add(matMul(flat, value(layer.up())), value(layer.upBias())));
        Tensor down = scattered(matMul(hidden, value(layer.down())));
        return reshape(add(down, value(layer.downBias())), x.dimension(0), x.dimension(1), x.dimension(2));
    }

    /** The rows of all ranks. */
    @GraphKernel
    static Tensor gathered(@TensorType(VALUES + "[n, d]") Tensor rows) {
        Tensor hidden = rows;
        if (TENSOR_RANKS > 1) {
            hidden = allGather(rows, TENSOR_RANKS, TENSOR);
        }
        return hidden;
    }

    /** This rank's rows of the sum over all ranks. */
    @GraphKernel
    static Tensor scattered(@TensorType(VALUES + "[" + TENSOR_RANKS + " * n, d]") Tensor rows) {
        Tensor own = rows;
        if (TENSOR_RANKS > 1) {
            own = reduceScatter(rows, TENSOR_RANKS, TENSOR);
        }
        return own;
    }
}
