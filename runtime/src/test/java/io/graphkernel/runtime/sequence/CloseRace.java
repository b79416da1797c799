package io.graphkernel.runtime.sequence;

import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.Ops;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.exception.ClosedTensorException;
import io.graphkernel.runtime.memory.MemoryPool;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Exchanger;
import java.util.function.Consumer;

/**
 * Closes a large tensor on one thread while another one uses it, with a pool that keeps nothing, for some time for each
 * use. Argument: the milliseconds of each.
 */
public final class CloseRace {
    private static final int ELEMENTS = 16 << 20;

    private CloseRace() {}

    public static void main(String[] arguments) throws InterruptedException {
        MemoryPool.shared().setCap(0);
        float[] array = new float[ELEMENTS];
        Map<String, Consumer<Tensor>> uses = new LinkedHashMap<>();
        uses.put("copyFrom(float[])", x -> x.copyFrom(array));
        uses.put("copyTo(float[])", x -> x.copyTo(array));
        uses.put("copyTo(Tensor)", x -> x.copyTo(x.reshape(ELEMENTS)));
        uses.put("to(Device)", x -> x.to(Device.cpu()).close());
        uses.put("neg", x -> Ops.neg(x).close());
        uses.put("reduceSum", x -> Ops.reduceSum(x).close());
        uses.put("view", x -> x.slice(ELEMENTS / 2, ELEMENTS).copyFrom(new float[ELEMENTS / 2]));
        uses.put("kernel", x -> SequenceKernelsKernels.sum(x, x, x));
        long duration = Long.parseLong(arguments[0]) * 1_000_000;
        for (Map.Entry<String, Consumer<Tensor>> use : uses.entrySet()) {
            System.out.println(use.getKey() + ": " + race(use.getValue(), duration) + " rounds");
        }
    }

    private static int race(Consumer<Tensor> use, long nanos) throws InterruptedException {
        Exchanger<Tensor> exchanger = new Exchanger<>();
        long end = System.nanoTime() + nanos;
        Thread user = new Thread(() -> {
            try {
                for (Tensor tensor = exchanger.exchange(null); tensor != null; tensor = exchanger.exchange(null)) {
                    tryUse(use, tensor);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        user.start();
        int rounds = 0;
        while (System.nanoTime() < end) {
            Tensor tensor = Tensor.empty(ELEMENTS);
            exchanger.exchange(tensor);
            Thread.sleep(rounds % 8);
            tensor.close();
            // Epochs of the pool pass, and what was closed is unmapped.
            for (int i = 0; i < 4; i++) {
                Tensor.empty(1).close();
                Thread.sleep(rounds % 2 * 52L);
            }
            rounds++;
        }
        exchanger.exchange(null);
        user.join();
        return rounds;
    }

    private static void tryUse(Consumer<Tensor> use, Tensor tensor) {
        try {
            use.accept(tensor);
        } catch (ClosedTensorException e) {
            // It was closed before.
            return;
        }
    }
}
