package io.graphkernel.runtime.generated.library.device;

import io.graphkernel.bridge.NativeBridge;
import io.graphkernel.common.target.GpuModel;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.generated.LaunchFrame;
import io.graphkernel.runtime.generated.library.LibraryKernel;
import io.graphkernel.runtime.generated.library.LibrarySlots;
import io.graphkernel.runtime.generated.library.shape.AttentionShape;
import io.graphkernel.runtime.generated.library.shape.AttentionSlots;
import io.graphkernel.runtime.internal.device.DeviceInUse;
import io.graphkernel.runtime.internal.device.DeviceKernel;

/** Attention on a device by a built-in kernel. */
public final class DeviceAttention {
    private static final GpuModel.Library MODEL = GpuModel.Library.DEFAULT;
    private static final String OP = "attention";
    private static final String KERNEL = "gk_attention_" + MODEL.attentionTile();

    private DeviceAttention() {}

    public static LibraryKernel kernel(AttentionShape shape, DType dtype, DeviceInUse device) {
        if (shape.elementCount() == 0) {
            return LibraryKernel.NOTHING;
        }
        DeviceKernel kernel = device.program(NativeBridge.class, DeviceLibraryKernel.program(OP, dtype))
                .kernel(KERNEL, LibrarySlots.COUNT);
        long groups = kernel.parts(items(shape, shape.queries()), MODEL.tileBytes());
        return (frame, arguments) -> {
            AttentionSlots.fill(frame, shape, dtype);
            kernel.launch(frame, LibrarySlots.FIRST, groups);
        };
    }

    /** Returns the number of tiles of all heads, each with a given number of rows. */
    static long items(AttentionShape shape, long rows) {
        long heads = shape.batches() * shape.heads();
        return heads
                * LaunchFrame.ceilDiv(rows, MODEL.attentionTile())
                * LaunchFrame.ceilDiv(shape.size(), MODEL.attentionTile());
    }
}
