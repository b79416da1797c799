package io.graphkernel.runtime.internal.device.cuda;

import static io.graphkernel.runtime.internal.device.NativeLibrary.call;

import io.graphkernel.runtime.internal.device.DeviceDriver;

/** An executable graph. */
final class CudaGraph implements DeviceDriver.Graph {
    private final CudaDriver driver;
    private final long executable;

    CudaGraph(CudaDriver driver, long executable) {
        this.driver = driver;
        this.executable = executable;
    }

    long handle() {
        return executable;
    }

    @Override
    public void close() {
        if (driver.enterToFree()) {
            call(driver.api().graphExecDestroy, executable);
        }
    }
}
