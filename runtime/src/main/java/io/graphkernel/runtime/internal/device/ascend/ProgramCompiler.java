package io.graphkernel.runtime.internal.device.ascend;

import static io.graphkernel.runtime.internal.device.NativeLibrary.call;

import io.graphkernel.runtime.exception.KernelLibraryException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.generated.jvm.Memory;
import io.graphkernel.runtime.internal.device.CallMemory;
import io.graphkernel.runtime.internal.device.DeviceProperties;
import io.graphkernel.runtime.internal.loading.NativeDirectory;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.PointerPointer;

/**
 * Compiles programs with the runtime compiler of the toolkit. What it makes is kept in the private directory of native
 * libraries, by the text, the product, the version of AscendCL and the options, so that later processes need not compile.
 */
final class ProgramCompiler {
    private static final String FILE = "program.bin";

    private final AscendDriver driver;
    private final AscendApi api;
    private final List<String> options;

    private ProgramCompiler(AscendDriver driver) {
        this.driver = driver;
        this.api = driver.api();
        this.options = driver.chip().options();
    }

    /**
     * The handle of a binary, loaded.
     *
     * @param name what messages call it
     * @throws KernelLibraryException with the compiler's log if it refuses the source
     */
    static long load(AscendDriver driver, String name, byte[] text) {
        driver.enter();
        return new ProgramCompiler(driver).load(name, new String(text, StandardCharsets.UTF_8));
    }

    private long load(String name, String source) {
        DeviceProperties properties = driver.properties();
        String key = String.join(
                "\n", "ascend", properties.name(), properties.driverVersion(), String.join(" ", options), source);
        NativeDirectory directory = NativeDirectory.current();
        byte[] kept = directory.kept(key, FILE);
        long memory = CallMemory.address();
        // Another toolkit of the same version may have made it, whose binaries this one does not take.
        if (kept != null && loaded(kept) == AscendApi.SUCCESS) {
            return Memory.getLong(memory);
        }
        byte[] binary = compiled(name, source);
        long handle = driver.result(
                api.binaryLoadFromData == 0 ? "aclrtBinaryLoad" : "aclrtBinaryLoadFromData", loaded(binary));
        directory.keep(key, FILE, binary);
        return handle;
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

    private byte[] compiled(String name, String source) {
        long memory = CallMemory.address();
        try (BytePointer text = new BytePointer(source);
                BytePointer file = new BytePointer("kernels.asc");
                PointerPointer<BytePointer> names = new PointerPointer<>(options.toArray(String[]::new))) {
            long program = driver.result(
                    "aclrtcCreateProg", call(api.createProg, memory, text.address(), file.address(), 0, 0, 0));
            try {
                int code = (int) call(api.compileProg, program, options.size(), names.address());
                if (code != AscendApi.SUCCESS) {
                    throw new KernelLibraryException(
                            RuntimeProblem.TOOLKIT_REFUSED,
                            name,
                            driver.properties().name(),
                            log(program),
                            api.errorText() + ", " + code);
                }
                return binary(program);
            } finally {
                Memory.putLong(memory, program);
                call(api.destroyProg, memory);
            }
        }
    }

    private String log(long program) {
        long bytes =
                driver.result("aclrtcGetCompileLogSize", call(api.getCompileLogSize, program, CallMemory.address()));
        try (BytePointer log = new BytePointer(bytes + 1)) {
            log.put(0, (byte) 0);
            call(api.getCompileLog, program, log.address());
            return log.getString().strip();
        }
    }

    private byte[] binary(long program) {
        long bytes = driver.result("aclrtcGetBinDataSize", call(api.getBinDataSize, program, CallMemory.address()));
        try (BytePointer data = new BytePointer(bytes)) {
            driver.check("aclrtcGetBinData", call(api.getBinData, program, data.address()));
            byte[] binary = new byte[(int) bytes];
            data.get(binary);
            return binary;
        }
    }
}
