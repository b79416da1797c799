package io.graphkernel.conformance.target;

import io.graphkernel.runtime.internal.device.DeviceDriver;
import io.graphkernel.runtime.internal.device.DeviceProperties;
import io.graphkernel.runtime.internal.memory.HostBlock;
import io.graphkernel.runtime.internal.memory.MemoryPool;
import io.graphkernel.runtime.internal.parallel.RangeSplitPolicy;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** A device in memory of the host, at addresses which the host cannot use: who does so by mistake ends the process. */
final class AbacusDriver implements DeviceDriver {

    /** From an address of the host to that of the device. */
    private static final long FAR = 1L << 56;

    /** Number of pending launches, and number of partitions of the last one. */
    final AtomicInteger waiting = new AtomicInteger();

    volatile long lastParts;

    private final Map<Long, HostBlock> blocks = new ConcurrentHashMap<>();

    /** A kernel. */
    record Kernel(List<String> words) implements Function {}

    /** The address by which the device, which is the host, reaches its memory. */
    static long reached(long address) {
        return address - FAR;
    }

    @Override
    public DeviceProperties properties() {
        return AbacusPlugin.PROPERTIES;
    }

    @Override
    public String target() {
        return AbacusPlugin.ID;
    }

    /** Three rods. */
    @Override
    public RangeSplitPolicy splitPolicy() {
        return (range, bytesPerItem) -> Math.min(range, 3);
    }

    @Override
    public long allocate(long bytes) {
        return allocateStaging(bytes) + FAR;
    }

    @Override
    public void free(long address) {
        freeStaging(reached(address));
    }

    @Override
    public long allocateStaging(long bytes) {
        HostBlock block = MemoryPool.shared().acquire(bytes);
        blocks.put(block.address(), block);
        return block.address();
    }

    @Override
    public void freeStaging(long address) {
        blocks.remove(address).release();
    }

    @Override
    public Stream newStream() {
        return new AbacusStream(this);
    }

    @Override
    public Program load(String name, byte[] text) {
        WordsProgram program = new WordsProgram(text);
        return kernel -> new Kernel(program.kernel(kernel));
    }
}
