package io.graphkernel.runtime.generated.library.cpu;

import io.graphkernel.bridge.NativeBridge;
import io.graphkernel.runtime.generated.LaunchFrame;
import io.graphkernel.runtime.generated.library.LibraryKernel;
import io.graphkernel.runtime.generated.library.LibrarySlots;
import io.graphkernel.runtime.generated.library.shape.SortOrderShape;

/** The stable order of rows on the CPU by the built-in kernel of {@code native/src/main/c/gk_sort_order.c}. */
public final class NativeSortOrder implements LibraryKernel {
    private static final NativeKernels KERNELS = new NativeKernels("sort_order", 1, 0);

    /** Scratch memory per element: two keys and two positions. */
    private static final long SCRATCH_BYTES_PER_ELEMENT = 4L * Long.BYTES;

    private final SortOrderShape shape;
    private final long function;

    private NativeSortOrder(SortOrderShape shape) {
        this.shape = shape;
        function = KERNELS.function(0);
    }

    public static LibraryKernel kernel(SortOrderShape shape) {
        return shape.isEmpty() ? LibraryKernel.NOTHING : new NativeSortOrder(shape);
    }

    @Override
    public void launch(LaunchFrame frame, long arguments) {
        shape.fill(frame);
        frame.run(
                NativeBridge::launch,
                function,
                LibrarySlots.address(frame),
                shape.rows(),
                shape.count() * SCRATCH_BYTES_PER_ELEMENT);
    }
}
