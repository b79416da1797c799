package io.graphkernel.runtime.internal.device.ascend;

import static io.graphkernel.runtime.internal.device.NativeLibrary.call;

import io.graphkernel.runtime.exception.KernelLibraryException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.generated.jvm.Memory;
import io.graphkernel.runtime.internal.device.DeviceProperties;
import io.graphkernel.runtime.internal.device.NativeScratch;
import io.graphkernel.runtime.internal.loading.NativeDirectory;
import io.graphkernel.runtime.internal.logging.RuntimeLogger;
import java.lang.System.Logger.Level;
import java.util.Optional;
import org.bytedeco.javacpp.BytePointer;

/**
 * Loads programs: from the jar's binary for the chip, else through the available compiler, AscendCL's own or bisheng.
 * Compiled binaries are cached in the private directory of native libraries, so that later processes need not compile.
 * The cache key is the source, the product, the version of AscendCL, the compiler and its options.
 */
final class ProgramLoader {
    private static final String FILE = "program.bin";

    private final AscendDriver driver;
    private final AscendApi api;

    ProgramLoader(AscendDriver driver) {
        this.driver = driver;
        this.api = driver.api();
    }

    /**
     * Loads a binary of the jar and returns its handle.
     *
     * @param name name of the program in messages
     * @return empty if AscendCL rejects it, which is logged; then it is compiled if possible
     */
    Optional<Long> shipped(String name, byte[] binary) {
        driver.enter();
        int code = loaded(binary);
        if (code == AscendApi.SUCCESS) {
            return Optional.of(Memory.getLong(NativeScratch.address()));
        }
        if (driver.isFatal(code)) {
            driver.check(loader(), code);
        }
        RuntimeLogger.get()
                .log(
                        Level.WARNING,
                        "{0} has a binary for {1}, which AscendCL does not take: {2} ({3}); the source is compiled",
                        name,
                        driver.properties().name(),
                        api.errorText(),
                        String.valueOf(code));
        return Optional.empty();
    }

    /**
     * Compiles and loads a source, and returns its handle.
     *
     * @throws KernelLibraryException with the compiler's log if it rejects the source, or if the compiler is missing
     */
    long load(String name, String source) {
        driver.enter();
        DeviceProperties properties = driver.properties();
        BinaryCompiler compiler = compiler(name);
        String key =
                String.join("\n", "ascend", properties.name(), properties.driverVersion(), compiler.identity(), source);
        NativeDirectory directory = NativeDirectory.current();
        byte[] kept = directory.kept(key, FILE);
        // Another toolkit of the same version may have compiled it, whose binaries this one rejects.
        if (kept != null && loaded(kept) == AscendApi.SUCCESS) {
            return Memory.getLong(NativeScratch.address());
        }
        byte[] binary = compiler.compiled(name, source);
        long handle = driver.result(loader(), loaded(binary));
        directory.keep(key, FILE, binary);
        return handle;
    }

    private BinaryCompiler compiler(String name) {
        String reason =
                driver.chip().compilesAtLoad() ? api.compilerReason() : "AscendCL has no compiler for this chip";
        if (reason.isEmpty()) {
            return new RuntimeCompiler(driver);
        }
        return BishengCompiler.find(driver)
                .orElseThrow(() -> new KernelLibraryException(
                        RuntimeProblem.NO_COMPILER,
                        name,
                        driver.properties().name(),
                        reason,
                        driver.chip().architecture()));
    }

    private String loader() {
        return api.binaryLoadFromData == 0 ? "aclrtBinaryLoad" : "aclrtBinaryLoadFromData";
    }

    /** Loads a binary; its handle is stored in the thread's scratch memory. */
    private int loaded(byte[] content) {
        long memory = NativeScratch.address();
        try (BytePointer binary = new BytePointer(content)) {
            if (api.binaryLoadFromData != 0) {
                return (int) call(api.binaryLoadFromData, binary.address(), content.length, 0, memory);
            }
            long status = call(api.createBinary, binary.address(), content.length);
            int code = (int) call(api.binaryLoad, status, memory);
            call(api.destroyBinary, status);
            return code;
        }
    }
}
