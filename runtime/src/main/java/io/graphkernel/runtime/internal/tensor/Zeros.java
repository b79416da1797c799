package io.graphkernel.runtime.internal.tensor;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.internal.device.AbstractDevice;
import io.graphkernel.runtime.internal.memory.ForeignStorage;
import io.graphkernel.runtime.internal.memory.SharedZeroMapping;
import java.lang.ref.WeakReference;

/**
 * Read-only tensors of zeros. On the host, all of them share the same pages, which on Linux take no memory and are read
 * from the cache; on another device, each has its own memory.
 */
public final class Zeros {
    /**
     * Bytes, without a scope. The garbage collector releases them when they are not in use, so that large ones do not
     * remain.
     */
    private static WeakReference<AbstractTensor> last = new WeakReference<>(null);

    private Zeros() {}

    /**
     * Returns zeros of any float dtype, without a scope.
     *
     * @param dims valid dims, which must not be modified
     * @return a tensor that the caller closes
     */
    public static AbstractTensor of(AbstractDevice device, DType dtype, long[] dims) {
        if (!device.isHost()) {
            try (AbstractTensor zeros = TensorData.clear(TensorMemory.allocate(device, dtype, dims))) {
                return Tensors.hold(zeros);
            }
        }
        long elements = Shapes.elementCount(dims, dims.length);
        synchronized (Zeros.class) {
            return TensorMemory.view(pages(Shapes.byteCount(dtype, elements, dims)), 0, dtype, dims, elements);
        }
    }

    /** Returns at least the given number of bytes, not to be closed. */
    static AbstractTensor pages(long bytes) {
        AbstractTensor before = last.get();
        if (before != null && before.byteCount() >= bytes) {
            return before;
        }
        SharedZeroMapping memory = new SharedZeroMapping(bytes);
        long size = memory.byteCount();
        try (AbstractTensor zeros = TensorMemory.over(
                new ForeignStorage(new ForeignStorage.Owner(memory), size), DType.I8, new long[] {size}, size)) {
            AbstractTensor pages = Tensors.hold(zeros);
            last = new WeakReference<>(pages);
            if (before != null) {
                before.close();
            }
            return pages;
        }
    }
}
