package io.graphkernel.runtime.generated.library.device;

import io.graphkernel.bridge.NativeBridge;
import io.graphkernel.runtime.generated.library.LibraryKernel;
import io.graphkernel.runtime.generated.library.LibrarySlots;
import io.graphkernel.runtime.generated.library.shape.SortOrderShape;
import io.graphkernel.runtime.internal.device.DeviceInUse;
import io.graphkernel.runtime.internal.device.DeviceKernel;

/** The stable order of rows on a device by a built-in kernel, with a thread block per row. */
public final class DeviceSortOrder {
    /** A program for all dtypes. */
    private static final String PROGRAM = "sort_order_any";

    private static final String KERNEL = "gk_sort_order";

    private DeviceSortOrder() {}

    public static LibraryKernel kernel(SortOrderShape shape, DeviceInUse device) {
        if (shape.isEmpty()) {
            return LibraryKernel.NOTHING;
        }
        DeviceKernel kernel = device.program(NativeBridge.class, PROGRAM).kernel(KERNEL, LibrarySlots.COUNT);
        long groups = kernel.parts(shape.rows(), shape.count() * (shape.dtype().bytes() + Long.BYTES));
        return (frame, arguments) -> {
            shape.fill(frame);
            kernel.launch(frame, LibrarySlots.FIRST, groups);
        };
    }
}
