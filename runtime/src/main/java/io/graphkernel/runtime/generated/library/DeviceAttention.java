package io.graphkernel.runtime.generated.library;

import io.graphkernel.bridge.NativeBridge;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.generated.LaunchFrame;
import io.graphkernel.runtime.internal.device.DeviceInUse;
import io.graphkernel.runtime.internal.device.DeviceKernel;

/** Attention on a device, by our own kernel. */
final class DeviceAttention {
    private static final String OP = "attention";
    private static final String KERNEL = "gk_attention_64";

    /** The rows of an item, and the columns of the result. */
    private static final long TILE = 64;

    /** A group has enough to do with one item. */
    static final long ITEM_BYTES = 1 << 16;

    private DeviceAttention() {}

    static LibraryWork work(AttentionShape shape, DType dtype, DeviceInUse device) {
        if (shape.elementCount() == 0) {
            return LibraryWork.NOTHING;
        }
        DeviceKernel kernel = device.program(NativeBridge.class, DeviceKernelWork.program(OP, dtype))
                .kernel(KERNEL, LibrarySlots.COUNT);
        long groups = kernel.parts(items(shape, shape.queries()), ITEM_BYTES);
        return (frame, arguments) -> {
            AttentionSlots.fill(frame, shape, dtype);
            kernel.launch(frame, LibrarySlots.FIRST, groups);
        };
    }

    /** The tiles of all heads, each with so many rows. */
    static long items(AttentionShape shape, long rows) {
        long heads = shape.batches() * shape.heads();
        return heads * LaunchFrame.ceilDiv(rows, TILE) * LaunchFrame.ceilDiv(shape.size(), TILE);
    }
}
