package io.graphkernel.runtime.internal.device.opencl;

import static io.graphkernel.runtime.internal.device.NativeLibrary.call;

import io.graphkernel.common.target.GpuModel;
import io.graphkernel.runtime.generated.jvm.Memory;
import io.graphkernel.runtime.internal.device.DeviceDriver;
import io.graphkernel.runtime.internal.device.NativeScratch;
import java.util.concurrent.atomic.AtomicInteger;

/** An in-order command queue. */
final class OpenClStream implements DeviceDriver.Stream {
    private static final long QUEUE_PROPERTIES = 0x1093;
    private static final long PROFILING_ENABLE = 2;

    private static final GpuModel.Streams MODEL = GpuModel.Streams.DEFAULT;

    private final OpenClDriver driver;
    private final OpenClApi api;
    private final long handle;
    /** Not null during a capture. */
    private OpenClGraph recording;

    /** Launches since the last event. The first of them, and every sixteenth after it, is followed by a flush. */
    private final AtomicInteger launchesSinceEvent = new AtomicInteger();
    /** Launches since {@link #middle}. */
    private int launches;
    /** Event that the device must reach before many more launches are submitted. */
    private OpenClEvent middle;

    OpenClStream(OpenClDriver driver) {
        this.driver = driver;
        this.api = driver.api();
        long memory = NativeScratch.address();
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
            // Flushes the first launch after an event: a thread that has waited for the event leaves the device idle.
            if (launchesSinceEvent.getAndIncrement() % MODEL.launchesPerFlush() == 0) {
                flush();
            }
        }
    }

    /** Waits until the queue accepts further launches. */
    private synchronized void waitForDevice(int further) {
        launches += further;
        if (launches >= MODEL.maxPendingLaunches() / 2) {
            launches = 0;
            OpenClEvent before = middle;
            middle = recordEvent();
            finish(before);
        }
    }

    private static void finish(OpenClEvent event) {
        if (event != null) {
            try {
                event.synchronize();
            } finally {
                event.close();
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
    public void await(DeviceDriver.Stream other) {
        DeviceDriver.Event event = other.recordEvent();
        try {
            await(event);
        } finally {
            event.close();
        }
    }

    @Override
    public void await(DeviceDriver.Event event) {
        driver.require();
        long memory = NativeScratch.address();
        Memory.putLong(memory, ((OpenClEvent) event).handle());
        driver.check("clEnqueueBarrierWithWaitList", call(api.enqueueBarrier, handle, 1, memory, 0));
    }

    @Override
    public OpenClEvent recordEvent() {
        driver.require();
        long memory = NativeScratch.address();
        driver.check("clEnqueueMarkerWithWaitList", call(api.enqueueMarker, handle, 0, 0, memory));
        OpenClEvent event = new OpenClEvent(driver, Memory.getLong(memory));
        // A wait for the event from another queue does not flush this one.
        flush();
        launchesSinceEvent.set(0);
        return event;
    }

    private void flush() {
        driver.check("clFlush", call(api.flush, handle));
    }

    @Override
    public void synchronize() {
        // Some drivers wake only one of several threads that wait in clFinish; an event wakes all.
        finish(recordEvent());
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
