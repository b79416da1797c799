package io.graphkernel.doctor;

import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.runtime.Tensor;

/**
 * A self-test of one kernel, on the device that {@code graphkernel.device} names, against a reference in
 * {@code double}.
 */
public final class SelfTest {
    private static final int ROWS = 37;
    private static final int COLUMNS = 1029;
    private static final float SCALE = 0.75f;
    private static final double TOLERANCE = 1e-5;

    private SelfTest() {}

    @GraphKernel
    static Tensor attend(@TensorType("f32[n, d]") Tensor scores, @TensorType("f32[d]") Tensor bias, float scale) {
        return softmax(mul(add(scores, bias), scale), -1);
    }

    /**
     * Runs the kernel. The exit status is 0 if it is correct; otherwise, it is 1 and the reason is printed.
     *
     * @param arguments none
     */
    public static void main(String[] arguments) {
        String reason = reason();
        if (reason != null) {
            System.out.println(reason);
            System.exit(1);
        }
    }

    /** Returns null if the kernel is correct. */
    private static String reason() {
        float[] scores = values(ROWS * COLUMNS, 7);
        float[] bias = values(COLUMNS, 5);
        try (Tensor x = Tensor.of(scores, ROWS, COLUMNS);
                Tensor y = Tensor.of(bias, COLUMNS);
                Tensor result = SelfTestKernels.attend(x, y, SCALE)) {
            return difference(result.toFloatArray(), expected(scores, bias));
        } catch (RuntimeException | LinkageError e) {
            return Reason.of(e);
        }
    }

    /** Returns numbers from -1 to 1. */
    private static float[] values(int count, int step) {
        float[] values = new float[count];
        for (int i = 0; i < count; i++) {
            values[i] = step * i % 201 / 100f - 1;
        }
        return values;
    }

    private static double[] expected(float[] scores, float[] bias) {
        double[] expected = new double[scores.length];
        for (int row = 0; row < ROWS; row++) {
            double sum = 0;
            for (int column = 0; column < COLUMNS; column++) {
                int i = row * COLUMNS + column;
                expected[i] = Math.exp(((double) scores[i] + bias[column]) * SCALE);
                sum += expected[i];
            }
            for (int column = 0; column < COLUMNS; column++) {
                expected[row * COLUMNS + column] /= sum;
            }
        }
        return expected;
    }

    private static String difference(float[] actual, double[] expected) {
        for (int i = 0; i < expected.length; i++) {
            if (!(Math.abs(actual[i] - expected[i]) <= TOLERANCE * expected[i])) {
                return "element " + i + " of the self-test is " + actual[i] + " where " + (float) expected[i]
                        + " is right";
            }
        }
        return null;
    }
}
