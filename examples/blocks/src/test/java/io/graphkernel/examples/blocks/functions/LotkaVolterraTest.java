package io.graphkernel.examples.blocks.functions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.graphkernel.runtime.Tensor;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Steps of the methods of Euler, and of Runge and Kutta, and their gradients, against float64. */
class LotkaVolterraTest {
    private static final int COUNT = 7;
    /** The operands are rounded to f32, and so is the step size. */
    private static final float H = 0.02f;

    private static final int STEPS = 150;
    private static final double TOLERANCE = 1e-5;
    private static final double GRADIENT_TOLERANCE = 5e-5;
    private static final String[] OPERANDS = {
        "prey", "predators", "growth", "predation", "reproduction", "death",
    };

    private static final double[][] NUMBERS = {
        Numbers.random(1, COUNT, 0.5, 2),
        Numbers.random(2, COUNT, 0.5, 2),
        Numbers.random(3, COUNT, 0.6, 1.2),
        Numbers.random(4, COUNT, 0.4, 0.8),
        Numbers.random(5, COUNT, 0.4, 0.8),
        Numbers.random(6, COUNT, 0.6, 1.2),
    };
    private static final double[] COTANGENT = Numbers.random(7, 2 * COUNT, -1, 1);

    private static Tensor tensor(double[] numbers) {
        return Numbers.tensor(numbers, COUNT);
    }

    private static LotkaVolterra.Populations start(double[][] operands) {
        return new LotkaVolterra.Populations(tensor(operands[0]), tensor(operands[1]));
    }

    private static LotkaVolterra.Rates rates(double[][] operands) {
        return new LotkaVolterra.Rates(
                tensor(operands[2]), tensor(operands[3]), tensor(operands[4]), tensor(operands[5]));
    }

    private static double[][] results(
            LotkaVolterra.Populations end, LotkaVolterra.Populations start, LotkaVolterra.Rates rates) {
        return Numbers.elements(
                end.prey(),
                end.predators(),
                start.prey(),
                start.predators(),
                rates.growth(),
                rates.predation(),
                rates.reproduction(),
                rates.death());
    }

    static final class Euler implements Host.Program {

        @Override
        public double[][] run(double[]... operands) {
            try (LotkaVolterraKernels.EulerForward forward =
                    LotkaVolterraKernels.eulerForward(start(operands), rates(operands), H, STEPS)) {
                LotkaVolterraKernels.EulerGradients g =
                        LotkaVolterraKernels.eulerGradient(forward.saved(), tensor(operands[6]), tensor(operands[7]));
                return results(forward.result(), g.start(), g.rates());
            }
        }
    }

    static final class RungeKutta implements Host.Program {

        @Override
        public double[][] run(double[]... operands) {
            try (LotkaVolterraKernels.RungeKuttaForward forward =
                    LotkaVolterraKernels.rungeKuttaForward(start(operands), rates(operands), H, STEPS)) {
                LotkaVolterraKernels.RungeKuttaGradients g = LotkaVolterraKernels.rungeKuttaGradient(
                        forward.saved(), tensor(operands[6]), tensor(operands[7]));
                return results(forward.result(), g.start(), g.rates());
            }
        }
    }

    /** Method of steps in float64. */
    private interface Method {
        double[] step(double[] state, double[] rates, double h);
    }

    private static double[] derivative(double[] state, double[] rates) {
        return new double[] {
            state[0] * (rates[0] - rates[1] * state[1]), state[1] * (rates[2] * state[0] - rates[3]),
        };
    }

    private static double[] moved(double[] state, double h, double[] change) {
        return new double[] {state[0] + h * change[0], state[1] + h * change[1]};
    }

    private static double[] eulerStep(double[] state, double[] rates, double h) {
        return moved(state, h, derivative(state, rates));
    }

    private static double[] rungeKuttaStep(double[] state, double[] rates, double h) {
        double[] k1 = derivative(state, rates);
        double[] k2 = derivative(moved(state, h / 2, k1), rates);
        double[] k3 = derivative(moved(state, h / 2, k2), rates);
        double[] k4 = derivative(moved(state, h, k3), rates);
        double[] next = new double[2];
        Arrays.setAll(next, i -> state[i] + h / 6 * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]));
        return next;
    }

    /** Returns the prey of all pairs, then the predators. */
    private static double[] run(Method method, double h, int steps, double[]... operands) {
        double[] result = new double[2 * COUNT];
        for (int i = 0; i < COUNT; i++) {
            double[] state = {operands[0][i], operands[1][i]};
            double[] rates = {operands[2][i], operands[3][i], operands[4][i], operands[5][i]};
            for (int step = 0; step < steps; step++) {
                state = method.step(state, rates, h);
            }
            result[i] = state[0];
            result[COUNT + i] = state[1];
        }
        return result;
    }

    private static void check(Host host, Class<? extends Host.Program> program, Method method) {
        double[][] operands = Arrays.copyOf(NUMBERS, NUMBERS.length + 2);
        operands[NUMBERS.length] = Arrays.copyOf(COTANGENT, COUNT);
        operands[NUMBERS.length + 1] = Arrays.copyOfRange(COTANGENT, COUNT, 2 * COUNT);

        double[][] actual = host.run(LotkaVolterra.class, program, operands);

        double[] expected = run(method, H, STEPS, NUMBERS);
        Numbers.check("prey", actual[0], Arrays.copyOf(expected, COUNT), TOLERANCE);
        Numbers.check("predators", actual[1], Arrays.copyOfRange(expected, COUNT, 2 * COUNT), TOLERANCE);
        for (int i = 0; i < NUMBERS.length; i++) {
            double[] gradient = Numbers.differences(x -> Numbers.dot(run(method, H, STEPS, x), COTANGENT), NUMBERS, i);
            Numbers.check("gradient of " + OPERANDS[i], actual[2 + i], gradient, GRADIENT_TOLERANCE);
        }
    }

    @ParameterizedTest
    @EnumSource
    void euler_andItsGradients_matchFloat64(Host host) {
        check(host, Euler.class, LotkaVolterraTest::eulerStep);
    }

    @ParameterizedTest
    @EnumSource
    void rungeKutta_andItsGradients_matchFloat64(Host host) {
        check(host, RungeKutta.class, LotkaVolterraTest::rungeKuttaStep);
    }

    @Test
    void rungeKutta_ofTheExample_isTheSolution() {
        double[] fine = run(LotkaVolterraTest::rungeKuttaStep, H / 10.0, 10 * STEPS, NUMBERS);
        Numbers.check("solution", run(LotkaVolterraTest::rungeKuttaStep, H, STEPS, NUMBERS), fine, 1e-7);
        double[] euler = run(LotkaVolterraTest::eulerStep, H, STEPS, NUMBERS);
        assertThat(euler[0]).isNotCloseTo(fine[0], within(1e-4));
    }
}
