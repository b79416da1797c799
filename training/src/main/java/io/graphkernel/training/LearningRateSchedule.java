package io.graphkernel.training;

import io.graphkernel.runtime.exception.InvalidArgumentException;
import io.graphkernel.runtime.exception.RuntimeProblem;

/** The learning rate of each step of a training: {@code LearningRateSchedule.cosine(6e-4f, 6e-5f, 10_000).afterWarmup(500)}. */
@FunctionalInterface
public interface LearningRateSchedule {

    /**
     * Returns the learning rate of a step.
     *
     * @param step zero-based index of the step
     */
    float rate(long step);

    /** Returns a schedule with a constant rate. */
    static LearningRateSchedule constant(float rate) {
        return step -> rate;
    }

    /**
     * Returns a linear schedule between two rates.
     *
     * @param first rate of step 0
     * @param last rate from step {@code steps} on
     * @param steps number of steps, at least 1
     * @throws InvalidArgumentException if there are fewer
     */
    static LearningRateSchedule linear(float first, float last, long steps) {
        require("LearningRateSchedule.linear", "steps", steps, 1);
        return step -> (float) (first + ((double) last - first) * share(step, steps));
    }

    /**
     * Returns a schedule along half a period of the cosine between two rates, without restarts: Loshchilov and Hutter,
     * SGDR, 2017, equation 5.
     *
     * @param first rate of step 0
     * @param last rate from step {@code steps} on
     * @param steps number of steps, at least 1
     * @throws InvalidArgumentException if there are fewer
     */
    static LearningRateSchedule cosine(float first, float last, long steps) {
        require("LearningRateSchedule.cosine", "steps", steps, 1);
        // Bitwise equal on every machine.
        return step ->
                (float) (last + 0.5 * ((double) first - last) * (1 + StrictMath.cos(Math.PI * share(step, steps))));
    }

    /**
     * Returns this schedule after a linear warmup to its first rate.
     *
     * @param steps number of warmup steps, at least 0
     * @throws InvalidArgumentException if there are fewer
     */
    default LearningRateSchedule afterWarmup(long steps) {
        require("LearningRateSchedule.afterWarmup", "steps", steps, 0);
        return step -> step < steps ? (float) (rate(0) * (step + 1.0) / (steps + 1.0)) : rate(step - steps);
    }

    private static void require(String method, String name, long value, long min) {
        if (value < min) {
            throw new InvalidArgumentException(RuntimeProblem.SCHEDULE_RANGE, method, name, value, min);
        }
    }

    private static double share(long step, long steps) {
        require("LearningRateSchedule.rate", "step", step, 0);
        return Math.min(1.0, (double) step / steps);
    }
}
