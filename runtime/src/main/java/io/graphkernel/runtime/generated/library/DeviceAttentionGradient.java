package io.graphkernel.runtime.generated.library;

import io.graphkernel.bridge.NativeBridge;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.generated.LaunchFrame;
import io.graphkernel.runtime.internal.device.DeviceInUse;
import io.graphkernel.runtime.internal.device.DeviceKernel;

/** The gradient of attention on a device, by two kernels of our own: for the queries, then for keys and values. */
final class DeviceAttentionGradient {
    private static final String OP = "attention_gradient";
    private static final String QUERIES = "gk_attention_gradient_queries_64";
    private static final String KEYS = "gk_attention_gradient_keys_64";

    /** What the first kernel keeps of a query for the second one. */
    private static final long NUMBERS = 3;

    private DeviceAttentionGradient() {}

    static LibraryWork work(AttentionShape shape, DType dtype, DeviceInUse device) {
        if (shape.elementCount() == 0) {
            return LibraryWork.NOTHING;
        }
        DeviceKernel queries = kernel(device, dtype, QUERIES);
        DeviceKernel keys = kernel(device, dtype, KEYS);
        long queryItems = DeviceAttention.items(shape, shape.queries());
        long keyItems = DeviceAttention.items(shape, shape.keys());
        // Of no query there is memory, too: some drivers take no null address.
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
        return device.program(NativeBridge.class, DeviceKernelWork.program(OP, dtype))
                .kernel(name, LibrarySlots.COUNT);
    }

    private static void launch(LaunchFrame frame, DeviceKernel kernel, long items) {
        if (items > 0) {
            kernel.launch(frame, LibrarySlots.FIRST, kernel.parts(items, DeviceAttention.ITEM_BYTES));
        }
    }
}
