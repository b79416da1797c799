package io.graphkernel.bridge;

/**
 * Loads the bridge library on behalf of the runtime.
 *
 * <p>the JVM binds native methods only to libraries that a class of the same class loader has loaded, so
 * this call has to be in the package of {@link NativeBridge}.
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
