package io.graphkernel.examples.blocks.functions;

import io.graphkernel.runtime.Tensor;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The states of a recurrent network and their gradients, against float64. */
class TanhRnnTest {
    private static final int LENGTH = 11;
    private static final int BATCH = 3;
    private static final int INPUTS = 5;
    private static final int SIZE = 4;
    private static final double TOLERANCE = 4e-6;
    private static final double GRADIENT_TOLERANCE = 2e-5;
    private static final String[] OPERANDS = {"x", "initial", "inputWeight", "hiddenWeight", "bias"};

    private static final double[][] NUMBERS = {
        Numbers.random(1, LENGTH * BATCH * INPUTS, -1, 1),
        Numbers.random(2, BATCH * SIZE, -1, 1),
        Numbers.random(3, INPUTS * SIZE, -0.6, 0.6),
        Numbers.random(4, SIZE * SIZE, -0.8, 0.8),
        Numbers.random(5, SIZE, -0.5, 0.5),
    };
    private static final double[] COTANGENT = Numbers.random(6, LENGTH * BATCH * SIZE, -1, 1);

    static final class Program implements Host.Program {

        @Override
        public double[][] run(double[]... operands) {
            Tensor x = Numbers.tensor(operands[0], LENGTH, BATCH, INPUTS);
            Tensor initial = Numbers.tensor(operands[1], BATCH, SIZE);
            Tensor inputWeight = Numbers.tensor(operands[2], INPUTS, SIZE);
            Tensor hiddenWeight = Numbers.tensor(operands[3], SIZE, SIZE);
            Tensor bias = Numbers.tensor(operands[4], SIZE);
            Tensor dy = Numbers.tensor(operands[5], LENGTH, BATCH, SIZE);
            Tensor states = TanhRnnKernels.states(x, initial, inputWeight, hiddenWeight, bias);
            try (TanhRnnKernels.StatesForward forward =
                    TanhRnnKernels.statesForward(x, initial, inputWeight, hiddenWeight, bias)) {
                TanhRnnKernels.StatesGradients g = TanhRnnKernels.statesGradient(forward.saved(), dy);
                return Numbers.elements(
                        states, forward.result(), g.x(), g.initial(), g.inputWeight(), g.hiddenWeight(), g.bias());
            }
        }
    }

    private static double[] states(double[]... operands) {
        double[] states = new double[LENGTH * BATCH * SIZE];
        double[] hidden = operands[1];
        for (int t = 0; t < LENGTH; t++) {
            double[] next = new double[BATCH * SIZE];
            for (int b = 0; b < BATCH; b++) {
                for (int d = 0; d < SIZE; d++) {
                    double sum = operands[4][d];
                    for (int i = 0; i < INPUTS; i++) {
                        sum += operands[0][(t * BATCH + b) * INPUTS + i] * operands[2][i * SIZE + d];
                    }
                    for (int i = 0; i < SIZE; i++) {
                        sum += hidden[b * SIZE + i] * operands[3][i * SIZE + d];
                    }
                    next[b * SIZE + d] = Math.tanh(sum);
                }
            }
            System.arraycopy(next, 0, states, t * next.length, next.length);
            hidden = next;
        }
        return states;
    }

    @ParameterizedTest
    @EnumSource
    void states_andTheirGradients_matchFloat64(Host host) {
        double[][] actual = host.run(
                TanhRnn.class, Program.class, NUMBERS[0], NUMBERS[1], NUMBERS[2], NUMBERS[3], NUMBERS[4], COTANGENT);

        Numbers.check("states", actual[0], states(NUMBERS), TOLERANCE);
        Numbers.check("states of the forward call", actual[1], states(NUMBERS), TOLERANCE);
        for (int i = 0; i < NUMBERS.length; i++) {
            double[] expected = Numbers.differences(x -> Numbers.dot(states(x), COTANGENT), NUMBERS, i);
            Numbers.check("gradient of " + OPERANDS[i], actual[2 + i], expected, GRADIENT_TOLERANCE);
        }
    }
}
