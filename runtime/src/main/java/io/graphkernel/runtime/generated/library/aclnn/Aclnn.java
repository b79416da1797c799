package io.graphkernel.runtime.generated.library.aclnn;

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
 * The aclnn operator library of CANN on one Ascend device, with its functions resolved by address.
 *
 * <p>Older toolkits have one shared library, newer ones several. They are loaded at runtime, from the system property
 * {@code graphkernel.aclnn.library} or from the default names. Each function is looked up in all of them at its first
 * use.
 */
public final class Aclnn {
    /** System property that replaces the default libraries. */
    static final String LIBRARY_PROPERTY = "graphkernel.aclnn.library";

    private static final String ASCEND = "ascend";
    private static final String ERROR_TEXT = "aclGetRecentErrMsg";

    /** Default libraries in lookup order; the first defines tensors and executors, the last the error functions. */
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
    /** Causes of the libraries that cannot be loaded. */
    private final String missing;

    private final Map<String, Long> functions = new ConcurrentHashMap<>();

    private Aclnn(DeviceInUse device, List<NativeLibrary> libraries, String missing) {
        this.device = device;
        this.libraries = libraries;
        this.missing = missing;
    }

    /**
     * Returns the library for a device.
     *
     * @return empty if the device is not an Ascend device
     * @throws KernelLibraryException if the library is not installed
     */
    public static Optional<Aclnn> of(DeviceInUse device) {
        return isFor(device) ? Optional.of(device.attachment(Aclnn.class, Aclnn::open)) : Optional.empty();
    }

    /** Returns true if the device is an Ascend device. */
    public static boolean isFor(DeviceInUse device) {
        return device.driver().target().equals(ASCEND);
    }

    private static Aclnn open(DeviceInUse device) {
        List<NativeLibrary> libraries = new ArrayList<>();
        List<String> reasons = new ArrayList<>();
        for (String file : NativeLibrary.fileNames(LIBRARY_PROPERTY, FILES)) {
            try {
                libraries.add(NativeLibrary.open(List.of(file)));
            } catch (UnsatisfiedLinkError e) {
                reasons.add(e.getMessage());
            }
        }
        return new Aclnn(device, List.copyOf(libraries), String.join("; ", reasons));
    }

    /**
     * Returns the address of a function.
     *
     * @throws KernelLibraryException if no library defines it
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

    /** Calls a function that returns a handle or null. */
    long create(String function, long... arguments) {
        long handle = call(function, arguments);
        if (handle == 0) {
            throw failed(function, 0);
        }
        return handle;
    }

    /** Calls a function that returns 0 or an error code. */
    void check(String function, long... arguments) {
        int code = (int) call(function, arguments);
        if (code != 0) {
            throw failed(function, code);
        }
    }

    /** Calls a function with up to nine integer or pointer arguments. */
    long call(String function, long... arguments) {
        long[] padded = new long[12];
        System.arraycopy(arguments, 0, padded, 0, arguments.length);
        return NativeLibrary.call(
                function(function),
                padded[0],
                padded[1],
                padded[2],
                padded[3],
                padded[4],
                padded[5],
                padded[6],
                padded[7],
                padded[8],
                padded[9],
                padded[10],
                padded[11]);
    }

    /**
     * Calls a function with the arguments stored at an address: the maximum number of integers and doubles of the
     * bridge.
     */
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
