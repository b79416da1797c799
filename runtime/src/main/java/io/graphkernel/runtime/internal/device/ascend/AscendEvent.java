package io.graphkernel.runtime.internal.device.ascend;

import static io.graphkernel.runtime.internal.device.NativeLibrary.call;

import io.graphkernel.runtime.generated.jvm.Memory;
import io.graphkernel.runtime.internal.device.DeviceDriver;
import io.graphkernel.runtime.internal.device.NativeScratch;

/** An event, recorded once. */
final class AscendEvent implements DeviceDriver.Event {
    private static final double NANOS_PER_MILLISECOND = 1e6;

    private final AscendDriver driver;
    private final AscendApi api;
    private final long event;

    AscendEvent(AscendDriver driver, long event) {
        this.driver = driver;
        this.api = driver.api();
        this.event = event;
    }

    long handle() {
        return event;
    }

    @Override
    public boolean isDone() {
        driver.enter();
        long memory = NativeScratch.address();
        driver.check("aclrtQueryEventStatus", call(api.queryEventStatus, event, memory));
        return Memory.getInt(memory) != 0;
    }

    @Override
    public void synchronize() {
        driver.enter();
        driver.check("aclrtSynchronizeEvent", call(api.synchronizeEvent, event));
    }

    @Override
    public long nanosSince(DeviceDriver.Event earlier) {
        driver.enter();
        long memory = NativeScratch.address();
        driver.check(
                "aclrtEventElapsedTime", call(api.eventElapsedTime, memory, ((AscendEvent) earlier).handle(), event));
        return Math.round(Memory.getFloat(memory) * NANOS_PER_MILLISECOND);
    }

    @Override
    public void close() {
        if (driver.enterToFree()) {
            call(api.destroyEvent, event);
        }
    }
}
