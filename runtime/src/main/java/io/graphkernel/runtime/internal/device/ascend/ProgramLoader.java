package io.graphkernel.runtime.internal.device.ascend;

import static io.graphkernel.runtime.internal.device.NativeLibrary.call;

import io.graphkernel.runtime.exception.KernelLibraryException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.generated.jvm.Memory;
import io.graphkernel.runtime.internal.device.CallMemory;
import io.graphkernel.runtime.internal.device.DeviceProperties;
import io.graphkernel.runtime.internal.loading.NativeDirectory;
import java.lang.System.Logger.Level;
import java.util.Optional;
import org.bytedeco.javacpp.BytePointer;

/**
 * Makes programs ready: by the binary for the chip that the jar has, else by the compiler that is there, AscendCL's own or
 * bisheng. What is compiled is kept in the private directory of native libraries, by the text, the product, the version of
 * AscendCL, the compiler and its options, so that later processes need not compile.
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
     * The handle of a binary of the jar, loaded.
     *
     * @param name what messages call it
     * @return empty if AscendCL does not take it, which is logged: it is compiled then, where that can be done
     */
    Optional<Long> shipped(String name, byte[] binary) {
        driver.enter();
        int code = loaded(binary);
        if (code == AscendApi.SUCCESS) {
            return Optional.of(Memory.getLong(CallMemory.address()));
        }
        if (driver.isFatal(code)) {
            driver.check(loader(), code);
        }
        System.getLogger("io.graphkernel")
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
     * The handle of a source, compiled and loaded.
     *
     * @throws KernelLibraryException with the compiler's log if it refuses the source, or if there is no compiler
     */
    long load(String name, String source) {
        driver.enter();
        DeviceProperties properties = driver.properties();
        BinaryCompiler compiler = compiler(name);
        String key =
                String.join("\n", "ascend", properties.name(), properties.driverVersion(), compiler.identity(), source);
        NativeDirectory directory = NativeDirectory.current();
        byte[] kept = directory.kept(key, FILE);
        // Another toolkit of the same version may have made it, whose binaries this one does not take.
        if (kept != null && loaded(kept) == AscendApi.SUCCESS) {
            return Memory.getLong(CallMemory.address());
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

    /** Loads a binary; its handle is in the memory of the thread. */
    private int loaded(byte[] content) {
        long memory = CallMemory.address();
        try (BytePointer binary = new BytePointer(content)) {
            if (api.binaryLoadFromData != 0) {
                return (int) call(api.binaryLoadFromData, binary.address(), content.length, 0, memory);
            }
            long made = call(api.createBinary, binary.address(), content.length);
            int code = (int) call(api.binaryLoad, made, memory);
            call(api.destroyBinary, made);
            return code;
        }
    }
}
