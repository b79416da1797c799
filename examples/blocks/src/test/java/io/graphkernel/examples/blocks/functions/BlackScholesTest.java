package io.graphkernel.examples.blocks.functions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.graphkernel.runtime.Tensor;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The price of calls and their sensitivities, against float64. */
class BlackScholesTest {
    private static final int COUNT = 1001;
    private static final float RATE = 0.03f;
    private static final float EXPIRY = 0.75f;
    private static final double TOLERANCE = 4e-6;

    private static final double[][] NUMBERS = {
        Numbers.random(1, COUNT, 80, 120), Numbers.random(2, COUNT, 80, 120), Numbers.random(3, COUNT, 0.1, 0.5),
    };

    static final class Program implements Host.Program {

        @Override
        public double[][] run(double[]... operands) {
            Tensor spot = Numbers.tensor(operands[0], COUNT);
            Tensor strike = Numbers.tensor(operands[1], COUNT);
            Tensor volatility = Numbers.tensor(operands[2], COUNT);
            BlackScholes.Greeks greeks = BlackScholesKernels.greeks(spot, strike, volatility, RATE, EXPIRY);
            Tensor price = BlackScholesKernels.price(spot, strike, volatility, RATE, EXPIRY);
            return Numbers.elements(greeks.price(), greeks.delta(), greeks.vega(), price);
        }
    }

    private static double price(double spot, double strike, double volatility) {
        return NormalDistribution.call(spot, strike, volatility, RATE, EXPIRY);
    }

    private static double[] prices(double[]... operands) {
        double[] prices = new double[COUNT];
        Arrays.setAll(prices, i -> price(operands[0][i], operands[1][i], operands[2][i]));
        return prices;
    }

    /** Returns the derivative of each price by an operand, by central differences. */
    private static double[] derivative(int operand) {
        double[][] above = NUMBERS.clone();
        double[][] below = NUMBERS.clone();
        double step = 1e-5;
        above[operand] = Arrays.stream(NUMBERS[operand]).map(x -> x + step).toArray();
        below[operand] = Arrays.stream(NUMBERS[operand]).map(x -> x - step).toArray();
        double[] derivative = prices(above);
        double[] pricesBelow = prices(below);
        Arrays.setAll(derivative, i -> (derivative[i] - pricesBelow[i]) / (2 * step));
        return derivative;
    }

    @ParameterizedTest
    @EnumSource
    void greeks_matchFloat64(Host host) {
        double[][] actual = host.run(BlackScholes.class, Program.class, NUMBERS);

        Numbers.check("price", actual[0], prices(NUMBERS), TOLERANCE);
        Numbers.check("delta", actual[1], derivative(0), TOLERANCE);
        Numbers.check("vega", actual[2], derivative(2), TOLERANCE);
        Numbers.check("price alone", actual[3], prices(NUMBERS), TOLERANCE);
    }

    @Test
    void normalCdf_matchesFloat64() {
        for (float x = -20; x <= 20; x += 0.0625f) {
            assertThat((double) BlackScholes.normalCdf(x))
                    .as("of %s", x)
                    .isCloseTo(NormalDistribution.cdf(x), within(2e-7));
        }
    }
}
