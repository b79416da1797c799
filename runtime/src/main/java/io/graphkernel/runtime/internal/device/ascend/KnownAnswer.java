package io.graphkernel.runtime.internal.device.ascend;

import io.graphkernel.cann.KnownAnswerKernel;
import io.graphkernel.runtime.exception.OutOfMemoryException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.generated.jvm.Memory;
import io.graphkernel.runtime.internal.device.DeviceDriver;
import java.util.Optional;
import java.util.stream.LongStream;

/**
 * A kernel whose results are known, which a device runs before any other one: toolkit, driver and firmware that do not fit
 * together give wrong results without a word.
 */
final class KnownAnswer {
    /** No multiple of a tile, nor of a block of the unified buffer. */
    private static final int ELEMENTS = 20_011;

    private static final int BYTES = 4 * ELEMENTS;

    private final AscendDriver driver;
    private long staging;
    private long operand;
    private long result;

    private KnownAnswer(AscendDriver driver) {
        this.driver = driver;
    }

    /** An element that a device gives wrong. */
    record Fault(int element, float actual, float expected) {}

    /**
     * Tries a device.
     *
     * @param program has the kernel
     * @return the first element that it gives wrong, if any
     */
    static Optional<Fault> fault(AscendDriver driver, DeviceDriver.Program program) {
        return new KnownAnswer(driver).fault(program);
    }

    private Optional<Fault> fault(DeviceDriver.Program program) {
        DeviceDriver.Function kernel = program.function(KnownAnswerKernel.NAME);
        DeviceDriver.Queue queue = driver.newQueue();
        try {
            staging = given(driver.allocateStaging(BYTES));
            operand = given(driver.allocate(BYTES));
            result = given(driver.allocate(BYTES));
            run(kernel, queue);
            return compared();
        } finally {
            release(queue);
        }
    }

    private long given(long address) {
        if (address == 0) {
            throw new OutOfMemoryException(RuntimeProblem.KNOWN_ANSWER_MEMORY, BYTES, driver.name());
        }
        return address;
    }

    /** The result is the operand before, which is right nowhere: a kernel that does nothing fails. */
    private void run(DeviceDriver.Function kernel, DeviceDriver.Queue queue) {
        for (int i = 0; i < ELEMENTS; i++) {
            Memory.putFloat(staging + 4L * i, i);
        }
        queue.copyToDevice(operand, staging, BYTES);
        queue.copyToDevice(result, staging, BYTES);
        queue.synchronize();
        Memory.putLong(staging, operand);
        Memory.putLong(staging + 8, result);
        Memory.putLong(staging + 16, ELEMENTS);
        queue.launch(kernel, driver.properties().multiprocessors(), staging, 24, 0, 0);
        queue.copyToHost(staging, result, BYTES);
        queue.synchronize();
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
    private void release(DeviceDriver.Queue queue) {
        if (!driver.isLost()) {
            queue.synchronize();
        }
        queue.close();
        if (staging != 0) {
            driver.freeStaging(staging);
        }
        LongStream.of(operand, result).filter(address -> address != 0).forEach(driver::free);
    }
}
