package io.graphkernel.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import io.graphkernel.runtime.exception.InvalidArgumentException;
import java.util.Arrays;
import java.util.function.Function;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class InitializerTest {

    private static final Offset<Double> CLOSE = within(0.01);

    /**
     * Expected numbers, computed by another program by the same definition, Philox4x32-10 and the Box–Muller transform.
     */
    private static final float[] NORMAL = {0x1.8d59dp-3f, -0x1.2bc066p-4f, -0x1.09996ep-1f, -0x1.650d28p-1f};

    private static final float[] UNIFORM = {-0x1.f5b324p-1f, -0x1.7c01bcp-1f, -0x1.261bp-1f};

    @Test
    void numbers_followFromTheSeed() {
        try (TensorScope scope = TensorScope.open()) {
            Initializer initializer = new Initializer(42);
            assertThat(initializer.normal(1, 2, 2).toFloatArray()).containsExactly(NORMAL);
            assertThat(initializer.uniform(-1, 1, 3).toFloatArray()).containsExactly(UNIFORM);
            assertThat(initializer.normal(1, 4).toFloatArray()).isNotEqualTo(NORMAL);
            assertThat(new Initializer(42).normal(1, 4).toFloatArray()).isEqualTo(NORMAL);
            assertThat(new Initializer(43).normal(1, 4).toFloatArray()).isNotEqualTo(NORMAL);
        }
    }

    @Test
    void distributions_haveTheirMoments() {
        Statistics normal = statistics(initializer -> initializer.normal(0.5, 400, 500));
        assertThat(normal.mean()).isCloseTo(0, CLOSE);
        assertThat(normal.deviation()).isCloseTo(0.5, CLOSE);
        Statistics uniform = statistics(initializer -> initializer.uniform(-1, 3, 400, 500));
        assertThat(uniform.mean()).isCloseTo(1, CLOSE);
        assertThat(uniform.deviation()).isCloseTo(4 / Math.sqrt(12), CLOSE);
        assertThat(uniform.largest()).isBetween(2.999, 3.0);
        Statistics truncated = statistics(initializer -> initializer.truncatedNormal(1, 400, 500));
        assertThat(truncated.mean()).isCloseTo(0, CLOSE);
        assertThat(truncated.deviation()).isCloseTo(0.8796, CLOSE);
        assertThat(truncated.largest()).isBetween(1.99, 2.0);
    }

    @Test
    void deviations_followFromTheDims() {
        assertThat(statistics(initializer -> initializer.xavierNormal(400, 600)).deviation())
                .isCloseTo(Math.sqrt(2.0 / 1000), within(1e-3));
        assertThat(statistics(initializer -> initializer.xavierUniform(400, 600))
                        .largest())
                .isCloseTo(Math.sqrt(6.0 / 1000), within(1e-4));
        assertThat(statistics(initializer -> initializer.kaimingNormal(400, 600))
                        .deviation())
                .isCloseTo(Math.sqrt(2.0 / 400), within(1e-3));
        assertThat(statistics(initializer -> initializer.kaimingUniform(64, 50, 3, 3))
                        .largest())
                .isCloseTo(Math.sqrt(6.0 / 450), within(1e-4));
        assertThat(statistics(initializer -> initializer.scaledResidual(0.02, 12, 400, 600))
                        .deviation())
                .isCloseTo(0.02 / Math.sqrt(24), within(1e-4));
    }

    @Test
    void dimsThatAreOfNoWeight_areRejected() {
        assertThatThrownBy(() -> new Initializer(1).xavierUniform(5))
                .isInstanceOf(InvalidArgumentException.class)
                .hasMessageContaining(
                        "[GK-6469] initializer is undefined for this shape: Initializer.xavierUniform: dims [5]");
    }

    private record Statistics(double mean, double deviation, double largest) {}

    private static Statistics statistics(Function<Initializer, Tensor> initialization) {
        try (Tensor tensor = initialization.apply(new Initializer(7))) {
            double[] values = tensor.toDoubleArray();
            double mean = Arrays.stream(values).average().orElseThrow();
            double variance = Arrays.stream(values)
                    .map(value -> (value - mean) * (value - mean))
                    .average()
                    .orElseThrow();
            return new Statistics(
                    mean, Math.sqrt(variance), Arrays.stream(values).max().orElseThrow());
        }
    }
}
