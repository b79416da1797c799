package io.graphkernel.runtime.internal.loading;

import io.graphkernel.bridge.NativeBridge;
import io.graphkernel.common.abi.PlatformNames;
import io.graphkernel.runtime.exception.KernelLibraryException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** Loader of the CPU kernels of library ops: libraries in the bridge's directory in the jar of module {@code native}. */
public final class LibraryFunctions {
    private LibraryFunctions() {}

    /**
     * Returns the addresses of a library's kernels in the order of its table, for the best instruction set that this
     * machine supports.
     *
     * @param tag component of the exported names that identifies the library
     * @param functions number of kernels
     * @throws KernelLibraryException if the library is missing, damaged or cannot be loaded
     */
    public static long[] load(String tag, int functions) {
        BridgeLibrary.ensureLoaded();
        String platform = PlatformNames.current();
        String fileName = PlatformNames.library(platform, "gk_" + tag);
        byte[] content = required(platform + "/" + fileName);
        byte[] recorded = required(platform + "/" + fileName + ".sha256");
        NativeDirectory.requireHash(fileName, content, new String(recorded, StandardCharsets.US_ASCII).strip());
        Path file = NativeDirectory.current().store(fileName, content);
        return KernelFunctions.addresses(file, tag, tag, HostInstructionSet.supported(tag), functions);
    }

    private static byte[] required(String name) {
        byte[] content = BridgeLibrary.resource(name);
        if (content == null) {
            throw new KernelLibraryException(RuntimeProblem.LIBRARY_MISSING, name, NativeBridge.class.getName());
        }
        return content;
    }
}
