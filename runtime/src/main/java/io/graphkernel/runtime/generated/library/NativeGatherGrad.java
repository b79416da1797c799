package io.graphkernel.runtime.generated.library;

import io.graphkernel.bridge.NativeBridge;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.generated.LaunchFrame;
import io.graphkernel.runtime.internal.loading.LibraryFunctions;
import io.graphkernel.runtime.internal.memory.Block;
import io.graphkernel.runtime.internal.memory.MemoryPool;
import java.util.List;

/** The gradient of gathering on the CPU, by our own kernels of {@code native/src/main/c/gk_gather_gradient.c}. */
final class NativeGatherGrad implements LibraryWork {
    private static final String LIBRARY = "gather_gradient";

    /** In the order of the kernel table, after the kernel that sorts. */
    private static final List<DType> DTYPES = List.of(DType.F32, DType.F64, DType.F16, DType.BF16);

    private static final int PARTS = GatherGradShape.FIRST + 10;
    private static final int ORDER = GatherGradShape.FIRST + 32;

    /** So many elements that are read or written are worth a part of their own. */
    private static final long PART_ELEMENTS = 1 << 14;

    private static final long MOST_PARTS = 64;

    private static volatile long[] functions;

    private final GatherGradShape shape;
    private final long sort;
    private final long function;
    private final long parts;
    private final long orderBytes;

    private NativeGatherGrad(GatherGradShape shape, DType dtype) {
        this.shape = shape;
        sort = functions()[0];
        function = functions()[1 + DTYPES.indexOf(dtype)];
        long elements = shape.before() * shape.after() * (shape.count() + shape.size());
        parts = Math.max(1, Math.min(MOST_PARTS, elements / PART_ELEMENTS));
        orderBytes = (shape.size() + 1 + shape.count()) * Long.BYTES;
    }

    static LibraryWork work(GatherGradShape shape, DType dtype) {
        return shape.elementCount() == 0 ? LibraryWork.NOTHING : new NativeGatherGrad(shape, dtype);
    }

    private static long[] functions() {
        long[] loaded = functions;
        if (loaded == null) {
            loaded = LibraryFunctions.load(LIBRARY, 1 + DTYPES.size());
            functions = loaded;
        }
        return loaded;
    }

    @Override
    public void launch(LaunchFrame frame, long arguments) {
        Block order = MemoryPool.shared().acquire(orderBytes);
        try {
            shape.fill(frame);
            frame.integer(PARTS, parts);
            frame.pointer(ORDER, order.address());
            long slots = frame.arguments() + (long) GatherGradShape.FIRST * Long.BYTES;
            frame.run(NativeBridge::launch, sort, slots, 1, 0);
            frame.run(NativeBridge::launch, function, slots, parts, 0);
        } finally {
            MemoryPool.shared().release(order);
        }
    }
}
