package io.graphkernel.runtime.internal.loading;

import io.graphkernel.abi.ManifestFormat;
import io.graphkernel.abi.PlatformNames;
import io.graphkernel.runtime.exception.KernelLibraryException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import org.bytedeco.javacpp.Loader;
import org.bytedeco.javacpp.LongPointer;
import org.bytedeco.javacpp.Pointer;

/** Loads the kernel library of a class and reads the addresses of its kernels. */
public final class KernelFunctions {
    /** What the name of a table's size has after the name of the table. */
    private static final String SIZE_SUFFIX = "_size";

    private KernelFunctions() {}

    /**
     * The addresses of the kernels of a stub, in the order of the manifest, for the best instruction set that the
     * library has and this machine runs.
     *
     * @param stub the class whose class loader holds the resources
     * @param name the directory below {@code META-INF/graphkernel}
     * @param manifest the manifest of that directory
     * @throws KernelLibraryException if anything is missing, damaged or cannot be loaded
     */
    public static long[] load(Class<?> stub, String name, KernelManifest manifest) {
        String directory = ManifestFormat.directory(name);
        String platform = PlatformNames.current();
        String fileName = manifest.library(name, platform);
        String resource = directory + platform + "/" + fileName;
        byte[] content = content(stub, resource, manifest, manifest.hash(platform));
        BridgeLibrary.ensureLoaded();
        String symbol = "gk_" + manifest.tag() + "_" + InstructionSet.current(name);
        Path file = NativeDirectory.current().place(fileName, content);
        return addresses(file, symbol, manifest.functions());
    }

    /** The content of a file that a manifest names, which has the recorded hash. */
    static byte[] content(Class<?> stub, String resource, KernelManifest manifest, String hash) {
        try (InputStream stream = stub.getResourceAsStream("/" + resource)) {
            if (stream == null) {
                throw new KernelLibraryException(RuntimeProblem.LIBRARY_MISSING, resource, manifest.resource());
            }
            byte[] content = stream.readAllBytes();
            NativeDirectory.requireHash(resource, content, hash);
            return content;
        } catch (IOException e) {
            throw new KernelLibraryException(e, RuntimeProblem.LOAD_FAILED, resource, e.getMessage());
        }
    }

    /**
     * The entries of the kernel table that a library exports. The library says next to the table how many there are.
     *
     * @param functions how many there must be
     */
    static long[] addresses(Path file, String symbol, int functions) {
        JavaCpp.ensureLoaded();
        try {
            Loader.loadGlobal(file.toString());
            long entries = exported(file, symbol + SIZE_SUFFIX).get();
            if (entries != functions) {
                throw new KernelLibraryException(
                        RuntimeProblem.TABLE_SIZE, file, entries, "the table " + symbol, functions);
            }
            long[] addresses = new long[functions];
            exported(file, symbol).get(addresses);
            return addresses;
        } catch (LinkageError e) {
            throw new KernelLibraryException(e, RuntimeProblem.LOAD_FAILED, file, e.getMessage());
        }
    }

    private static LongPointer exported(Path file, String symbol) {
        Pointer address = Loader.addressof(symbol);
        if (Pointer.isNull(address)) {
            throw new KernelLibraryException(RuntimeProblem.SYMBOL_MISSING, file, symbol);
        }
        return new LongPointer(address);
    }
}
