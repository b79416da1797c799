package io.graphkernel.runtime.internal.device;

import io.graphkernel.runtime.internal.memory.HostBlock;
import io.graphkernel.runtime.internal.memory.MemoryPool;
import io.graphkernel.runtime.internal.parallel.RangeSplitPolicy;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bytedeco.javacpp.Pointer;

/** A device in the host's memory that records its calls, and fails on request. */
public final class FakeDriver implements DeviceDriver {
    /** Calls in order. */
    public final List<String> calls = Collections.synchronizedList(new ArrayList<>());

    private final DriverHealth health = new DriverHealth("fake:0");
    private final Map<Long, HostBlock> blocks = new HashMap<>();
    private final long memoryBytes;
    private final Map<String, Runnable> actions = new HashMap<>();
    private int streamCount;
    private boolean failing;

    public FakeDriver(long memoryBytes) {
        this.memoryBytes = memoryBytes;
    }

    /** From now on launches lose the device. */
    public void fail() {
        failing = true;
    }

    /** From now on a call of a stream, as it is noted, also runs an action, which may throw. */
    public void during(String call, Runnable action) {
        actions.put(call, action);
    }

    private void note(String call) {
        calls.add(call);
        actions.getOrDefault(call, () -> {}).run();
    }

    /** The bytes that are allocated now. */
    public long held() {
        return blocks.values().stream().mapToLong(HostBlock::bytes).sum();
    }

    @Override
    public DeviceProperties properties() {
        return new DeviceProperties("a fake device", "1.0", memoryBytes, 1024, 2, true, true);
    }

    @Override
    public String target() {
        return "opencl";
    }

    @Override
    public RangeSplitPolicy splitPolicy() {
        return new GridSizing(2);
    }

    @Override
    public Optional<String> programSuffix() {
        return Optional.of(".cl");
    }

    @Override
    public synchronized long allocate(long bytes) {
        health.require();
        if (held() + bytes > memoryBytes) {
            return 0;
        }
        calls.add("allocate " + bytes);
        HostBlock block = MemoryPool.shared().acquire(bytes);
        blocks.put(block.address(), block);
        return block.address();
    }

    @Override
    public synchronized void free(long address) {
        calls.add("free");
        blocks.remove(address).release();
    }

    @Override
    public long allocateStaging(long bytes) {
        return allocate(bytes);
    }

    @Override
    public void freeStaging(long address) {
        free(address);
    }

    @Override
    public Stream newStream() {
        return new FakeStream("stream " + streamCount++);
    }

    @Override
    public Program load(String name, byte[] text) {
        return function -> new Function() {};
    }

    @Override
    public boolean needsPointers() {
        return true;
    }

    private static void copyBytes(long target, long source, long bytes) {
        Pointer.memmove(new Address(target), new Address(source), bytes);
    }

    private static final class Address extends Pointer {
        Address(long address) {
            this.address = address;
        }
    }

    private final class FakeStream implements Stream {
        private final String name;

        FakeStream(String name) {
            this.name = name;
        }

        @Override
        public long handle() {
            return 1;
        }

        @Override
        public void launch(
                Function function, long groups, long arguments, long bytes, long pointers, int pointerCount) {
            health.require();
            if (failing) {
                throw health.failure("launch", "FAKE_LAUNCH_FAILED", 719, true);
            }
            note(name + " launches " + groups + " groups, " + bytes + " bytes, " + pointerCount + " pointers");
        }

        @Override
        public void copyToDevice(long target, long staging, long bytes) {
            health.require();
            note(name + " uploads " + bytes);
            copyBytes(target, staging, bytes);
        }

        @Override
        public void copyToHost(long staging, long source, long bytes) {
            health.require();
            note(name + " downloads " + bytes);
            copyBytes(staging, source, bytes);
        }

        @Override
        public void copy(long target, long source, long bytes) {
            copyBytes(target, source, bytes);
        }

        @Override
        public void await(Stream other) {
            note(name + " waits for " + other);
        }

        @Override
        public void await(Event event) {
            note(name + " waits for an event");
        }

        @Override
        public Event recordEvent() {
            health.require();
            return new FakeEvent(name);
        }

        @Override
        public void synchronize() {
            health.require();
            note(name + " synchronizes");
        }

        @Override
        public void beginCapture() {
            note(name + " captures");
        }

        @Override
        public Graph endCapture() {
            note(name + " has captured");
            return () -> note("graph closes");
        }

        @Override
        public void launch(Graph graph) {
            note(name + " launches a graph");
        }

        @Override
        public void close() {
            note(name + " closes");
        }

        @Override
        public String toString() {
            return name;
        }
    }

    private final class FakeEvent implements Event {
        private final String stream;

        FakeEvent(String stream) {
            this.stream = stream;
        }

        @Override
        public boolean isDone() {
            return true;
        }

        @Override
        public void synchronize() {
            note("an event of " + stream + " is waited for");
        }

        @Override
        public long nanosSince(Event earlier) {
            return 0;
        }

        @Override
        public void close() {}
    }
}
