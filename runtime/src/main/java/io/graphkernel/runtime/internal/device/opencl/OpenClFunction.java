package io.graphkernel.runtime.internal.device.opencl;

import static io.graphkernel.runtime.internal.device.NativeLibrary.call;

import io.graphkernel.common.target.GpuModel;
import io.graphkernel.runtime.generated.jvm.Memory;
import io.graphkernel.runtime.internal.device.DeviceDriver;
import io.graphkernel.runtime.internal.device.NativeScratch;
import io.graphkernel.runtime.internal.device.SignalHandlers;

/**
 * A kernel object. Its arguments persist between driver calls, so that only one thread at a time sets and launches it.
 */
final class OpenClFunction implements DeviceDriver.Function {
    private static final long KERNEL_EXEC_INFO_SVM_PTRS = 0x11b6;

    private final OpenClDriver driver;
    private final OpenClApi api;
    private final long kernel;

    /** False until the first launch, at which drivers compile for a work-group size. */
    private boolean launched;

    OpenClFunction(OpenClDriver driver, long kernel) {
        this.driver = driver;
        this.api = driver.api();
        this.kernel = kernel;
    }

    /** Enqueues a launch. */
    synchronized void launch(long queue, long groups, long arguments, long bytes, long pointers, int pointerCount) {
        if (launched) {
            enqueue(queue, groups, arguments, bytes, pointers, pointerCount);
        } else {
            SignalHandlers.preserve(() -> {
                enqueue(queue, groups, arguments, bytes, pointers, pointerCount);
                return null;
            });
            launched = true;
        }
    }

    private void enqueue(long queue, long groups, long arguments, long bytes, long pointers, int pointerCount) {
        driver.check("clSetKernelArg", call(api.setKernelArg, kernel, 0, bytes, arguments));
        if (pointerCount > 0) {
            driver.check(
                    "clSetKernelExecInfo",
                    call(
                            api.setKernelExecInfo,
                            kernel,
                            KERNEL_EXEC_INFO_SVM_PTRS,
                            (long) pointerCount * Long.BYTES,
                            pointers));
        }
        long sizes = NativeScratch.address();
        Memory.putLong(sizes, groups * GpuModel.Launch.DEFAULT.threadsPerBlock());
        Memory.putLong(sizes + Long.BYTES, GpuModel.Launch.DEFAULT.threadsPerBlock());
        driver.check(
                "clEnqueueNDRangeKernel",
                call(api.enqueueNdRangeKernel, queue, kernel, 1, 0, sizes, sizes + Long.BYTES, 0, 0, 0, 0, 0, 0));
    }
}
