package io.graphkernel.runtime.internal.memory;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** Memory with several holders: tensors that see it, and what uses it at the moment. The last one releases it. */
public final class SharedStorage implements Storage {
    private static final VarHandle HOLDERS;

    static {
        try {
            HOLDERS = MethodHandles.lookup().findVarHandle(SharedStorage.class, "holders", int.class);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    private final Storage memory;
    private volatile int holders = 1;
    /** Writers agree among themselves on who writes when, so that no count is lost. */
    private int writes;

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

    /** Counts that a holder is about to write the memory. */
    public void noteWrite() {
        writes++;
    }

    /** How often it was written. */
    public int writes() {
        return writes;
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
