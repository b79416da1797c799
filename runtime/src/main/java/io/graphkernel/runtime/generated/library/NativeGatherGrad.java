package io.graphkernel.runtime.generated.library;

import io.graphkernel.bridge.NativeBridge;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.generated.LaunchFrame;
import io.graphkernel.runtime.internal.memory.Block;
import io.graphkernel.runtime.internal.memory.MemoryPool;

/** The gradient of gathering on the CPU, by our own kernels of {@code native/src/main/c/gk_gather_gradient.c}. */
final class NativeGatherGrad implements LibraryWork {
    /** The one of all dtypes sorts. */
    private static final NativeKernels KERNELS = new NativeKernels("gather_gradient", 1, 1);

    private static final int PARTS = LibrarySlots.FIRST + 10;

    /** The columns that are summed at a time, at most. */
    private static final long BLOCK_COLUMNS = 128;

    /** So many elements that are read or written are worth a part of their own. */
    private static final long PART_ELEMENTS = 1 << 14;

    private static final long MOST_PARTS = 64;

    private final GatherGradShape shape;
    private final long sort;
    private final long function;
    private final long outerParts;
    private final long columnParts;
    private final long positionParts;
    private final long orderBytes;

    private NativeGatherGrad(GatherGradShape shape, DType dtype, int threads) {
        this.shape = shape;
        sort = KERNELS.function(0);
        function = KERNELS.function(0, dtype);
        long elements = shape.before() * shape.after() * (shape.count() + shape.size());
        long parts = Math.max(1, Math.min(MOST_PARTS, elements / PART_ELEMENTS));
        outerParts = Math.min(shape.before(), parts);
        // One position may have most slices: then only columns are work for several threads.
        long mostColumnParts = Math.min(threads, LaunchFrame.ceilDiv(shape.after(), BLOCK_COLUMNS));
        columnParts = Math.max(1, Math.min(mostColumnParts, parts / outerParts));
        positionParts = Math.max(1, Math.min(shape.size(), parts / (outerParts * columnParts)));
        orderBytes = (shape.size() + 2 + shape.count()) * Long.BYTES;
    }

    static LibraryWork work(GatherGradShape shape, DType dtype, int threads) {
        return shape.elementCount() == 0 ? LibraryWork.NOTHING : new NativeGatherGrad(shape, dtype, threads);
    }

    /** The items that threads share. */
    long items() {
        return outerParts * columnParts * positionParts;
    }

    @Override
    public void launch(LaunchFrame frame, long arguments) {
        Block order = MemoryPool.shared().acquire(orderBytes);
        try {
            shape.fill(frame);
            frame.integer(PARTS, positionParts * columnParts);
            frame.integer(PARTS + 1, columnParts);
            frame.integer(PARTS + 2, outerParts);
            frame.pointer(GatherGradShape.ORDER, order.address());
            long slots = LibrarySlots.address(frame);
            frame.run(NativeBridge::launch, sort, slots, 1, 0);
            frame.run(NativeBridge::launch, function, slots, items(), 0);
        } finally {
            MemoryPool.shared().release(order);
        }
    }
}
