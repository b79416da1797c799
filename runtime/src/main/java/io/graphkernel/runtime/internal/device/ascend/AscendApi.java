package io.graphkernel.runtime.internal.device.ascend;

import static io.graphkernel.runtime.internal.device.NativeLibrary.call;

import io.graphkernel.runtime.generated.jvm.Memory;
import io.graphkernel.runtime.internal.device.NativeLibrary;
import io.graphkernel.runtime.internal.device.NativeScratch;
import io.graphkernel.runtime.internal.device.StreamFunctions;
import io.graphkernel.runtime.internal.device.StreamFunctions.NamedFunction;
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

    /**
     * Flag of an event that may be recorded repeatedly, for synchronization between streams. Events without a flag do
     * not support that.
     */
    private static final int EVENT_SYNC = 1;

    /** Capture mode in which copies and other work of the same thread are permitted. */
    static final int CAPTURE_RELAXED = 2;

    private static final List<String> FILES = List.of("libascendcl.so");

    /** Handles of the libraries to which functions of the first one have moved, and of the compiler's. */
    private static final List<String> OTHER_FILES = List.of("libacl_rt.so", "libacl_rtc.so");

    /** Reasons that libraries could not be opened. */
    private String missing = "";

    private final List<NativeLibrary> libraries = open();
    private final StringBuilder compilerReason = new StringBuilder();
    private final StringBuilder captureReason = new StringBuilder();

    final long init = function("aclInit");
    final long getDeviceCount = function("aclrtGetDeviceCount");
    final long getVersion = function("aclrtGetVersion");
    final long setDevice = function("aclrtSetDevice");
    final long getCurrentContext = function("aclrtGetCurrentContext");
    final long setCurrentContext = function("aclrtSetCurrentContext");
    final long malloc = function("aclrtMalloc");
    final long free = function("aclrtFree");
    final long mallocHost = function("aclrtMallocHost");
    final long freeHost = function("aclrtFreeHost");
    final long memcpyAsync = function("aclrtMemcpyAsync");
    final StreamFunctions streams = new StreamFunctions(
            named("aclrtCreateStream"),
            0,
            named("aclrtDestroyStream"),
            named("aclrtSynchronizeStream"),
            named("aclrtStreamWaitEvent"),
            named("aclrtCreateEvent"),
            named("aclrtCreateEventExWithFlag"),
            EVENT_SYNC,
            named("aclrtDestroyEvent"),
            named("aclrtRecordEvent"),
            named("aclrtSynchronizeEvent"),
            named("aclrtEventElapsedTime"));
    final long queryEventStatus = function("aclrtQueryEventStatus");
    /** 0 in older toolkits, which have the next three functions. */
    final long binaryLoadFromData = functionOrZero("aclrtBinaryLoadFromData");

    final long createBinary = functionWithout(binaryLoadFromData, "aclrtCreateBinary");
    final long binaryLoad = functionWithout(binaryLoadFromData, "aclrtBinaryLoad");
    final long destroyBinary = functionWithout(binaryLoadFromData, "aclrtDestroyBinary");
    final long binaryGetFunction = function("aclrtBinaryGetFunction");
    /** 0 in older toolkits, which have the next four functions. */
    final long launchKernelWithHostArgs = functionOrZero("aclrtLaunchKernelWithHostArgs");

    final long kernelArgsInit = functionWithout(launchKernelWithHostArgs, "aclrtKernelArgsInit");
    final long kernelArgsAppend = functionWithout(launchKernelWithHostArgs, "aclrtKernelArgsAppend");
    final long kernelArgsFinalize = functionWithout(launchKernelWithHostArgs, "aclrtKernelArgsFinalize");
    final long launchKernelWithConfig = functionWithout(launchKernelWithHostArgs, "aclrtLaunchKernelWithConfig");
    /** 0, like the next ones, in toolkits without a runtime compiler; see {@link #compilerReason}. */
    final long createProg = optional("aclrtcCreateProg", compilerReason);

    final long compileProg = optional("aclrtcCompileProg", compilerReason);
    final long getCompileLogSize = optional("aclrtcGetCompileLogSize", compilerReason);
    final long getCompileLog = optional("aclrtcGetCompileLog", compilerReason);
    final long getBinDataSize = optional("aclrtcGetBinDataSize", compilerReason);
    final long getBinData = optional("aclrtcGetBinData", compilerReason);
    final long destroyProg = optional("aclrtcDestroyProg", compilerReason);
    /** 0, like the next ones, in toolkits without capture; see {@link #captureReason}. */
    final long captureBegin = optional("aclmdlRICaptureBegin", captureReason);

    final long captureEnd = optional("aclmdlRICaptureEnd", captureReason);
    final long executeAsync = optional("aclmdlRIExecuteAsync", captureReason);
    final long destroyRecorded = optional("aclmdlRIDestroy", captureReason);
    private final long getSocName = function("aclrtGetSocName");
    private final long getRecentErrMsg = function("aclGetRecentErrMsg");
    private final long getDeviceInfo = function("aclrtGetDeviceInfo");

    /**
     * Opens the libraries.
     *
     * @throws UnsatisfiedLinkError if they cannot be loaded, or lack a function
     */
    AscendApi() {}

    /**
     * Opens a library and its companions, preferably from the same directory. In some toolkits the companions are part
     * of the first library. Missing functions are therefore reported individually.
     */
    private List<NativeLibrary> open() {
        // The library would otherwise replace signal handlers of the JVM.
        NativeLibrary.setEnvironment("ASCEND_COREDUMP_SIGNAL", "none");
        Path first = Path.of(NativeLibrary.fileNames(PROPERTY, FILES).get(0));
        List<NativeLibrary> opened = new ArrayList<>();
        opened.add(NativeLibrary.open(List.of(first.toString())));
        for (String other : OTHER_FILES) {
            try {
                String next = first.resolveSibling(other).toString();
                opened.add(NativeLibrary.open(next.equals(other) ? List.of(other) : List.of(next, other)));
            } catch (UnsatisfiedLinkError e) {
                missing += "; " + e.getMessage();
            }
        }
        return List.copyOf(opened);
    }

    private NamedFunction named(String function) {
        return new NamedFunction(function, function(function));
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
