package io.graphkernel.runtime.internal.device.ascend;

import io.graphkernel.common.cann.KnownAnswerKernel;
import io.graphkernel.runtime.exception.OutOfMemoryException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.generated.jvm.Memory;
import io.graphkernel.runtime.internal.device.DeviceDriver;
import java.util.Optional;
import java.util.stream.LongStream;

/**
 * A known-answer test that a device must pass before other kernels run: an incompatible toolkit, driver or firmware
 * returns wrong results without an error.
 */
final class KnownAnswer {
    /** Not a multiple of a tile or of a block of the unified buffer. */
    private static final int ELEMENTS = 20_011;

    private static final int BYTES = 4 * ELEMENTS;

    private final AscendDriver driver;
    private long staging;
    private long operand;
    private long result;

    private KnownAnswer(AscendDriver driver) {
        this.driver = driver;
    }

    /** An element with a wrong result. */
    record Fault(int element, float actual, float expected) {}

    /**
     * Tests a device.
     *
     * @param program program with the kernel
     * @return the first wrong element, if any
     */
    static Optional<Fault> fault(AscendDriver driver, DeviceDriver.Program program) {
        return new KnownAnswer(driver).fault(program);
    }

    private Optional<Fault> fault(DeviceDriver.Program program) {
        DeviceDriver.Function kernel = program.function(KnownAnswerKernel.NAME);
        DeviceDriver.Stream stream = driver.newStream();
        try {
            staging = given(driver.allocateStaging(BYTES));
            operand = given(driver.allocate(BYTES));
            result = given(driver.allocate(BYTES));
            run(kernel, stream);
            return compared();
        } finally {
            release(stream);
        }
    }

    private long given(long address) {
        if (address == 0) {
            throw new OutOfMemoryException(RuntimeProblem.KNOWN_ANSWER_MEMORY, BYTES, driver.name());
        }
        return address;
    }

    /** The result is initialized to the operand, which is wrong everywhere: a kernel without effect fails the test. */
    private void run(DeviceDriver.Function kernel, DeviceDriver.Stream stream) {
        for (int i = 0; i < ELEMENTS; i++) {
            Memory.putFloat(staging + 4L * i, i);
        }
        stream.copyToDevice(operand, staging, BYTES);
        stream.copyToDevice(result, staging, BYTES);
        stream.synchronize();
        Memory.putLong(staging, operand);
        Memory.putLong(staging + 8, result);
        Memory.putLong(staging + 16, ELEMENTS);
        stream.launch(kernel, driver.properties().multiprocessors(), staging, 24, 0, 0);
        stream.copyToHost(staging, result, BYTES);
        stream.synchronize();
    }

    private Optional<Fault> compared() {
        for (int i = 0; i < ELEMENTS; i++) {
            float actual = Memory.getFloat(staging + 4L * i);
            float expected = 3f * i + 1;
            if (actual != expected) {
                return Optional.of(new Fault(i, actual, expected));
            }
        }
        return Optional.empty();
    }

    /** After an error copies may still run, unless the device is lost. */
    private void release(DeviceDriver.Stream stream) {
        if (!driver.isLost()) {
            stream.synchronize();
        }
        stream.close();
        if (staging != 0) {
            driver.freeStaging(staging);
        }
        LongStream.of(operand, result).filter(address -> address != 0).forEach(driver::free);
    }
}
