package io.graphkernel.runtime.internal.device.ascend;

import static io.graphkernel.runtime.internal.device.NativeLibrary.call;

import io.graphkernel.runtime.generated.jvm.Memory;
import io.graphkernel.runtime.internal.device.NativeLibrary;
import io.graphkernel.runtime.internal.device.NativeScratch;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/** Addresses of the functions of AscendCL and its runtime compiler, and their constants. */
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

    /** Flag of an event that may be recorded repeatedly, for synchronization between streams. */
    static final int EVENT_SYNC = 1;

    /** Capture mode in which copies and other work of the same thread are permitted. */
    static final int CAPTURE_RELAXED = 2;

    private static final String FILE = "libascendcl.so";

    /** Handles of the libraries to which functions of the first one have moved, and of the compiler's. */
    private static final List<String> OTHER_FILES = List.of("libacl_rt.so", "libacl_rtc.so");

    private final List<NativeLibrary> libraries = new ArrayList<>();
    /** Reasons that libraries could not be opened. */
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
    /** 0 in older toolkits, which have the next three functions. */
    final long binaryLoadFromData;

    final long createBinary;
    final long binaryLoad;
    final long destroyBinary;
    final long binaryGetFunction;
    /** 0 in older toolkits, which have the next four functions. */
    final long launchKernelWithHostArgs;

    final long kernelArgsInit;
    final long kernelArgsAppend;
    final long kernelArgsFinalize;
    final long launchKernelWithConfig;
    /** 0, like the next ones, in toolkits without a runtime compiler; see {@link #compilerReason}. */
    final long createProg;

    final long compileProg;
    final long getCompileLogSize;
    final long getCompileLog;
    final long getBinDataSize;
    final long getBinData;
    final long destroyProg;
    /** 0, like the next ones, in toolkits without capture; see {@link #captureReason}. */
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
     * Opens the libraries. The first one would otherwise replace signal handlers of the JVM.
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
     * Opens a library and its companions, preferably from the same directory. In some toolkits the companions are part
     * of the first library. Missing functions are therefore reported individually.
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

    /** Returns a function that is required unless there is a newer one. */
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

    /** Returns a function that some toolkits lack; the first missing one is reported. */
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

    /** Returns the reason that the runtime compiler is unavailable; empty if it is available. */
    String compilerReason() {
        return compilerReason.toString();
    }

    /** Returns the reason that launches cannot be captured; empty if they can. */
    String captureReason() {
        return captureReason.toString();
    }

    /** Returns the library's text of the last error of this thread. */
    String errorText() {
        long text = call(getRecentErrMsg);
        return text == 0
                ? "an error without a message"
                : NativeLibrary.text(text).strip();
    }

    /** Returns the product name, such as {@code Ascend910B2}. */
    String socName() {
        long name = call(getSocName);
        return name == 0 ? "" : NativeLibrary.text(name);
    }

    /** Returns an attribute of a device, which need not be current; empty if this toolkit does not report it. */
    OptionalLong attribute(int device, int attribute) {
        long memory = NativeScratch.address();
        boolean isReported = (int) call(getDeviceInfo, device, attribute, memory) == SUCCESS;
        return isReported ? OptionalLong.of(Memory.getLong(memory)) : OptionalLong.empty();
    }
}
