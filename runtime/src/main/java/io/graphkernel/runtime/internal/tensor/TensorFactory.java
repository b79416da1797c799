package io.graphkernel.runtime.internal.tensor;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.internal.device.AbstractDevice;
import io.graphkernel.runtime.internal.memory.ForeignStorage;
import io.graphkernel.runtime.internal.memory.Storage;

/** Factory of the public tensor objects, which their class registers when it is initialized. */
public abstract class TensorFactory {
    private static volatile TensorFactory registered;

    /** Used by the public class only. */
    protected TensorFactory() {}

    /** Registers the factory. */
    public static void register(TensorFactory factory) {
        registered = factory;
    }

    /** Returns the registered factory. The class is known by name only: it depends on this package. */
    static TensorFactory get() {
        if (registered == null) {
            try {
                Class.forName("io.graphkernel.runtime.Tensor");
            } catch (ClassNotFoundException e) {
                throw new AssertionError(e);
            }
        }
        return registered;
    }

    /** Returns a tensor without a scope; the caller must not modify the dims. */
    protected abstract AbstractTensor newTensor(
            DType dtype,
            AbstractDevice device,
            long[] dims,
            long elements,
            long address,
            Storage memory,
            ForeignStorage foreign);
}
