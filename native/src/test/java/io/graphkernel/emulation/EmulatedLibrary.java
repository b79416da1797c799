package io.graphkernel.emulation;

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
import org.bytedeco.javacpp.Pointer;

/** A test library in place of a vendor's. It supports Linux, on x86-64 processors with AVX2 and on 64-bit ARM. */
public final class EmulatedLibrary {
    private static final Set<String> PLATFORMS = Set.of("linux-x86_64", "linux-arm64");

    private final String name;
    private final String property;
    private Path file;

    /**
     * Creates the description of a library.
     *
     * @param name name of the emulation, such as {@code cuda}
     * @param property system property with the library that the runtime opens
     */
    public EmulatedLibrary(String name, String property) {
        this.name = name;
        this.property = property;
    }

    /** Returns true if there are emulated libraries for this machine. */
    public static boolean runsHere() {
        return PLATFORMS.contains(Loader.getPlatform());
    }

    /** Returns the resource of an emulation, for this machine. */
    static String resource(String name) {
        return "/io/graphkernel/" + name + "/" + Loader.getPlatform() + "/" + fileName(name);
    }

    private static String fileName(String name) {
        return "libemulated-" + name + ".so";
    }

    /**
     * Returns the file of the library: the one that the runtime of this process opens, if it is the emulation, so that
     * both share the devices. Otherwise it is unpacked into a temporary file if it comes from a jar.
     *
     * @throws IllegalStateException if there is none for this machine
     */
    public synchronized Path file() {
        if (file == null) {
            file = find();
        }
        return file;
    }

    private Path find() {
        if (!runsHere()) {
            throw new IllegalStateException("libraries are emulated on Linux alone");
        }
        Path named = Path.of(System.getProperty(property, ""));
        if (named.endsWith(fileName(name))) {
            return named;
        }
        URL url = EmulatedLibrary.class.getResource(resource(name));
        if (url == null) {
            throw new IllegalStateException(resource(name) + " is not there: build module native");
        }
        return fileOf(url, fileName(name));
    }

    /** Returns the file of a resource: itself in a class directory, unpacked into a temporary file from a jar. */
    private static Path fileOf(URL resource, String fileName) {
        try {
            if (resource.getProtocol().equals("file")) {
                return Path.of(resource.toURI());
            }
            Path directory = Files.createTempDirectory("emulated");
            directory.toFile().deleteOnExit();
            // A process that receives the copy identifies it by its name.
            Path copy = directory.resolve(fileName);
            copy.toFile().deleteOnExit();
            try (InputStream stream = resource.openStream()) {
                Files.write(copy, stream.readAllBytes());
            }
            return copy;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * Makes the runtime of this process open the emulation as the vendor's library, unless one is set already. Must be
     * called before the runtime discovers devices.
     */
    public void use() {
        if (System.getProperty(property) == null) {
            System.setProperty(property, file().toString());
        }
    }

    /**
     * Calls a function.
     *
     * @param function name of the function
     * @param argument an integer or an address
     * @return its result
     */
    public long call(String function, long argument) {
        long address = address(function);
        try {
            return NativeBridge.call(address, argument);
        } catch (UnsatisfiedLinkError notLoaded) {
            loadBridge();
            return NativeBridge.call(address, argument);
        }
    }

    /**
     * Returns the address of a function.
     *
     * @throws IllegalStateException if the library has no such function
     */
    public long address(String function) {
        Loader.loadGlobal(file().toString());
        Pointer address = Loader.addressof(function);
        if (Pointer.isNull(address)) {
            throw new IllegalStateException(file() + " has no function " + function);
        }
        return address.address();
    }

    private static void loadBridge() {
        String library = System.mapLibraryName("graphkernel-bridge");
        URL bridge =
                Objects.requireNonNull(NativeBridge.class.getResource(Loader.getPlatform() + "/" + library), library);
        BridgeLoader.load(fileOf(bridge, library).toString());
    }
}
