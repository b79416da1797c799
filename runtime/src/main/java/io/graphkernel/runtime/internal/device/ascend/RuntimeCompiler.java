package io.graphkernel.runtime.internal.device.ascend;

import static io.graphkernel.runtime.internal.device.NativeLibrary.call;

import io.graphkernel.runtime.exception.KernelLibraryException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.generated.jvm.Memory;
import io.graphkernel.runtime.internal.device.NativeLibrary;
import io.graphkernel.runtime.internal.device.NativeScratch;
import java.util.List;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.PointerPointer;

/** AscendCL's own compiler, aclrtc, which newer toolkits have. */
final class RuntimeCompiler implements BinaryCompiler {
    private final AscendDriver driver;
    private final AscendApi api;
    private final List<String> options;

    RuntimeCompiler(AscendDriver driver) {
        this.driver = driver;
        this.api = driver.api();
        this.options = driver.chip().options();
    }

    @Override
    public String identity() {
        return String.join(" ", options);
    }

    @Override
    public byte[] compiled(String name, String source) {
        long memory = NativeScratch.address();
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
                driver.result("aclrtcGetCompileLogSize", call(api.getCompileLogSize, program, NativeScratch.address()));
        try (BytePointer log = new BytePointer(bytes + 1)) {
            log.put(0, (byte) 0);
            call(api.getCompileLog, program, log.address());
            return NativeLibrary.text(log.address()).strip();
        }
    }

    private byte[] binary(long program) {
        long bytes = driver.result("aclrtcGetBinDataSize", call(api.getBinDataSize, program, NativeScratch.address()));
        try (BytePointer data = new BytePointer(bytes)) {
            driver.check("aclrtcGetBinData", call(api.getBinData, program, data.address()));
            byte[] binary = new byte[(int) bytes];
            data.get(binary);
            return binary;
        }
    }
}
