package io.graphkernel.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import org.junit.jupiter.api.Test;

class AdamWTest {

    private static final float RATE = 0.01f;
    private static final double DECAY = 0.1;

    /** The formula of the paper, with its own means of each element. */
    @Test
    void adamW_updatesAsTheFormulaStates() {
        double[] w = {1, -2, 0.5};
        double[] m = new double[w.length];
        double[] v = new double[w.length];
        try (TensorScope scope = TensorScope.open()) {
            Tensor weight = Tensor.of(new float[] {1, -2, 0.5f}, w.length);
            Tensor first = Tensor.zeros(w.length);
            Tensor second = Tensor.zeros(w.length);
            for (int step = 1; step <= 3; step++) {
                float[] gradient = {0.1f * step, -0.3f, 1e-4f};
                AdamWKernels.update(weight, first, second, Tensor.of(gradient, w.length), RATE, step, DECAY);
                for (int i = 0; i < w.length; i++) {
                    m[i] = 0.9 * m[i] + 0.1 * gradient[i];
                    v[i] = 0.999 * v[i] + 0.001 * gradient[i] * gradient[i];
                    double mean = m[i] / (1 - Math.pow(0.9, step));
                    double square = v[i] / (1 - Math.pow(0.999, step));
                    w[i] -= RATE * (mean / (Math.sqrt(square) + 1e-8) + DECAY * w[i]);
                }
            }
            assertThat(weight.toDoubleArray()).containsExactly(w, within(1e-6));
            assertThat(first.toDoubleArray()).containsExactly(m, within(1e-6));
            assertThat(second.toDoubleArray()).containsExactly(v, within(1e-6));
        }
    }
}
