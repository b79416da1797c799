package io.graphkernel.runtime.internal.device.ascend;

import io.graphkernel.runtime.exception.OutOfMemoryException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.generated.jvm.Memory;
import io.graphkernel.runtime.internal.device.DeviceDriver;
import java.nio.charset.StandardCharsets;
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

    private static final String NAME = "known_answer";

    /** y = 3 x + 1, by all cores, with two buffers for what is copied in and out: the shape of generated kernels. */
    private static final String SOURCE = """
            #include "kernel_operator.h"

            extern "C" __global__ __aicore__ void known_answer(GM_ADDR x, GM_ADDR y, int64_t elements) {
                KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_AIV_ONLY);
                AscendC::GlobalTensor<float> from;
                from.SetGlobalBuffer((__gm__ float *) x);
                AscendC::GlobalTensor<float> to;
                to.SetGlobalBuffer((__gm__ float *) y);
                AscendC::TPipe pipe;
                AscendC::TQue<AscendC::TPosition::VECIN, 1> loads;
                pipe.InitBuffer(loads, 2, 1024);
                AscendC::TQue<AscendC::TPosition::VECOUT, 1> stores;
                pipe.InitBuffer(stores, 2, 1024);
                AscendC::TBuf<AscendC::TPosition::VECCALC> work;
                pipe.InitBuffer(work, 1024);
                AscendC::LocalTensor<float> product = work.GetWithOffset<float>(256, 0);
                for (int64_t first = AscendC::GetBlockIdx() * 256; first < elements; first += AscendC::GetBlockNum() * 256) {
                    const int32_t count = elements - first < 256 ? (int32_t) (elements - first) : 256;
                    AscendC::LocalTensor<float> loaded = loads.AllocTensor<float>();
                    AscendC::DataCopyPad(loaded, from[first], AscendC::DataCopyExtParams{1, (uint32_t) count * 4, 0, 0, 0}, AscendC::DataCopyPadExtParams<float>{false, 0, 0, 0.0f});
                    loads.EnQue(loaded);
                    loaded = loads.DeQue<float>();
                    AscendC::LocalTensor<float> stored = stores.AllocTensor<float>();
                    AscendC::PipeBarrier<PIPE_V>();
                    AscendC::Muls(product, loaded, 3.0f, count);
                    AscendC::PipeBarrier<PIPE_V>();
                    AscendC::Adds(stored, product, 1.0f, count);
                    loads.FreeTensor(loaded);
                    stores.EnQue(stored);
                    stored = stores.DeQue<float>();
                    AscendC::DataCopyPad(to[first], stored, AscendC::DataCopyExtParams{1, (uint32_t) count * 4, 0, 0, 0});
                    stores.FreeTensor(stored);
                }
            }
            """;

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
     * @param program what messages call the program if no program can be compiled: the one that the device is tried for
     * @return the first element that it gives wrong, if any
     */
    static Optional<Fault> fault(AscendDriver driver, String program) {
        return new KnownAnswer(driver).fault(program);
    }

    private Optional<Fault> fault(String program) {
        DeviceDriver.Function kernel = driver.compiled(program, SOURCE.getBytes(StandardCharsets.UTF_8))
                .function(NAME);
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
