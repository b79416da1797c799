package io.graphkernel.runtime.internal.parallel;

import io.graphkernel.common.target.CpuModel;
import io.graphkernel.runtime.generated.jvm.RangeFunction;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.LockSupport;

/**
 * One launch that is split for several threads. The object is reused without allocation.
 *
 * <p>The range is split into contiguous regions, one per thread, and a region into chunks. A thread claims the chunks
 * of its own region first, so that repeated launches find their data in the same core's cache, then those of the
 * others.
 *
 * <p>Each region has a ticket: the launch's serial number in the upper bits, the number of unclaimed chunks in the
 * lower bits. A thread claims a chunk by a compare-and-set that decrements the ticket. The plain fields may be read
 * between reading and decrementing the ticket. They only change when a new launch begins, which is after every chunk of
 * the last one has completed. A successful decrement thus proves that they belong to the same launch as the ticket.
 */
final class ParallelLaunch {
    private static final int PADDING = 16;
    private static final int CHUNKS_PER_REGION = CpuModel.Threads.DEFAULT.chunksPerThread();
    private static final int SPINS_PER_LOOK = CpuModel.Threads.DEFAULT.spinsPerLook();
    private static final long REMAINING = 0xffff_ffffL;

    private final int threads;
    private final AtomicLongArray tickets;
    private final AtomicInteger done = new AtomicInteger();

    private long serial;
    private RangeFunction function;
    private long kernel;
    private long arguments;
    private long range;
    private long chunkItems;
    private long scratchBytes;
    private int chunksPerRegion;
    private int chunks;

    private volatile Thread waiter;
    private volatile Throwable failure;

    ParallelLaunch(int threads) {
        this.threads = threads;
        this.tickets = new AtomicLongArray((threads + 1) * PADDING);
    }

    /**
     * Begins a launch; the previous one must be complete.
     *
     * @param grainSize alignment of chunks in items
     * @param limit maximum number of threads
     * @return the number of regions
     */
    int begin(
            RangeFunction function,
            long kernel,
            long arguments,
            long range,
            long grainSize,
            long scratchBytes,
            int limit) {
        int maximumRegions = Math.min(threads, limit);
        long grains = (range - 1) / grainSize + 1;
        long grainsPerChunk = (grains - 1) / ((long) maximumRegions * CHUNKS_PER_REGION) + 1;
        this.function = function;
        this.kernel = kernel;
        this.arguments = arguments;
        this.range = range;
        this.scratchBytes = scratchBytes;
        chunkItems = grainsPerChunk * grainSize;
        chunks = (int) ((grains - 1) / grainsPerChunk + 1);
        chunksPerRegion = (chunks - 1) / maximumRegions + 1;
        int regions = (chunks - 1) / chunksPerRegion + 1;
        done.set(0);
        serial++;
        for (int region = 0; region < regions; region++) {
            int count = Math.min(chunksPerRegion, chunks - region * chunksPerRegion);
            tickets.set((region + 1) * PADDING, serial << 32 | count);
        }
        return regions;
    }

    /** Runs unclaimed chunks, first of the thread's own region, until none is left. */
    void work(int thread, Scratch scratch) {
        for (int step = 0; step < threads; step++) {
            int region = thread + step;
            drain(region < threads ? region : region - threads, scratch);
        }
    }

    private void drain(int region, Scratch scratch) {
        int index = (region + 1) * PADDING;
        long ticket = tickets.get(index);
        while ((ticket & REMAINING) != 0) {
            int last = Math.min((region + 1) * chunksPerRegion, chunks);
            long begin = (last - (ticket & REMAINING)) * chunkItems;
            long end = range - begin < chunkItems ? range : begin + chunkItems;
            RangeFunction current = function;
            long takenKernel = kernel;
            long takenArguments = arguments;
            long takenScratchBytes = scratchBytes;
            int takenChunks = chunks;
            if (tickets.compareAndSet(index, ticket, ticket - 1)) {
                try {
                    current.run(takenKernel, takenArguments, begin, end, scratch.ensure(takenScratchBytes));
                } catch (Throwable e) {
                    failure = e;
                }
                if (done.incrementAndGet() == takenChunks) {
                    LockSupport.unpark(waiter);
                }
            }
            ticket = tickets.get(index);
        }
    }

    /**
     * Waits until every chunk has completed; called by the thread that began the launch. An interrupt does not end the
     * wait; its status is preserved.
     */
    void await(long spinNanos) {
        if (isDone()) {
            return;
        }
        long deadline = System.nanoTime() + spinNanos;
        while (System.nanoTime() < deadline) {
            for (int i = 0; i < SPINS_PER_LOOK; i++) {
                if (isDone()) {
                    return;
                }
                Thread.onSpinWait();
            }
        }
        waiter = Thread.currentThread();
        while (!isDone()) {
            if (Thread.currentThread().isInterrupted()) {
                Thread.onSpinWait();
            } else {
                LockSupport.park(this);
            }
        }
        waiter = null;
    }

    /** Returns the failure that stopped a chunk of the completed launch, or null; called once. */
    Throwable takeFailure() {
        Throwable result = failure;
        if (result != null) {
            failure = null;
        }
        return result;
    }

    private boolean isDone() {
        return done.get() >= chunks;
    }
}
