package io.graphkernel.runtime.generated.library.cpu;

import io.graphkernel.bridge.NativeBridge;
import io.graphkernel.common.target.CpuLibraryModel;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.generated.LaunchFrame;
import io.graphkernel.runtime.generated.library.LibraryKernel;
import io.graphkernel.runtime.generated.library.LibrarySlots;
import io.graphkernel.runtime.generated.library.shape.GatherGradShape;
import io.graphkernel.runtime.internal.memory.HostBlock;
import io.graphkernel.runtime.internal.memory.MemoryPool;

/** The gradient of a gather on the CPU by the built-in kernels of {@code native/src/main/c/gk_gather_gradient.c}. */
public final class NativeGatherGrad implements LibraryKernel {
    /** The sort kernel serves all dtypes. */
    private static final NativeKernels KERNELS = new NativeKernels("gather_gradient", 1, 1);

    private static final int PARTS = LibrarySlots.FIRST + 10;

    private static final CpuLibraryModel MODEL = CpuLibraryModel.DEFAULT;

    private final GatherGradShape shape;
    private final long sort;
    private final long function;
    private final long outerChunks;
    private final long columnChunks;
    private final long positionChunks;
    private final long orderBytes;

    private NativeGatherGrad(GatherGradShape shape, DType dtype, int threads) {
        this.shape = shape;
        sort = KERNELS.function(0);
        function = KERNELS.function(0, dtype);
        long elements = shape.before() * shape.after() * (shape.count() + shape.size());
        long chunks =
                Math.max(1, Math.min(MODEL.maxGatherGradientChunks(), elements / MODEL.minGatherGradientElements()));
        outerChunks = Math.min(shape.before(), chunks);
        // A single position may have most of the slices; only columns can be split between threads then.
        long maxColumnChunks = Math.min(threads, LaunchFrame.ceilDiv(shape.after(), MODEL.gatherGradientColumns()));
        columnChunks = Math.max(1, Math.min(maxColumnChunks, chunks / outerChunks));
        positionChunks = Math.max(1, Math.min(shape.size(), chunks / (outerChunks * columnChunks)));
        orderBytes = (shape.size() + 2 + shape.count()) * Long.BYTES;
    }

    public static LibraryKernel kernel(GatherGradShape shape, DType dtype, int threads) {
        return shape.elementCount() == 0 ? LibraryKernel.NOTHING : new NativeGatherGrad(shape, dtype, threads);
    }

    /** Returns the number of items that the threads share. */
    long items() {
        return outerChunks * columnChunks * positionChunks;
    }

    @Override
    public void launch(LaunchFrame frame, long arguments) {
        HostBlock order = MemoryPool.shared().acquire(orderBytes);
        try {
            shape.fill(frame);
            frame.integer(PARTS, positionChunks * columnChunks);
            frame.integer(PARTS + 1, columnChunks);
            frame.integer(PARTS + 2, outerChunks);
            frame.pointer(GatherGradShape.ORDER, order.address());
            long slots = LibrarySlots.address(frame);
            frame.run(NativeBridge::launch, sort, slots, 1, 0);
            frame.run(NativeBridge::launch, function, slots, items(), 0);
        } finally {
            MemoryPool.shared().release(order);
        }
    }
}
