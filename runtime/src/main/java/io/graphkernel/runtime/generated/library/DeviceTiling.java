package io.graphkernel.runtime.generated.library;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.generated.LaunchFrame;
import io.graphkernel.runtime.internal.device.DeviceInUse;

/**
 * Into which tiles a device splits products. The tile decides only how fast they are: every element is summed in the
 * same order.
 *
 * @param size the rows and the columns of a tile
 * @param tiles how many there are in all
 */
record DeviceTiling(long size, long tiles) {
    private static final long SMALL = 64;
    private static final long LARGE = 128;

    /** Large tiles, but of f64, whose sums the registers do not hold, if there is one for every multiprocessor. */
    static DeviceTiling of(DeviceInUse device, DType dtype, long products, long rows, long columns) {
        long large = tiles(LARGE, products, rows, columns);
        boolean enough = large >= device.driver().properties().multiprocessors();
        return dtype != DType.F64 && enough
                ? new DeviceTiling(LARGE, large)
                : new DeviceTiling(SMALL, tiles(SMALL, products, rows, columns));
    }

    private static long tiles(long size, long products, long rows, long columns) {
        return products * LaunchFrame.ceilDiv(rows, size) * LaunchFrame.ceilDiv(columns, size);
    }
}
