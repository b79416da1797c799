package io.graphkernel.training;

import io.graphkernel.runtime.exception.InvalidArgumentException;
import io.graphkernel.runtime.exception.RuntimeProblem;

/** The learning rate of each step of a training: {@code Schedule.cosine(6e-4f, 6e-5f, 10_000).afterWarmup(500)}. */
@FunctionalInterface
public interface Schedule {

    /**
     * The learning rate of a step.
     *
     * @param step counts from 0
     */
    float rate(long step);

    /** The same rate at every step. */
    static Schedule constant(float rate) {
        return step -> rate;
    }

    /**
     * From one rate to another in equal steps.
     *
     * @param first the rate of step 0
     * @param last the rate from step {@code steps} on
     * @param steps 1 or more
     * @throws InvalidArgumentException if there are fewer
     */
    static Schedule linear(float first, float last, long steps) {
        require("Schedule.linear", "steps", steps, 1);
        return step -> (float) (first + ((double) last - first) * share(step, steps));
    }

    /**
     * From one rate to another along half a period of the cosine, without restarts: Loshchilov and Hutter, SGDR, 2017, equation
     * 5.
     *
     * @param first the rate of step 0
     * @param last the rate from step {@code steps} on
     * @param steps 1 or more
     * @throws InvalidArgumentException if there are fewer
     */
    static Schedule cosine(float first, float last, long steps) {
        require("Schedule.cosine", "steps", steps, 1);
        // The same bits on every machine.
        return step ->
                (float) (last + 0.5 * ((double) first - last) * (1 + StrictMath.cos(Math.PI * share(step, steps))));
    }

    /**
     * Begins with rates that grow in equal steps up to the first one of this schedule.
     *
     * @param steps how many, 0 or more; this schedule follows, from its step 0 on
     * @throws InvalidArgumentException if there are fewer
     */
    default Schedule afterWarmup(long steps) {
        require("Schedule.afterWarmup", "steps", steps, 0);
        return step -> step < steps ? (float) (rate(0) * (step + 1.0) / (steps + 1.0)) : rate(step - steps);
    }

    private static void require(String method, String name, long value, long least) {
        if (value < least) {
            throw new InvalidArgumentException(RuntimeProblem.SCHEDULE_RANGE, method, name, value, least);
        }
    }

    private static double share(long step, long steps) {
        require("Schedule.rate", "step", step, 0);
        return Math.min(1.0, (double) step / steps);
    }
}
