package io.graphkernel.runtime.generated.library;

import io.graphkernel.abi.KernelAbi;
import io.graphkernel.bridge.NativeBridge;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.generated.LaunchFrame;
import io.graphkernel.runtime.internal.device.DeviceInUse;
import io.graphkernel.runtime.internal.device.DeviceKernel;

/** The gradient of gathering on a device, by our own kernel. */
final class DeviceGatherGrad {
    private static final String OP = "gather_gradient";
    private static final String KERNEL = "gk_gather_gradient";

    /** The positions of a tile: {@code GK_POSITIONS}. */
    private static final long TILE_POSITIONS = 8;

    private DeviceGatherGrad() {}

    static LibraryWork work(GatherGradShape shape, DType dtype, DeviceInUse device) {
        if (shape.elementCount() == 0) {
            return LibraryWork.NOTHING;
        }
        DeviceKernel kernel = device.program(NativeBridge.class, DeviceKernelWork.program(OP, dtype))
                .kernel(KERNEL, LibrarySlots.COUNT);
        long itemBytes = shape.count() * Long.BYTES + TILE_POSITIONS * KernelAbi.GROUP_THREADS * dtype.bytes();
        long groups = kernel.parts(items(shape), itemBytes);
        return (frame, arguments) -> {
            shape.fill(frame);
            kernel.launch(frame, LibrarySlots.FIRST, groups);
        };
    }

    /** Where there are few columns, the threads of an item share several tiles. */
    private static long items(GatherGradShape shape) {
        long width = KernelAbi.GROUP_THREADS;
        while (width / 2 >= shape.after()) {
            width /= 2;
        }
        long tiles = shape.before() * LaunchFrame.ceilDiv(shape.size(), TILE_POSITIONS);
        return LaunchFrame.ceilDiv(tiles, KernelAbi.GROUP_THREADS / width)
                * LaunchFrame.ceilDiv(shape.after(), KernelAbi.GROUP_THREADS);
    }
}
