package io.graphkernel.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.conformance.oracle.Precision;
import io.graphkernel.conformance.oracle.Real;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Tensor;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The compiled f32 functions of one number at each of the 2³² numbers. Takes minutes for each function. */
@EnabledIfSystemProperty(named = "conformance.exhaustive", matches = "true")
class ExhaustiveFunctionsTest {

    private static final int BLOCK = 1 << 22;

    static Stream<ElementwiseOp> functions() {
        return ElementwiseCases.functions().stream().filter(op -> op.function() != null);
    }

    @ParameterizedTest
    @MethodSource("functions")
    void everyNumber(ElementwiseOp op) {
        Run run = Run.compiled();
        Case tested = op.open(DType.F32);
        for (long first = 0; first < 1L << 32; first += BLOCK) {
            try (Tensor x = Tensor.empty(BLOCK)) {
                float[] numbers = new float[BLOCK];
                for (int i = 0; i < BLOCK; i++) {
                    numbers[i] = Float.intBitsToFloat((int) (first + i));
                }
                x.copyFrom(numbers);
                List<Tensor> results = run.call(tested, x);
                assertThat(mistake(op, numbers, results.get(0).toFloatArray())).isEmpty();
                results.forEach(Tensor::close);
            }
        }
    }

    private static Optional<String> mistake(ElementwiseOp op, float[] numbers, float[] results) {
        DoubleUnaryOperator function = op.function();
        Precision precision = Precision.fused(DType.F32);
        return IntStream.range(0, BLOCK)
                .parallel()
                .filter(i -> Float.floatToIntBits((float) function.applyAsDouble(numbers[i]))
                        != Float.floatToIntBits(results[i]))
                .filter(i -> !((Real) op.apply(Real.exact(numbers[i], precision))).accepts(results[i], 1, false))
                .mapToObj(i -> op + "(" + numbers[i] + ") = " + results[i] + " instead of "
                        + function.applyAsDouble(numbers[i]))
                .findFirst();
    }
}
