package io.graphkernel.runtime.sequence;

import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.TensorScope;
import io.graphkernel.runtime.exception.GraphKernelException;
import io.graphkernel.runtime.exception.KernelLibraryException;
import io.graphkernel.runtime.exception.OutOfMemoryException;
import io.graphkernel.runtime.internal.memory.MemoryPool;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Random sequences of public calls, by several threads on the same tensors. Each call works or throws a typed exception;
 * the process goes on. Of many steps each kind goes through at least once, or is rejected if it is a
 * mistake. Arguments: the seed, the number of steps, the number of threads, the most seconds, a device.
 */
public final class RandomSequence {
    /** Enough steps for each kind to succeed: it is drawn about 300 times, of which the rarest needs 50. */
    private static final long ENOUGH = 300L * Step.values().length;

    private final World world;
    private final AtomicLong steps = new AtomicLong();
    private final AtomicReference<Throwable> failure = new AtomicReference<>();
    private final long limit;
    private final long end;

    /** Number of times that a step succeeded. */
    private final Map<Step, AtomicLong> done = new EnumMap<>(Step.class);

    /** Number of times that a step was rejected. */
    private final Map<Step, AtomicLong> rejected = new EnumMap<>(Step.class);

    private RandomSequence(Device device, long limit, long seconds) {
        this.world = new World(device);
        this.limit = limit;
        this.end = System.nanoTime() + seconds * 1_000_000_000L;
        for (Step step : Step.values()) {
            done.put(step, new AtomicLong());
            rejected.put(step, new AtomicLong());
        }
    }

    public static void main(String[] arguments) throws InterruptedException {
        long seed = Long.parseLong(arguments[0]);
        int count = Integer.parseInt(arguments[2]);
        MemoryPool.shared().setCap(0);
        RandomSequence run =
                new RandomSequence(Device.of(arguments[4]), Long.parseLong(arguments[1]), Long.parseLong(arguments[3]));
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            RandomChoices choice = new RandomChoices(31 * seed + i);
            Thread thread = new Thread(() -> run.work(choice), "sequence-" + i);
            threads.add(thread);
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println("with " + run.world.device + ", steps " + run.steps + ", through " + run.done);
        run.requireEachStep();
        if (run.failure.get() != null) {
            run.failure.get().printStackTrace(System.out);
            System.exit(1);
        }
    }

    /** A step that never goes through shows nothing, nor does a mistake that is never rejected. */
    private void requireEachStep() {
        List<Step> idle = Arrays.stream(Step.values())
                .filter(step -> (step.isRefused() ? rejected : done).get(step).get() == 0)
                .toList();
        if (steps.get() >= ENOUGH && !idle.isEmpty()) {
            failure.compareAndSet(null, new AssertionError("never went through, or was never rejected: " + idle));
        }
        List<Step> accepted = Arrays.stream(Step.values())
                .filter(step -> step.isRefused() && done.get(step).get() > 0)
                .toList();
        if (!accepted.isEmpty()) {
            failure.compareAndSet(null, new AssertionError("went through although wrong: " + accepted));
        }
    }

    private void work(RandomChoices choice) {
        while (failure.get() == null && steps.get() < limit && System.nanoTime() < end) {
            if (choice.oneIn(16)) {
                try (TensorScope scope = TensorScope.open()) {
                    for (int i = 0; i < 4; i++) {
                        scope.keep(world.any(choice));
                        step(choice);
                    }
                }
            } else {
                step(choice);
            }
        }
    }

    private void step(RandomChoices choice) {
        Step step = Step.values()[choice.below(Step.values().length)];
        steps.incrementAndGet();
        try {
            step.run(world, choice);
            done.get(step).incrementAndGet();
        } catch (KernelLibraryException | OutOfMemoryException e) {
            // No step explains it: all kernels are there, and all tensors are small.
            failure.compareAndSet(null, new AssertionError(step + " failed", e));
        } catch (GraphKernelException e) {
            // The answer to a closed tensor, or to shapes that do not fit: most steps end so or go through.
            rejected.get(step).incrementAndGet();
            if (e.getMessage() == null) {
                failure.compareAndSet(null, e);
            }
        } catch (Throwable e) {
            failure.compareAndSet(null, new AssertionError(step + " threw no exception of ours", e));
        }
    }
}
