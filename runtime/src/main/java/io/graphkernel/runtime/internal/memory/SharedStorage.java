package io.graphkernel.runtime.internal.memory;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/** Memory with several holders: tensors and operations in progress. The last holder releases it. */
public final class SharedStorage implements Storage {
    private static final VarHandle HOLDERS;
    private static final WriteTracker[] NO_TRACKERS = {};

    static {
        try {
            HOLDERS = MethodHandles.lookup().findVarHandle(SharedStorage.class, "holders", int.class);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    private final Storage memory;
    private volatile int holders = 1;
    /** Replaced at each change, so that a write reads it without a lock. */
    private volatile WriteTracker[] trackers = NO_TRACKERS;

    /** Creates shared memory with one holder, its previous exclusive owner. */
    public SharedStorage(Storage memory) {
        this.memory = memory;
    }

    /** Returns the underlying memory. */
    public Storage memory() {
        return memory;
    }

    /** Adds a holder, which must call {@link #release()} once; returns false if the memory was already released. */
    public boolean retain() {
        int current = holders;
        while (current > 0) {
            if (HOLDERS.compareAndSet(this, current, current + 1)) {
                return true;
            }
            current = holders;
        }
        return false;
    }

    /** Notifies the trackers that a holder is about to write some bytes. */
    public void recordWrite(long address, long bytes) {
        for (WriteTracker tracker : trackers) {
            tracker.note(address, bytes);
        }
    }

    /** Tracks writes to some bytes until {@link WriteTracker#close()}. */
    public synchronized WriteTracker watch(long address, long bytes) {
        WriteTracker[] more = Arrays.copyOf(trackers, trackers.length + 1);
        more[trackers.length] = new WriteTracker(this, address, bytes);
        trackers = more;
        return more[more.length - 1];
    }

    synchronized void forget(WriteTracker tracker) {
        trackers = Arrays.stream(trackers).filter(other -> other != tracker).toArray(WriteTracker[]::new);
    }

    @Override
    public long address() {
        return memory.address();
    }

    @Override
    public void release() {
        if ((int) HOLDERS.getAndAdd(this, -1) == 1) {
            memory.release();
        }
    }
}
