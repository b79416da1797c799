package io.graphkernel.generation;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;

/** Base class of models with a cache that they own, on the device of their parameters. */
public abstract class CachedModel implements CausalModel, AutoCloseable {

    private final Device device;
    private final int rows;
    private final int capacity;
    private final List<Tensor> owned = new ArrayList<>();
    private final List<Tensor> caches = new ArrayList<>();

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
     * If the allocation fails, all tensors of the model are closed: a constructor that throws returns no model to close.
     *
     * @param dtype dtype of the elements
     * @param heads number of heads
     * @param headSize columns of a head
     * @return zeros [rows, heads, capacity, head size]
     */
    protected final Tensor emptySlots(DType dtype, long heads, long headSize) {
        Tensor cache = owned(() -> Tensor.zeros(dtype, rows, heads, capacity, headSize));
        caches.add(cache);
        return cache;
    }

    /**
     * Returns a copy of a vector on the device, which is open until the model is closed. If the allocation fails, all
     * tensors of the model are closed.
     *
     * @param vector f32 vector
     * @return the copy
     */
    protected final Tensor ownCopy(Tensor vector) {
        return owned(() -> Tensor.of(vector.toFloatArray(), vector.elementCount()));
    }

    /** Allocates a tensor outside all scopes. A failure closes those of a model that is being created. */
    private Tensor owned(Supplier<Tensor> allocation) {
        try (TensorScope scope = TensorScope.open()) {
            Tensor tensor = TensorScope.detach(allocation.get().to(device));
            owned.add(tensor);
            return tensor;
        } catch (RuntimeException | Error e) {
            close();
            throw e;
        }
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

    @Override
    public final void clear(int row) {
        try (TensorScope scope = TensorScope.open()) {
            Tensor zeros = null;
            for (Tensor cache : caches) {
                Tensor slots = cache.slice(row, row + 1L);
                if (zeros == null
                        || zeros.dtype() != slots.dtype()
                        || !Arrays.equals(zeros.dimensions(), slots.dimensions())) {
                    zeros = Tensor.zeros(slots.dtype(), slots.dimensions()).to(device);
                }
                zeros.copyTo(slots);
            }
        }
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
