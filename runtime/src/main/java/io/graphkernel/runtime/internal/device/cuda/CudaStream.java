package io.graphkernel.runtime.internal.device.cuda;

import static io.graphkernel.runtime.internal.device.NativeLibrary.call;

import io.graphkernel.common.target.GpuModel;
import io.graphkernel.runtime.generated.jvm.Memory;
import io.graphkernel.runtime.internal.device.DeviceDriver;
import io.graphkernel.runtime.internal.device.NativeScratch;

/** A non-blocking stream: it does not synchronize with the context's default stream. */
final class CudaStream implements DeviceDriver.Stream {
    private static final int STREAM_NON_BLOCKING = 1;
    private static final int EVENT_DISABLE_TIMING = 2;
    private static final int CAPTURE_RELAXED = 2;

    private static final long LAUNCH_PARAM_END = 0;
    private static final long LAUNCH_PARAM_BUFFER_POINTER = 1;
    private static final long LAUNCH_PARAM_BUFFER_SIZE = 2;

    private final CudaDriver driver;
    private final CudaApi api;
    private final long stream;
    /** Event that is recorded each time that another stream starts to wait for this one. */
    private final long tail;

    CudaStream(CudaDriver driver) {
        this.driver = driver;
        this.api = driver.api();
        driver.enter();
        stream = driver.result("cuStreamCreate", call(api.streamCreate, NativeScratch.address(), STREAM_NON_BLOCKING));
        tail = driver.result(
                "cuEventCreate",
                call(api.eventCreate, NativeScratch.address(), EVENT_DISABLE_TIMING),
                () -> call(api.streamDestroy, stream));
    }

    @Override
    public long handle() {
        return stream;
    }

    @Override
    public void launch(
            DeviceDriver.Function function, long groups, long arguments, long bytes, long pointers, int pointerCount) {
        driver.enter();
        long extra = NativeScratch.address();
        long size = extra + 5 * Long.BYTES;
        Memory.putLong(extra, LAUNCH_PARAM_BUFFER_POINTER);
        Memory.putLong(extra + 8, arguments);
        Memory.putLong(extra + 16, LAUNCH_PARAM_BUFFER_SIZE);
        Memory.putLong(extra + 24, size);
        Memory.putLong(extra + 32, LAUNCH_PARAM_END);
        Memory.putLong(size, bytes);
        driver.check(
                "cuLaunchKernel",
                call(
                        api.launchKernel,
                        ((CudaProgram.Entry) function).handle(),
                        groups,
                        1,
                        1,
                        GpuModel.Launch.DEFAULT.threadsPerBlock(),
                        1,
                        1,
                        0,
                        stream,
                        0,
                        extra,
                        0));
    }

    @Override
    public void copyToDevice(long target, long staging, long bytes) {
        driver.enter();
        driver.check("cuMemcpyHtoDAsync_v2", call(api.memcpyToDevice, target, staging, bytes, stream));
    }

    @Override
    public void copyToHost(long staging, long source, long bytes) {
        driver.enter();
        driver.check("cuMemcpyDtoHAsync_v2", call(api.memcpyToHost, staging, source, bytes, stream));
    }

    @Override
    public void copy(long target, long source, long bytes) {
        driver.enter();
        driver.check("cuMemcpyDtoDAsync_v2", call(api.memcpyOnDevice, target, source, bytes, stream));
    }

    @Override
    public void await(DeviceDriver.Stream other) {
        CudaStream before = (CudaStream) other;
        driver.enter();
        synchronized (before) {
            driver.check("cuEventRecord", call(api.eventRecord, before.tail, before.stream));
            driver.check("cuStreamWaitEvent", call(api.streamWaitEvent, stream, before.tail, 0));
        }
    }

    @Override
    public void await(DeviceDriver.Event event) {
        driver.enter();
        driver.check("cuStreamWaitEvent", call(api.streamWaitEvent, stream, ((CudaEvent) event).handle(), 0));
    }

    @Override
    public DeviceDriver.Event recordEvent() {
        driver.enter();
        long handle = driver.result("cuEventCreate", call(api.eventCreate, NativeScratch.address(), 0));
        CudaEvent event = new CudaEvent(driver, handle);
        event.record(stream);
        return event;
    }

    @Override
    public void synchronize() {
        driver.enter();
        driver.check("cuStreamSynchronize", call(api.streamSynchronize, stream));
    }

    @Override
    public void beginCapture() {
        driver.enter();
        driver.check("cuStreamBeginCapture_v2", call(api.streamBeginCapture, stream, CAPTURE_RELAXED));
    }

    @Override
    public DeviceDriver.Graph endCapture() {
        driver.enter();
        long memory = NativeScratch.address();
        driver.check("cuStreamEndCapture", call(api.streamEndCapture, stream, memory));
        long graph = Memory.getLong(memory);
        try {
            driver.check("cuGraphInstantiateWithFlags", call(api.graphInstantiate, memory, graph, 0));
            return new CudaGraph(driver, Memory.getLong(memory));
        } finally {
            call(api.graphDestroy, graph);
        }
    }

    @Override
    public void launch(DeviceDriver.Graph graph) {
        driver.enter();
        driver.check("cuGraphLaunch", call(api.graphLaunch, ((CudaGraph) graph).handle(), stream));
    }

    @Override
    public void close() {
        if (driver.enterToFree()) {
            call(api.eventDestroy, tail);
            call(api.streamDestroy, stream);
        }
    }
}
