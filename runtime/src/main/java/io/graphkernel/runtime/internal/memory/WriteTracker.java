package io.graphkernel.runtime.internal.memory;

/** Tracker of writes by holders to a range of shared memory. */
public final class WriteTracker {
    private final SharedStorage memory;
    private final long begin;
    private final long end;
    private volatile boolean written;

    WriteTracker(SharedStorage memory, long begin, long bytes) {
        this.memory = memory;
        this.begin = begin;
        this.end = begin + bytes;
    }

    void note(long address, long bytes) {
        if (address < end && begin < address + bytes) {
            written = true;
        }
    }

    /** Returns true if the range was written since tracking began, or since {@link #reset()}. */
    public boolean isWritten() {
        return written;
    }

    /** Discards the writes so far. */
    public void reset() {
        written = false;
    }

    /** Ends the tracking. Has no effect if already closed. */
    public void close() {
        memory.forget(this);
    }
}
