package io.graphkernel.examples.llm;

import io.graphkernel.examples.llm.Llama.Cache;
import io.graphkernel.examples.llm.Llama.LayerCache;
import io.graphkernel.generation.CausalModel;
import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.Parameters;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** A model with a cache that it owns. */
public final class CachedLlama implements CausalModel, AutoCloseable {

    private final LlamaModel model;
    private final Tensor frequencies;
    private final Device device;
    private final int rows;
    private final int capacity;
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
        this.model = model;
        this.device = model.norm().device();
        this.rows = rows;
        this.capacity = capacity;
        List<LayerCache> layers = new ArrayList<>();
        try (TensorScope scope = TensorScope.open()) {
            for (int i = 0; i < Compiled.LAYERS; i++) {
                layers.add(new LayerCache(slots(), slots()));
            }
            this.cache = new Cache(layers);
            this.frequencies = Tensor.of(frequencies.toFloatArray(), frequencies.elementCount())
                    .to(device);
            owned().forEach(TensorScope::detach);
        }
    }

    /** Returns the tensors that are open until this object is closed, beyond the scope of its creation. */
    private Collection<Tensor> owned() {
        List<Tensor> owned = new ArrayList<>(Parameters.of(cache).values());
        owned.add(frequencies);
        return owned;
    }

    private Tensor slots() {
        return Tensor.zeros(rows, model.keyHeads(), capacity, Compiled.HEAD_SIZE)
                .to(device);
    }

    @Override
    public int rows() {
        return rows;
    }

    @Override
    public int capacity() {
        return capacity;
    }

    @Override
    public int vocabulary() {
        return Math.toIntExact(model.vocabulary());
    }

    @Override
    public Tensor forward(Tensor tokens, Tensor positions, Tensor slotPositions, int row, int slot) {
        return model.forward(
                cache, frequencies, tokens.to(device), positions.to(device), slotPositions.to(device), row, slot);
    }

    @Override
    public void close() {
        owned().forEach(Tensor::close);
    }
}
