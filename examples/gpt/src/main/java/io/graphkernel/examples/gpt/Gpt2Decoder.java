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
     * @param slotPositions i32 [b, c], position of the token in each slot, or -1
     * @param row first row
     * @param slot first slot
     * @return f32 [b, v], logits of the token after the last one of each row
     */
    @GraphKernel
    public static Tensor forward(
            Model model,
            Cache cache,
            @TensorType("i32[b, n]") Tensor tokens,
            @TensorType("i32[b, n]") Tensor positions,
            @TensorType("i32[b, c]") Tensor slotPositions,
            int row,
            int slot) {
        Tensor mask = mask(positions, slotPositions);
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
                            row,
                            slot));
            x = add(x, Gpt2.mlp(Gpt2.normed(x, layer.mlpNorm()), layer));
        }
        Tensor last = Gpt2.normed(narrow(x, 1, tokens.dimension(1) - 1, 1), model.norm());
        Tensor logits = matMul(squeeze(last, 1), value(model.tokens()), false, true);
        return cast(logits, DType.F32);
    }

    /** Hides empty slots, and those of later positions. */
    @GraphKernel
    static Tensor mask(@TensorType("i32[b, n]") Tensor positions, @TensorType("i32[b, c]") Tensor slotPositions) {
        Tensor slots = expandDims(expandDims(slotPositions, 1), 1);
        Tensor queries = expandDims(expandDims(positions, 1), -1);
        Tensor isVisible = logicalAnd(greaterEqual(slots, 0), lessEqual(slots, queries));
        return value(select(isVisible, 0, Gpt2.MASKED_SCORE));
    }

    @GraphKernel
    static Tensor attention(
            @TensorType(VALUES + "[b, n, 64 * h]") Tensor x,
            Layer layer,
            LayerCache cache,
            @TensorType(VALUES + "[b, 1, n, c]") Tensor mask,
            int row,
            int slot) {
        long b = x.dimension(0);
        long n = x.dimension(1);
        Tensor[] heads = Gpt2.heads(x, layer);
        assign(narrow(narrow(cache.keys(), 0, row, b), 2, slot, n), heads[1]);
        assign(narrow(narrow(cache.values(), 0, row, b), 2, slot, n), heads[2]);
        Tensor keys = narrow(cache.keys(), 0, row, b);
        Tensor values = narrow(cache.values(), 0, row, b);
        return Gpt2.projected(promptFlashAttention(heads[0], keys, values, mask, Gpt2.SCALE), x, layer);
    }
}
