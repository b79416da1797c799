package io.graphkernel.examples.llm;

import static io.graphkernel.examples.llm.Compiled.CACHE;
import static io.graphkernel.examples.llm.Compiled.EPSILON;
import static io.graphkernel.examples.llm.Compiled.GEMMA;
import static io.graphkernel.examples.llm.Compiled.HEAD_SIZE;
import static io.graphkernel.examples.llm.Compiled.LAYERS;
import static io.graphkernel.examples.llm.Compiled.stored;
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
        public long keyColumns() {
            return layers.get(0).key().dimension(0);
        }

        @Override
        public Tensor forward(Cache cache, Tensor frequencies, Tensor tokens, Tensor positions, int row) {
            return LlamaKernels.forward(this, cache, frequencies, tokens, positions, row);
        }
    }

    /** Keys and values of a layer: r rows of c slots. */
    public record LayerCache(
            @TensorType(CACHE + "[r, h, c, " + HEAD_SIZE + "]")
            Tensor keys,

            @TensorType(CACHE + "[r, h, c, " + HEAD_SIZE + "]")
            Tensor values) {}

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
     * @param row first row
     * @return f32 [b, v], logits of the token after the last one of each row
     */
    @GraphKernel
    public static Tensor forward(
            Model model,
            Cache cache,
            @TensorType("f32[" + HEAD_SIZE / 2 + "]") Tensor frequencies,
            @TensorType("i32[b, n]") Tensor tokens,
            @TensorType("i32[b, n]") Tensor positions,
            int row) {
        Tensor embedded = gather(model.tokens(), tokens, 0);
        return logits(model, embedded, cache, frequencies, positions, row);
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
            int row) {
        Tensor slots = expandDims(expandDims(positions, 1), -1);
        Tensor mask = mask(slots, cache.layers().get(0).keys().dimension(2));
        Tensor angles = mul(cast(slots, DType.F32), frequencies);
        Tensor x = GEMMA ? scaled(embedded, embedded.dimension(2)) : embedded;
        for (int i = 0; i < LAYERS; i++) {
            Layer layer = model.layers().get(i);
            Tensor y = norm(x, layer.attentionNorm());
            x = add(x, attention(y, layer, cache.layers().get(i), cos(angles), sin(angles), mask, slots, row));
            x = add(x, mlp(norm(x, layer.mlpNorm()), layer));
        }
        Tensor last = squeeze(narrow(x, 1, x.dimension(1) - 1, 1), 1);
        return matMul(norm(last, model.norm()), model.head(), false, true);
    }

    /** Returns embedded tokens times the square root of their width. */
    static Tensor scaled(Tensor embedded, long width) {
        return mul(embedded, sqrt(mul(Tensor.of(new float[] {1}, 1), width)));
    }

    /** Hides the slots after each position, [b, 1, n, 1]. No row is empty, so that all of its scores may be -infinity. */
    static Tensor mask(Tensor positions, long capacity) {
        Tensor isVisible = lessEqual(cast(index(0, capacity), DType.I32), positions);
        return select(isVisible, 0f, Float.NEGATIVE_INFINITY);
    }

    /** Stores heads [b, h, n, head size] in the slots of rows of a cache. */
    static void store(Tensor cache, Tensor heads, Tensor slots, int row) {
        Tensor rows = narrow(cache, 0, row, heads.dimension(0));
        assign(rows, scatter(rows, slots, stored(heads), 2));
    }

    static Tensor norm(Tensor x, Tensor weight) {
        return rmsNorm(x, GEMMA ? add(weight, 1) : weight, EPSILON).y();
    }

    static Tensor attention(
            Tensor x, Layer layer, LayerCache cache, Tensor cos, Tensor sin, Tensor mask, Tensor slots, int row) {
        Tensor query = linear(x, layer.query());
        Tensor key = linear(x, layer.key());
        Tensor value = linear(x, layer.value());
        return linear(mixed(query, key, value, cache, cos, sin, mask, slots, row), layer.output());
    }

    /** Stores keys and values of tokens, and returns the values that the queries [b, n, columns] select. */
    static Tensor mixed(
            Tensor query,
            Tensor key,
            Tensor value,
            LayerCache cache,
            Tensor cos,
            Tensor sin,
            Tensor mask,
            Tensor slots,
            int row) {
        long b = query.dimension(0);
        long n = query.dimension(1);
        store(cache.keys(), rotated(heads(key), cos, sin), slots, row);
        store(cache.values(), heads(value), slots, row);
        Tensor mixed = FlexAttention.attention(
                rotated(heads(query), cos, sin),
                cast(narrow(cache.keys(), 0, row, b), DType.F32),
                cast(narrow(cache.values(), 0, row, b), DType.F32),
                mask,
                (score, batch, head, i, j, hidden) -> score + hidden);
        return reshape(transpose(mixed, 0, 2, 1, 3), b, n, query.dimension(2));
    }

    /** Returns the heads of columns [b, n, heads * head size] as [b, heads, n, head size]. */
    static Tensor heads(Tensor y) {
        long heads = y.dimension(2) / HEAD_SIZE;
        return transpose(reshape(y, y.dimension(0), y.dimension(1), heads, HEAD_SIZE), 0, 2, 1, 3);
    }

    /** Rotates the halves of each head by the angles of the positions. */
    static Tensor rotated(Tensor x, Tensor cos, Tensor sin) {
        Tensor first = narrow(x, 3, 0, HEAD_SIZE / 2);
        Tensor second = narrow(x, 3, HEAD_SIZE / 2, HEAD_SIZE / 2);
        return concat(3, sub(mul(first, cos), mul(second, sin)), add(mul(second, cos), mul(first, sin)));
    }

    static Tensor mlp(Tensor x, Layer layer) {
        return linear(gated(linear(x, layer.gate()), linear(x, layer.up())), layer.down());
    }

    static Tensor gated(Tensor gate, Tensor up) {
        return mul(GEMMA ? geLU(gate) : siLU(gate), up);
    }

    static Tensor linear(Tensor x, Tensor weight) {
        long b = x.dimension(0);
        long n = x.dimension(1);
        return reshape(matMul(reshape(x, b * n, x.dimension(2)), weight, false, true), b, n, weight.dimension(0));
    }
}
