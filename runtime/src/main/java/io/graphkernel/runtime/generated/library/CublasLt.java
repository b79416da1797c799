package io.graphkernel.runtime.generated.library;

import io.graphkernel.abi.PlatformNames;
import io.graphkernel.bridge.NativeBridge;
import io.graphkernel.runtime.exception.DeviceException;
import io.graphkernel.runtime.exception.KernelLibraryException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.generated.jvm.Memory;
import io.graphkernel.runtime.internal.device.CallMemory;
import io.graphkernel.runtime.internal.device.DeviceInUse;
import io.graphkernel.runtime.internal.device.NativeLibrary;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * NVIDIA's cuBLASLt on one CUDA device: its functions, by address, and a handle. The library is loaded at run time, by
 * the name in the system property {@code graphkernel.cublaslt.library} or else by its usual ones.
 */
final class CublasLt {
    /** Another file in place of the usual ones; an empty name is none. */
    static final String LIBRARY_PROPERTY = "graphkernel.cublaslt.library";

    private static final int NEWEST_VERSION = 13;
    private static final int OLDEST_VERSION = 11;
    private static final String CUDA = "cuda";
    private static final Logger LOGGER = System.getLogger("io.graphkernel");

    /** What is kept with a device, once it has been looked for. */
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
        handle = made("cublasLtCreate");
        version = NativeLibrary.call(library.function("cublasLtGetVersion"));
        setDescription = library.function("cublasLtMatmulDescSetAttribute");
        setLayout = library.function("cublasLtMatrixLayoutSetAttribute");
        setPreference = library.function("cublasLtMatmulPreferenceSetAttribute");
        heuristic = library.function("cublasLtMatmulAlgoGetHeuristic");
        multiply = library.function("cublasLtMatmul");
    }

    /**
     * The library for a device.
     *
     * @return none if it is no CUDA device, or the library is not on the machine
     * @throws KernelLibraryException if the property names a file that cannot be loaded
     */
    static Optional<CublasLt> of(DeviceInUse device) {
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
                throw new KernelLibraryException(e, RuntimeProblem.VENDOR_LIBRARY, named, LIBRARY_PROPERTY, e);
            }
        }
        return new Attachment(usualNames().stream()
                .flatMap(name -> openIfUsable(device, name).stream())
                .findFirst());
    }

    /** A library that is not there, or does not start with this driver, is as good as none: we have kernels of our own. */
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

    /** A new object, by the function that stores its handle through its first argument. */
    private long made(String function, long... arguments) {
        long memory = CallMemory.address();
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

    /** A description of a product. */
    long newDescription(int computeType, int scaleType) {
        return made("cublasLtMatmulDescCreate", computeType, scaleType);
    }

    /** A layout of matrices by columns. */
    long newLayout(int type, long rows, long columns, long leadingDimension) {
        return made("cublasLtMatrixLayoutCreate", type, rows, columns, leadingDimension);
    }

    /** What a search for an algorithm prefers. */
    long newPreference() {
        return made("cublasLtMatmulPreferenceCreate");
    }

    /** The action that destroys a description and layouts. */
    Runnable destruction(long description, long... layouts) {
        long destroyDescription = library.function("cublasLtMatmulDescDestroy");
        long destroyLayout = library.function("cublasLtMatrixLayoutDestroy");
        return () -> {
            NativeLibrary.call(destroyDescription, description);
            for (long layout : layouts) {
                NativeLibrary.call(destroyLayout, layout);
            }
        };
    }

    void destroyPreference(long preference) {
        NativeLibrary.call(library.function("cublasLtMatmulPreferenceDestroy"), preference);
    }

    /** Sets an attribute of a description to an integer of so many bytes. */
    void describe(long description, int attribute, long value, int bytes) {
        set("cublasLtMatmulDescSetAttribute", setDescription, description, attribute, value, bytes);
    }

    /** Sets an attribute of a layout. */
    void lay(long layout, int attribute, long value, int bytes) {
        set("cublasLtMatrixLayoutSetAttribute", setLayout, layout, attribute, value, bytes);
    }

    /** Sets an attribute of a preference. */
    void prefer(long preference, int attribute, long value, int bytes) {
        set("cublasLtMatmulPreferenceSetAttribute", setPreference, preference, attribute, value, bytes);
    }

    private void set(String function, long address, long object, int attribute, long value, int bytes) {
        long memory = CallMemory.address();
        Memory.putLong(memory, value);
        check(function, NativeLibrary.call(address, object, attribute, memory, bytes));
    }

    /**
     * Looks for the algorithm that should be fastest.
     *
     * @param layouts those of the operands A, B, C and the result
     * @param result where it is stored with the memory it needs: a {@code cublasLtMatmulHeuristicResult_t}
     * @return whether there is one
     */
    boolean findAlgorithm(long description, long[] layouts, long preference, long result) {
        long count = CallMemory.address();
        Memory.putInt(count, 0);
        long status = NativeLibrary.call(
                heuristic,
                handle,
                description,
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
     * Starts a product.
     *
     * @param arguments the address of the arguments of {@code cublasLtMatmul}; the first is set here
     */
    void multiply(long arguments) {
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

    /** As in {@code cuBLASLt 120805}. */
    @Override
    public String toString() {
        return "cuBLASLt " + version;
    }
}
