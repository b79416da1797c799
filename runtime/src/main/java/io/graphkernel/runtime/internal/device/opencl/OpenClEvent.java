package io.graphkernel.runtime.internal.device.opencl;

import static io.graphkernel.runtime.internal.device.NativeLibrary.call;

import io.graphkernel.runtime.generated.jvm.Memory;
import io.graphkernel.runtime.internal.device.DeviceDriver;
import io.graphkernel.runtime.internal.device.NativeScratch;

/** The event of a marker. */
final class OpenClEvent implements DeviceDriver.Event {
    private static final long EVENT_COMMAND_EXECUTION_STATUS = 0x11d3;
    private static final long PROFILING_COMMAND_END = 0x1283;
    private static final int COMPLETE = 0;

    private final OpenClDriver driver;
    private final OpenClApi api;
    private final long event;

    OpenClEvent(OpenClDriver driver, long event) {
        this.driver = driver;
        this.api = driver.api();
        this.event = event;
    }

    long handle() {
        return event;
    }

    @Override
    public boolean isDone() {
        driver.require();
        long memory = NativeScratch.address();
        driver.check(
                "clGetEventInfo",
                call(api.getEventInfo, event, EVENT_COMMAND_EXECUTION_STATUS, Integer.BYTES, memory, 0));
        int status = Memory.getInt(memory);
        if (status < COMPLETE) {
            driver.check("a command", status);
        }
        return status == COMPLETE;
    }

    @Override
    public void synchronize() {
        driver.require();
        long memory = NativeScratch.address();
        Memory.putLong(memory, event);
        driver.check("clWaitForEvents", call(api.waitForEvents, 1, memory));
    }

    @Override
    public long nanosSince(DeviceDriver.Event earlier) {
        return endNanos() - ((OpenClEvent) earlier).endNanos();
    }

    private long endNanos() {
        long memory = NativeScratch.address();
        driver.check(
                "clGetEventProfilingInfo",
                call(api.getEventProfilingInfo, event, PROFILING_COMMAND_END, Long.BYTES, memory, 0));
        return Memory.getLong(memory);
    }

    @Override
    public void close() {
        if (!driver.isLost()) {
            call(api.releaseEvent, event);
        }
    }
}
