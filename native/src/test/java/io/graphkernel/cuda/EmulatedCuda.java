package io.graphkernel.cuda;

import io.graphkernel.bridge.BridgeLoader;
import io.graphkernel.bridge.NativeBridge;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Set;
import org.bytedeco.javacpp.Loader;
import org.bytedeco.javacpp.LongPointer;
import org.bytedeco.javacpp.Pointer;

/**
 * The emulated CUDA driver of the tests. It exists on Linux, on x86-64 processors with AVX2 and FMA and on 64-bit ARM.
 *
 * <p>Each setting can be given by an environment variable {@code GRAPHKERNEL_EMULATED_CUDA_<SETTING>} too, which is read
 * when {@code cuInit} is called first.
 */
public final class EmulatedCuda {
    /** The system property that names the library which the runtime opens as the CUDA driver. */
    private static final String LIBRARY_PROPERTY = "graphkernel.cuda.library";

    /** What can be changed while the process runs. Those of a device hold for contexts that are created afterwards. */
    public enum Setting {
        /** How many devices there are, 0 to 4; else 1. */
        DEVICES,
        /** Bytes of memory of each device; else 2 GiB. */
        MEMORY,
        /** The compute capability, times ten; else 70. */
        CAPABILITY,
        /** The driver's version, as {@code cuDriverGetVersion} gives it; else 11040. It limits the version of PTX. */
        DRIVER_VERSION,
        /** Multiprocessors of each device; else 4. */
        MULTIPROCESSORS,
        /** The launches of a context after which its device is lost; 0, as by default, for never. */
        LOST_AFTER,
        /** 1: work is done when it is submitted; else 0: when somebody waits for it. */
        EAGER,
        /** The instructions of a warp after which a kernel counts as endless; else 20,000,000,000. */
        INSTRUCTIONS
    }

    /** What is alive, or was done since the library was loaded. */
    public enum Count {
        CONTEXTS,
        STREAMS,
        EVENTS,
        MODULES,
        GRAPHS,
        DEVICE_ALLOCATIONS,
        HOST_ALLOCATIONS,
        DEVICE_BYTES,
        /** Kernels that ran to their end or failed. */
        LAUNCHES,
        /** PTX instructions, one for each thread that executed one, of kernels that ran to their end. */
        INSTRUCTIONS,
        /** Operations that were given to streams and are not done. */
        PENDING
    }

    private static final String FILE = "libemulated-cuda.so";

    private static final Set<String> PLATFORMS = Set.of("linux-x86_64", "linux-arm64");

    private static final int VALUE_BITS = 56;

    private static Path library;

    private EmulatedCuda() {}

    /** Whether there is an emulated driver for this machine. */
    public static boolean runsHere() {
        return PLATFORMS.contains(Loader.getPlatform());
    }

    /** The resource of the library, for this machine. */
    static String resource() {
        return "/io/graphkernel/cuda/" + Loader.getPlatform() + "/" + FILE;
    }

    /**
     * The file of the library: the one that the runtime of this process opens, so that both speak of the same devices, if
     * it is the emulation; else unpacked into a temporary one if it comes from a jar.
     *
     * @throws IllegalStateException if there is none for this machine
     */
    public static synchronized Path library() {
        if (library == null) {
            library = find();
        }
        return library;
    }

    private static Path find() {
        if (!runsHere()) {
            throw new IllegalStateException("CUDA is emulated on Linux alone");
        }
        Path named = Path.of(System.getProperty(LIBRARY_PROPERTY, ""));
        if (named.endsWith(FILE)) {
            return named;
        }
        URL url = EmulatedCuda.class.getResource(resource());
        if (url == null) {
            throw new IllegalStateException(resource() + " is not there: build module native");
        }
        try {
            if (url.getProtocol().equals("file")) {
                return Path.of(url.toURI());
            }
            Path file = Files.createTempFile("emulated-cuda", ".so");
            file.toFile().deleteOnExit();
            try (InputStream stream = url.openStream()) {
                Files.write(file, stream.readAllBytes());
            }
            return file;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * Makes the runtime of this process take the emulation for the CUDA driver, unless a library is named already. Must
     * be called before the runtime looks for devices.
     */
    public static void use() {
        if (System.getProperty(LIBRARY_PROPERTY) == null) {
            System.setProperty(LIBRARY_PROPERTY, library().toString());
        }
    }

    /**
     * Changes a setting.
     *
     * @return the value before
     */
    public static long set(Setting setting, long value) {
        return call("emulated_cuda_set", (long) setting.ordinal() << VALUE_BITS | value);
    }

    /** How many there are, or how many there were. */
    public static long count(Count what) {
        return call("emulated_cuda_count", what.ordinal());
    }

    /** Calls a function of the library by its name; at most twelve integers or addresses. Gives the lower 32 bits. */
    static int invoke(String function, long... arguments) {
        long[] frame = new long[13];
        frame[0] = address(function);
        System.arraycopy(arguments, 0, frame, 1, arguments.length);
        try (LongPointer memory = new LongPointer(frame)) {
            return (int) call("emulated_cuda_call", memory.address());
        }
    }

    private static long call(String function, long argument) {
        long address = address(function);
        try {
            return NativeBridge.call(address, argument);
        } catch (UnsatisfiedLinkError notLoaded) {
            loadBridge();
            return NativeBridge.call(address, argument);
        }
    }

    private static long address(String function) {
        Loader.loadGlobal(library().toString());
        Pointer address = Loader.addressof(function);
        if (Pointer.isNull(address)) {
            throw new IllegalStateException("the emulated driver has no function " + function);
        }
        return address.address();
    }

    private static void loadBridge() {
        String name = Loader.getPlatform() + "/" + System.mapLibraryName("graphkernel-bridge");
        URL bridge = Objects.requireNonNull(NativeBridge.class.getResource(name), name);
        try {
            BridgeLoader.load(Path.of(bridge.toURI()).toString());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
