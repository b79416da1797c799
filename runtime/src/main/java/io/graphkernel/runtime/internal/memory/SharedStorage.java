package io.graphkernel.runtime.internal.memory;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/** Memory with several holders: tensors that see it, and what uses it at the moment. The last one releases it. */
public final class SharedStorage implements Storage {
    private static final VarHandle HOLDERS;
    private static final Watch[] NO_WATCHES = {};

    static {
        try {
            HOLDERS = MethodHandles.lookup().findVarHandle(SharedStorage.class, "holders", int.class);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    private final Storage memory;
    private volatile int holders = 1;
    /** A new array at each change, so that a write reads it without a lock. */
    private volatile Watch[] watches = NO_WATCHES;

    /** Memory with one holder so far, which had it for itself. */
    public SharedStorage(Storage memory) {
        this.memory = memory;
    }

    /** The memory itself. */
    public Storage memory() {
        return memory;
    }

    /** Adds a holder, who will call {@link #release()} once; says whether there was one left. */
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

    /** Tells those who watch that a holder is about to write some bytes. */
    public void noteWrite(long address, long bytes) {
        for (Watch watch : watches) {
            watch.note(address, bytes);
        }
    }

    /** Watches some bytes until {@link Watch#end()}. */
    public synchronized Watch watch(long address, long bytes) {
        Watch[] more = Arrays.copyOf(watches, watches.length + 1);
        more[watches.length] = new Watch(this, address, bytes);
        watches = more;
        return more[more.length - 1];
    }

    synchronized void forget(Watch watch) {
        watches = Arrays.stream(watches).filter(each -> each != watch).toArray(Watch[]::new);
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
