package io.graphkernel.examples.gpt;

import static io.graphkernel.examples.gpt.Compiled.LAYERS;
import static io.graphkernel.examples.gpt.Compiled.VALUES;
import static io.graphkernel.examples.gpt.Compiled.value;
import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.Length;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.examples.gpt.Gpt2.Layer;
import io.graphkernel.examples.gpt.Gpt2.Model;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Tensor;
import java.util.List;

/** The model over a cache of the keys and values of earlier tokens, which a call extends in place. */
public final class Gpt2Decoder {

    /** Keys and values of a layer: r rows of c slots. */
    public record LayerCache(
            @TensorType(VALUES + "[r, h, c, 64]") Tensor keys,
            @TensorType(VALUES + "[r, h, c, 64]") Tensor values) {}

    /** Keys and values of all layers. */
    public record Cache(@Length(LAYERS) List<LayerCache> layers) {}

    private Gpt2Decoder() {}

    /**
     * Appends tokens to rows of the cache; see {@link io.graphkernel.generation.CausalModel#forward}.
     *
     * @param model the parameters
     * @param cache is updated
     * @param tokens i32 [b, n]
     * @param positions i32 [b, n]
     * @param row first row
     * @return f32 [b, v], logits of the token after the last one of each row
     */
    @GraphKernel
    public static Tensor forward(
            Model model,
            Cache cache,
            @TensorType("i32[b, n]") Tensor tokens,
            @TensorType("i32[b, n]") Tensor positions,
            int row) {
        Tensor slots = expandDims(expandDims(positions, 1), -1);
        Tensor mask = value(mask(slots, cache.layers().get(0).keys().dimension(2)));
        Tensor x = value(add(gather(model.tokens(), tokens, 0), gather(model.positions(), positions, 0)));
        for (int i = 0; i < LAYERS; i++) {
            Layer layer = model.layers().get(i);
            x = add(
                    x,
                    attention(
                            Gpt2.normed(x, layer.attentionNorm()),
                            layer,
                            cache.layers().get(i),
                            mask,
                            slots,
                            row));
            x = add(x, Gpt2.mlp(Gpt2.normed(x, layer.mlpNorm()), layer));
        }
        Tensor last = Gpt2.normed(narrow(x, 1, tokens.dimension(1) - 1, 1), model.norm());
        Tensor logits = matMul(squeeze(last, 1), value(model.tokens()), false, true);
        return cast(logits, DType.F32);
    }

    /** Hides the slots after each position, [b, 1, n, 1]. No row is empty, so that all of its scores may be -infinity. */
    static Tensor mask(Tensor positions, long capacity) {
        Tensor isVisible = lessEqual(cast(index(0, capacity), DType.I32), positions);
        return select(isVisible, 0f, Float.NEGATIVE_INFINITY);
    }

    /** Stores heads [b, h, n, 64] in the slots of rows of a cache. */
    static void store(Tensor cache, Tensor heads, Tensor slots, int row) {
        Tensor rows = narrow(cache, 0, row, heads.dimension(0));
        assign(rows, scatter(rows, slots, heads, 2));
    }

    @GraphKernel
    static Tensor attention(
            @TensorType(VALUES + "[b, n, 64 * h]") Tensor x,
            Layer layer,
            LayerCache cache,
            @TensorType(VALUES + "[b, 1, n, c]") Tensor mask,
            @TensorType("i32[b, 1, n, 1]") Tensor slots,
            int row) {
        long b = x.dimension(0);
        Tensor[] heads = Gpt2.heads(x, layer);
        store(cache.keys(), heads[1], slots, row);
        store(cache.values(), heads[2], slots, row);
        Tensor keys = narrow(cache.keys(), 0, row, b);
        Tensor values = narrow(cache.values(), 0, row, b);
        return Gpt2.projected(promptFlashAttention(heads[0], keys, values, mask, Gpt2.SCALE), x, layer);
    }
}
