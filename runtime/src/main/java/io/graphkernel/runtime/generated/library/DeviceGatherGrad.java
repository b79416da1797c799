package io.graphkernel.runtime.generated.library;

import io.graphkernel.bridge.NativeBridge;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.generated.LaunchFrame;
import io.graphkernel.runtime.internal.device.DeviceInUse;
import io.graphkernel.runtime.internal.device.DeviceKernel;

/** The gradient of gathering on a device, by our own kernel. */
final class DeviceGatherGrad {
    private static final String OP = "gather_gradient";
    private static final String KERNEL = "gk_gather_gradient";

    /** The positions and the columns of an item: {@code GK_POSITIONS} and the threads of a group. */
    private static final long ITEM_POSITIONS = 8;

    private static final long ITEM_COLUMNS = 256;

    private DeviceGatherGrad() {}

    static LibraryWork work(GatherGradShape shape, DType dtype, DeviceInUse device) {
        if (shape.elementCount() == 0) {
            return LibraryWork.NOTHING;
        }
        DeviceKernel kernel = device.program(NativeBridge.class, DeviceKernelWork.program(OP, dtype))
                .kernel(KERNEL, GatherGradShape.SLOTS);
        long items = shape.before()
                * LaunchFrame.ceilDiv(shape.size(), ITEM_POSITIONS)
                * LaunchFrame.ceilDiv(shape.after(), ITEM_COLUMNS);
        long itemBytes = shape.count() * Long.BYTES + ITEM_POSITIONS * ITEM_COLUMNS * dtype.bytes();
        long groups = kernel.parts(items, itemBytes);
        return (frame, arguments) -> {
            shape.fill(frame);
            kernel.launch(frame, GatherGradShape.FIRST, groups);
        };
    }
}
