package io.graphkernel.runtime.internal.device.cuda;

import static io.graphkernel.runtime.internal.device.NativeLibrary.call;

import io.graphkernel.runtime.generated.jvm.Memory;
import io.graphkernel.runtime.internal.device.DeviceDriver;
import io.graphkernel.runtime.internal.device.NativeScratch;

/** An event, recorded once. */
final class CudaEvent implements DeviceDriver.Event {
    private static final double NANOS_PER_MILLISECOND = 1e6;

    private final CudaDriver driver;
    private final CudaApi api;
    private final long event;

    CudaEvent(CudaDriver driver, long event) {
        this.driver = driver;
        this.api = driver.api();
        this.event = event;
    }

    void record(long stream) {
        int code = (int) call(api.eventRecord, event, stream);
        if (code != CudaApi.SUCCESS) {
            close();
            driver.check("cuEventRecord", code);
        }
    }

    long handle() {
        return event;
    }

    @Override
    public boolean isDone() {
        driver.enter();
        int code = (int) call(api.eventQuery, event);
        if (code == CudaApi.NOT_READY) {
            return false;
        }
        driver.check("cuEventQuery", code);
        return true;
    }

    @Override
    public void synchronize() {
        driver.enter();
        driver.check("cuEventSynchronize", call(api.eventSynchronize, event));
    }

    @Override
    public long nanosSince(DeviceDriver.Event earlier) {
        driver.enter();
        long memory = NativeScratch.address();
        driver.check("cuEventElapsedTime", call(api.eventElapsedTime, memory, ((CudaEvent) earlier).handle(), event));
        return Math.round(Memory.getFloat(memory) * NANOS_PER_MILLISECOND);
    }

    @Override
    public void close() {
        if (driver.enterToFree()) {
            call(api.eventDestroy, event);
        }
    }
}
