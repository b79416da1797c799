package io.graphkernel.runtime.internal.memory;

/** Bytes of shared memory, of which it is noted whether a holder has written any. */
public final class Watch {
    private final SharedStorage memory;
    private final long begin;
    private final long end;
    private volatile boolean written;

    Watch(SharedStorage memory, long begin, long bytes) {
        this.memory = memory;
        this.begin = begin;
        this.end = begin + bytes;
    }

    void note(long address, long bytes) {
        if (address < end && begin < address + bytes) {
            written = true;
        }
    }

    /** Whether it was written since it is watched, or since {@link #renew()}. */
    public boolean isWritten() {
        return written;
    }

    /** Forgets the writes so far. */
    public void renew() {
        written = false;
    }

    /** Is told of no more writes. Ending twice is allowed. */
    public void end() {
        memory.forget(this);
    }
}
