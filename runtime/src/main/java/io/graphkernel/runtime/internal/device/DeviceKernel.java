package io.graphkernel.runtime.internal.device;

import io.graphkernel.runtime.internal.parallel.RangeSplitPolicy;

/** A kernel on a device. Launches neither allocate nor check. */
public final class DeviceKernel {
    /** Launches functions on the stream of a call, with its arguments. */
    public interface Launcher {

        /**
         * Launches a function.
         *
         * @param function kernel of the call's device
         * @param chunks number of chunks of its range
         * @param firstSlot first slot of the kernel
         * @param slotBytes size of its slots in bytes
         */
        void launchOnDevice(DeviceDriver.Function function, long chunks, int firstSlot, long slotBytes);
    }

    private final DeviceDriver.Function function;
    private final long slotBytes;
    private final RangeSplitPolicy splitPolicy;
    private final boolean runsLoops;

    DeviceKernel(DeviceInUse device, DeviceDriver.Function function, int slots) {
        this.function = function;
        this.slotBytes = (long) slots * Long.BYTES;
        this.splitPolicy = device.driver().splitPolicy();
        this.runsLoops = device.driver().runsLoops();
    }

    /**
     * Returns the number of chunks into which the device splits a range of items.
     *
     * @param range number of items, at least 1
     * @param bytesPerItem bytes that an item reads and writes
     */
    public long parts(long range, long bytesPerItem) {
        return splitPolicy.of(range, bytesPerItem);
    }

    /** Returns true if one launch runs all iterations of a loop that is inside a kernel. */
    public boolean runsLoops() {
        return runsLoops;
    }

    /**
     * Launches the kernel asynchronously on the frame's stream. The slots may be overwritten on return.
     *
     * @param frame the calling thread's frame, which runs on this kernel's device
     * @param firstSlot index of the kernel's first slot in the frame
     * @param partCount number of chunks of its range, at least 1
     * @throws io.graphkernel.runtime.exception.ClosedStreamException if the frame's stream is closed
     */
    public void launch(Launcher frame, int firstSlot, long partCount) {
        frame.launchOnDevice(function, partCount, firstSlot, slotBytes);
    }
}
