package io.graphkernel.runtime.generated.library;

import io.graphkernel.bridge.NativeBridge;
import io.graphkernel.runtime.exception.DeviceException;
import io.graphkernel.runtime.exception.KernelLibraryException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.internal.device.DeviceInUse;
import io.graphkernel.runtime.internal.device.NativeLibrary;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * CANN's library of whole ops, aclnn, on one Ascend device: its functions, by address. It is one file in older toolkits and
 * several in newer ones, which are loaded at run time: those of the system property {@code graphkernel.aclnn.library}, or the
 * usual ones. A function is looked up in all of them when it is needed first.
 */
final class Aclnn {
    /** Another file in place of the usual ones. */
    static final String LIBRARY_PROPERTY = "graphkernel.aclnn.library";

    private static final String ASCEND = "ascend";
    private static final String ERROR_TEXT = "aclGetRecentErrMsg";

    /** In the order in which a function is looked for; the first has tensors and executors, the last the errors. */
    private static final List<String> FILES = List.of(
            "libnnopbase.so",
            "libopapi_math.so",
            "libopapi_nn.so",
            "libopapi_cv.so",
            "libopapi_transformer.so",
            "libopapi_legacy.so",
            "libopapi.so",
            "libascendcl.so");

    private final DeviceInUse device;
    private final List<NativeLibrary> libraries;
    /** Why some of the files cannot be loaded. */
    private final String missing;

    private final Map<String, Long> functions = new ConcurrentHashMap<>();

    private Aclnn(DeviceInUse device, List<NativeLibrary> libraries, String missing) {
        this.device = device;
        this.libraries = libraries;
        this.missing = missing;
    }

    /**
     * The library for a device.
     *
     * @return none if it is no Ascend device
     * @throws KernelLibraryException if the library is not on the machine
     */
    static Optional<Aclnn> of(DeviceInUse device) {
        return isFor(device) ? Optional.of(device.attachment(Aclnn.class, Aclnn::open)) : Optional.empty();
    }

    /** Whether a device is one of Ascend. */
    static boolean isFor(DeviceInUse device) {
        return device.driver().target().equals(ASCEND);
    }

    private static Aclnn open(DeviceInUse device) {
        String named = System.getProperty(LIBRARY_PROPERTY, "").strip();
        List<NativeLibrary> libraries = new ArrayList<>();
        List<String> reasons = new ArrayList<>();
        for (String file : named.isEmpty() ? FILES : List.of(named)) {
            try {
                libraries.add(NativeLibrary.open(List.of(file)));
            } catch (UnsatisfiedLinkError e) {
                reasons.add(e.getMessage());
            }
        }
        return new Aclnn(device, List.copyOf(libraries), String.join("; ", reasons));
    }

    /**
     * The address of a function.
     *
     * @throws KernelLibraryException if no library has it
     */
    long function(String name) {
        return functions.computeIfAbsent(name, this::found);
    }

    private long found(String name) {
        return libraries.stream()
                .mapToLong(library -> library.functionOrZero(name))
                .filter(address -> address != 0)
                .findFirst()
                .orElseThrow(() -> new KernelLibraryException(
                        RuntimeProblem.ACLNN_FUNCTION, name, device, missing.isEmpty() ? "aclnn is older" : missing));
    }

    /** Calls a function that gives a handle, or null. */
    long made(String function, long... arguments) {
        long handle = call(function, arguments);
        if (handle == 0) {
            throw failed(function, 0);
        }
        return handle;
    }

    /** Calls a function that gives 0, or the number of an error. */
    void check(String function, long... arguments) {
        int code = (int) call(function, arguments);
        if (code != 0) {
            throw failed(function, code);
        }
    }

    /** Calls a function of up to nine integers and pointers. */
    long call(String function, long... arguments) {
        long[] all = new long[12];
        System.arraycopy(arguments, 0, all, 0, arguments.length);
        return NativeLibrary.call(
                function(function),
                all[0],
                all[1],
                all[2],
                all[3],
                all[4],
                all[5],
                all[6],
                all[7],
                all[8],
                all[9],
                all[10],
                all[11]);
    }

    /** Calls a function with the arguments at an address: as many integers and doubles as the bridge takes. */
    void checkMixed(String function, long arguments) {
        int code = (int) NativeBridge.invokeMixed(function(function), arguments);
        if (code != 0) {
            throw failed(function, code);
        }
    }

    private DeviceException failed(String function, int code) {
        long text = NativeLibrary.call(function(ERROR_TEXT));
        String reason = text == 0
                ? "an error without a message"
                : NativeLibrary.text(text).strip();
        return new DeviceException(RuntimeProblem.DEVICE_ERROR, function, device, reason, code);
    }

    DeviceInUse device() {
        return device;
    }
}
