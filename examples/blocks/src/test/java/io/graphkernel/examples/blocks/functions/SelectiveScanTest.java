package io.graphkernel.examples.blocks.functions;

import io.graphkernel.runtime.Tensor;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The selective scan and its gradients, against float64. */
class SelectiveScanTest {
    private static final int BATCH = 2;
    private static final int LENGTH = 13;
    private static final int CHANNELS = 5;
    private static final int STATES = 3;
    private static final double TOLERANCE = 4e-6;
    private static final double GRADIENT_TOLERANCE = 2e-5;
    private static final String[] OPERANDS = {"x", "delta", "a", "b", "c"};

    private static final double[][] NUMBERS = {
        Numbers.random(1, BATCH * LENGTH * CHANNELS, -2, 2),
        Numbers.random(2, BATCH * LENGTH * CHANNELS, 0.01, 0.5),
        Numbers.random(3, CHANNELS * STATES, -2, -0.1),
        Numbers.random(4, BATCH * LENGTH * STATES, -1, 1),
        Numbers.random(5, BATCH * LENGTH * STATES, -1, 1),
    };
    private static final double[] COTANGENT = Numbers.random(6, BATCH * LENGTH * CHANNELS, -1, 1);

    static final class Program implements Host.Program {

        @Override
        public double[][] run(double[]... operands) {
            Tensor x = Numbers.tensor(operands[0], BATCH, LENGTH, CHANNELS);
            Tensor delta = Numbers.tensor(operands[1], BATCH, LENGTH, CHANNELS);
            Tensor a = Numbers.tensor(operands[2], CHANNELS, STATES);
            Tensor b = Numbers.tensor(operands[3], BATCH, LENGTH, STATES);
            Tensor c = Numbers.tensor(operands[4], BATCH, LENGTH, STATES);
            Tensor dy = Numbers.tensor(operands[5], BATCH, LENGTH, CHANNELS);
            Tensor y = SelectiveScanKernels.selectiveScan(x, delta, a, b, c);
            SelectiveScan.Gradients g = SelectiveScanKernels.gradients(x, delta, a, b, c, dy);
            return Numbers.elements(y, g.x(), g.delta(), g.a(), g.b(), g.c());
        }
    }

    private static double[] selectiveScan(double[]... operands) {
        double[] y = new double[BATCH * LENGTH * CHANNELS];
        for (int batch = 0; batch < BATCH; batch++) {
            double[] h = new double[CHANNELS * STATES];
            for (int t = 0; t < LENGTH; t++) {
                int position = batch * LENGTH + t;
                for (int i = 0; i < h.length; i++) {
                    int channel = position * CHANNELS + i / STATES;
                    int state = position * STATES + i % STATES;
                    double delta = operands[1][channel];
                    h[i] = Math.exp(delta * operands[2][i]) * h[i] + delta * operands[3][state] * operands[0][channel];
                    y[channel] += operands[4][state] * h[i];
                }
            }
        }
        return y;
    }

    @ParameterizedTest
    @EnumSource
    void selectiveScan_andItsGradients_matchFloat64(Host host) {
        double[][] actual = host.run(
                SelectiveScan.class,
                Program.class,
                NUMBERS[0],
                NUMBERS[1],
                NUMBERS[2],
                NUMBERS[3],
                NUMBERS[4],
                COTANGENT);

        Numbers.check("result", actual[0], selectiveScan(NUMBERS), TOLERANCE);
        for (int i = 0; i < NUMBERS.length; i++) {
            double[] expected = Numbers.differences(x -> Numbers.dot(selectiveScan(x), COTANGENT), NUMBERS, i);
            Numbers.check("gradient of " + OPERANDS[i], actual[1 + i], expected, GRADIENT_TOLERANCE);
        }
    }
}
