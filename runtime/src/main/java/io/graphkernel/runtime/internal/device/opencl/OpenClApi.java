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
    static final int DEVICE_VERSION = 0x102f;
    static final int DRIVER_VERSION = 0x102d;
    static final int DEVICE_DOUBLE_FP_CONFIG = 0x1032;
    static final int DEVICE_SVM_CAPABILITIES = 0x1053;

    static final long SVM_COARSE_GRAIN_BUFFER = 1;
    static final long FP_CORRECTLY_ROUNDED_DIVIDE_SQRT = 1 << 7;

    private static final int LOADER_SPACE = 1024;

    private final NativeLibrary library = open();

    final long getPlatformIds = library.function("clGetPlatformIDs");
    final long getDeviceIds = library.function("clGetDeviceIDs");
    final long getDeviceInfo = library.function("clGetDeviceInfo");
    final long createContext = library.function("clCreateContext");
    final long createCommandQueue = library.function("clCreateCommandQueueWithProperties");
    final long releaseCommandQueue = library.function("clReleaseCommandQueue");
    final long svmAlloc = library.function("clSVMAlloc");
    final long svmFree = library.function("clSVMFree");
    final long enqueueSvmMemcpy = library.function("clEnqueueSVMMemcpy");
    final long createProgramWithSource = library.function("clCreateProgramWithSource");
    final long createProgramWithBinary = library.function("clCreateProgramWithBinary");
    final long buildProgram = library.function("clBuildProgram");
    final long getProgramBuildInfo = library.function("clGetProgramBuildInfo");
    final long getProgramInfo = library.function("clGetProgramInfo");
    final long releaseProgram = library.function("clReleaseProgram");
    final long createKernel = library.function("clCreateKernel");
    final long setKernelArg = library.function("clSetKernelArg");
    final long setKernelExecInfo = library.function("clSetKernelExecInfo");
    final long enqueueNdRangeKernel = library.function("clEnqueueNDRangeKernel");
    final long enqueueMarker = library.function("clEnqueueMarkerWithWaitList");
    final long enqueueBarrier = library.function("clEnqueueBarrierWithWaitList");
    final long flush = library.function("clFlush");
    final long waitForEvents = library.function("clWaitForEvents");
    final long getEventInfo = library.function("clGetEventInfo");
    final long getEventProfilingInfo = library.function("clGetEventProfilingInfo");
    final long releaseEvent = library.function("clReleaseEvent");

    /**
     * Opens the OpenCL loader.
     *
     * @throws UnsatisfiedLinkError if it cannot be loaded, or is older than OpenCL 2.0, which has shared virtual memory
     */
    OpenClApi() {}

    private static NativeLibrary open() {
        // PoCL's handler would hide the JVM's division by zero until it is restored. Its kernels do not need it.
        NativeLibrary.setEnvironment("POCL_SIGFPE_HANDLER", "0");
        return NativeLibrary.open(NativeLibrary.fileNames(PROPERTY, defaultFiles()));
    }

    private static List<String> defaultFiles() {
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
