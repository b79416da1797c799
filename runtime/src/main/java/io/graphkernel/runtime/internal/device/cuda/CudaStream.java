package io.graphkernel.runtime.internal.device.cuda;

import static io.graphkernel.runtime.internal.device.NativeLibrary.call;

import io.graphkernel.common.target.GpuModel;
import io.graphkernel.runtime.generated.jvm.Memory;
import io.graphkernel.runtime.internal.device.ContextStream;
import io.graphkernel.runtime.internal.device.DeviceDriver;
import io.graphkernel.runtime.internal.device.NativeScratch;

/** A non-blocking stream: it does not synchronize with the context's default stream. */
final class CudaStream extends ContextStream {
    private static final int CAPTURE_RELAXED = 2;

    private static final long LAUNCH_PARAM_END = 0;
    private static final long LAUNCH_PARAM_BUFFER_POINTER = 1;
    private static final long LAUNCH_PARAM_BUFFER_SIZE = 2;

    private final CudaDriver driver;
    private final CudaApi api;

    CudaStream(CudaDriver driver) {
        super(driver, driver.api().streams);
        this.driver = driver;
        this.api = driver.api();
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
                        handle(),
                        0,
                        extra,
                        0));
    }

    @Override
    public void copyToDevice(long target, long staging, long bytes) {
        driver.enter();
        driver.check("cuMemcpyHtoDAsync_v2", call(api.memcpyToDevice, target, staging, bytes, handle()));
    }

    @Override
    public void copyToHost(long staging, long source, long bytes) {
        driver.enter();
        driver.check("cuMemcpyDtoHAsync_v2", call(api.memcpyToHost, staging, source, bytes, handle()));
    }

    @Override
    public void copy(long target, long source, long bytes) {
        driver.enter();
        driver.check("cuMemcpyDtoDAsync_v2", call(api.memcpyOnDevice, target, source, bytes, handle()));
    }

    @Override
    public void beginCapture() {
        driver.enter();
        driver.check("cuStreamBeginCapture_v2", call(api.streamBeginCapture, handle(), CAPTURE_RELAXED));
    }

    @Override
    public DeviceDriver.Graph endCapture() {
        driver.enter();
        long memory = NativeScratch.address();
        driver.check("cuStreamEndCapture", call(api.streamEndCapture, handle(), memory));
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
        driver.check("cuGraphLaunch", call(api.graphLaunch, ((CudaGraph) graph).handle(), handle()));
    }
}
