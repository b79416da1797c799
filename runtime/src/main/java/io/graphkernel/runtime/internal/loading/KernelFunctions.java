package io.graphkernel.runtime.internal.loading;

import io.graphkernel.common.abi.ManifestFormat;
import io.graphkernel.common.abi.PlatformNames;
import io.graphkernel.runtime.exception.KernelLibraryException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import org.bytedeco.javacpp.Loader;
import org.bytedeco.javacpp.LongPointer;
import org.bytedeco.javacpp.Pointer;

/** Loader of the kernel library of a class, which returns the addresses of its kernels. */
public final class KernelFunctions {
    /** Suffix of the symbol that holds a table's size. */
    private static final String SIZE_SUFFIX = "_size";

    private KernelFunctions() {}

    /**
     * Returns the addresses of a stub's kernels in the order of the manifest, for the best instruction set that the
     * library has and this machine supports.
     *
     * @param stub class whose class loader finds the resources
     * @param name directory below {@code META-INF/graphkernel}
     * @param manifest manifest of that directory
     * @throws KernelLibraryException if anything is missing, damaged or cannot be loaded
     */
    public static long[] load(Class<?> stub, String name, KernelManifest manifest) {
        String directory = ManifestFormat.directory(name);
        String platform = PlatformNames.current();
        String fileName = manifest.library(name, platform);
        String resource = directory + platform + "/" + fileName;
        byte[] content = content(stub, resource, manifest, manifest.hash(platform));
        BridgeLibrary.ensureLoaded();
        String symbol = "gk_" + manifest.tag() + "_" + HostInstructionSet.current(name);
        Path file = NativeDirectory.current().store(fileName, content);
        return addresses(file, symbol, manifest.functions());
    }

    /** Returns the content of a file in a manifest after verifying its hash. */
    static byte[] content(Class<?> stub, String resource, KernelManifest manifest, String hash) {
        try (InputStream stream = stub.getResourceAsStream("/" + resource)) {
            if (stream == null) {
                throw new KernelLibraryException(RuntimeProblem.LIBRARY_MISSING, resource, manifest.resource());
            }
            byte[] content = stream.readAllBytes();
            NativeDirectory.requireHash(resource, content, hash);
            return content;
        } catch (IOException e) {
            throw LoadFailures.unreadable(resource, e);
        }
    }

    /**
     * Returns the entries of the kernel table that a library exports together with its size.
     *
     * @param functions expected number of entries
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
            throw LoadFailures.rejected(file, e);
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
