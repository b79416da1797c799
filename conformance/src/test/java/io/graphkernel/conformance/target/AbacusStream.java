package io.graphkernel.conformance.target;

import io.graphkernel.runtime.generated.jvm.Memory;
import io.graphkernel.runtime.internal.device.DeviceDriver;
import io.graphkernel.runtime.internal.memory.RawElements;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.function.IntToLongFunction;

/** Work that is executed when a caller waits for it. */
final class AbacusStream implements DeviceDriver.Stream {

    private final AbacusDriver driver;
    private final Queue<Runnable> work = new ArrayDeque<>();
    private long given;
    private long done;
    /** Null unless launches are recorded. */
    private List<Runnable> recorded;

    AbacusStream(AbacusDriver driver) {
        this.driver = driver;
    }

    /** Launches that were recorded. */
    private record Recorded(List<Runnable> launches) implements DeviceDriver.Graph {
        @Override
        public void close() {
            launches.clear();
        }
    }

    private synchronized void give(Runnable next) {
        work.add(next);
        given++;
    }

    /** Does so much of what was given. */
    private synchronized void until(long end) {
        while (done < end) {
            work.remove().run();
            done++;
        }
    }

    @Override
    public long handle() {
        return 0;
    }

    @Override
    public void launch(
            DeviceDriver.Function function,
            long partitions,
            long arguments,
            long bytes,
            long pointers,
            int pointerCount) {
        long[] slots = new long[(int) bytes / Long.BYTES];
        for (int i = 0; i < slots.length; i++) {
            slots[i] = Memory.getLong(arguments + 8L * i);
        }
        driver.lastParts = partitions;
        List<String> words = ((AbacusDriver.Kernel) function).words();
        if (recorded != null) {
            recorded.add(() -> run(words, partitions, slots));
        } else {
            driver.waiting.incrementAndGet();
            give(() -> {
                driver.waiting.decrementAndGet();
                run(words, partitions, slots);
            });
        }
    }

    /** Each partition computes every n-th element, as the thread blocks of a GPU do. */
    private static void run(List<String> words, long partitions, long[] slots) {
        IntToLongFunction reached = slot -> AbacusDriver.reached(slots[slot]);
        long elements = WordsProgram.elements(words, slot -> slots[slot]);
        for (long partition = 0; partition < partitions; partition++) {
            for (long element = partition; element < elements; element += partitions) {
                WordsProgram.element(words, reached, element);
            }
        }
    }

    @Override
    public void copyToDevice(long target, long staging, long bytes) {
        give(() -> RawElements.copy(staging, AbacusDriver.reached(target), bytes));
    }

    @Override
    public void copyToHost(long staging, long source, long bytes) {
        give(() -> RawElements.copy(AbacusDriver.reached(source), staging, bytes));
    }

    @Override
    public void copy(long target, long source, long bytes) {
        give(() -> RawElements.copy(AbacusDriver.reached(source), AbacusDriver.reached(target), bytes));
    }

    @Override
    public void await(DeviceDriver.Stream other) {
        await(other.recordEvent());
    }

    @Override
    public void await(DeviceDriver.Event event) {
        give(event::synchronize);
    }

    @Override
    public synchronized DeviceDriver.Event recordEvent() {
        long end = given;
        return new DeviceDriver.Event() {
            @Override
            public boolean isDone() {
                return done >= end;
            }

            @Override
            public void synchronize() {
                until(end);
            }

            @Override
            public long nanosSince(DeviceDriver.Event earlier) {
                return 0;
            }

            @Override
            public void close() {}
        };
    }

    @Override
    public void synchronize() {
        until(given);
    }

    @Override
    public void beginCapture() {
        recorded = new ArrayList<>();
    }

    @Override
    public DeviceDriver.Graph endCapture() {
        DeviceDriver.Graph graph = new Recorded(recorded);
        recorded = null;
        return graph;
    }

    @Override
    public void launch(DeviceDriver.Graph graph) {
        ((Recorded) graph).launches().forEach(this::give);
    }

    @Override
    public void close() {}
}
