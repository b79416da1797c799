package io.graphkernel.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.graphkernel.conformance.oracle.NdArray;
import java.util.SplittableRandom;

/** Gradients in f64 against central differences of the loss along a random direction. */
final class CentralDifference {

    private static final double STEP = 1e-6;

    private CentralDifference() {}

    /**
     * Requires that a gradient is that of the loss.
     *
     * @param name name of the case in messages
     * @param checker computes the loss
     * @param wanted index of the differentiated operand
     */
    static void check(
            String name, CaseChecker checker, GradientCases tested, NdArray[] operands, int wanted, NdArray gradient) {
        assertThat(gradient.dims()).as(name).isEqualTo(operands[wanted].dims());
        double[] direction = new SplittableRandom(6)
                .doubles(gradient.elements().length, -1, 1)
                .toArray();
        double above = loss(checker, tested, operands, wanted, direction, STEP);
        double below = loss(checker, tested, operands, wanted, direction, -STEP);
        double difference = (above - below) / (2 * STEP);
        if (Double.isNaN(difference)) {
            // The mean of no elements.
            return;
        }
        double derived = 0;
        double scale = 1;
        for (int i = 0; i < direction.length; i++) {
            derived += direction[i] * gradient.elements()[i].asDouble();
            scale += Math.abs(direction[i] * gradient.elements()[i].asDouble());
        }
        assertThat(derived).as(name).isCloseTo(difference, within(1e-5 * scale));
    }

    private static double loss(
            CaseChecker checker,
            GradientCases tested,
            NdArray[] operands,
            int wanted,
            double[] direction,
            double step) {
        NdArray[] moved = operands.clone();
        moved[wanted] = GradientCases.moved(operands[wanted], direction, step);
        return checker.results(tested.loss(), moved).get(0).elements()[0].asDouble();
    }
}
