package io.graphkernel.runtime.internal.device.cuda;

import static io.graphkernel.runtime.internal.device.NativeLibrary.call;

import io.graphkernel.common.abi.PlatformNames;
import io.graphkernel.runtime.generated.jvm.Memory;
import io.graphkernel.runtime.internal.device.NativeLibrary;
import io.graphkernel.runtime.internal.device.NativeScratch;
import io.graphkernel.runtime.internal.device.StreamFunctions;
import io.graphkernel.runtime.internal.device.StreamFunctions.NamedFunction;
import java.util.List;

/** Addresses of the functions of the CUDA driver API, and its constants. */
final class CudaApi {
    static final String PROPERTY = "graphkernel.cuda.library";

    static final int SUCCESS = 0;
    static final int OUT_OF_MEMORY = 2;
    static final int NOT_FOUND = 500;
    static final int NOT_READY = 600;

    static final int ATTRIBUTE_MULTIPROCESSORS = 16;
    static final int ATTRIBUTE_COMPUTE_MODE = 20;
    private static final int ATTRIBUTE_CAPABILITY_MAJOR = 75;
    private static final int ATTRIBUTE_CAPABILITY_MINOR = 76;

    static final int COMPUTE_MODE_PROHIBITED = 2;

    private static final int STREAM_NON_BLOCKING = 1;
    private static final int EVENT_DISABLE_TIMING = 2;

    private final NativeLibrary library = NativeLibrary.open(NativeLibrary.fileNames(PROPERTY, defaultFiles()));

    final long init = library.function("cuInit");
    final long driverGetVersion = library.function("cuDriverGetVersion");
    final long deviceGetCount = library.function("cuDeviceGetCount");
    final long deviceGet = library.function("cuDeviceGet");
    final long deviceGetName = library.function("cuDeviceGetName");
    final long deviceTotalMem = library.function("cuDeviceTotalMem_v2");
    final long deviceGetAttribute = library.function("cuDeviceGetAttribute");
    final long primaryCtxRetain = library.function("cuDevicePrimaryCtxRetain");
    final long ctxSetCurrent = library.function("cuCtxSetCurrent");
    final long moduleLoadDataEx = library.function("cuModuleLoadDataEx");
    final long moduleGetFunction = library.function("cuModuleGetFunction");
    final long memAlloc = library.function("cuMemAlloc_v2");
    final long memFree = library.function("cuMemFree_v2");
    final long memHostAlloc = library.function("cuMemHostAlloc");
    final long memFreeHost = library.function("cuMemFreeHost");
    final long memcpyToDevice = library.function("cuMemcpyHtoDAsync_v2");
    final long memcpyToHost = library.function("cuMemcpyDtoHAsync_v2");
    final long memcpyOnDevice = library.function("cuMemcpyDtoDAsync_v2");
    final StreamFunctions streams = new StreamFunctions(
            named("cuStreamCreate"),
            STREAM_NON_BLOCKING,
            named("cuStreamDestroy_v2"),
            named("cuStreamSynchronize"),
            named("cuStreamWaitEvent"),
            named("cuEventCreate"),
            named("cuEventCreate"),
            EVENT_DISABLE_TIMING,
            named("cuEventDestroy_v2"),
            named("cuEventRecord"),
            named("cuEventSynchronize"),
            named("cuEventElapsedTime"));
    final long streamBeginCapture = library.function("cuStreamBeginCapture_v2");
    final long streamEndCapture = library.function("cuStreamEndCapture");
    final long eventQuery = library.function("cuEventQuery");
    final long launchKernel = library.function("cuLaunchKernel");
    final long graphInstantiate = library.function("cuGraphInstantiateWithFlags");
    final long graphLaunch = library.function("cuGraphLaunch");
    final long graphExecDestroy = library.function("cuGraphExecDestroy");
    final long graphDestroy = library.function("cuGraphDestroy");
    private final long getErrorName = library.function("cuGetErrorName");

    /**
     * Opens the driver.
     *
     * @throws UnsatisfiedLinkError if it cannot be loaded, or is older than CUDA 11.4
     */
    CudaApi() {}

    private NamedFunction named(String function) {
        return new NamedFunction(function, library.function(function));
    }

    private static List<String> defaultFiles() {
        return PlatformNames.current().startsWith("windows")
                ? List.of("nvcuda.dll")
                : List.of("libcuda.so.1", "libcuda.so");
    }

    /** Returns the driver's name of an error. */
    String errorName(int code) {
        long memory = NativeScratch.address();
        Memory.putLong(memory, 0);
        call(getErrorName, code, memory);
        long text = Memory.getLong(memory);
        return text == 0 ? "an error without a name" : NativeLibrary.text(text);
    }

    /** Returns the compute capability of a device, times ten. */
    int capability(int device) {
        return 10 * attribute(device, ATTRIBUTE_CAPABILITY_MAJOR) + attribute(device, ATTRIBUTE_CAPABILITY_MINOR);
    }

    /** Returns an attribute of a device; 0 if the driver does not report it. */
    int attribute(int device, int attribute) {
        long memory = NativeScratch.address();
        int code = (int) call(deviceGetAttribute, memory, attribute, device);
        return code == SUCCESS ? Memory.getInt(memory) : 0;
    }
}
