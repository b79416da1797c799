package io.graphkernel.runtime.internal.tensor;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.internal.memory.ForeignStorage;
import io.graphkernel.runtime.internal.memory.ZeroPages;
import java.lang.ref.WeakReference;

/**
 * Tensors of zeros that are read and never written. On the host all of them lie over the same pages, which on Linux take no
 * memory and are read from the cache; on another device each has memory of its own.
 */
public final class Zeros {
    /** As bytes, in no scope. They go back when the collector finds nobody who holds them, so that large ones do not stay. */
    private static WeakReference<Tensor> last = new WeakReference<>(null);

    private Zeros() {}

    /**
     * Zeros of any float dtype, in no scope.
     *
     * @param dims valid, and not changed by others
     * @return to be closed by the caller
     */
    public static Tensor of(Device device, DType dtype, long[] dims) {
        if (!device.isHost()) {
            try (Tensor made = TensorData.clear(TensorMemory.allocate(device, dtype, dims))) {
                return Tensors.hold(made);
            }
        }
        long elements = Shapes.elementCount(dims, dims.length);
        synchronized (Zeros.class) {
            return TensorMemory.view(pages(Shapes.byteCount(dtype, elements, dims)), 0, dtype, dims, elements);
        }
    }

    /** The pages, as many as are needed or more; not to be closed. */
    static Tensor pages(long bytes) {
        Tensor before = last.get();
        if (before != null && before.byteCount() >= bytes) {
            return before;
        }
        ZeroPages memory = new ZeroPages(bytes);
        long size = memory.byteCount();
        try (Tensor made = TensorMemory.over(new ForeignStorage(memory, size), DType.I8, new long[] {size}, size)) {
            Tensor pages = Tensors.hold(made);
            last = new WeakReference<>(pages);
            if (before != null) {
                before.close();
            }
            return pages;
        }
    }
}
