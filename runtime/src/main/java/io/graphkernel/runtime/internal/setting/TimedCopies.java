package io.graphkernel.runtime.internal.setting;

import io.graphkernel.bridge.NativeBridge;
import io.graphkernel.runtime.internal.memory.Block;
import io.graphkernel.runtime.internal.memory.MemoryPool;
import io.graphkernel.runtime.internal.parallel.KernelTeam;
import io.graphkernel.runtime.internal.parallel.Scratch;
import java.util.Arrays;
import org.bytedeco.javacpp.LongPointer;

/**
 * Copies of some memory to and fro by the threads of kernels, with both kinds of stores, in turn: what one copy writes, the
 * next one reads, as a kernel reads the results of another.
 */
final class TimedCopies implements AutoCloseable {
    private static final int ROUNDS = 3;

    /** What stores past the caches must gain: less may be chance. */
    private static final double GAIN = 0.95;

    /** The most that the median may be over the best time where nobody else is at work. */
    private static final double SPREAD = 1.25;

    private final int threads;
    private final Block memory;
    private final LongPointer slots = new LongPointer(2);
    private final Scratch scratch = new Scratch();
    private boolean quiet = true;

    /**
     * Takes the memory.
     *
     * @param threads the present number of threads
     * @param most the largest footprint in bytes
     */
    TimedCopies(int threads, long most) {
        this.threads = threads;
        this.memory = MemoryPool.shared().acquire(most);
    }

    /** Whether all times so far were like each other, as they are while nobody else is at work. */
    boolean isQuiet() {
        return quiet;
    }

    /**
     * Whether stores past the caches gain for copies to and fro.
     *
     * @param footprint the bytes that a copy reads and writes
     */
    boolean gains(long footprint) {
        long items = footprint / 2 / NativeBridge.COPIED_BYTES;
        long[][] times = new long[2][ROUNDS];
        for (int round = 0; round < ROUNDS; round++) {
            for (int streaming = 0; streaming < 2; streaming++) {
                // The first time leaves the caches as the second one will.
                copyToAndFro(streaming, items);
                long start = System.nanoTime();
                copyToAndFro(streaming, items);
                times[streaming][round] = System.nanoTime() - start;
            }
        }
        for (long[] each : times) {
            Arrays.sort(each);
            quiet &= each[ROUNDS / 2] <= SPREAD * each[0];
        }
        return times[1][0] < GAIN * times[0][0];
    }

    private void copyToAndFro(int streaming, long items) {
        long first = memory.address();
        long second = first + items * NativeBridge.COPIED_BYTES;
        copy(streaming, items, first, second);
        copy(streaming, items, second, first);
    }

    private void copy(int streaming, long items, long source, long target) {
        slots.put(0, source);
        slots.put(1, target);
        KernelTeam.run(NativeBridge::copy, streaming, slots.address(), items, 1, 0, threads, scratch);
    }

    @Override
    public void close() {
        slots.close();
        MemoryPool.shared().release(memory);
    }
}
