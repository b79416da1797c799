package io.graphkernel.runtime.internal.loading;

import io.graphkernel.bridge.BridgeLoader;
import io.graphkernel.bridge.NativeBridge;
import io.graphkernel.common.abi.KernelAbi;
import io.graphkernel.common.abi.PlatformNames;
import io.graphkernel.runtime.exception.KernelLibraryException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The JNI bridge of this platform, from the jar of module {@code native}. */
public final class BridgeLibrary {
    private static final String STEM = "graphkernel-bridge";

    private static volatile boolean loaded;
    private static volatile boolean rejected;

    private BridgeLibrary() {}

    /**
     * Loads the bridge unless it is loaded.
     *
     * @throws KernelLibraryException if there is none for this platform, it is damaged, or it cannot be loaded
     */
    public static void ensureLoaded() {
        if (!loaded) {
            load();
        }
    }

    /** Returns true if the bridge is loaded or can be loaded; evaluated once. */
    public static boolean isLoadable() {
        if (!loaded && !rejected) {
            try {
                load();
            } catch (KernelLibraryException e) {
                rejected = true;
            }
        }
        return loaded;
    }

    private static synchronized void load() {
        if (loaded) {
            return;
        }
        RenamedClasses.requireOwnNames();
        String platform = PlatformNames.current();
        String fileName = PlatformNames.library(platform, STEM);
        byte[] content = resource(platform + "/" + fileName);
        byte[] recorded = resource(platform + "/" + fileName + ".sha256");
        if (content == null || recorded == null) {
            throw new KernelLibraryException(RuntimeProblem.BRIDGE_MISSING, platform, available());
        }
        NativeDirectory.requireHash(fileName, content, new String(recorded, StandardCharsets.US_ASCII).strip());
        NativeDirectory directory = NativeDirectory.current();
        loadFile(directory, directory.store(fileName, content));
        int abi = NativeBridge.abiVersion();
        if (abi != KernelAbi.VERSION) {
            throw new KernelLibraryException(RuntimeProblem.ABI_MISMATCH, fileName, abi, KernelAbi.VERSION);
        }
        loaded = true;
    }

    private static void loadFile(NativeDirectory directory, Path file) {
        try {
            BridgeLoader.load(file.toString());
        } catch (IllegalCallerException e) {
            throw LoadFailures.noNativeAccess(e);
        } catch (UnsatisfiedLinkError first) {
            // The JVM binds a file to one class loader; a second one loads a copy.
            Path copy = directory.storeCopy(file);
            try {
                BridgeLoader.load(copy.toString());
            } catch (UnsatisfiedLinkError second) {
                throw LoadFailures.rejected(file, first);
            } finally {
                discard(copy);
            }
        }
    }

    private static void discard(Path copy) {
        try {
            Files.deleteIfExists(copy);
        } catch (IOException e) {
            // Windows locks a loaded file until the process exits.
            copy.toFile().deleteOnExit();
        }
    }

    private static List<String> available() {
        return PlatformNames.ALL.stream()
                .filter(platform -> url(platform + "/" + PlatformNames.library(platform, STEM)) != null)
                .toList();
    }

    private static URL url(String name) {
        return NativeBridge.class.getResource(name);
    }

    /** Returns the contents of a file in the bridge's directory, or null. */
    static byte[] resource(String name) {
        try (InputStream stream = NativeBridge.class.getResourceAsStream(name)) {
            return stream == null ? null : stream.readAllBytes();
        } catch (IOException e) {
            throw LoadFailures.unreadable(name, e);
        }
    }
}
