package io.graphkernel.training;

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
     */
    static Schedule linear(float first, float last, long steps) {
        return step -> (float) (first + ((double) last - first) * share(step, steps));
    }

    /**
     * From one rate to another along half a period of the cosine, without restarts: Loshchilov and Hutter, SGDR, 2017, equation
     * 5.
     *
     * @param first the rate of step 0
     * @param last the rate from step {@code steps} on
     * @param steps 1 or more
     */
    static Schedule cosine(float first, float last, long steps) {
        // The same bits on every machine.
        return step ->
                (float) (last + 0.5 * ((double) first - last) * (1 + StrictMath.cos(Math.PI * share(step, steps))));
    }

    /**
     * Begins with rates that grow in equal steps up to the first one of this schedule.
     *
     * @param steps how many; this schedule follows, from its step 0 on
     */
    default Schedule afterWarmup(long steps) {
        return step -> step < steps ? (float) (rate(0) * (step + 1.0) / (steps + 1.0)) : rate(step - steps);
    }

    private static double share(long step, long steps) {
        return Math.min(1.0, (double) step / steps);
    }
}
