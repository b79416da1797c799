package io.graphkernel.runtime.internal.device.ascend;

import static io.graphkernel.runtime.internal.device.NativeLibrary.call;

import io.graphkernel.runtime.exception.DeviceException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.internal.device.ContextStream;
import io.graphkernel.runtime.internal.device.DeviceDriver;
import io.graphkernel.runtime.internal.device.NativeScratch;

/** A stream of AscendCL. */
final class AscendStream extends ContextStream {
    private final AscendDriver driver;
    private final AscendApi api;

    AscendStream(AscendDriver driver) {
        super(driver, driver.api().streams);
        this.driver = driver;
        this.api = driver.api();
    }

    @Override
    public void launch(
            DeviceDriver.Function function, long blocks, long arguments, long bytes, long pointers, int pointerCount) {
        driver.enter();
        long kernel = ((AscendProgram.Entry) function).handle();
        if (api.launchKernelWithHostArgs == 0) {
            launchByParameters(kernel, blocks, arguments, bytes);
            return;
        }
        driver.check(
                "aclrtLaunchKernelWithHostArgs",
                call(api.launchKernelWithHostArgs, kernel, blocks, handle(), 0, arguments, bytes, 0, 0));
    }

    /** Launches with the API of older toolkits. */
    private void launchByParameters(long kernel, long blocks, long arguments, long bytes) {
        long memory = NativeScratch.address();
        long list = driver.result("aclrtKernelArgsInit", call(api.kernelArgsInit, kernel, memory));
        for (long slot = 0; slot < bytes; slot += Long.BYTES) {
            driver.check(
                    "aclrtKernelArgsAppend", call(api.kernelArgsAppend, list, arguments + slot, Long.BYTES, memory));
        }
        driver.check("aclrtKernelArgsFinalize", call(api.kernelArgsFinalize, list));
        driver.check(
                "aclrtLaunchKernelWithConfig", call(api.launchKernelWithConfig, kernel, blocks, handle(), 0, list, 0));
    }

    @Override
    public void copyToDevice(long target, long staging, long bytes) {
        copy(target, staging, bytes, AscendApi.COPY_TO_DEVICE);
    }

    @Override
    public void copyToHost(long staging, long source, long bytes) {
        copy(staging, source, bytes, AscendApi.COPY_TO_HOST);
    }

    @Override
    public void copy(long target, long source, long bytes) {
        copy(target, source, bytes, AscendApi.COPY_ON_DEVICE);
    }

    private void copy(long target, long source, long bytes, int kind) {
        driver.enter();
        driver.check("aclrtMemcpyAsync", call(api.memcpyAsync, target, bytes, source, bytes, kind, handle()));
    }

    @Override
    public void beginCapture() {
        String reason = api.captureReason();
        if (!reason.isEmpty()) {
            throw new DeviceException(RuntimeProblem.NO_CAPTURE, driver.name(), reason);
        }
        driver.enter();
        driver.check("aclmdlRICaptureBegin", call(api.captureBegin, handle(), AscendApi.CAPTURE_RELAXED));
    }

    @Override
    public DeviceDriver.Graph endCapture() {
        driver.enter();
        return new AscendGraph(
                driver, driver.result("aclmdlRICaptureEnd", call(api.captureEnd, handle(), NativeScratch.address())));
    }

    @Override
    public void launch(DeviceDriver.Graph graph) {
        driver.enter();
        driver.check("aclmdlRIExecuteAsync", call(api.executeAsync, ((AscendGraph) graph).handle(), handle()));
    }
}
