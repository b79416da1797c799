package io.graphkernel.runtime.internal.device.ascend;

import static io.graphkernel.runtime.internal.device.NativeLibrary.call;

import io.graphkernel.runtime.generated.jvm.Memory;
import io.graphkernel.runtime.internal.device.CallMemory;
import io.graphkernel.runtime.internal.device.NativeLibrary;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/** The functions of AscendCL and of its runtime compiler that are used, by address, and its constants. */
final class AscendApi {
    static final String PROPERTY = "graphkernel.ascend.library";

    static final int SUCCESS = 0;
    static final int REPEAT_INITIALIZE = 100002;
    static final int OUT_OF_MEMORY = 207001;

    static final int HUGE_FIRST = 0;
    static final int COPY_TO_DEVICE = 1;
    static final int COPY_TO_HOST = 2;
    static final int COPY_ON_DEVICE = 3;

    static final int AI_CORE_NUMBER = 101;
    static final int VECTOR_CORE_NUMBER = 201;
    static final int MEMORY_BYTES = 301;
    static final int NPU_ARCH = 601;

    /** An event that may be recorded again, for streams to wait for each other. */
    static final int EVENT_SYNC = 1;

    /** Copies and other work of the same thread may go on while launches are recorded. */
    static final int CAPTURE_RELAXED = 2;

    private static final String FILE = "libascendcl.so";

    /** The library to which functions of the first one have moved, and the compiler's. */
    private static final List<String> OTHER_FILES = List.of("libacl_rt.so", "libacl_rtc.so");

    private final List<NativeLibrary> libraries = new ArrayList<>();
    /** Why libraries cannot be opened. */
    private String missing = "";

    final long init;
    final long getDeviceCount;
    final long getVersion;
    final long setDevice;
    final long getCurrentContext;
    final long setCurrentContext;
    final long malloc;
    final long free;
    final long mallocHost;
    final long freeHost;
    final long memcpyAsync;
    final long createStream;
    final long destroyStream;
    final long synchronizeStream;
    final long streamWaitEvent;
    final long createEvent;
    final long createEventExWithFlag;
    final long destroyEvent;
    final long recordEvent;
    final long queryEventStatus;
    final long synchronizeEvent;
    final long eventElapsedTime;
    /** 0 in older toolkits, which have the three after it. */
    final long binaryLoadFromData;

    final long createBinary;
    final long binaryLoad;
    final long destroyBinary;
    final long binaryGetFunction;
    /** 0 in older toolkits, which have the four after it. */
    final long launchKernelWithHostArgs;

    final long kernelArgsInit;
    final long kernelArgsAppend;
    final long kernelArgsFinalize;
    final long launchKernelWithConfig;
    /** 0 in toolkits without a compiler at load, as are those after it: {@link #compilerReason} says so. */
    final long createProg;

    final long compileProg;
    final long getCompileLogSize;
    final long getCompileLog;
    final long getBinDataSize;
    final long getBinData;
    final long destroyProg;
    /** 0 in toolkits that do not record launches, as are those after it: {@link #captureReason} says so. */
    final long captureBegin;

    final long captureEnd;
    final long executeAsync;
    final long destroyRecorded;
    private final StringBuilder compilerReason = new StringBuilder();
    private final StringBuilder captureReason = new StringBuilder();
    private final long getSocName;
    private final long getRecentErrMsg;
    private final long getDeviceInfo;

    /**
     * Opens the libraries. The first one would otherwise take over signals that the JVM needs.
     *
     * @throws UnsatisfiedLinkError if they cannot be loaded, or lack a function
     */
    AscendApi() {
        NativeLibrary.setEnvironment("ASCEND_COREDUMP_SIGNAL", "none");
        String named = System.getProperty(PROPERTY, "").strip();
        open(Path.of(named.isEmpty() ? FILE : named));
        init = function("aclInit");
        getDeviceCount = function("aclrtGetDeviceCount");
        getVersion = function("aclrtGetVersion");
        setDevice = function("aclrtSetDevice");
        getCurrentContext = function("aclrtGetCurrentContext");
        setCurrentContext = function("aclrtSetCurrentContext");
        malloc = function("aclrtMalloc");
        free = function("aclrtFree");
        mallocHost = function("aclrtMallocHost");
        freeHost = function("aclrtFreeHost");
        memcpyAsync = function("aclrtMemcpyAsync");
        createStream = function("aclrtCreateStream");
        destroyStream = function("aclrtDestroyStream");
        synchronizeStream = function("aclrtSynchronizeStream");
        streamWaitEvent = function("aclrtStreamWaitEvent");
        createEvent = function("aclrtCreateEvent");
        createEventExWithFlag = function("aclrtCreateEventExWithFlag");
        destroyEvent = function("aclrtDestroyEvent");
        recordEvent = function("aclrtRecordEvent");
        queryEventStatus = function("aclrtQueryEventStatus");
        synchronizeEvent = function("aclrtSynchronizeEvent");
        eventElapsedTime = function("aclrtEventElapsedTime");
        binaryLoadFromData = functionOrZero("aclrtBinaryLoadFromData");
        createBinary = functionWithout(binaryLoadFromData, "aclrtCreateBinary");
        binaryLoad = functionWithout(binaryLoadFromData, "aclrtBinaryLoad");
        destroyBinary = functionWithout(binaryLoadFromData, "aclrtDestroyBinary");
        binaryGetFunction = function("aclrtBinaryGetFunction");
        launchKernelWithHostArgs = functionOrZero("aclrtLaunchKernelWithHostArgs");
        kernelArgsInit = functionWithout(launchKernelWithHostArgs, "aclrtKernelArgsInit");
        kernelArgsAppend = functionWithout(launchKernelWithHostArgs, "aclrtKernelArgsAppend");
        kernelArgsFinalize = functionWithout(launchKernelWithHostArgs, "aclrtKernelArgsFinalize");
        launchKernelWithConfig = functionWithout(launchKernelWithHostArgs, "aclrtLaunchKernelWithConfig");
        createProg = optional("aclrtcCreateProg", compilerReason);
        compileProg = optional("aclrtcCompileProg", compilerReason);
        getCompileLogSize = optional("aclrtcGetCompileLogSize", compilerReason);
        getCompileLog = optional("aclrtcGetCompileLog", compilerReason);
        getBinDataSize = optional("aclrtcGetBinDataSize", compilerReason);
        getBinData = optional("aclrtcGetBinData", compilerReason);
        destroyProg = optional("aclrtcDestroyProg", compilerReason);
        captureBegin = optional("aclmdlRICaptureBegin", captureReason);
        captureEnd = optional("aclmdlRICaptureEnd", captureReason);
        executeAsync = optional("aclmdlRIExecuteAsync", captureReason);
        destroyRecorded = optional("aclmdlRIDestroy", captureReason);
        getSocName = function("aclrtGetSocName");
        getRecentErrMsg = function("aclGetRecentErrMsg");
        getDeviceInfo = function("aclrtGetDeviceInfo");
    }

    /**
     * Opens a library and the others, first those of its directory. They are part of the first one in some toolkits: what is
     * missing then is said of each function.
     */
    private void open(Path first) {
        libraries.add(NativeLibrary.open(List.of(first.toString())));
        for (String other : OTHER_FILES) {
            try {
                String next = first.resolveSibling(other).toString();
                libraries.add(NativeLibrary.open(next.equals(other) ? List.of(other) : List.of(next, other)));
            } catch (UnsatisfiedLinkError e) {
                missing += "; " + e.getMessage();
            }
        }
    }

    private long functionOrZero(String name) {
        return libraries.stream()
                .mapToLong(library -> library.functionOrZero(name))
                .filter(address -> address != 0)
                .findFirst()
                .orElse(0);
    }

    /** A function that is needed if there is no newer one. */
    private long functionWithout(long newer, String name) {
        return newer == 0 ? function(name) : 0;
    }

    private long function(String name) {
        long address = functionOrZero(name);
        if (address == 0) {
            throw new UnsatisfiedLinkError(lacks(name));
        }
        return address;
    }

    /** A function that some toolkits do not have; the first one that is missing is said. */
    private long optional(String name, StringBuilder reason) {
        long address = functionOrZero(name);
        if (address == 0 && reason.isEmpty()) {
            reason.append(lacks(name));
        }
        return address;
    }

    private String lacks(String function) {
        return libraries.get(0).name() + " has no function " + function + missing;
    }

    /** Why there is no compiler at load; empty if there is one. */
    String compilerReason() {
        return compilerReason.toString();
    }

    /** Why launches cannot be recorded; empty if they can. */
    String captureReason() {
        return captureReason.toString();
    }

    /** What the library says of the last error of this thread. */
    String errorText() {
        long text = call(getRecentErrMsg);
        return text == 0
                ? "an error without a message"
                : NativeLibrary.text(text).strip();
    }

    /** The product, as in {@code Ascend910B2}. */
    String socName() {
        long name = call(getSocName);
        return name == 0 ? "" : NativeLibrary.text(name);
    }

    /** An attribute of a device, which need not be that of the thread; empty if this toolkit does not tell it. */
    OptionalLong attribute(int device, int attribute) {
        long memory = CallMemory.address();
        boolean tells = (int) call(getDeviceInfo, device, attribute, memory) == SUCCESS;
        return tells ? OptionalLong.of(Memory.getLong(memory)) : OptionalLong.empty();
    }
}
