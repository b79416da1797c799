package io.graphkernel.runtime.internal.device.ascend;

import static io.graphkernel.runtime.internal.device.NativeLibrary.call;

import io.graphkernel.runtime.internal.device.DeviceDriver;

/** Captured launches; AscendCL calls them a model instance. */
final class AscendGraph implements DeviceDriver.Graph {
    private final AscendDriver driver;
    private final long handle;

    AscendGraph(AscendDriver driver, long handle) {
        this.driver = driver;
        this.handle = handle;
    }

    long handle() {
        return handle;
    }

    @Override
    public void close() {
        if (driver.enterToFree()) {
            call(driver.api().destroyRecorded, handle);
        }
    }
}
