package io.graphkernel.runtime.internal.device.opencl;

import static io.graphkernel.runtime.internal.device.NativeLibrary.call;

import io.graphkernel.common.abi.PlatformNames;
import io.graphkernel.runtime.generated.jvm.Memory;
import io.graphkernel.runtime.internal.device.NativeLibrary;
import io.graphkernel.runtime.internal.device.NativeScratch;
import java.util.List;
import org.bytedeco.javacpp.BytePointer;

/** Addresses of the OpenCL functions, and their constants. */
final class OpenClApi {
    static final String PROPERTY = "graphkernel.opencl.library";

    static final int SUCCESS = 0;
    static final int DEVICE_NOT_FOUND = -1;
    static final int PLATFORM_NOT_FOUND = -1001;

    static final long DEVICE_TYPE_ALL = 0xffff_ffffL;
    static final long DEVICE_TYPE_CPU = 2;
    static final long DEVICE_TYPE_GPU = 4;

    static final int DEVICE_TYPE = 0x1000;
    static final int DEVICE_MAX_COMPUTE_UNITS = 0x1002;
    static final int DEVICE_MAX_WORK_GROUP_SIZE = 0x1004;
    static final int DEVICE_ADDRESS_BITS = 0x100d;
    static final int DEVICE_MAX_PARAMETER_SIZE = 0x1017;
    static final int DEVICE_SINGLE_FP_CONFIG = 0x101b;
    static final int DEVICE_GLOBAL_MEM_SIZE = 0x101f;
    static final int DEVICE_AVAILABLE = 0x1027;
    static final int DEVICE_COMPILER_AVAILABLE = 0x1028;
    static final int DEVICE_NAME = 0x102b;
    static final int DRIVER_VERSION = 0x102d;
    static final int DEVICE_DOUBLE_FP_CONFIG = 0x1032;
    static final int DEVICE_SVM_CAPABILITIES = 0x1053;

    static final long SVM_COARSE_GRAIN_BUFFER = 1;
    static final long FP_CORRECTLY_ROUNDED_DIVIDE_SQRT = 1 << 7;

    private static final int LOADER_SPACE = 1024;

    final long getPlatformIds;
    final long getDeviceIds;
    final long getDeviceInfo;
    final long createContext;
    final long createCommandQueue;
    final long releaseCommandQueue;
    final long svmAlloc;
    final long svmFree;
    final long enqueueSvmMemcpy;
    final long createProgramWithSource;
    final long createProgramWithBinary;
    final long buildProgram;
    final long getProgramBuildInfo;
    final long getProgramInfo;
    final long releaseProgram;
    final long createKernel;
    final long setKernelArg;
    final long setKernelExecInfo;
    final long enqueueNdRangeKernel;
    final long enqueueMarker;
    final long enqueueBarrier;
    final long flush;
    final long waitForEvents;
    final long getEventInfo;
    final long getEventProfilingInfo;
    final long releaseEvent;

    /**
     * Opens the OpenCL loader.
     *
     * @throws UnsatisfiedLinkError if it cannot be loaded, or is older than OpenCL 2.0, which has shared virtual memory
     */
    OpenClApi() {
        // PoCL's handler would hide the JVM's division by zero until it is restored. Its kernels do not need it.
        NativeLibrary.setEnvironment("POCL_SIGFPE_HANDLER", "0");
        NativeLibrary library = NativeLibrary.open(fileNames());
        getPlatformIds = library.function("clGetPlatformIDs");
        getDeviceIds = library.function("clGetDeviceIDs");
        getDeviceInfo = library.function("clGetDeviceInfo");
        createContext = library.function("clCreateContext");
        createCommandQueue = library.function("clCreateCommandQueueWithProperties");
        releaseCommandQueue = library.function("clReleaseCommandQueue");
        svmAlloc = library.function("clSVMAlloc");
        svmFree = library.function("clSVMFree");
        enqueueSvmMemcpy = library.function("clEnqueueSVMMemcpy");
        createProgramWithSource = library.function("clCreateProgramWithSource");
        createProgramWithBinary = library.function("clCreateProgramWithBinary");
        buildProgram = library.function("clBuildProgram");
        getProgramBuildInfo = library.function("clGetProgramBuildInfo");
        getProgramInfo = library.function("clGetProgramInfo");
        releaseProgram = library.function("clReleaseProgram");
        createKernel = library.function("clCreateKernel");
        setKernelArg = library.function("clSetKernelArg");
        setKernelExecInfo = library.function("clSetKernelExecInfo");
        enqueueNdRangeKernel = library.function("clEnqueueNDRangeKernel");
        enqueueMarker = library.function("clEnqueueMarkerWithWaitList");
        enqueueBarrier = library.function("clEnqueueBarrierWithWaitList");
        flush = library.function("clFlush");
        waitForEvents = library.function("clWaitForEvents");
        getEventInfo = library.function("clGetEventInfo");
        getEventProfilingInfo = library.function("clGetEventProfilingInfo");
        releaseEvent = library.function("clReleaseEvent");
    }

    private static List<String> fileNames() {
        String named = System.getProperty(PROPERTY);
        if (named != null && !named.isBlank()) {
            return List.of(named.strip());
        }
        String platform = PlatformNames.current();
        if (platform.startsWith("windows")) {
            return List.of("OpenCL.dll");
        }
        return platform.startsWith("macosx")
                ? List.of("/System/Library/Frameworks/OpenCL.framework/OpenCL")
                : List.of("libOpenCL.so.1", "libOpenCL.so");
    }

    /** Returns an integer property of a device; 0 if the driver does not report it. */
    long number(long device, int parameter) {
        long memory = NativeScratch.address();
        Memory.putLong(memory, 0);
        int code = (int) call(getDeviceInfo, device, parameter, Long.BYTES, memory, 0);
        return code == SUCCESS ? Memory.getLong(memory) : 0;
    }

    /** Returns a string property of a device. */
    String text(long device, int parameter) {
        long memory = NativeScratch.address();
        int code = (int) call(getDeviceInfo, device, parameter, LOADER_SPACE, memory, 0);
        return code == SUCCESS ? NativeLibrary.text(memory).strip() : "";
    }

    /** Returns the build log of the driver's compiler for a program. */
    String buildLog(long program, long device) {
        final int buildLog = 0x1183;
        long memory = NativeScratch.address();
        Memory.putLong(memory, 0);
        call(getProgramBuildInfo, program, device, buildLog, 0, 0, memory);
        long bytes = Memory.getLong(memory);
        if (bytes <= 0) {
            return "";
        }
        try (BytePointer log = new BytePointer(bytes + 1)) {
            log.put(bytes, (byte) 0);
            call(getProgramBuildInfo, program, device, buildLog, bytes, log.address(), 0);
            return NativeLibrary.text(log.address()).strip();
        }
    }
}
