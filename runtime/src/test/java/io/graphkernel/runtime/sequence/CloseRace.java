package io.graphkernel.runtime.sequence;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.Ops;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.exception.ClosedTensorException;
import io.graphkernel.runtime.exception.IndexRangeException;
import io.graphkernel.runtime.internal.memory.MemoryPool;
import java.util.List;
import java.util.concurrent.Exchanger;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Closes a large tensor on one thread while another one uses it, with a pool that keeps nothing, for some time for each
 * use. Argument: the milliseconds of each.
 */
public final class CloseRace {
    private static final int ELEMENTS = 16 << 20;

    /** Enough that checking them takes longer than memory is kept for launches; only the last page is written. */
    private static final int INDICES = 384 << 20;

    private static final float[] ARRAY = new float[ELEMENTS];

    /** The longest that a use of the tensor may take. */
    private static final long SECONDS = 60;

    /** One way to use a tensor, and the tensors for it. */
    private record Use(String name, Supplier<Tensor> tensors, Consumer<Tensor> action) {
        static Use ofFloats(String name, Consumer<Tensor> action) {
            return new Use(name, () -> Tensor.empty(ELEMENTS), action);
        }

        /** Returns a use that checks all indices: only the last one is rejected. */
        static Use ofIndices(String name, Consumer<Tensor> action) {
            return new Use(name, CloseRace::indices, action);
        }
    }

    private static final List<Use> USES = List.of(
            Use.ofFloats("copyFrom(float[])", x -> x.copyFrom(ARRAY)),
            Use.ofFloats("copyTo(float[])", x -> x.copyTo(ARRAY)),
            Use.ofFloats("copyTo(Tensor)", x -> x.copyTo(x.reshape(ELEMENTS))),
            Use.ofFloats("to(Device)", x -> x.to(Device.cpu()).close()),
            Use.ofFloats("neg", x -> Ops.neg(x).close()),
            Use.ofFloats("reduceSum", x -> Ops.reduceSum(x).close()),
            Use.ofFloats("view", x -> x.slice(ELEMENTS / 2, ELEMENTS).copyFrom(new float[ELEMENTS / 2])),
            Use.ofFloats("kernel", x -> SequenceKernelsKernels.sum(x, x, x)),
            Use.ofIndices("oneHot", x -> Ops.oneHot(x, 1.0, 0.0, 1)),
            Use.ofIndices("gather", x -> Ops.gather(Tensor.zeros(1), x, 0)),
            Use.ofIndices("kernel that checks indices", x -> SequenceKernelsKernels.rowsAt(Tensor.zeros(1, 0), x)));

    private final Use use;
    private final Exchanger<Tensor> exchanger = new Exchanger<>();
    private final AtomicReference<Throwable> failure = new AtomicReference<>();

    private CloseRace(Use use) {
        this.use = use;
    }

    public static void main(String[] arguments) throws InterruptedException, TimeoutException {
        MemoryPool.shared().setCap(0);
        long duration = Long.parseLong(arguments[0]) * 1_000_000;
        for (Use use : USES) {
            System.out.println(use.name + ": " + new CloseRace(use).run(duration) + " rounds");
        }
    }

    /** Zeros, and at the end a 1. */
    private static Tensor indices() {
        Tensor indices = Tensor.empty(DType.I32, INDICES);
        try (Tensor last = indices.slice(INDICES - 1, INDICES)) {
            last.copyFrom(new int[] {1});
        }
        return indices;
    }

    private int run(long nanos) throws InterruptedException, TimeoutException {
        long end = System.nanoTime() + nanos;
        Thread user = new Thread(this::useAll, "user");
        // It does not keep a run alive that has failed.
        user.setDaemon(true);
        user.start();
        int rounds = 0;
        while (System.nanoTime() < end && failure.get() == null) {
            Tensor tensor = use.tensors.get();
            exchanger.exchange(tensor, SECONDS, TimeUnit.SECONDS);
            Thread.sleep(rounds % 8);
            tensor.close();
            unmap(rounds);
            rounds++;
        }
        exchanger.exchange(null, SECONDS, TimeUnit.SECONDS);
        user.join();
        if (failure.get() != null) {
            throw new AssertionError(use.name + " threw what no closed tensor explains", failure.get());
        }
        return rounds;
    }

    /** Has what was closed unmapped: at once, or as epochs of the pool pass. */
    private static void unmap(int rounds) throws InterruptedException {
        if (rounds % 2 == 0) {
            MemoryPool.shared().trim();
            return;
        }
        for (int i = 0; i < 4; i++) {
            Tensor.empty(1).close();
            Thread.sleep(52);
        }
    }

    private void useAll() {
        try {
            for (Tensor tensor = exchanger.exchange(null); tensor != null; tensor = exchanger.exchange(null)) {
                tryUse(tensor);
            }
        } catch (InterruptedException e) {
            failure.compareAndSet(null, e);
        }
    }

    private void tryUse(Tensor tensor) {
        try {
            use.action.accept(tensor);
        } catch (ClosedTensorException | IndexRangeException e) {
            // It was closed before, or its last index was read, as it should be.
            return;
        } catch (Throwable e) {
            failure.compareAndSet(null, e);
        }
    }
}
