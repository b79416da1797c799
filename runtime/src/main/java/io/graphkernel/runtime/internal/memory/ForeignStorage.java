package io.graphkernel.runtime.internal.memory;

import io.graphkernel.runtime.ForeignMemory;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Foreign memory held by tensors. It is released once: by the last holder, or by the garbage collector. If only its
 * creator has read its address, the last holder releases it immediately in that thread, outside of its calls.
 * Otherwise, the release waits until no launch can use the memory.
 */
public final class ForeignStorage implements HostStorage {
    /** Nonzero address of tensors without elements, which is never accessed. */
    private static final long NOWHERE = 64;

    private final long address;
    private final boolean readOnly;
    private final Thread maker = Thread.currentThread();
    private final Owner owner;
    private final Reclamation.Registration release;

    /** The common hold of all tensors, and the pins. */
    private final SharedStorage holders = new SharedStorage(new LastHolder());

    /** True if a thread other than the creator has read the address. */
    private volatile boolean usedElsewhere;

    /**
     * Creates storage over foreign memory.
     *
     * @param owner owner of the memory, which its creator closes if this throws
     */
    public ForeignStorage(Owner owner, long elements) {
        DeferredReclaimer.start();
        ForeignMemory memory = owner.memory;
        this.owner = owner;
        this.address = elements == 0 ? NOWHERE : memory.address();
        this.readOnly = memory.isReadOnly();
        this.release = Reclamation.registerBlocking(this, owner);
    }

    /** Ends the use of memory on any thread; exceptions of the owner are only logged. */
    public static void release(ForeignMemory memory) {
        DeferredReclaimer.run(memory.getClass(), memory::release);
    }

    @Override
    public long address() {
        return address;
    }

    public boolean isReadOnly() {
        return readOnly;
    }

    public boolean isAlive() {
        ForeignMemory current = owner.memory;
        return current != null && current.isAlive();
    }

    /** Records that the calling thread is about to read the address; subsequent reads are ordered after that. */
    public void use() {
        if (Thread.currentThread() != maker && !usedElsewhere) {
            usedElsewhere = true;
            VarHandle.fullFence();
        }
    }

    @Override
    public Runnable pin() {
        holders.retain();
        return holders::release;
    }

    @Override
    public void release() {
        holders.release();
    }

    private final class LastHolder implements Storage {
        @Override
        public long address() {
            return address;
        }

        @Override
        public void release() {
            // Code of users, such as isAlive(), may close a tensor whose address the thread's own call has read.
            boolean unused = Thread.currentThread() == maker
                    && !usedElsewhere
                    && !EpochGuard.ofThread().isInside();
            if (unused) {
                release.clean();
            } else {
                DeferredReclaimer.add(release::clean);
            }
        }
    }

    /**
     * The owner of foreign memory until its single release, requested by the last holder, the garbage collector, or a
     * call that has failed to create a tensor. Closed tensors do not retain the owner.
     */
    public static final class Owner implements Runnable {
        private static final VarHandle MEMORY;

        static {
            try {
                MEMORY = MethodHandles.lookup().findVarHandle(Owner.class, "memory", ForeignMemory.class);
            } catch (ReflectiveOperationException e) {
                throw new AssertionError(e);
            }
        }

        private volatile ForeignMemory memory;

        public Owner(ForeignMemory memory) {
            this.memory = memory;
        }

        /** Releases the memory unless it has been released. */
        @Override
        public void run() {
            ForeignMemory released = (ForeignMemory) MEMORY.getAndSet(this, (ForeignMemory) null);
            if (released != null) {
                ForeignStorage.release(released);
            }
        }
    }
}
