package io.graphkernel.runtime.device.opencl;

import static io.graphkernel.runtime.device.NativeLibrary.call;

import io.graphkernel.runtime.device.CallMemory;
import io.graphkernel.runtime.device.DeviceDriver;
import io.graphkernel.runtime.jvm.Memory;
import java.util.function.Consumer;

/** An in-order command queue. */
final class OpenClQueue implements DeviceDriver.Queue {
    private static final long QUEUE_PROPERTIES = 0x1093;
    private static final long PROFILING_ENABLE = 2;

    private final OpenClDriver driver;
    private final OpenClApi api;
    private final long handle;
    private final Consumer<OpenClQueue> onClose;
    /** Not null while launches are recorded. */
    private OpenClGraph recording;

    OpenClQueue(OpenClDriver driver, Consumer<OpenClQueue> onClose) {
        this.driver = driver;
        this.api = driver.api();
        this.onClose = onClose;
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
            kernel.launch(handle, groups, arguments, bytes, pointers, pointerCount);
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
        driver.check("clFlush", call(api.flush, handle));
        return mark;
    }

    @Override
    public void synchronize() {
        driver.require();
        driver.check("clFinish", call(api.finish, handle));
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
        ((OpenClGraph) graph).launch(handle);
    }

    @Override
    public void close() {
        onClose.accept(this);
        if (!driver.isLost()) {
            call(api.releaseCommandQueue, handle);
        }
    }
}
