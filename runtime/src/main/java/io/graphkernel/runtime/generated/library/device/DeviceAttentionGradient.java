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

/** The gradient of attention on a device by two built-in kernels: one for queries, one for keys and values. */
public final class DeviceAttentionGradient {
    private static final GpuModel.Library MODEL = GpuModel.Library.DEFAULT;
    private static final String OP = "attention_gradient";
    private static final String QUERIES = "gk_attention_gradient_queries_" + MODEL.attentionTile();
    private static final String KEYS = "gk_attention_gradient_keys_" + MODEL.attentionTile();

    /** Values per query that the first kernel stores for the second one. */
    private static final long NUMBERS = 3;

    private DeviceAttentionGradient() {}

    public static LibraryKernel kernel(AttentionShape shape, DType dtype, DeviceInUse device) {
        if (shape.elementCount() == 0) {
            return LibraryKernel.NOTHING;
        }
        DeviceKernel queries = kernel(device, dtype, QUERIES);
        DeviceKernel keys = kernel(device, dtype, KEYS);
        long queryItems = DeviceAttention.items(shape, shape.queries());
        long keyItems = DeviceAttention.items(shape, shape.keys());
        // At least one element is allocated, since some drivers reject null addresses.
        long queryCount = Math.max(1, shape.batches() * shape.heads() * shape.queries());
        long bytes = NUMBERS * queryCount * Math.max(dtype.bytes(), Float.BYTES);
        return (frame, arguments) -> {
            AttentionSlots.fill(frame, shape, dtype);
            frame.pointer(AttentionSlots.PARTIALS, frame.libraryWorkspace(bytes));
            launch(frame, queries, queryItems);
            launch(frame, keys, keyItems);
        };
    }

    private static DeviceKernel kernel(DeviceInUse device, DType dtype, String name) {
        return device.program(NativeBridge.class, DeviceLibraryKernel.program(OP, dtype))
                .kernel(name, LibrarySlots.COUNT);
    }

    private static void launch(LaunchFrame frame, DeviceKernel kernel, long items) {
        if (items > 0) {
            kernel.launch(frame, LibrarySlots.FIRST, kernel.parts(items, MODEL.tileBytes()));
        }
    }
}
