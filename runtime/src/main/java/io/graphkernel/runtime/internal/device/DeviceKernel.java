package io.graphkernel.runtime.internal.device;

import io.graphkernel.runtime.generated.LaunchFrame;

/** A kernel on a device. Its launches neither allocate nor check. */
public final class DeviceKernel {
    private final DeviceDriver.Function function;
    private final long slotBytes;
    private final RangeParts parts;

    DeviceKernel(DeviceInUse device, DeviceDriver.Function function, int slots) {
        this.function = function;
        this.slotBytes = (long) slots * Long.BYTES;
        this.parts = device.driver().parts();
    }

    /**
     * Into how many parts the device wants a range of items to be cut.
     *
     * @param range at least 1
     * @param bytesPerItem the memory that an item reads and writes, in bytes
     */
    public long parts(long range, long bytesPerItem) {
        return parts.of(range, bytesPerItem);
    }

    /**
     * Launches the kernel on the frame's stream, asynchronously. The slots may be filled anew when this returns.
     *
     * @param frame the calling thread's frame, which runs on this kernel's device
     * @param firstSlot where the kernel's slots begin in it
     * @param parts into how many parts its range is cut, at least 1
     * @throws io.graphkernel.runtime.exception.ClosedStreamException if the frame's stream is closed
     */
    public void launch(LaunchFrame frame, int firstSlot, long parts) {
        frame.launchOnDevice(function, parts, firstSlot, slotBytes);
    }
}
