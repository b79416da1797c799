package io.graphkernel.runtime.internal.device;

import io.graphkernel.bridge.NativeBridge;
import io.graphkernel.common.abi.PlatformNames;
import io.graphkernel.runtime.generated.jvm.Memory;
import io.graphkernel.runtime.generated.jvm.NativeBuffers;
import io.graphkernel.runtime.internal.loading.BridgeLibrary;
import io.graphkernel.runtime.internal.loading.JavaCpp;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.Loader;
import org.bytedeco.javacpp.Pointer;

/**
 * A dynamically loaded library of the system or of a vendor, whose functions are called by address. It stays loaded
 * until the process exits. A function takes up to twelve integers and pointers.
 */
public final class NativeLibrary {
    private static final int RTLD_NOW = 2;
    /** macOS makes symbols global by default; Linux does not. */
    private static final int RTLD_LOCAL_ON_MACOS = 4;

    private static final boolean WINDOWS = PlatformNames.current().startsWith("windows");

    private final String name;
    private final long handle;

    private NativeLibrary(String name, long handle) {
        this.name = name;
        this.handle = handle;
    }

    /** Returns the file that a system property names, or the default names if it is unset or blank. */
    public static List<String> fileNames(String property, List<String> defaults) {
        String named = System.getProperty(property, "").strip();
        return named.isEmpty() ? defaults : List.of(named);
    }

    /**
     * Opens the first library that loads.
     *
     * @param names file names, with or without a directory; at least one
     * @throws UnsatisfiedLinkError with the loader's message for each name
     * @throws io.graphkernel.runtime.exception.KernelLibraryException if the bridge cannot be loaded
     */
    public static NativeLibrary open(List<String> names) {
        BridgeLibrary.ensureLoaded();
        JavaCpp.ensureLoaded();
        // A symbol lookup on this thread clears the loader's error and frees its message.
        // Therefore dlerror is resolved, and text() linked, before a library is opened.
        long opening = system(WINDOWS ? "LoadLibraryA" : "dlopen");
        long error = system(WINDOWS ? "GetLastError" : "dlerror");
        StringBuilder reasons = new StringBuilder();
        for (String name : names) {
            try (BytePointer file = new BytePointer(name)) {
                text(file.address());
                long handle = open(opening, file);
                if (handle != 0) {
                    return new NativeLibrary(name, handle);
                }
                reasons.append(reasons.isEmpty() ? "" : "; ").append(loaderMessage(name, call(error)));
            }
        }
        throw new UnsatisfiedLinkError(reasons.toString());
    }

    private static long open(long opening, BytePointer name) {
        if (WINDOWS) {
            return call(opening, name.address());
        }
        int local = PlatformNames.current().startsWith("macosx") ? RTLD_LOCAL_ON_MACOS : 0;
        // A library may install signal handlers as it is loaded.
        return SignalHandlers.preserve(() -> call(opening, name.address(), RTLD_NOW | local));
    }

    private static String loaderMessage(String name, long error) {
        if (WINDOWS) {
            return name + ": error " + (int) error;
        }
        return error == 0 ? name + ": the system's loader gives no reason" : text(error);
    }

    /**
     * Returns the address of a function of the C library.
     *
     * @throws UnsatisfiedLinkError if the function is missing
     */
    public static long system(String function) {
        Pointer address = Loader.addressof(function);
        if (Pointer.isNull(address)) {
            throw new UnsatisfiedLinkError("the system has no function " + function);
        }
        return address.address();
    }

    /**
     * Sets an environment variable for native code, unless it is set. It has no effect on Windows or on
     * {@link System#getenv}.
     */
    public static void setEnvironment(String variable, String value) {
        if (!WINDOWS) {
            BridgeLibrary.ensureLoaded();
            JavaCpp.ensureLoaded();
            try (BytePointer name = new BytePointer(variable);
                    BytePointer text = new BytePointer(value)) {
                call(system("setenv"), name.address(), text.address(), 0);
            }
        }
    }

    /** Returns the name of the opened library. */
    public String name() {
        return name;
    }

    /**
     * Returns the address of a function.
     *
     * @throws UnsatisfiedLinkError if the library has no such function
     */
    public long function(String function) {
        long address = functionOrZero(function);
        if (address == 0) {
            throw new UnsatisfiedLinkError(name + " has no function " + function);
        }
        return address;
    }

    /** Returns the address of a function, or 0 if the library has no such function. */
    public long functionOrZero(String function) {
        try (BytePointer text = new BytePointer(function)) {
            return call(system(WINDOWS ? "GetProcAddress" : "dlsym"), handle, text.address());
        }
    }

    /** Returns the C string at an address. */
    public static String text(long address) {
        int bytes = 0;
        while (Memory.getByte(address + bytes) != 0) {
            bytes++;
        }
        byte[] text = new byte[bytes];
        NativeBuffers.at(address, bytes).get(text);
        return new String(text, StandardCharsets.UTF_8);
    }

    /** Calls a function by its address; the overloads take up to twelve arguments. */
    public static long call(long function) {
        return NativeBridge.invoke(function, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    }

    /** See {@link #call(long)}. */
    public static long call(long function, long a) {
        return NativeBridge.invoke(function, a, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    }

    /** See {@link #call(long)}. */
    public static long call(long function, long a, long b) {
        return NativeBridge.invoke(function, a, b, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    }

    /** See {@link #call(long)}. */
    public static long call(long function, long a, long b, long c) {
        return NativeBridge.invoke(function, a, b, c, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    }

    /** See {@link #call(long)}. */
    public static long call(long function, long a, long b, long c, long d) {
        return NativeBridge.invoke(function, a, b, c, d, 0, 0, 0, 0, 0, 0, 0, 0);
    }

    /** See {@link #call(long)}. */
    public static long call(long function, long a, long b, long c, long d, long e) {
        return NativeBridge.invoke(function, a, b, c, d, e, 0, 0, 0, 0, 0, 0, 0);
    }

    /** See {@link #call(long)}. */
    public static long call(long function, long a, long b, long c, long d, long e, long f) {
        return NativeBridge.invoke(function, a, b, c, d, e, f, 0, 0, 0, 0, 0, 0);
    }

    /** See {@link #call(long)}. */
    public static long call(long function, long a, long b, long c, long d, long e, long f, long g, long h) {
        return NativeBridge.invoke(function, a, b, c, d, e, f, g, h, 0, 0, 0, 0);
    }

    /** See {@link #call(long)}. */
    public static long call(
            long function,
            long a,
            long b,
            long c,
            long d,
            long e,
            long f,
            long g,
            long h,
            long i,
            long j,
            long k,
            long l) {
        return NativeBridge.invoke(function, a, b, c, d, e, f, g, h, i, j, k, l);
    }
}
