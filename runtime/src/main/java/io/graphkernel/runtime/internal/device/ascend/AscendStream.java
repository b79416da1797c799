package io.graphkernel.runtime.internal.device.ascend;

import static io.graphkernel.runtime.internal.device.NativeLibrary.call;

import io.graphkernel.runtime.exception.DeviceException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.internal.device.DeviceDriver;
import io.graphkernel.runtime.internal.device.NativeScratch;

/** A stream of AscendCL. */
final class AscendStream implements DeviceDriver.Stream {
    private final AscendDriver driver;
    private final AscendApi api;
    private final long stream;
    /**
     * Event that is recorded each time that another stream starts to wait for this one. Events without a flag do not
     * support that.
     */
    private final long tail;

    AscendStream(AscendDriver driver) {
        this.driver = driver;
        this.api = driver.api();
        driver.enter();
        stream = driver.result("aclrtCreateStream", call(api.createStream, NativeScratch.address()));
        tail = driver.result(
                "aclrtCreateEventExWithFlag",
                call(api.createEventExWithFlag, NativeScratch.address(), AscendApi.EVENT_SYNC),
                () -> call(api.destroyStream, stream));
    }

    @Override
    public long handle() {
        return stream;
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
                call(api.launchKernelWithHostArgs, kernel, blocks, stream, 0, arguments, bytes, 0, 0));
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
                "aclrtLaunchKernelWithConfig", call(api.launchKernelWithConfig, kernel, blocks, stream, 0, list, 0));
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
        driver.check("aclrtMemcpyAsync", call(api.memcpyAsync, target, bytes, source, bytes, kind, stream));
    }

    @Override
    public void await(DeviceDriver.Stream other) {
        AscendStream before = (AscendStream) other;
        driver.enter();
        synchronized (before) {
            driver.check("aclrtRecordEvent", call(api.recordEvent, before.tail, before.stream));
            driver.check("aclrtStreamWaitEvent", call(api.streamWaitEvent, stream, before.tail));
        }
    }

    @Override
    public void await(DeviceDriver.Event event) {
        driver.enter();
        driver.check("aclrtStreamWaitEvent", call(api.streamWaitEvent, stream, ((AscendEvent) event).handle()));
    }

    @Override
    public DeviceDriver.Event recordEvent() {
        driver.enter();
        long handle = driver.result("aclrtCreateEvent", call(api.createEvent, NativeScratch.address()));
        AscendEvent event = new AscendEvent(driver, handle);
        int code = (int) call(api.recordEvent, event.handle(), stream);
        if (code != AscendApi.SUCCESS) {
            event.close();
            driver.check("aclrtRecordEvent", code);
        }
        return event;
    }

    @Override
    public void synchronize() {
        driver.enter();
        driver.check("aclrtSynchronizeStream", call(api.synchronizeStream, stream));
    }

    @Override
    public void beginCapture() {
        String reason = api.captureReason();
        if (!reason.isEmpty()) {
            throw new DeviceException(RuntimeProblem.NO_CAPTURE, driver.name(), reason);
        }
        driver.enter();
        driver.check("aclmdlRICaptureBegin", call(api.captureBegin, stream, AscendApi.CAPTURE_RELAXED));
    }

    @Override
    public DeviceDriver.Graph endCapture() {
        driver.enter();
        return new AscendGraph(
                driver, driver.result("aclmdlRICaptureEnd", call(api.captureEnd, stream, NativeScratch.address())));
    }

    @Override
    public void launch(DeviceDriver.Graph graph) {
        driver.enter();
        driver.check("aclmdlRIExecuteAsync", call(api.executeAsync, ((AscendGraph) graph).handle(), stream));
    }

    @Override
    public void close() {
        if (driver.enterToFree()) {
            call(api.destroyEvent, tail);
            call(api.destroyStream, stream);
        }
    }
}
