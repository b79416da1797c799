package io.graphkernel.conformance;

import io.graphkernel.conformance.oracle.NdArray;
import io.graphkernel.testing.TestTier;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Gradients of losses that are called as plain Java, of every op that has one, in f64. Normally it takes one shape of each
 * op.
 */
@Tag("sampled")
class EagerGradientTest {

    private static final long MAX_ELEMENTS = 200;

    private static CaseChecker checker;

    static List<GradientCases> cases() {
        return GradientCases.all();
    }

    @BeforeAll
    static void compile() {
        List<Case> methods = cases().stream()
                .flatMap(gradientCase -> Stream.of(gradientCase.loss(), gradientCase.gradient()))
                .toList();
        checker = CaseChecker.of(KernelClasses.plain("plain-gradients", methods));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void eagerGradient_isTheDerivative(GradientCases tested) {
        for (int[][] shapes : shapes(tested)) {
            NdArray[] operands = tested.operands(shapes);
            List<NdArray> gradients = checker.results(tested.gradient(), operands);
            for (int i = 0; i < gradients.size(); i++) {
                int wanted = tested.wanted().get(i);
                String name = tested + Sizes.describe(shapes) + " by operand " + wanted;
                CentralDifference.check(name, checker, tested, operands, wanted, gradients.get(i));
            }
        }
    }

    private static List<int[][]> shapes(GradientCases tested) {
        List<int[][]> sizes = Sizes.of(tested.loss());
        return TestTier.isExhaustive()
                ? sizes
                : sizes.stream()
                        .filter(shapes -> elements(shapes) <= MAX_ELEMENTS)
                        .max(Comparator.comparingLong(EagerGradientTest::elements))
                        .stream()
                        .toList();
    }

    private static long elements(int[][] shapes) {
        return Stream.of(shapes)
                .mapToLong(dims -> Arrays.stream(dims).asLongStream().reduce(1, (a, b) -> a * b))
                .sum();
    }
}
