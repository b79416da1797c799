package io.graphkernel.runtime.internal.device.cuda;

import static io.graphkernel.runtime.internal.device.NativeLibrary.call;

import io.graphkernel.runtime.exception.KernelLibraryException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.generated.jvm.Memory;
import io.graphkernel.runtime.internal.device.DeviceDriver;
import io.graphkernel.runtime.internal.device.NativeLibrary;
import io.graphkernel.runtime.internal.device.NativeScratch;
import org.bytedeco.javacpp.BytePointer;

/** A module that the driver has compiled from PTX. */
final class CudaProgram implements DeviceDriver.Program {
    /** A kernel of a module. */
    record Entry(long handle) implements DeviceDriver.Function {}

    private static final int JIT_ERROR_LOG_BUFFER = 5;
    private static final int JIT_ERROR_LOG_BUFFER_BYTES = 6;
    private static final int LOG_BYTES = 16 << 10;

    private final CudaDriver driver;
    private final String name;
    private final long module;

    private CudaProgram(CudaDriver driver, String name, long module) {
        this.driver = driver;
        this.name = name;
        this.module = module;
    }

    /**
     * Loads a module.
     *
     * @throws KernelLibraryException with the log of the driver's compiler if the driver rejects it
     */
    static CudaProgram load(CudaDriver driver, String name, byte[] text) {
        driver.enter();
        long memory = NativeScratch.address();
        try (BytePointer image = new BytePointer(text.length + 1L);
                BytePointer log = new BytePointer(LOG_BYTES)) {
            image.put(text).put(text.length, (byte) 0);
            log.put(0, (byte) 0);
            Memory.putInt(memory, JIT_ERROR_LOG_BUFFER);
            Memory.putInt(memory + 4, JIT_ERROR_LOG_BUFFER_BYTES);
            Memory.putLong(memory + 8, log.address());
            Memory.putLong(memory + 16, LOG_BYTES);
            int code = (int) call(driver.api().moduleLoadDataEx, memory + 24, image.address(), 2, memory, memory + 8);
            if (code != CudaApi.SUCCESS && code != CudaApi.OUT_OF_MEMORY && !driver.isLost()) {
                throw new KernelLibraryException(
                        RuntimeProblem.PROGRAM_REFUSED,
                        name,
                        driver.properties().name(),
                        NativeLibrary.text(log.address()).strip(),
                        driver.api().errorName(code));
            }
            driver.check("cuModuleLoadDataEx", code);
            return new CudaProgram(driver, name, Memory.getLong(memory + 24));
        }
    }

    @Override
    public DeviceDriver.Function function(String function) {
        driver.enter();
        long memory = NativeScratch.address();
        try (BytePointer text = new BytePointer(function)) {
            int code = (int) call(driver.api().moduleGetFunction, memory, module, text.address());
            if (code == CudaApi.NOT_FOUND) {
                throw new KernelLibraryException(RuntimeProblem.PROGRAM_KERNEL, name, function);
            }
            driver.check("cuModuleGetFunction", code);
            return new Entry(Memory.getLong(memory));
        }
    }
}
