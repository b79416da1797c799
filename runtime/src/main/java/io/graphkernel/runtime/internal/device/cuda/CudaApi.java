package io.graphkernel.runtime.internal.device.cuda;

import static io.graphkernel.runtime.internal.device.NativeLibrary.call;

import io.graphkernel.common.abi.PlatformNames;
import io.graphkernel.runtime.generated.jvm.Memory;
import io.graphkernel.runtime.internal.device.NativeLibrary;
import io.graphkernel.runtime.internal.device.NativeScratch;
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

    final long init;
    final long driverGetVersion;
    final long deviceGetCount;
    final long deviceGet;
    final long deviceGetName;
    final long deviceTotalMem;
    final long deviceGetAttribute;
    final long primaryCtxRetain;
    final long ctxSetCurrent;
    final long moduleLoadDataEx;
    final long moduleGetFunction;
    final long memAlloc;
    final long memFree;
    final long memHostAlloc;
    final long memFreeHost;
    final long memcpyToDevice;
    final long memcpyToHost;
    final long memcpyOnDevice;
    final long streamCreate;
    final long streamDestroy;
    final long streamSynchronize;
    final long streamWaitEvent;
    final long streamBeginCapture;
    final long streamEndCapture;
    final long eventCreate;
    final long eventDestroy;
    final long eventRecord;
    final long eventQuery;
    final long eventSynchronize;
    final long eventElapsedTime;
    final long launchKernel;
    final long graphInstantiate;
    final long graphLaunch;
    final long graphExecDestroy;
    final long graphDestroy;
    private final long getErrorName;

    /**
     * Opens the driver.
     *
     * @throws UnsatisfiedLinkError if it cannot be loaded, or is older than CUDA 11.4
     */
    CudaApi() {
        NativeLibrary library = NativeLibrary.open(fileNames());
        init = library.function("cuInit");
        driverGetVersion = library.function("cuDriverGetVersion");
        deviceGetCount = library.function("cuDeviceGetCount");
        deviceGet = library.function("cuDeviceGet");
        deviceGetName = library.function("cuDeviceGetName");
        deviceTotalMem = library.function("cuDeviceTotalMem_v2");
        deviceGetAttribute = library.function("cuDeviceGetAttribute");
        primaryCtxRetain = library.function("cuDevicePrimaryCtxRetain");
        ctxSetCurrent = library.function("cuCtxSetCurrent");
        moduleLoadDataEx = library.function("cuModuleLoadDataEx");
        moduleGetFunction = library.function("cuModuleGetFunction");
        memAlloc = library.function("cuMemAlloc_v2");
        memFree = library.function("cuMemFree_v2");
        memHostAlloc = library.function("cuMemHostAlloc");
        memFreeHost = library.function("cuMemFreeHost");
        memcpyToDevice = library.function("cuMemcpyHtoDAsync_v2");
        memcpyToHost = library.function("cuMemcpyDtoHAsync_v2");
        memcpyOnDevice = library.function("cuMemcpyDtoDAsync_v2");
        streamCreate = library.function("cuStreamCreate");
        streamDestroy = library.function("cuStreamDestroy_v2");
        streamSynchronize = library.function("cuStreamSynchronize");
        streamWaitEvent = library.function("cuStreamWaitEvent");
        streamBeginCapture = library.function("cuStreamBeginCapture_v2");
        streamEndCapture = library.function("cuStreamEndCapture");
        eventCreate = library.function("cuEventCreate");
        eventDestroy = library.function("cuEventDestroy_v2");
        eventRecord = library.function("cuEventRecord");
        eventQuery = library.function("cuEventQuery");
        eventSynchronize = library.function("cuEventSynchronize");
        eventElapsedTime = library.function("cuEventElapsedTime");
        launchKernel = library.function("cuLaunchKernel");
        graphInstantiate = library.function("cuGraphInstantiateWithFlags");
        graphLaunch = library.function("cuGraphLaunch");
        graphExecDestroy = library.function("cuGraphExecDestroy");
        graphDestroy = library.function("cuGraphDestroy");
        getErrorName = library.function("cuGetErrorName");
    }

    private static List<String> fileNames() {
        String named = System.getProperty(PROPERTY);
        if (named != null && !named.isBlank()) {
            return List.of(named.strip());
        }
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
