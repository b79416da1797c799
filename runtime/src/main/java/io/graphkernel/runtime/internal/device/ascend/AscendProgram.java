package io.graphkernel.runtime.internal.device.ascend;

import static io.graphkernel.runtime.internal.device.NativeLibrary.call;

import io.graphkernel.runtime.exception.KernelLibraryException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.generated.jvm.Memory;
import io.graphkernel.runtime.internal.device.DeviceDriver;
import io.graphkernel.runtime.internal.device.NativeScratch;
import org.bytedeco.javacpp.BytePointer;

/** A loaded binary. */
final class AscendProgram implements DeviceDriver.Program {
    /** A kernel of a binary. */
    record Entry(long handle) implements DeviceDriver.Function {}

    /** Errors 100000 to 100999 report invalid arguments. */
    private static final int PARAMETER_THOUSANDS = 100;

    private final AscendDriver driver;
    private final String name;
    private final long binary;

    AscendProgram(AscendDriver driver, String name, long binary) {
        this.driver = driver;
        this.name = name;
        this.binary = binary;
    }

    @Override
    public DeviceDriver.Function function(String function) {
        driver.enter();
        long memory = NativeScratch.address();
        try (BytePointer text = new BytePointer(function)) {
            int code = (int) call(driver.api().binaryGetFunction, binary, text.address(), memory);
            if (code / 1000 == PARAMETER_THOUSANDS) {
                throw new KernelLibraryException(RuntimeProblem.PROGRAM_KERNEL, name, function);
            }
            driver.check("aclrtBinaryGetFunction", code);
            return new Entry(Memory.getLong(memory));
        }
    }
}
