package io.graphkernel.runtime.internal.device.opencl;

import static io.graphkernel.runtime.internal.device.NativeLibrary.call;

import io.graphkernel.runtime.generated.jvm.Memory;
import io.graphkernel.runtime.internal.device.CallMemory;
import io.graphkernel.runtime.internal.device.DeviceDriver;
import java.util.concurrent.atomic.AtomicInteger;

/** An in-order command queue. */
final class OpenClQueue implements DeviceDriver.Queue {
    private static final long QUEUE_PROPERTIES = 0x1093;
    private static final long PROFILING_ENABLE = 2;

    /** A driver keeps every launch that has not run; a host that is so far ahead of the device waits. */
    private static final int LAUNCHES_AHEAD = 512;

    /** A driver may hold launches back until it is told to begin. */
    private static final int LAUNCHES_PER_FLUSH = 16;

    private final OpenClDriver driver;
    private final OpenClApi api;
    private final long handle;
    /** Not null while launches are recorded. */
    private OpenClGraph recording;

    /** Launches since a mark, with which the driver was told to begin. */
    private final AtomicInteger launchesSinceMark = new AtomicInteger();
    /** Launches since {@link #middle}. */
    private int launches;
    /** After a launch that the device must have run before many more are given to it. */
    private OpenClMark middle;

    OpenClQueue(OpenClDriver driver) {
        this.driver = driver;
        this.api = driver.api();
        long memory = CallMemory.address();
        Memory.putLong(memory, QUEUE_PROPERTIES);
        Memory.putLong(memory + 8, PROFILING_ENABLE);
        Memory.putLong(memory + 16, 0);
        handle = call(api.createCommandQueue, driver.context(), driver.device(), memory, memory + 24);
        driver.check("clCreateCommandQueueWithProperties", Memory.getInt(memory + 24));
    }

    @Override
    public long handle() {
        return handle;
    }

    @Override
    public void launch(
            DeviceDriver.Function function, long groups, long arguments, long bytes, long pointers, int pointerCount) {
        driver.require();
        OpenClFunction kernel = (OpenClFunction) function;
        if (recording != null) {
            recording.add(kernel, groups, arguments, bytes, pointers, pointerCount);
        } else {
            waitForDevice(1);
            kernel.launch(handle, groups, arguments, bytes, pointers, pointerCount);
            // The first one after a mark, as whoever has waited for the mark has left the device idle.
            if (launchesSinceMark.getAndIncrement() % LAUNCHES_PER_FLUSH == 0) {
                flush();
            }
        }
    }

    /** Waits until the queue may take further launches. */
    private synchronized void waitForDevice(int further) {
        launches += further;
        if (launches >= LAUNCHES_AHEAD / 2) {
            launches = 0;
            OpenClMark before = middle;
            middle = mark();
            finish(before);
        }
    }

    private static void finish(OpenClMark mark) {
        if (mark != null) {
            try {
                mark.synchronize();
            } finally {
                mark.close();
            }
        }
    }

    @Override
    public void copyToDevice(long target, long staging, long bytes) {
        copy(target, staging, bytes);
    }

    @Override
    public void copyToHost(long staging, long source, long bytes) {
        copy(staging, source, bytes);
    }

    @Override
    public void copy(long target, long source, long bytes) {
        driver.require();
        driver.check("clEnqueueSVMMemcpy", call(api.enqueueSvmMemcpy, handle, 0, target, source, bytes, 0, 0, 0));
    }

    @Override
    public void await(DeviceDriver.Queue other) {
        DeviceDriver.Mark mark = other.mark();
        try {
            await(mark);
        } finally {
            mark.close();
        }
    }

    @Override
    public void await(DeviceDriver.Mark event) {
        driver.require();
        long memory = CallMemory.address();
        Memory.putLong(memory, ((OpenClMark) event).handle());
        driver.check("clEnqueueBarrierWithWaitList", call(api.enqueueBarrier, handle, 1, memory, 0));
    }

    @Override
    public OpenClMark mark() {
        driver.require();
        long memory = CallMemory.address();
        driver.check("clEnqueueMarkerWithWaitList", call(api.enqueueMarker, handle, 0, 0, memory));
        OpenClMark mark = new OpenClMark(driver, Memory.getLong(memory));
        // Whoever waits for the mark does not flush this queue.
        flush();
        launchesSinceMark.set(0);
        return mark;
    }

    private void flush() {
        driver.check("clFlush", call(api.flush, handle));
    }

    @Override
    public void synchronize() {
        // Some drivers wake only one of several threads that wait in clFinish; an event wakes all.
        finish(mark());
    }

    @Override
    public void beginCapture() {
        recording = new OpenClGraph();
    }

    @Override
    public DeviceDriver.Graph endCapture() {
        OpenClGraph recorded = recording;
        recording = null;
        return recorded;
    }

    @Override
    public void launch(DeviceDriver.Graph graph) {
        driver.require();
        waitForDevice(((OpenClGraph) graph).size());
        ((OpenClGraph) graph).launch(handle);
        flush();
    }

    @Override
    public void close() {
        if (middle != null) {
            middle.close();
            middle = null;
        }
        if (!driver.isLost()) {
            call(api.releaseCommandQueue, handle);
        }
    }
}
