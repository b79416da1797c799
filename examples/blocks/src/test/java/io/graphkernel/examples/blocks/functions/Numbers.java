package io.graphkernel.examples.blocks.functions;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.runtime.Tensor;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;

/** Arrays of float64 numbers: operands and expected results of kernels. */
final class Numbers {
    private static final double STEP = 1e-6;

    private Numbers() {}

    /** Returns evenly distributed numbers in [least, most), as f32 represents them. */
    static double[] random(long seed, int count, double least, double most) {
        return new SplittableRandom(seed)
                .doubles(count, least, most)
                .map(number -> (float) number)
                .toArray();
    }

    /** Returns an f32 tensor. */
    static Tensor tensor(double[] numbers, long... dims) {
        float[] floats = new float[numbers.length];
        for (int i = 0; i < floats.length; i++) {
            floats[i] = (float) numbers[i];
        }
        return Tensor.of(floats, dims);
    }

    /** Returns the elements of f32 tensors. */
    static double[][] elements(Tensor... tensors) {
        return Arrays.stream(tensors)
                .map(tensor -> {
                    float[] floats = tensor.toFloatArray();
                    double[] numbers = new double[floats.length];
                    Arrays.setAll(numbers, i -> floats[i]);
                    return numbers;
                })
                .toArray(double[][]::new);
    }

    /** Returns the sum of products, a loss with the given gradient. */
    static double dot(double[] x, double[] y) {
        double sum = 0;
        for (int i = 0; i < x.length; i++) {
            sum += x[i] * y[i];
        }
        return sum;
    }

    /**
     * Returns the central differences of a loss by each element of an operand.
     *
     * @param loss loss of the operands, in float64
     * @param operands operands at which the loss is differentiated
     * @param wanted index of the differentiated operand
     */
    static double[] differences(ToDoubleFunction<double[][]> loss, double[][] operands, int wanted) {
        double[] gradient = new double[operands[wanted].length];
        for (int i = 0; i < gradient.length; i++) {
            double[][] moved = operands.clone();
            moved[wanted] = operands[wanted].clone();
            double step = STEP * Math.max(1, Math.abs(operands[wanted][i]));
            moved[wanted][i] = operands[wanted][i] + step;
            double above = loss.applyAsDouble(moved);
            moved[wanted][i] = operands[wanted][i] - step;
            gradient[i] = (above - loss.applyAsDouble(moved)) / (2 * step);
        }
        return gradient;
    }

    /**
     * Checks each element.
     *
     * @param tolerance maximum difference, relative to the largest expected element
     */
    static void check(String name, double[] actual, double[] expected, double tolerance) {
        assertThat(actual).as(name).hasSameSizeAs(expected);
        double largest = Arrays.stream(expected).map(Math::abs).max().orElseThrow();
        assertThat(largest).as(name).isPositive();
        for (int i = 0; i < expected.length; i++) {
            double difference = Math.abs(actual[i] - expected[i]);
            // A NaN is not close.
            assertThat(difference <= tolerance * largest)
                    .as("%s: element %d is %s, not %s", name, i, actual[i], expected[i])
                    .isTrue();
        }
    }
}
