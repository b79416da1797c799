package io.graphkernel.examples.blocks.functions;

import static io.graphkernel.runtime.Elementwise.map;
import static io.graphkernel.runtime.Ops.mul;
import static io.graphkernel.runtime.Ops.narrow;
import static io.graphkernel.runtime.Ops.reduceMean;
import static io.graphkernel.runtime.Ops.sqrt;
import static io.graphkernel.runtime.Ops.square;
import static io.graphkernel.runtime.Ops.squeeze;
import static io.graphkernel.runtime.Ops.standardNormal;
import static io.graphkernel.runtime.Ops.sub;
import static io.graphkernel.runtime.Scans.scan;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.runtime.Tensor;

/** Simulation of log-normal paths of an asset, and the price of calls by their mean payoff. */
public final class MonteCarlo {

    private MonteCarlo() {}

    /**
     * Market of an asset.
     *
     * @param spot price of the asset
     * @param rate annual risk-free rate
     * @param volatility annual volatility
     */
    public record Market(float spot, float rate, float volatility) {}

    /**
     * Returns normal random numbers of a counter-based generator, [steps, count].
     *
     * @param seed seed of the generator
     * @param steps number of steps of each path
     * @param count number of paths
     */
    @GraphKernel
    static Tensor normals(long seed, int steps, int count) {
        return standardNormal(seed, 0, steps, count);
    }

    /**
     * Returns the price of the asset after each step of each path, [steps, count].
     *
     * @param market market of the asset
     * @param expiry years that the steps cover
     * @param seed seed of the generator
     * @param steps number of steps of each path
     * @param count number of paths
     */
    @GraphKernel
    public static Tensor paths(Market market, float expiry, long seed, int steps, int count) {
        float time = expiry / steps;
        float deviation = market.volatility() * (float) Math.sqrt(time);
        float drift = market.rate() * time - 0.5f * deviation * deviation;
        Tensor random = normals(seed, steps, count);
        return scan(random, 0, market.spot(), (s, z) -> s * (float) Math.exp(drift + deviation * z));
    }

    /**
     * Price of an option.
     *
     * @param price mean of the discounted payoffs
     * @param error standard error of the mean
     */
    public record Estimate(Tensor price, Tensor error) {}

    /**
     * Returns the estimated price of a call.
     *
     * @param market market of the asset
     * @param strike price at which the option buys the asset
     * @param expiry years until the option expires
     * @param seed seed of the generator
     * @param steps number of steps of each path
     * @param count number of paths
     */
    @GraphKernel
    public static Estimate call(Market market, float strike, float expiry, long seed, int steps, int count) {
        Tensor last = squeeze(narrow(paths(market, expiry, seed, steps, count), 0, steps - 1, 1), 0);
        float discount = (float) Math.exp(-market.rate() * expiry);
        Tensor payoff = map(last, s -> discount * Math.max(s - strike, 0));
        Tensor price = reduceMean(payoff, -1);
        Tensor variance = reduceMean(square(sub(payoff, price)), -1);
        return new Estimate(price, sqrt(mul(variance, 1f / count)));
    }
}
