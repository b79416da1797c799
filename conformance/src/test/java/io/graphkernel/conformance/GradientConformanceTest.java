package io.graphkernel.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.graphkernel.conformance.oracle.NdArray;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Compiled gradients: those in f64 against central differences of the compiled loss along a random direction, those in f32
 * against those in f64. The normal run takes every {@link #STRIDE}th op.
 */
class GradientConformanceTest {

    private static final int STRIDE = Scope.isExhaustive() ? 1 : Integer.getInteger("conformance.gradients", 10);
    private static final double STEP = 1e-6;

    private static Run run;

    static List<GradientCases> cases() {
        List<GradientCases> all = GradientCases.all();
        return Stream.iterate(0, i -> i < all.size(), i -> i + STRIDE)
                .map(all::get)
                .toList();
    }

    @BeforeAll
    static void compile() {
        List<Case> kernels = cases().stream()
                .flatMap(each -> Stream.of(each.loss(), each.gradient(), each.narrow()))
                .toList();
        run = Run.of(KernelClasses.processed("gradients", kernels));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void isTheDerivativeOfTheLoss(GradientCases tested) {
        for (int[][] shapes : Sizes.of(tested.loss())) {
            NdArray[] operands = tested.operands(shapes);
            List<NdArray> gradients = run.results(tested.gradient(), operands);
            List<NdArray> narrow = run.results(tested.narrow(), GradientCases.narrowed(operands));
            for (int i = 0; i < gradients.size(); i++) {
                String name = tested + Sizes.describe(shapes) + " by operand "
                        + tested.wanted().get(i);
                compare(name, tested, operands, tested.wanted().get(i), gradients.get(i));
                compare(name + " in f32", gradients.get(i), narrow.get(i));
            }
        }
    }

    private static void compare(String name, GradientCases tested, NdArray[] operands, int wanted, NdArray gradient) {
        assertThat(gradient.dims()).as(name).isEqualTo(operands[wanted].dims());
        double[] direction = new SplittableRandom(6)
                .doubles(gradient.elements().length, -1, 1)
                .toArray();
        double difference =
                (loss(tested, operands, wanted, direction, STEP) - loss(tested, operands, wanted, direction, -STEP))
                        / (2 * STEP);
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

    private static double loss(GradientCases tested, NdArray[] operands, int wanted, double[] direction, double step) {
        NdArray[] moved = operands.clone();
        moved[wanted] = GradientCases.moved(operands[wanted], direction, step);
        return run.results(tested.loss(), moved).get(0).elements()[0].asDouble();
    }

    /** As a whole: an element that is small by cancellation has the error of what cancels. */
    private static void compare(String name, NdArray exact, NdArray narrow) {
        double largest = 0;
        double worst = 0;
        for (int i = 0; i < exact.elements().length; i++) {
            double expected = exact.elements()[i].asDouble();
            largest = Math.max(largest, Math.abs(expected));
            worst = Math.max(worst, Math.abs(expected - narrow.elements()[i].asDouble()));
        }
        assertThat(worst).as(name).isLessThanOrEqualTo(2e-4 * largest + 1e-5);
    }
}
