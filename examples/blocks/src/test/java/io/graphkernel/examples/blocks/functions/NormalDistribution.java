package io.graphkernel.examples.blocks.functions;

/** The normal distribution in float64. */
public final class NormalDistribution {

    private static final double FAR = 9;

    private NormalDistribution() {}

    /**
     * Returns the density.
     *
     * @param x any number
     */
    public static double density(double x) {
        return Math.exp(-x * x / 2) / Math.sqrt(2 * Math.PI);
    }

    /**
     * Returns the distribution function, by its Taylor series, divided by the density.
     *
     * @param x any number
     */
    public static double cdf(double x) {
        if (Math.abs(x) > FAR) {
            return x > 0 ? 1 : 0;
        }
        double sum = 0;
        double term = x;
        for (int i = 3; sum != sum + term; i += 2) {
            sum += term;
            term *= x * x / i;
        }
        return 0.5 + sum * density(x);
    }

    /**
     * Returns the price of a call by Black and Scholes.
     *
     * @param spot price of the asset
     * @param strike price at which the option buys it
     * @param volatility annual volatility
     * @param rate annual risk-free rate
     * @param expiry years until the option expires
     */
    public static double call(double spot, double strike, double volatility, double rate, double expiry) {
        double deviation = volatility * Math.sqrt(expiry);
        double d1 = (Math.log(spot / strike) + rate * expiry) / deviation + deviation / 2;
        return spot * cdf(d1) - strike * Math.exp(-rate * expiry) * cdf(d1 - deviation);
    }
}
