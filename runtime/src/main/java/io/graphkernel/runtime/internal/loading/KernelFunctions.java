package io.graphkernel.runtime.internal.loading;

import io.graphkernel.common.abi.ManifestFormat;
import io.graphkernel.common.abi.PlatformNames;
import io.graphkernel.runtime.exception.KernelLibraryException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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
        List<String> variants = HostInstructionSet.supported(name);
        Path file = NativeDirectory.current().store(fileName, content);
        return addresses(file, name, manifest.tag(), variants, manifest.functions());
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
     * @param name class or op whose kernels they are, for messages
     * @param tag component of the exported names that identifies the library
     * @param variants variants that this machine runs, the best one first; a library may lack some
     * @param functions expected number of entries
     */
    static long[] addresses(Path file, String name, String tag, List<String> variants, int functions) {
        JavaCpp.ensureLoaded();
        try {
            Loader.loadGlobal(file.toString());
            String symbol = table(tag, variant(file, name, tag, variants));
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

    /** Returns the first of the variants that the library exports. */
    private static String variant(Path file, String name, String tag, List<String> variants) {
        for (String variant : variants) {
            if (isExported(tag, variant)) {
                return variant;
            }
        }
        List<String> others = new ArrayList<>(HostInstructionSet.all());
        others.removeIf(variant -> !isExported(tag, variant));
        if (others.isEmpty()) {
            throw new KernelLibraryException(RuntimeProblem.SYMBOL_MISSING, file, table(tag, variants.get(0)));
        }
        String runnable = String.join(", ", variants);
        String option = "compile it with -Agraphkernel.instructionSets=" + variants.get(0) + ", or without the option";
        throw new KernelLibraryException(
                RuntimeProblem.INSTRUCTION_SET_MISSING,
                name,
                String.join(", ", others),
                HostInstructionSet.isCapped()
                        ? "graphkernel.isa or GRAPHKERNEL_ISA restricts this process to " + runnable
                        : "this machine runs kernels for " + runnable,
                HostInstructionSet.isCapped() ? "leave out the setting, or " + option : option);
    }

    private static boolean isExported(String tag, String variant) {
        return !Pointer.isNull(Loader.addressof(table(tag, variant)));
    }

    private static String table(String tag, String variant) {
        return "gk_" + tag + "_" + variant;
    }

    private static LongPointer exported(Path file, String symbol) {
        Pointer address = Loader.addressof(symbol);
        if (Pointer.isNull(address)) {
            throw new KernelLibraryException(RuntimeProblem.SYMBOL_MISSING, file, symbol);
        }
        return new LongPointer(address);
    }
}
