package io.graphkernel.examples.llm;

import static io.graphkernel.examples.llm.Compiled.EPSILON;
import static io.graphkernel.examples.llm.Compiled.GEMMA;
import static io.graphkernel.examples.llm.Compiled.HEAD_SIZE;
import static io.graphkernel.examples.llm.Compiled.LAYERS;
import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.Length;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.FlexAttention;
import io.graphkernel.runtime.Tensor;
import java.util.List;

/**
 * The model: RMS norms, rotary embeddings, attention with heads that share keys and values, and a gated perceptron. Matrices
 * are [outputs, inputs], as published weights are.
 */
public final class Llama {

    private static final float MASKED_SCORE = -1e9f;

    /** One block. The heads of the query are a multiple of those of key and value. */
    public record Layer(
            @TensorType("f32[d]") Tensor attentionNorm,
            @TensorType("f32[" + HEAD_SIZE + " * q, d]") Tensor query,
            @TensorType("f32[" + HEAD_SIZE + " * h, d]") Tensor key,
            @TensorType("f32[" + HEAD_SIZE + " * h, d]") Tensor value,
            @TensorType("f32[d, " + HEAD_SIZE + " * q]") Tensor output,
            @TensorType("f32[d]") Tensor mlpNorm,
            @TensorType("f32[f, d]") Tensor gate,
            @TensorType("f32[f, d]") Tensor up,
            @TensorType("f32[d, f]") Tensor down) {}

    /** All parameters. For a tied head, {@code head} is {@code tokens}. */
    public record Model(
            @TensorType("f32[v, d]") Tensor tokens,
            @Length(LAYERS) List<Layer> layers,
            @TensorType("f32[d]") Tensor norm,
            @TensorType("f32[v, d]") Tensor head)
            implements LlamaModel {

        @Override
        public long vocabulary() {
            return tokens.dimension(0);
        }

        @Override
        public long keyHeads() {
            return layers.get(0).key().dimension(0) / HEAD_SIZE;
        }

        @Override
        public Tensor forward(
                Cache cache,
                Tensor frequencies,
                Tensor tokens,
                Tensor positions,
                Tensor slotPositions,
                int row,
                int slot) {
            return LlamaKernels.forward(this, cache, frequencies, tokens, positions, slotPositions, row, slot);
        }
    }

    /** Keys and values of a layer: r rows of c slots. */
    public record LayerCache(
            @TensorType("f32[r, h, c, " + HEAD_SIZE + "]") Tensor keys,
            @TensorType("f32[r, h, c, " + HEAD_SIZE + "]") Tensor values) {}

    /** Keys and values of all layers. */
    public record Cache(@Length(LAYERS) List<LayerCache> layers) {}

    private Llama() {}

    /**
     * Appends tokens to rows of the cache; see {@link io.graphkernel.generation.CausalModel#forward}.
     *
     * @param model the parameters
     * @param cache is updated
     * @param frequencies f32 [head size / 2], angles per position of the rotary embedding
     * @param tokens i32 [b, n]
     * @param positions i32 [b, n]
     * @param slotPositions i32 [b, c], position of the token in each slot, or -1
     * @param row first row
     * @param slot first slot
     * @return f32 [b, v], logits of the token after the last one of each row
     */
    @GraphKernel
    public static Tensor forward(
            Model model,
            Cache cache,
            @TensorType("f32[" + HEAD_SIZE / 2 + "]") Tensor frequencies,
            @TensorType("i32[b, n]") Tensor tokens,
            @TensorType("i32[b, n]") Tensor positions,
            @TensorType("i32[b, c]") Tensor slotPositions,
            int row,
            int slot) {
        Tensor embedded = gather(model.tokens(), tokens, 0);
        return logits(model, embedded, cache, frequencies, positions, slotPositions, row, slot);
    }

    /**
     * Appends embedded tokens to rows of the cache. The matrices may be computed, such as dequantized ones.
     *
     * @param model the parameters, of which the embedding is not read
     * @param embedded f32 [b, n, d]
     * @return f32 [b, v], logits of the token after the last one of each row
     */
    @GraphKernel
    static Tensor logits(
            Model model,
            @TensorType("f32[b, n, d]") Tensor embedded,
            Cache cache,
            @TensorType("f32[" + HEAD_SIZE / 2 + "]") Tensor frequencies,
            @TensorType("i32[b, n]") Tensor positions,
            @TensorType("i32[b, c]") Tensor slotPositions,
            int row,
            int slot) {
        Tensor mask = mask(positions, slotPositions);
        Tensor angles = mul(expandDims(expandDims(cast(positions, DType.F32), 1), -1), frequencies);
        Tensor x = GEMMA ? mul(embedded, Math.sqrt(embedded.dimension(2))) : embedded;
        for (int i = 0; i < LAYERS; i++) {
            Layer layer = model.layers().get(i);
            Tensor y = norm(x, layer.attentionNorm());
            x = add(x, attention(y, layer, cache.layers().get(i), cos(angles), sin(angles), mask, row, slot));
            x = add(x, mlp(norm(x, layer.mlpNorm()), layer));
        }
        Tensor last = squeeze(narrow(x, 1, x.dimension(1) - 1, 1), 1);
        return matMul(norm(last, model.norm()), model.head(), false, true);
    }

    /** Hides empty slots, and those of later positions. */
    @GraphKernel
    static Tensor mask(@TensorType("i32[b, n]") Tensor positions, @TensorType("i32[b, c]") Tensor slotPositions) {
        Tensor slots = expandDims(expandDims(slotPositions, 1), 1);
        Tensor queries = expandDims(expandDims(positions, 1), -1);
        Tensor isVisible = logicalAnd(greaterEqual(slots, 0), lessEqual(slots, queries));
        return select(isVisible, 0f, MASKED_SCORE);
    }

    static Tensor norm(Tensor x, Tensor weight) {
        return rmsNorm(x, GEMMA ? add(weight, 1) : weight, EPSILON).y();
    }

    static Tensor attention(
            Tensor x, Layer layer, LayerCache cache, Tensor cos, Tensor sin, Tensor mask, int row, int slot) {
        long b = x.dimension(0);
        long n = x.dimension(1);
        Tensor query = rotated(heads(x, layer.query()), cos, sin);
        assign(narrow(narrow(cache.keys(), 0, row, b), 2, slot, n), rotated(heads(x, layer.key()), cos, sin));
        assign(narrow(narrow(cache.values(), 0, row, b), 2, slot, n), heads(x, layer.value()));
        Tensor mixed = FlexAttention.attention(
                query,
                narrow(cache.keys(), 0, row, b),
                narrow(cache.values(), 0, row, b),
                mask,
                (score, batch, head, i, j, hidden) -> score + hidden);
        Tensor joined = transpose(mixed, 0, 2, 1, 3);
        return linear(reshape(joined, b, n, layer.query().dimension(0)), layer.output());
    }

    /** Returns the heads of a product, [b, heads, n, head size]. */
    static Tensor heads(Tensor x, Tensor weight) {
        long heads = weight.dimension(0) / HEAD_SIZE;
        Tensor y = reshape(linear(x, weight), x.dimension(0), x.dimension(1), heads, HEAD_SIZE);
        return transpose(y, 0, 2, 1, 3);
    }

    /** Rotates the halves of each head by the angles of the positions. */
    static Tensor rotated(Tensor x, Tensor cos, Tensor sin) {
        Tensor first = narrow(x, 3, 0, HEAD_SIZE / 2);
        Tensor second = narrow(x, 3, HEAD_SIZE / 2, HEAD_SIZE / 2);
        return concat(3, sub(mul(first, cos), mul(second, sin)), add(mul(second, cos), mul(first, sin)));
    }

    static Tensor mlp(Tensor x, Layer layer) {
        Tensor gate = linear(x, layer.gate());
        Tensor activated = GEMMA ? geLU(gate) : siLU(gate);
        return linear(mul(activated, linear(x, layer.up())), layer.down());
    }

    static Tensor linear(Tensor x, Tensor weight) {
        long b = x.dimension(0);
        long n = x.dimension(1);
        return reshape(matMul(reshape(x, b * n, x.dimension(2)), weight, false, true), b, n, weight.dimension(0));
    }
}
