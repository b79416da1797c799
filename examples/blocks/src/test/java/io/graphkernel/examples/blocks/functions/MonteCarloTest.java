package io.graphkernel.examples.blocks.functions;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.runtime.Tensor;
import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Simulated paths against float64, and the mean payoff against the price by Black and Scholes. */
class MonteCarloTest {
    private static final float SPOT = 100;
    private static final float STRIKE = 105;
    private static final float RATE = 0.03f;
    private static final float VOLATILITY = 0.2f;
    private static final float EXPIRY = 1;
    private static final long SEED = 20;
    private static final int STEPS = 20;
    private static final int COUNT = 100_000;
    /** Rounding errors of all steps. */
    private static final double TOLERANCE = 1e-5;

    static final class Program implements Host.Program {

        @Override
        public double[][] run(double[]... operands) {
            MonteCarlo.Market market = new MonteCarlo.Market(SPOT, RATE, VOLATILITY);
            Tensor normals = MonteCarloKernels.normals(SEED, STEPS, COUNT);
            Tensor paths = MonteCarloKernels.paths(market, EXPIRY, SEED, STEPS, COUNT);
            MonteCarlo.Estimate call = MonteCarloKernels.call(market, STRIKE, EXPIRY, SEED, STEPS, COUNT);
            return Numbers.elements(normals, paths, call.price(), call.error());
        }
    }

    @ParameterizedTest
    @EnumSource
    void paths_areTheProductsOfTheirSteps(Host host) {
        double[][] actual = host.run(MonteCarlo.class, Program.class);

        double time = (double) EXPIRY / STEPS;
        double[] expected = new double[STEPS * COUNT];
        double[] payoffs = new double[COUNT];
        for (int path = 0; path < COUNT; path++) {
            double price = SPOT;
            for (int step = 0; step < STEPS; step++) {
                double random = VOLATILITY * Math.sqrt(time) * actual[0][step * COUNT + path];
                price *= Math.exp((RATE - 0.5 * VOLATILITY * VOLATILITY) * time + random);
                expected[step * COUNT + path] = price;
            }
            payoffs[path] = Math.exp(-RATE * EXPIRY) * Math.max(price - STRIKE, 0);
        }
        Numbers.check("paths", actual[1], expected, TOLERANCE);
        double mean = Arrays.stream(payoffs).average().orElseThrow();
        double variance = Arrays.stream(payoffs)
                .map(payoff -> (payoff - mean) * (payoff - mean))
                .average()
                .orElseThrow();
        Numbers.check("price", actual[2], new double[] {mean}, TOLERANCE);
        Numbers.check("error", actual[3], new double[] {Math.sqrt(variance / COUNT)}, TOLERANCE);
    }

    @ParameterizedTest
    @EnumSource
    void call_isThePriceByBlackAndScholes_withinTheStatisticalError(Host host) {
        double[][] actual = host.run(MonteCarlo.class, Program.class);

        double exact = NormalDistribution.call(SPOT, STRIKE, VOLATILITY, RATE, EXPIRY);
        double error = actual[3][0];
        assertThat(error).isBetween(1e-3 * exact, 1e-2 * exact);
        assertThat(Math.abs(actual[2][0] - exact)).isLessThan(4 * error);
        double[] random = actual[0];
        double mean = Arrays.stream(random).average().orElseThrow();
        double square = Arrays.stream(random).map(z -> z * z).average().orElseThrow();
        assertThat(Math.abs(mean)).isLessThan(4 / Math.sqrt(random.length));
        assertThat(Math.abs(square - 1)).isLessThan(4 * Math.sqrt(2.0 / random.length));
    }
}
