package io.graphkernel.examples.llm;

import io.graphkernel.examples.llm.Llama.Cache;
import io.graphkernel.examples.llm.Llama.LayerCache;
import io.graphkernel.generation.CachedModel;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Tensor;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A model with a cache that it owns. */
public final class CachedLlama extends CachedModel {

    private final LlamaModel model;
    private final Tensor frequencies;
    private final Cache cache;

    /**
     * Creates an empty cache.
     *
     * @param model the parameters
     * @param frequencies f32 [head size / 2]; see {@link Rotary}
     * @param rows number of sequences
     * @param capacity number of slots per sequence
     */
    public CachedLlama(LlamaModel model, Tensor frequencies, int rows, int capacity) {
        super(model.norm().device(), rows, capacity);
        this.model = model;
        List<LayerCache> layers = new ArrayList<>();
        for (int i = 0; i < Compiled.LAYERS; i++) {
            layers.add(new LayerCache(emptySlots(), emptySlots()));
        }
        this.cache = new Cache(layers);
        this.frequencies = ownCopy(frequencies);
    }

    private Tensor emptySlots() {
        DType dtype = DType.valueOf(Compiled.CACHE.toUpperCase(Locale.ROOT));
        return emptySlots(dtype, model.keyHeads(), Compiled.HEAD_SIZE);
    }

    @Override
    public int vocabulary() {
        return Math.toIntExact(model.vocabulary());
    }

    @Override
    protected Tensor forwardOnDevice(Tensor tokens, Tensor positions, int row) {
        return model.forward(cache, frequencies, tokens, positions, row);
    }
}
