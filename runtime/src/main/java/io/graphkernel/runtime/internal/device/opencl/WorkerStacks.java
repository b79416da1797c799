package io.graphkernel.runtime.internal.device.opencl;

import static io.graphkernel.runtime.internal.device.NativeLibrary.call;

import io.graphkernel.common.abi.PlatformNames;
import io.graphkernel.common.target.CpuModel;
import io.graphkernel.runtime.internal.device.NativeLibrary;
import java.util.function.Supplier;
import org.bytedeco.javacpp.BytePointer;

/**
 * Stack size of the worker threads of OpenCL drivers for CPUs. PoCL keeps the variables of all work-items of a group in
 * the stack frame of the kernel. The default size, often 8 MB, ends the process in a kernel of some 60 ops with
 * barriers.
 *
 * <p>The size is the default of new threads, which glibc allows to set, for the duration of the call that creates the
 * workers. Threads of the JVM have sizes of their own.
 */
final class WorkerStacks {

    private static final long BYTES = CpuModel.Threads.DEFAULT.driverStackBytes();

    /** Upper bound of the size of {@code pthread_attr_t} in glibc. */
    private static final int ATTRIBUTE_BYTES = 64;

    private WorkerStacks() {}

    /**
     * Calls a driver that may create its workers.
     *
     * @param driver call of the driver
     * @return its result; exceptions are propagated
     */
    static <T> T enlarged(Supplier<T> driver) {
        long get;
        long set;
        long setSize;
        try {
            get = NativeLibrary.system("pthread_getattr_default_np");
            set = NativeLibrary.system("pthread_setattr_default_np");
            setSize = NativeLibrary.system("pthread_attr_setstacksize");
        } catch (UnsatisfiedLinkError notGlibc) {
            return driver.get();
        }
        if (!PlatformNames.current().startsWith("linux")) {
            return driver.get();
        }
        try (BytePointer before = new BytePointer(ATTRIBUTE_BYTES);
                BytePointer enlarged = new BytePointer(ATTRIBUTE_BYTES)) {
            boolean isKnown = call(get, before.address()) == 0 && call(get, enlarged.address()) == 0;
            if (isKnown && call(setSize, enlarged.address(), BYTES) == 0) {
                call(set, enlarged.address());
            }
            try {
                return driver.get();
            } finally {
                if (isKnown) {
                    call(set, before.address());
                }
            }
        }
    }
}
