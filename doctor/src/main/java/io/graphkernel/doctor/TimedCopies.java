package io.graphkernel.doctor;

import io.graphkernel.bridge.NativeBridge;
import io.graphkernel.runtime.internal.loading.BridgeLibrary;
import io.graphkernel.runtime.internal.memory.HostBlock;
import io.graphkernel.runtime.internal.memory.MemoryPool;
import io.graphkernel.runtime.internal.parallel.Scratch;
import io.graphkernel.runtime.internal.parallel.ThreadTeam;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import org.bytedeco.javacpp.LongPointer;

/**
 * Timed copies between two buffers by a team of threads, alternating between both kinds of stores. Each copy reads the
 * result of the previous one, like a kernel that reads the results of another.
 */
final class TimedCopies implements AutoCloseable {
    private static final int ROUNDS = 5;
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private final int threads;
    /** Null for one thread. */
    private final ThreadTeam team;

    private final HostBlock memory;
    private final LongPointer slots;
    private final Scratch scratch = new Scratch();
    private long elapsedNanos;
    private long processorNanos;

    /**
     * Allocates the memory and starts the threads.
     *
     * @param threads number of threads, at least 1
     * @param maxBytes maximum footprint in bytes
     */
    TimedCopies(int threads, long maxBytes) {
        BridgeLibrary.ensureLoaded();
        this.threads = threads;
        this.memory = MemoryPool.shared().acquire(maxBytes);
        this.slots = new LongPointer(2);
        this.team = threads == 1 ? null : new ThreadTeam(threads);
    }

    /** Returns the share of the time of all copies so far in which the calling thread had a processor. */
    double processorShare() {
        return (double) processorNanos / elapsedNanos;
    }

    /**
     * Returns the minimum time with non-temporal stores relative to the minimum time with regular ones.
     *
     * @param footprint number of bytes that a copy reads and writes
     */
    double ratio(long footprint) {
        long items = footprint / 2 / NativeBridge.COPIED_BYTES;
        long[] best = {Long.MAX_VALUE, Long.MAX_VALUE};
        for (int round = 0; round < ROUNDS; round++) {
            for (int streaming = 0; streaming < best.length; streaming++) {
                // Warm-up that leaves the caches in the same state as the measured copy.
                copyToAndFro(streaming, items);
                best[streaming] = Math.min(best[streaming], copyToAndFro(streaming, items));
            }
        }
        return (double) best[1] / best[0];
    }

    /** Returns the time in nanoseconds. */
    private long copyToAndFro(int streaming, long items) {
        long first = memory.address();
        long second = first + items * NativeBridge.COPIED_BYTES;
        long processor = THREADS.getCurrentThreadCpuTime();
        long start = System.nanoTime();
        copy(streaming, items, first, second);
        copy(streaming, items, second, first);
        long elapsed = System.nanoTime() - start;
        processorNanos += THREADS.getCurrentThreadCpuTime() - processor;
        elapsedNanos += elapsed;
        return elapsed;
    }

    private void copy(int streaming, long items, long source, long target) {
        slots.put(0, source);
        slots.put(1, target);
        if (team == null) {
            NativeBridge.copy(streaming, slots.address(), 0, items, 0);
        } else if (!team.run(NativeBridge::copy, streaming, slots.address(), items, 1, 0, threads, scratch)) {
            throw new IllegalStateException("the threads of the copies are at work for another caller");
        }
    }

    @Override
    public void close() {
        if (team != null) {
            team.close();
        }
        slots.close();
        MemoryPool.shared().release(memory);
    }
}
