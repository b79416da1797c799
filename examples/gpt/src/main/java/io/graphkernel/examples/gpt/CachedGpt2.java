package io.graphkernel.examples.gpt;

import io.graphkernel.examples.gpt.Gpt2.Model;
import io.graphkernel.examples.gpt.Gpt2Decoder.Cache;
import io.graphkernel.examples.gpt.Gpt2Decoder.LayerCache;
import io.graphkernel.generation.CausalModel;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.Parameters;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;

/** A model with a cache that it owns. */
final class CachedGpt2 implements CausalModel, AutoCloseable {

    private final Model model;
    private final Device device;
    private final int rows;
    private final int capacity;
    private final Cache cache;

    /**
     * Creates an empty cache.
     *
     * @param rows number of sequences
     * @param capacity number of slots per sequence, at most the number of the model's positions
     */
    CachedGpt2(Model model, int rows, int capacity) {
        this.model = model;
        this.device = model.tokens().device();
        this.rows = rows;
        this.capacity = capacity;
        List<LayerCache> layers = new ArrayList<>();
        try (TensorScope scope = TensorScope.open()) {
            for (int i = 0; i < Compiled.LAYERS; i++) {
                layers.add(new LayerCache(slots(), slots()));
            }
            this.cache = new Cache(layers);
            owned().forEach(TensorScope::detach);
        }
    }

    /** Returns the tensors that are open until this object is closed, beyond the scope of its creation. */
    private Collection<Tensor> owned() {
        return Parameters.of(cache).values();
    }

    private Tensor slots() {
        long heads = model.positions().dimension(1) / Gpt2.HEAD_SIZE;
        DType dtype = DType.valueOf(Compiled.VALUES.toUpperCase(Locale.ROOT));
        return Tensor.zeros(dtype, rows, heads, capacity, Gpt2.HEAD_SIZE).to(device);
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
        return Math.toIntExact(model.tokens().dimension(0));
    }

    @Override
    public Tensor forward(Tensor tokens, Tensor positions, Tensor slotPositions, int row, int slot) {
        return Gpt2DecoderKernels.forward(
                model, cache, tokens.to(device), positions.to(device), slotPositions.to(device), row, slot);
    }

    @Override
    public void close() {
        owned().forEach(Tensor::close);
    }
}
