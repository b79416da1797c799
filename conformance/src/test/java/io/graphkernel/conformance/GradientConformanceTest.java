package io.graphkernel.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.conformance.oracle.NdArray;
import io.graphkernel.testing.TestTier;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Compiled gradients: those in f64 against central differences of the compiled loss, those in f32
 * against those in f64. Normally it takes every {@link #STRIDE}th op.
 */
@Tag("sampled")
class GradientConformanceTest {

    private static final int STRIDE = Integer.getInteger("conformance.gradients", TestTier.select(80, 20, 1));

    private static CaseChecker checker;

    static List<GradientCases> cases() {
        List<GradientCases> gradientCases = GradientCases.all();
        return Stream.iterate(0, i -> i < gradientCases.size(), i -> i + STRIDE)
                .map(gradientCases::get)
                .toList();
    }

    @BeforeAll
    static void compile() {
        List<Case> kernels = cases().stream()
                .flatMap(gradientCase -> Stream.of(gradientCase.loss(), gradientCase.gradient(), gradientCase.narrow()))
                .toList();
        checker = CaseChecker.of(KernelClasses.processed("gradients", kernels));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void compiledGradient_isTheDerivative(GradientCases tested) {
        for (int[][] shapes : Sizes.of(tested.loss())) {
            NdArray[] operands = tested.operands(shapes);
            List<NdArray> gradients = checker.results(tested.gradient(), operands);
            List<NdArray> narrow = checker.results(tested.narrow(), GradientCases.narrowed(operands));
            for (int i = 0; i < gradients.size(); i++) {
                String name = tested + Sizes.describe(shapes) + " by operand "
                        + tested.wanted().get(i);
                CentralDifference.check(
                        name, checker, tested, operands, tested.wanted().get(i), gradients.get(i));
                compare(name + " in f32", gradients.get(i), narrow.get(i));
            }
        }
    }

    /** Compares as a whole: an element that is small by cancellation has the error of the canceling terms. */
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
