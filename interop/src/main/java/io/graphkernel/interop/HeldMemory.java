package io.graphkernel.interop;

import io.graphkernel.runtime.ForeignMemory;
import java.util.function.BooleanSupplier;

/** Memory of a framework that our reference retains until the release. */
final class HeldMemory implements ForeignMemory {
    private final long address;
    private final long byteCount;
    private final boolean readOnly;
    private final BooleanSupplier alive;
    private final Runnable release;

    /** Memory that remains valid until the release, even if others release theirs. */
    HeldMemory(long address, long byteCount, boolean readOnly, Runnable release) {
        this(address, byteCount, readOnly, () -> true, release);
    }

    /** Memory that may end before the release, and must be checked. */
    HeldMemory(long address, long byteCount, boolean readOnly, BooleanSupplier alive, Runnable release) {
        this.address = address;
        this.byteCount = byteCount;
        this.readOnly = readOnly;
        this.alive = alive;
        this.release = release;
    }

    @Override
    public long address() {
        return address;
    }

    @Override
    public long byteCount() {
        return byteCount;
    }

    @Override
    public boolean isAlive() {
        return alive.getAsBoolean();
    }

    @Override
    public boolean isReadOnly() {
        return readOnly;
    }

    @Override
    public void release() {
        release.run();
    }
}
