package io.graphkernel.runtime.generated.library.device;

import io.graphkernel.bridge.NativeBridge;
import io.graphkernel.common.target.GpuModel;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.generated.LaunchFrame;
import io.graphkernel.runtime.generated.library.LibraryKernel;
import io.graphkernel.runtime.generated.library.LibrarySlots;
import io.graphkernel.runtime.generated.library.shape.GatherGradShape;
import io.graphkernel.runtime.internal.device.DeviceInUse;
import io.graphkernel.runtime.internal.device.DeviceKernel;
import io.graphkernel.runtime.internal.device.DeviceProgram;

/** The gradient of a gather on a device by two built-in kernels: one sorts the slices by position, one sums them. */
public final class DeviceGatherGrad {
    private static final String OP = "gather_gradient";
    private static final String SORT = "gk_gather_order";
    private static final String SUMS = "gk_gather_gradient";

    private static final GpuModel.Library MODEL = GpuModel.Library.DEFAULT;

    private DeviceGatherGrad() {}

    public static LibraryKernel kernel(GatherGradShape shape, DType dtype, DeviceInUse device) {
        if (shape.elementCount() == 0) {
            return LibraryKernel.NOTHING;
        }
        DeviceProgram program = device.program(NativeBridge.class, DeviceLibraryKernel.program(OP, dtype));
        DeviceKernel sort = program.kernel(SORT, LibrarySlots.COUNT);
        DeviceKernel sums = program.kernel(SUMS, LibrarySlots.COUNT);
        long slicesOfTile = MODEL.gatherGradientPositions() * (1 + shape.count() / shape.size());
        long groups =
                sums.parts(items(shape), slicesOfTile * GpuModel.Launch.DEFAULT.threadsPerBlock() * dtype.bytes());
        long orderBytes = (shape.size() + shape.count()) * Long.BYTES;
        return (frame, arguments) -> {
            shape.fill(frame);
            frame.pointer(GatherGradShape.ORDER, frame.libraryWorkspace(orderBytes));
            sort.launch(frame, LibrarySlots.FIRST, 1);
            sums.launch(frame, LibrarySlots.FIRST, groups);
        };
    }

    /** With few columns, the threads of an item share several tiles. */
    private static long items(GatherGradShape shape) {
        long width = GpuModel.Launch.DEFAULT.threadsPerBlock();
        while (width / 2 >= shape.after()) {
            width /= 2;
        }
        long tiles = shape.before() * LaunchFrame.ceilDiv(shape.size(), MODEL.gatherGradientPositions());
        return LaunchFrame.ceilDiv(tiles, GpuModel.Launch.DEFAULT.threadsPerBlock() / width)
                * LaunchFrame.ceilDiv(shape.after(), GpuModel.Launch.DEFAULT.threadsPerBlock());
    }
}
