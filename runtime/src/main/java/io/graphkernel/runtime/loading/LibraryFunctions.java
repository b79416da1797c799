package io.graphkernel.runtime.loading;

import io.graphkernel.bridge.NativeBridge;
import io.graphkernel.runtime.exception.KernelLibraryException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** The CPU kernels of library ops: libraries beside the bridge in the jar of module {@code native}. */
public final class LibraryFunctions {
    private LibraryFunctions() {}

    /**
     * The addresses of a library's kernels, in the order of its table, for the best instruction set that this machine runs.
     *
     * @param tag the part of the exported names that belongs to the library
     * @param functions how many kernels there are
     * @throws KernelLibraryException if the library is missing, damaged or cannot be loaded
     */
    public static long[] load(String tag, int functions) {
        BridgeLibrary.ensureLoaded();
        String platform = Platform.current();
        String fileName = Platform.libraryName(platform, "gk_" + tag);
        byte[] content = resource(platform, fileName);
        String recorded = new String(resource(platform, fileName + ".sha256"), StandardCharsets.US_ASCII).strip();
        String actual = NativeDirectory.hash(content);
        if (!actual.equals(recorded)) {
            throw new KernelLibraryException(RuntimeProblem.LIBRARY_DAMAGED, fileName, actual, recorded);
        }
        String symbol = "gk_" + tag + "_" + InstructionSet.current(tag);
        return KernelFunctions.addresses(NativeDirectory.current().place(fileName, content), symbol, functions);
    }

    private static byte[] resource(String platform, String fileName) {
        String name = platform + "/" + fileName;
        try (InputStream stream = NativeBridge.class.getResourceAsStream(name)) {
            if (stream == null) {
                throw new KernelLibraryException(RuntimeProblem.LIBRARY_MISSING, name, NativeBridge.class.getName());
            }
            return stream.readAllBytes();
        } catch (IOException e) {
            throw new KernelLibraryException(e, RuntimeProblem.LOAD_FAILED, name, e.getMessage());
        }
    }
}
