package io.graphkernel.generation;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import java.util.ArrayList;
import java.util.List;

/** Base class of models with a cache that they own, on the device of their parameters. */
public abstract class CachedModel implements CausalModel, AutoCloseable {

    private final Device device;
    private final int rows;
    private final int capacity;
    private final List<Tensor> owned = new ArrayList<>();

    /**
     * Creates a model without tensors of its own.
     *
     * @param device device of the parameters
     * @param rows number of sequences
     * @param capacity number of slots per sequence
     */
    protected CachedModel(Device device, int rows, int capacity) {
        this.device = device;
        this.rows = rows;
        this.capacity = capacity;
    }

    /**
     * Returns an empty cache of keys or values, which is open until the model is closed, beyond the scope of the caller.
     *
     * @param dtype dtype of the elements
     * @param heads number of heads
     * @param headSize columns of a head
     * @return zeros [rows, heads, capacity, head size]
     */
    protected final Tensor emptySlots(DType dtype, long heads, long headSize) {
        try (TensorScope scope = TensorScope.open()) {
            return kept(Tensor.zeros(dtype, rows, heads, capacity, headSize).to(device));
        }
    }

    /**
     * Returns a copy of a vector on the device, which is open until the model is closed.
     *
     * @param vector f32 vector
     * @return the copy
     */
    protected final Tensor ownCopy(Tensor vector) {
        try (TensorScope scope = TensorScope.open()) {
            return kept(Tensor.of(vector.toFloatArray(), vector.elementCount()).to(device));
        }
    }

    private Tensor kept(Tensor tensor) {
        TensorScope.detach(tensor);
        owned.add(tensor);
        return tensor;
    }

    @Override
    public final int rows() {
        return rows;
    }

    @Override
    public final int capacity() {
        return capacity;
    }

    @Override
    public final Tensor forward(Tensor tokens, Tensor positions, int row) {
        return forwardOnDevice(tokens.to(device), positions.to(device), row);
    }

    /**
     * Runs the kernel, as {@link #forward} for tensors on the device.
     *
     * @param tokens i32 [b, n]
     * @param positions i32 [b, n]
     * @param row first row
     * @return f32 [b, v]
     */
    protected abstract Tensor forwardOnDevice(Tensor tokens, Tensor positions, int row);

    @Override
    public void close() {
        owned.forEach(Tensor::close);
    }
}
