package io.graphkernel.runtime.internal.device.opencl;

import static io.graphkernel.runtime.internal.device.NativeLibrary.call;

import io.graphkernel.runtime.exception.KernelLibraryException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.generated.jvm.Memory;
import io.graphkernel.runtime.internal.device.DeviceProperties;
import io.graphkernel.runtime.internal.device.NativeScratch;
import io.graphkernel.runtime.internal.loading.NativeDirectory;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.bytedeco.javacpp.BytePointer;

/**
 * Compiles programs with the driver's compiler. Binaries are cached in the private directory of native libraries, so
 * that later processes need not compile. The cache key is the source, the device, the version of the driver and the
 * options. PoCL caches each kernel that runs itself, and would compile all kernels of a program for its binary.
 */
final class ProgramCompiler {
    private static final String FILE = "program.bin";
    private static final int PROGRAM_BINARY_SIZES = 0x1165;
    private static final int PROGRAM_BINARIES = 0x1166;

    private final OpenClDriver driver;
    private final OpenClApi api;
    private final String options;
    private final boolean cachesBinaries;

    private ProgramCompiler(OpenClDriver driver, boolean cachesBinaries) {
        this.driver = driver;
        this.api = driver.api();
        this.cachesBinaries = cachesBinaries;
        long floats = api.number(driver.device(), OpenClApi.DEVICE_SINGLE_FP_CONFIG);
        boolean rounded = (floats & OpenClApi.FP_CORRECTLY_ROUNDED_DIVIDE_SQRT) != 0;
        boolean inTurn = (api.number(driver.device(), OpenClApi.DEVICE_TYPE) & OpenClApi.DEVICE_TYPE_CPU) != 0;
        options = "-cl-std=CL1.2" + (rounded ? " -cl-fp32-correctly-rounded-divide-sqrt" : "")
                + (inTurn ? " -DGK_THREADS_IN_TURN=1" : "");
    }

    /**
     * Builds a program and returns its handle.
     *
     * @param name name of the program in messages
     * @throws KernelLibraryException with the compiler's log if it is rejected
     */
    static long compile(OpenClDriver driver, String name, byte[] text) {
        boolean isPocl = driver.api()
                .text(driver.device(), OpenClApi.DEVICE_VERSION)
                .toLowerCase(Locale.ROOT)
                .contains("pocl");
        return compile(driver, name, text, !isPocl);
    }

    /**
     * Builds a program and returns its handle, as {@link #compile(OpenClDriver, String, byte[])}.
     *
     * @param cachesBinaries true to read and write a cached binary
     */
    static long compile(OpenClDriver driver, String name, byte[] text, boolean cachesBinaries) {
        return new ProgramCompiler(driver, cachesBinaries).compile(name, text);
    }

    private long compile(String name, byte[] text) {
        return cachesBinaries ? cached(name, text) : fromSource(name, text);
    }

    private long cached(String name, byte[] text) {
        DeviceProperties properties = driver.properties();
        String key = String.join(
                "\n",
                "opencl",
                properties.name(),
                properties.driverVersion(),
                options,
                new String(text, StandardCharsets.UTF_8));
        NativeDirectory directory = NativeDirectory.current();
        byte[] kept = directory.kept(key, FILE);
        long program = kept == null ? 0 : fromBinary(kept);
        if (program == 0) {
            program = fromSource(name, text);
            byte[] binary = binary(program);
            if (binary.length > 0) {
                directory.keep(key, FILE, binary);
            }
        }
        return program;
    }

    private long fromSource(String name, byte[] text) {
        long memory = NativeScratch.address();
        try (BytePointer source = new BytePointer(text.length)) {
            source.put(text);
            Memory.putLong(memory, source.address());
            Memory.putLong(memory + 8, text.length);
            long program = call(api.createProgramWithSource, driver.context(), 1, memory, memory + 8, memory + 16);
            driver.check("clCreateProgramWithSource", Memory.getInt(memory + 16));
            int code = build(program);
            if (code != OpenClApi.SUCCESS) {
                String log = api.buildLog(program, driver.device());
                call(api.releaseProgram, program);
                throw new KernelLibraryException(
                        RuntimeProblem.PROGRAM_REFUSED,
                        name,
                        driver.properties().name(),
                        log,
                        OpenClErrors.name(code));
            }
            return program;
        }
    }

    /** Returns the handle of a program from its binary; 0 if the driver rejects the binary. */
    private long fromBinary(byte[] content) {
        long memory = NativeScratch.address();
        try (BytePointer binary = new BytePointer(content.length)) {
            binary.put(content);
            Memory.putLong(memory, driver.device());
            Memory.putLong(memory + 8, content.length);
            Memory.putLong(memory + 16, binary.address());
            long program = call(
                    api.createProgramWithBinary,
                    driver.context(),
                    1,
                    memory,
                    memory + 8,
                    memory + 16,
                    memory + 24,
                    memory + 32,
                    0);
            if (Memory.getInt(memory + 32) != OpenClApi.SUCCESS) {
                return 0;
            }
            if (build(program) == OpenClApi.SUCCESS) {
                return program;
            }
            call(api.releaseProgram, program);
            return 0;
        }
    }

    private int build(long program) {
        long memory = NativeScratch.address();
        Memory.putLong(memory, driver.device());
        try (BytePointer text = new BytePointer(options)) {
            return (int) call(api.buildProgram, program, 1, memory, text.address(), 0, 0);
        }
    }

    /** Returns the driver's binary of a program; empty if it does not report one. */
    private byte[] binary(long program) {
        long memory = NativeScratch.address();
        Memory.putLong(memory, 0);
        int code = (int) call(api.getProgramInfo, program, PROGRAM_BINARY_SIZES, Long.BYTES, memory, 0);
        long size = Memory.getLong(memory);
        if (code != OpenClApi.SUCCESS || size <= 0 || size > Integer.MAX_VALUE) {
            return new byte[0];
        }
        try (BytePointer content = new BytePointer(size)) {
            Memory.putLong(memory, content.address());
            code = (int) call(api.getProgramInfo, program, PROGRAM_BINARIES, Long.BYTES, memory, 0);
            byte[] binary = new byte[code == OpenClApi.SUCCESS ? (int) size : 0];
            content.get(binary);
            return binary;
        }
    }
}
