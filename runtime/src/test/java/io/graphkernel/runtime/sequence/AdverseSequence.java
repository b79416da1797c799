package io.graphkernel.runtime.sequence;

import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.Ops;
import io.graphkernel.runtime.SignalActions;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.exception.GraphKernelException;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Random public calls in adverse situations: a full heap, a stack that overflows, a new thread, an interrupt. A call
 * returns, or throws an exception of ours, or the error of the situation. After each one the JVM is as it was: integer
 * division by zero throws, no signal handler is another one, and the first calls of a new thread work. Arguments: the
 * seed, the number of steps, the maximum of seconds, the situations.
 */
public final class AdverseSequence {
    private static final int WARM_UPS = 40;

    /** Adversities whose names match a property, to isolate one. */
    private final List<Step> drawn = Arrays.stream(Step.values())
            .filter(step -> step.name().matches(System.getProperty("sequence.steps", ".*")))
            .toList();

    private final World world = new World(Device.cpu());
    private final RandomChoices choice;
    private final List<String> handlers;

    /** The number of calls that returned, of those that were rejected, and of errors. */
    private final Map<Adversity, int[]> counts = new EnumMap<>(Adversity.class);

    private AdverseSequence(long seed) {
        choice = new RandomChoices(seed);
        warmUp();
        handlers = SignalActions.current();
    }

    public static void main(String[] arguments) {
        Adversity[] adversities =
                Arrays.stream(arguments).skip(3).map(Adversity::valueOf).toArray(Adversity[]::new);
        AdverseSequence sequence = new AdverseSequence(Long.parseLong(arguments[0]));
        long steps = Long.parseLong(arguments[1]);
        long end = System.nanoTime() + Long.parseLong(arguments[2]) * 1_000_000_000L;
        long step = 0;
        for (; step < steps && System.nanoTime() < end; step++) {
            sequence.step(adversities[sequence.choice.below(adversities.length)]);
        }
        StringBuilder text = new StringBuilder(step + " steps; returned, rejected, errors:");
        sequence.counts.forEach((adversity, count) ->
                text.append(' ').append(adversity).append(' ').append(Arrays.toString(count)));
        System.out.println(text);
    }

    /** An initializer of a class that fails in a full heap has failed for ever: all run before. */
    private void warmUp() {
        for (int i = 0; i < WARM_UPS; i++) {
            for (Step step : Step.values()) {
                try {
                    step.run(world, choice);
                } catch (GraphKernelException e) {
                    // The step was rejected.
                }
            }
        }
        requireSound("the beginning");
    }

    private void step(Adversity adversity) {
        Step step = drawn.get(choice.below(drawn.size()));
        Throwable thrown = adversity.run(choice, () -> step.run(world, choice));
        int[] count = counts.computeIfAbsent(adversity, absent -> new int[3]);
        count[thrown == null ? 0 : thrown instanceof GraphKernelException ? 1 : 2]++;
        if (thrown != null && !(thrown instanceof GraphKernelException) && !isOf(adversity, thrown)) {
            throw new AssertionError(step + " in " + adversity + " threw " + thrown, thrown);
        }
        requireSound(step + " in " + adversity);
    }

    private static boolean isOf(Adversity adversity, Throwable thrown) {
        return switch (adversity) {
            case DEEP_STACK -> thrown instanceof StackOverflowError;
            case FULL_HEAP, FULL_HEAP_NEW_THREAD -> thrown instanceof OutOfMemoryError;
            default -> false;
        };
    }

    private void requireSound(String after) {
        int zero = Integer.parseInt("0");
        try {
            throw new AssertionError("7 / 0 is " + 7 / zero + " after " + after);
        } catch (ArithmeticException e) {
            // This is Java.
        }
        if (handlers != null && !SignalActions.current().equals(handlers)) {
            throw new AssertionError("after " + after + " the signal handlers are " + SignalActions.current()
                    + ", before they were " + handlers);
        }
        Throwable thrown = Adversity.NEW_THREAD.run(choice, () -> {
            try (Tensor x = Tensor.of(new float[] {1, 2}, 1, 2);
                    Tensor eager = Ops.add(x, x);
                    Tensor compiled = SequenceKernelsKernels.sum(x, x)) {
                if (eager.getDouble(0, 1) != 4 || compiled.getDouble(0, 1) != 2) {
                    throw new AssertionError(eager + ", " + compiled);
                }
            }
        });
        if (thrown != null) {
            throw new AssertionError("the first call of a new thread failed after " + after, thrown);
        }
    }
}
