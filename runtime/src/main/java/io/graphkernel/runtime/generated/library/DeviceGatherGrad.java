package io.graphkernel.runtime.generated.library;

import io.graphkernel.abi.KernelAbi;
import io.graphkernel.bridge.NativeBridge;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.generated.LaunchFrame;
import io.graphkernel.runtime.internal.device.DeviceInUse;
import io.graphkernel.runtime.internal.device.DeviceKernel;
import io.graphkernel.runtime.internal.device.DeviceProgram;

/** The gradient of gathering on a device, by two kernels of our own: one orders the slices by position, one sums them. */
final class DeviceGatherGrad {
    private static final String OP = "gather_gradient";
    private static final String SORT = "gk_gather_order";
    private static final String SUMS = "gk_gather_gradient";

    /** The positions of a tile: {@code GK_POSITIONS}. */
    private static final long TILE_POSITIONS = 8;

    private DeviceGatherGrad() {}

    static LibraryWork work(GatherGradShape shape, DType dtype, DeviceInUse device) {
        if (shape.elementCount() == 0) {
            return LibraryWork.NOTHING;
        }
        DeviceProgram program = device.program(NativeBridge.class, DeviceKernelWork.program(OP, dtype));
        DeviceKernel sort = program.kernel(SORT, LibrarySlots.COUNT);
        DeviceKernel sums = program.kernel(SUMS, LibrarySlots.COUNT);
        long slicesOfTile = TILE_POSITIONS * (1 + shape.count() / shape.size());
        long groups = sums.parts(items(shape), slicesOfTile * KernelAbi.GROUP_THREADS * dtype.bytes());
        long orderBytes = (shape.size() + shape.count()) * Long.BYTES;
        return (frame, arguments) -> {
            shape.fill(frame);
            frame.pointer(GatherGradShape.ORDER, frame.libraryWorkspace(orderBytes));
            sort.launch(frame, LibrarySlots.FIRST, 1);
            sums.launch(frame, LibrarySlots.FIRST, groups);
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
