package io.graphkernel.runtime.internal.parallel;

import io.graphkernel.runtime.generated.RangeFunction;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.LockSupport;

/**
 * One launch, split for several threads. The object is reused from launch to launch without allocation.
 *
 * <p>The range is cut into contiguous regions, one per thread, and a region into chunks. A thread takes the chunks of
 * its own region first, so that repeated launches find their data in the same core's cache, then helps in the others.
 *
 * <p>Each region has a ticket: the launch's serial number above, the chunks not yet taken below. A thread takes a
 * chunk by decrementing the ticket that it has read. The plain fields may be read between these two steps: they change
 * only when a new launch begins, which is after every chunk of the last one is done, so a successful decrement proves
 * that they belong to the same launch as the ticket.
 */
final class Job {
    private static final int PADDING = 16;
    private static final int CHUNKS_PER_REGION = 4;
    private static final int SPINS_PER_LOOK = 32;
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

    Job(int threads) {
        this.threads = threads;
        this.tickets = new AtomicLongArray((threads + 1) * PADDING);
    }

    /**
     * Begins a launch; the previous one must be finished.
     *
     * @param granule chunks begin at multiples of this many items
     * @param limit the most threads to split for
     * @return the number of regions
     */
    int begin(
            RangeFunction function,
            long kernel,
            long arguments,
            long range,
            long granule,
            long scratchBytes,
            int limit) {
        int maximumRegions = Math.min(threads, limit);
        long granules = (range - 1) / granule + 1;
        long granulesPerChunk = (granules - 1) / ((long) maximumRegions * CHUNKS_PER_REGION) + 1;
        this.function = function;
        this.kernel = kernel;
        this.arguments = arguments;
        this.range = range;
        this.scratchBytes = scratchBytes;
        chunkItems = granulesPerChunk * granule;
        chunks = (int) ((granules - 1) / granulesPerChunk + 1);
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

    /** Takes and runs chunks, first of the thread's own region, until none is left. */
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
            RangeFunction taken = function;
            long takenKernel = kernel;
            long takenArguments = arguments;
            long takenScratchBytes = scratchBytes;
            int takenChunks = chunks;
            if (tickets.compareAndSet(index, ticket, ticket - 1)) {
                try {
                    taken.run(takenKernel, takenArguments, begin, end, scratch.ensure(takenScratchBytes));
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
     * Returns when every chunk has been run; called by the thread that began the launch. An interrupt does not end the
     * wait and stays pending.
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

    /** What stopped a chunk of the finished launch, or null; asked once. */
    Throwable takeFailure() {
        Throwable result = failure;
        if (result != null) {
            failure = null;
        }
        return result;
    }

    private boolean isDone() {
        return done.get() == chunks;
    }
}
