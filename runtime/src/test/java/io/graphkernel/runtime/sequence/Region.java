package io.graphkernel.runtime.sequence;

import io.graphkernel.runtime.ForeignMemory;
import org.bytedeco.javacpp.Pointer;

/** Memory of a caller that is unmapped the very moment it is released, unless it is small. */
final class Region implements ForeignMemory {
    private final World world;
    private final Pointer memory;
    private final long bytes;
    private final boolean readOnly;
    private volatile boolean alive = true;

    Region(World world, long bytes, boolean readOnly) {
        this.world = world;
        this.memory = Pointer.calloc(Math.max(1, bytes), 1);
        this.bytes = bytes;
        this.readOnly = readOnly;
        world.lent.incrementAndGet();
    }

    /** Revokes access: no thread may start to use the memory, which remains until it is released. */
    void revoke() {
        alive = false;
    }

    @Override
    public long address() {
        return memory.address();
    }

    @Override
    public long byteCount() {
        return bytes;
    }

    @Override
    public boolean isAlive() {
        return alive;
    }

    @Override
    public boolean isReadOnly() {
        return readOnly;
    }

    @Override
    public void release() {
        alive = false;
        Pointer.free(memory);
        world.lent.decrementAndGet();
    }
}
