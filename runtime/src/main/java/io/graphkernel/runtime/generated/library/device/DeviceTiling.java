package io.graphkernel.runtime.generated.library.device;

import io.graphkernel.common.target.GpuModel;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.generated.LaunchFrame;
import io.graphkernel.runtime.internal.device.DeviceInUse;

/**
 * Partition of a matmul into tiles on a device. The tile size only affects speed: every element is summed in the same
 * order.
 *
 * @param size number of rows and of columns of a tile
 * @param tiles total number of tiles
 */
record DeviceTiling(long size, long tiles) {
    private static final GpuModel.Library MODEL = GpuModel.Library.DEFAULT;

    /** Returns large tiles if there is one per multiprocessor; not for f64, whose accumulators exceed the registers. */
    static DeviceTiling of(DeviceInUse device, DType dtype, long batchSize, long rows, long columns) {
        long large = tiles(MODEL.largeTile(), batchSize, rows, columns);
        boolean enough = large >= device.driver().properties().multiprocessors();
        return dtype != DType.F64 && enough
                ? new DeviceTiling(MODEL.largeTile(), large)
                : new DeviceTiling(MODEL.smallTile(), tiles(MODEL.smallTile(), batchSize, rows, columns));
    }

    private static long tiles(long size, long batchSize, long rows, long columns) {
        return batchSize * LaunchFrame.ceilDiv(rows, size) * LaunchFrame.ceilDiv(columns, size);
    }
}
