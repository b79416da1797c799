package io.graphkernel.runtime.internal.device.opencl;

import static io.graphkernel.runtime.internal.device.NativeLibrary.call;

import io.graphkernel.abi.KernelAbi;
import io.graphkernel.runtime.generated.jvm.Memory;
import io.graphkernel.runtime.internal.device.CallMemory;
import io.graphkernel.runtime.internal.device.DeviceDriver;

/**
 * A kernel object. It holds its argument from one call of the driver to the next, so that one thread at a time sets and
 * launches it.
 */
final class OpenClFunction implements DeviceDriver.Function {
    private static final long KERNEL_EXEC_INFO_SVM_PTRS = 0x11b6;

    private final OpenClDriver driver;
    private final OpenClApi api;
    private final long kernel;

    OpenClFunction(OpenClDriver driver, long kernel) {
        this.driver = driver;
        this.api = driver.api();
        this.kernel = kernel;
    }

    /** Puts a launch into a queue. */
    synchronized void launch(long queue, long groups, long arguments, long bytes, long pointers, int pointerCount) {
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
        long sizes = CallMemory.address();
        Memory.putLong(sizes, groups * KernelAbi.GROUP_THREADS);
        Memory.putLong(sizes + Long.BYTES, KernelAbi.GROUP_THREADS);
        driver.check(
                "clEnqueueNDRangeKernel",
                call(api.enqueueNdRangeKernel, queue, kernel, 1, 0, sizes, sizes + Long.BYTES, 0, 0, 0, 0, 0, 0));
    }
}
