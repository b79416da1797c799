package io.graphkernel.runtime.internal.memory;

import io.graphkernel.runtime.ForeignMemory;
import java.lang.invoke.VarHandle;
import java.lang.ref.Cleaner;

/**
 * Foreign memory as tensors hold it. It is released once: by the last holder, or when the collector finds that nobody
 * holds it. As long as only the thread that made it has taken its address, nobody but that thread can be using it, and
 * the last holder in that thread releases it at once, outside of its calls; else it waits until no launch can use it.
 */
public final class ForeignStorage implements HostStorage {
    private static final Cleaner CLEANER = Cleaner.create();

    /** What tensors without elements have for an address, which is not 0. Nothing is there. */
    private static final long NOWHERE = 64;

    private final long address;
    private final boolean readOnly;
    private final Thread maker = Thread.currentThread();
    private final Owner owner;
    private final Cleaner.Cleanable release;

    /** The tensors' hold together, and the pins. */
    private final SharedStorage holders = new SharedStorage(new Last());

    /** Whether another thread than the maker has asked for the address. */
    private volatile boolean usedElsewhere;

    public ForeignStorage(ForeignMemory memory, long elements) {
        Retirement.start();
        this.owner = new Owner(memory);
        this.address = elements == 0 ? NOWHERE : memory.address();
        this.readOnly = memory.isReadOnly();
        this.release = CLEANER.register(this, owner);
    }

    /** Ends the use of memory, in whatever thread: what the owner throws reaches nobody but the log. */
    public static void release(ForeignMemory memory) {
        Retirement.run(memory.getClass(), memory::release);
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

    /** Notes that the calling thread is about to take the address; what it reads next is not older than the note. */
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

    private final class Last implements Storage {
        @Override
        public long address() {
            return address;
        }

        @Override
        public void release() {
            // Code of users, such as isAlive(), may close a tensor whose address the thread's own call has taken.
            boolean unused = Thread.currentThread() == maker
                    && !usedElsewhere
                    && !LaunchMark.ofThread().isInside();
            if (unused) {
                release.clean();
            } else {
                Retirement.add(release::clean);
            }
        }
    }

    /** Whose memory it is, until it is released. Closed tensors do not keep the owner. */
    private static final class Owner implements Runnable {
        private volatile ForeignMemory memory;

        Owner(ForeignMemory memory) {
            this.memory = memory;
        }

        @Override
        public void run() {
            ForeignMemory released = memory;
            memory = null;
            ForeignStorage.release(released);
        }
    }
}
