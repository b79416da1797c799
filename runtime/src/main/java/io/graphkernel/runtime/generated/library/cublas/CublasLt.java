package io.graphkernel.runtime.generated.library.cublas;

import io.graphkernel.bridge.NativeBridge;
import io.graphkernel.common.abi.PlatformNames;
import io.graphkernel.common.failure.FailureCause;
import io.graphkernel.runtime.exception.DeviceException;
import io.graphkernel.runtime.exception.KernelLibraryException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.generated.jvm.Memory;
import io.graphkernel.runtime.internal.device.DeviceInUse;
import io.graphkernel.runtime.internal.device.NativeLibrary;
import io.graphkernel.runtime.internal.device.NativeScratch;
import io.graphkernel.runtime.internal.logging.RuntimeLogger;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The cuBLASLt library of NVIDIA on one CUDA device: function addresses and a handle.
 *
 * <p>It is loaded at runtime, from the system property {@code graphkernel.cublaslt.library} or from its default names.
 */
public final class CublasLt {
    /** System property that replaces the default libraries; an empty name disables cuBLASLt. */
    static final String LIBRARY_PROPERTY = "graphkernel.cublaslt.library";

    private static final int NEWEST_VERSION = 13;
    private static final int OLDEST_VERSION = 11;
    private static final String CUDA = "cuda";
    private static final Logger LOGGER = RuntimeLogger.get();

    /** Cached result of the library's look-up for a device. */
    record Attachment(Optional<CublasLt> library) {}

    private final DeviceInUse device;
    private final NativeLibrary library;
    private final long handle;
    private final long version;
    private final long setDescription;
    private final long setLayout;
    private final long setPreference;
    private final long heuristic;
    private final long multiply;

    private CublasLt(DeviceInUse device, NativeLibrary library) {
        this.device = device;
        this.library = library;
        device.driver().makeCurrent();
        handle = create("cublasLtCreate");
        version = NativeLibrary.call(library.function("cublasLtGetVersion"));
        setDescription = library.function("cublasLtMatmulDescSetAttribute");
        setLayout = library.function("cublasLtMatrixLayoutSetAttribute");
        setPreference = library.function("cublasLtMatmulPreferenceSetAttribute");
        heuristic = library.function("cublasLtMatmulAlgoGetHeuristic");
        multiply = library.function("cublasLtMatmul");
    }

    /**
     * Returns the library for a device.
     *
     * @return empty if the device is not a CUDA device or the library is not installed
     * @throws KernelLibraryException if the property names a file that cannot be loaded
     */
    public static Optional<CublasLt> of(DeviceInUse device) {
        if (!device.driver().target().equals(CUDA)) {
            return Optional.empty();
        }
        return device.attachment(Attachment.class, CublasLt::open).library();
    }

    static Attachment open(DeviceInUse device) {
        String named = System.getProperty(LIBRARY_PROPERTY);
        if (named != null && named.isEmpty()) {
            return new Attachment(Optional.empty());
        }
        if (named != null) {
            try {
                return new Attachment(Optional.of(new CublasLt(device, NativeLibrary.open(List.of(named)))));
            } catch (UnsatisfiedLinkError e) {
                FailureCause cause = FailureCause.of(e);
                throw new KernelLibraryException(
                        e, RuntimeProblem.VENDOR_LIBRARY, named, LIBRARY_PROPERTY, cause.cause(), cause.fix());
            }
        }
        return new Attachment(usualNames().stream()
                .flatMap(name -> openIfUsable(device, name).stream())
                .findFirst());
    }

    /** A library that is missing or fails to initialize is ignored; the built-in kernels replace it. */
    private static Optional<CublasLt> openIfUsable(DeviceInUse device, String name) {
        try {
            return Optional.of(new CublasLt(device, NativeLibrary.open(List.of(name))));
        } catch (UnsatisfiedLinkError | DeviceException e) {
            Level level = e instanceof DeviceException ? Level.WARNING : Level.DEBUG;
            LOGGER.log(level, () -> name + " is not used for " + device + ": " + e.getMessage());
            return Optional.empty();
        }
    }

    private static List<String> usualNames() {
        boolean windows = PlatformNames.current().startsWith("windows");
        return IntStream.rangeClosed(OLDEST_VERSION, NEWEST_VERSION)
                .map(step -> OLDEST_VERSION + NEWEST_VERSION - step)
                .mapToObj(major -> windows ? "cublasLt64_" + major + ".dll" : "libcublasLt.so." + major)
                .toList();
    }

    /** Returns a new object, created by a function that stores its handle through its first argument. */
    private long create(String function, long... arguments) {
        long memory = NativeScratch.address();
        Memory.putLong(memory, 0);
        long address = library.function(function);
        long status = switch (arguments.length) {
            case 0 -> NativeLibrary.call(address, memory);
            case 2 -> NativeLibrary.call(address, memory, arguments[0], arguments[1]);
            default -> NativeLibrary.call(address, memory, arguments[0], arguments[1], arguments[2], arguments[3]);
        };
        check(function, status);
        return Memory.getLong(memory);
    }

    /** Returns a new matmul descriptor. */
    long newDescriptor(int computeType, int scaleType) {
        return create("cublasLtMatmulDescCreate", computeType, scaleType);
    }

    /** Returns a new column-major matrix layout. */
    long newLayout(int type, long rows, long columns, long leadingDimension) {
        return create("cublasLtMatrixLayoutCreate", type, rows, columns, leadingDimension);
    }

    /** Returns a new preference for the algorithm search. */
    long newPreference() {
        return create("cublasLtMatmulPreferenceCreate");
    }

    /** Returns the action that destroys a descriptor and layouts. */
    Runnable destruction(long descriptor, long... layouts) {
        long destroyDescription = library.function("cublasLtMatmulDescDestroy");
        long destroyLayout = library.function("cublasLtMatrixLayoutDestroy");
        return () -> {
            NativeLibrary.call(destroyDescription, descriptor);
            for (long layout : layouts) {
                NativeLibrary.call(destroyLayout, layout);
            }
        };
    }

    void destroyPreference(long preference) {
        NativeLibrary.call(library.function("cublasLtMatmulPreferenceDestroy"), preference);
    }

    /** Sets an attribute of a descriptor to an integer of a given size in bytes. */
    void setMatmulAttribute(long descriptor, int attribute, long value, int bytes) {
        set("cublasLtMatmulDescSetAttribute", setDescription, descriptor, attribute, value, bytes);
    }

    /** Sets an attribute of a layout. */
    void setLayoutAttribute(long layout, int attribute, long value, int bytes) {
        set("cublasLtMatrixLayoutSetAttribute", setLayout, layout, attribute, value, bytes);
    }

    /** Sets an attribute of a preference. */
    void setPreferenceAttribute(long preference, int attribute, long value, int bytes) {
        set("cublasLtMatmulPreferenceSetAttribute", setPreference, preference, attribute, value, bytes);
    }

    private void set(String function, long address, long object, int attribute, long value, int bytes) {
        long memory = NativeScratch.address();
        Memory.putLong(memory, value);
        check(function, NativeLibrary.call(address, object, attribute, memory, bytes));
    }

    /**
     * Searches for the fastest algorithm.
     *
     * @param layouts layouts of the operands A, B, C and of the result
     * @param result address of a {@code cublasLtMatmulHeuristicResult_t} that receives the algorithm and its workspace
     *     size
     * @return true if one was found
     */
    boolean findAlgorithm(long descriptor, long[] layouts, long preference, long result) {
        long count = NativeScratch.address();
        Memory.putInt(count, 0);
        long status = NativeLibrary.call(
                heuristic,
                handle,
                descriptor,
                layouts[0],
                layouts[1],
                layouts[2],
                layouts[3],
                preference,
                1,
                result,
                count,
                0,
                0);
        return (int) status == 0 && Memory.getInt(count) == 1;
    }

    /**
     * Enqueues a matmul.
     *
     * @param arguments address of the arguments of {@code cublasLtMatmul}; this method sets the first one
     */
    void matmul(long arguments) {
        Memory.putLong(arguments, handle);
        check("cublasLtMatmul", NativeBridge.invokeAll(multiply, arguments));
    }

    private void check(String function, long status) {
        if ((int) status != 0) {
            long name = NativeLibrary.call(library.function("cublasLtGetStatusName"), status);
            throw new DeviceException(
                    RuntimeProblem.DEVICE_ERROR, function, device, NativeLibrary.text(name), (int) status);
        }
    }

    /** Formatted as {@code cuBLASLt 120805}. */
    @Override
    public String toString() {
        return "cuBLASLt " + version;
    }
}
