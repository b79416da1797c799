package io.graphkernel.runtime.internal.device;

import io.graphkernel.runtime.generated.LaunchFrame;

/** A kernel on a device. Its launches neither allocate nor check. */
public final class DeviceKernel {
    /** The bytes that a group reads and writes, at least; below it more groups cost more than they gain. */
    private static final long BYTES_PER_GROUP = 4096;

    /** The groups for each multiprocessor that are enough to hide the latency of memory. */
    private static final long GROUPS_PER_MULTIPROCESSOR = 8;

    private final DeviceDriver.Function function;
    private final long slotBytes;
    private final long mostGroups;

    DeviceKernel(DeviceInUse device, DeviceDriver.Function function, int slots) {
        this.function = function;
        this.slotBytes = (long) slots * Long.BYTES;
        this.mostGroups =
                GROUPS_PER_MULTIPROCESSOR * device.driver().properties().multiprocessors();
    }

    /**
     * The number of groups for a range of items.
     *
     * @param range at least 1
     * @param bytesPerItem the memory that an item reads and writes, in bytes
     */
    public long groups(long range, long bytesPerItem) {
        long enough = mostGroups * BYTES_PER_GROUP;
        boolean many = range >= enough || bytesPerItem >= enough || range * bytesPerItem >= enough;
        return many ? mostGroups : Math.max(1, (range * bytesPerItem + BYTES_PER_GROUP - 1) / BYTES_PER_GROUP);
    }

    /**
     * Launches the kernel on the frame's stream, asynchronously. The slots may be filled anew when this returns.
     *
     * @param frame the calling thread's frame, which runs on this kernel's device
     * @param firstSlot where the kernel's slots begin in it
     * @param groups the number of groups, at least 1, of 256 threads each
     * @throws io.graphkernel.runtime.exception.ClosedStreamException if the frame's stream is closed
     */
    public void launch(LaunchFrame frame, int firstSlot, long groups) {
        frame.launchOnDevice(function, groups, firstSlot, slotBytes);
    }
}
