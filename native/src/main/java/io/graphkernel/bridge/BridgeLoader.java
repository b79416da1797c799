package io.graphkernel.bridge;

/**
 * Loader of the bridge library, which {@code BridgeLibrary} of the runtime selects, verifies and extracts.
 *
 * <p>The JVM binds native methods only to libraries that a class of the same class loader has loaded, so that this call
 * is in the package of {@link NativeBridge}.
 */
public final class BridgeLoader {
    private BridgeLoader() {}

    /**
     * Loads the shared library at an absolute path.
     *
     * @param absolutePath the extracted and verified bridge library
     * @throws UnsatisfiedLinkError if the file cannot be loaded, also if another class loader has loaded the same file
     */
    public static void load(String absolutePath) {
        System.load(absolutePath);
    }
}
