package io.graphkernel.examples.gpt;

import io.graphkernel.examples.gpt.Gpt2.Model;
import io.graphkernel.examples.gpt.Gpt2Decoder.Cache;
import io.graphkernel.examples.gpt.Gpt2Decoder.LayerCache;
import io.graphkernel.generation.CachedModel;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Tensor;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A model with a cache that it owns. */
final class CachedGpt2 extends CachedModel {

    private final Model model;
    private final Cache cache;

    /**
     * Creates an empty cache.
     *
     * @param rows number of sequences
     * @param capacity number of slots per sequence, at most the number of the model's positions
     */
    CachedGpt2(Model model, int rows, int capacity) {
        super(model.tokens().device(), rows, capacity);
        this.model = model;
        List<LayerCache> layers = new ArrayList<>();
        for (int i = 0; i < Compiled.LAYERS; i++) {
            layers.add(new LayerCache(emptySlots(), emptySlots()));
        }
        this.cache = new Cache(layers);
    }

    private Tensor emptySlots() {
        DType dtype = DType.valueOf(Compiled.VALUES.toUpperCase(Locale.ROOT));
        return emptySlots(dtype, model.positions().dimension(1) / Gpt2.HEAD_SIZE, Gpt2.HEAD_SIZE);
    }

    @Override
    public int vocabulary() {
        return Math.toIntExact(model.tokens().dimension(0));
    }

    @Override
    protected Tensor forwardOnDevice(Tensor tokens, Tensor positions, int row) {
        return Gpt2DecoderKernels.forward(model, cache, tokens, positions, row);
    }
}
