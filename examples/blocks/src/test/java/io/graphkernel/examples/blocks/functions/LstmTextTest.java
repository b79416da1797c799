package io.graphkernel.examples.blocks.functions;

import io.graphkernel.runtime.Tensor;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The logits of a long short-term memory over texts and their gradients, against float64. */
class LstmTextTest {
    private static final List<String> TEXTS = List.of("element functions", "the scan of loops", "kernels and texts");
    private static final int LENGTH = TEXTS.get(0).length();
    private static final int BATCH = TEXTS.size();
    /** The letters, and a blank. */
    private static final int VOCABULARY = 27;

    private static final int EMBEDDING = 6;
    private static final int SIZE = 5;
    private static final double TOLERANCE = 4e-6;
    private static final double GRADIENT_TOLERANCE = 2e-5;
    private static final String[] WEIGHTS = {"embedding", "input", "hidden", "bias", "output"};

    private static final double[][] NUMBERS = {
        Numbers.random(1, VOCABULARY * EMBEDDING, -1, 1),
        Numbers.random(2, EMBEDDING * 4 * SIZE, -0.6, 0.6),
        Numbers.random(3, SIZE * 4 * SIZE, -0.6, 0.6),
        Numbers.random(4, 4 * SIZE, -0.5, 0.5),
        Numbers.random(5, SIZE * VOCABULARY, -0.5, 0.5),
    };
    private static final double[] COTANGENT = Numbers.random(6, LENGTH * BATCH * VOCABULARY, -1, 1);

    private static int token(int position, int text) {
        char letter = TEXTS.get(text).charAt(position);
        return letter == ' ' ? 0 : letter - 'a' + 1;
    }

    static final class Program implements Host.Program {

        @Override
        public double[][] run(double[]... operands) {
            long[] tokens = new long[LENGTH * BATCH];
            for (int i = 0; i < tokens.length; i++) {
                tokens[i] = token(i / BATCH, i % BATCH);
            }
            Tensor texts = Tensor.of(tokens, LENGTH, BATCH);
            LstmText.Cell cell = new LstmText.Cell(
                    Numbers.tensor(operands[1], EMBEDDING, 4 * SIZE),
                    Numbers.tensor(operands[2], SIZE, 4 * SIZE),
                    Numbers.tensor(operands[3], 4 * SIZE));
            LstmText.Model model = new LstmText.Model(
                    Numbers.tensor(operands[0], VOCABULARY, EMBEDDING),
                    cell,
                    Numbers.tensor(operands[4], SIZE, VOCABULARY));
            Tensor dy = Numbers.tensor(operands[5], LENGTH, BATCH, VOCABULARY);
            Tensor logits = LstmTextKernels.logits(texts, model);
            try (LstmTextKernels.LogitsForward forward = LstmTextKernels.logitsForward(texts, model)) {
                LstmText.Model g =
                        LstmTextKernels.logitsGradient(forward.saved(), dy).model();
                return Numbers.elements(
                        logits,
                        forward.result(),
                        g.embedding(),
                        g.cell().input(),
                        g.cell().hidden(),
                        g.cell().bias(),
                        g.output());
            }
        }
    }

    private static double sigmoid(double x) {
        return 1 / (1 + Math.exp(-x));
    }

    private static double[] logits(double[]... weights) {
        double[] logits = new double[LENGTH * BATCH * VOCABULARY];
        for (int b = 0; b < BATCH; b++) {
            double[] hidden = new double[SIZE];
            double[] memory = new double[SIZE];
            for (int t = 0; t < LENGTH; t++) {
                double[] gates = weights[3].clone();
                for (int g = 0; g < gates.length; g++) {
                    for (int e = 0; e < EMBEDDING; e++) {
                        gates[g] += weights[0][token(t, b) * EMBEDDING + e] * weights[1][e * 4 * SIZE + g];
                    }
                    for (int d = 0; d < SIZE; d++) {
                        gates[g] += hidden[d] * weights[2][d * 4 * SIZE + g];
                    }
                }
                for (int d = 0; d < SIZE; d++) {
                    double added = sigmoid(gates[d]) * Math.tanh(gates[2 * SIZE + d]);
                    memory[d] = sigmoid(gates[SIZE + d]) * memory[d] + added;
                    hidden[d] = sigmoid(gates[3 * SIZE + d]) * Math.tanh(memory[d]);
                }
                for (int v = 0; v < VOCABULARY; v++) {
                    for (int d = 0; d < SIZE; d++) {
                        logits[(t * BATCH + b) * VOCABULARY + v] += hidden[d] * weights[4][d * VOCABULARY + v];
                    }
                }
            }
        }
        return logits;
    }

    @ParameterizedTest
    @EnumSource
    void logits_andTheirGradients_matchFloat64(Host host) {
        double[][] actual = host.run(
                LstmText.class, Program.class, NUMBERS[0], NUMBERS[1], NUMBERS[2], NUMBERS[3], NUMBERS[4], COTANGENT);

        Numbers.check("logits", actual[0], logits(NUMBERS), TOLERANCE);
        Numbers.check("logits of the forward call", actual[1], logits(NUMBERS), TOLERANCE);
        for (int i = 0; i < NUMBERS.length; i++) {
            double[] expected = Numbers.differences(x -> Numbers.dot(logits(x), COTANGENT), NUMBERS, i);
            Numbers.check("gradient of " + WEIGHTS[i], actual[2 + i], expected, GRADIENT_TOLERANCE);
        }
    }
}
