package io.graphkernel.runtime.internal.device;

import io.graphkernel.abi.PlatformNames;
import io.graphkernel.bridge.NativeBridge;
import io.graphkernel.runtime.internal.loading.BridgeLibrary;
import io.graphkernel.runtime.internal.loading.JavaCpp;
import java.util.List;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.Loader;
import org.bytedeco.javacpp.Pointer;

/**
 * A library of the system or of a vendor, loaded at run time and called by address. It stays loaded until the process
 * ends. A function takes up to twelve integers and pointers.
 */
public final class NativeLibrary {
    private static final int RTLD_NOW = 2;
    /** macOS makes symbols global unless it is told not to; Linux does not. */
    private static final int RTLD_LOCAL_ON_MACOS = 4;

    private static final boolean WINDOWS = PlatformNames.current().startsWith("windows");

    private final String name;
    private final long handle;

    private NativeLibrary(String name, long handle) {
        this.name = name;
        this.handle = handle;
    }

    /**
     * Opens the first library that can be opened.
     *
     * @param names file names, with or without a directory; at least one
     * @throws UnsatisfiedLinkError with what the system's loader says about each
     * @throws io.graphkernel.runtime.exception.KernelLibraryException if the bridge cannot be loaded
     */
    public static NativeLibrary open(List<String> names) {
        BridgeLibrary.ensureLoaded();
        JavaCpp.ensureLoaded();
        // Whatever looks a function up on this thread clears what the loader has to say, and frees its text.
        // So what reads it is looked up, and text() is linked, before something is opened.
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
        return call(opening, name.address(), RTLD_NOW | local);
    }

    private static String loaderMessage(String name, long error) {
        if (WINDOWS) {
            return name + ": error " + (int) error;
        }
        return error == 0 ? name + ": the system's loader gives no reason" : text(error);
    }

    /**
     * The address of a function of the system's own library.
     *
     * @throws UnsatisfiedLinkError if it has none of this name
     */
    public static long system(String function) {
        Pointer address = Loader.addressof(function);
        if (Pointer.isNull(address)) {
            throw new UnsatisfiedLinkError("the system has no function " + function);
        }
        return address.address();
    }

    /**
     * Sets a variable of the process's environment as C code sees it, unless it is set. Nothing changes on Windows, or for
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

    /** What was opened. */
    public String name() {
        return name;
    }

    /**
     * The address of a function.
     *
     * @throws UnsatisfiedLinkError if the library has none of this name
     */
    public long function(String function) {
        long address = functionOrZero(function);
        if (address == 0) {
            throw new UnsatisfiedLinkError(name + " has no function " + function);
        }
        return address;
    }

    /** The address of a function, or 0 if the library has none of this name. */
    public long functionOrZero(String function) {
        try (BytePointer text = new BytePointer(function)) {
            return call(system(WINDOWS ? "GetProcAddress" : "dlsym"), handle, text.address());
        }
    }

    /** The text at the address of a C string. */
    public static String text(long address) {
        return new AddressPointer(address).getString();
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

    private static final class AddressPointer extends BytePointer {
        AddressPointer(long address) {
            this.address = address;
        }
    }
}
