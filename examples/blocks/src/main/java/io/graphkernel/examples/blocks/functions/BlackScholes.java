package io.graphkernel.examples.blocks.functions;

import static io.graphkernel.runtime.Elementwise.map;
import static io.graphkernel.runtime.Gradients.gradient;
import static io.graphkernel.runtime.Ops.reduceSum;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.runtime.Tensor;

/** The model of Black and Scholes for European call options, and its sensitivities. */
public final class BlackScholes {

    /** Distance from 0 beyond which f32 represents no tail of the distribution. */
    private static final float FAR = 14;

    private BlackScholes() {}

    /** Returns the normal distribution function, by the rational function of Hart. */
    static float normalCdf(float x) {
        float z = Math.min(Math.abs(x), FAR);
        float p = 0.0352624966f * z + 0.700383064f;
        p = p * z + 6.37396220f;
        p = p * z + 33.9128661f;
        p = p * z + 112.079292f;
        p = p * z + 221.213596f;
        p = p * z + 220.206868f;
        float q = 0.0883883477f * z + 1.75566716f;
        q = q * z + 16.0641776f;
        q = q * z + 86.7807322f;
        q = q * z + 296.564249f;
        q = q * z + 637.333633f;
        q = q * z + 793.826513f;
        q = q * z + 440.413736f;
        float tail = (float) Math.exp(-0.5f * z * z) * p / q;
        return x > 0 ? 1 - tail : tail;
    }

    /**
     * Returns the price of a call.
     *
     * @param spot price of the asset
     * @param strike price at which the option buys it
     * @param volatility annual volatility
     * @param rate annual risk-free rate
     * @param expiry years until the option expires
     */
    static float call(float spot, float strike, float volatility, float rate, float expiry) {
        float deviation = volatility * (float) Math.sqrt(expiry);
        float d1 = ((float) Math.log(spot / strike) + rate * expiry) / deviation + 0.5f * deviation;
        float discounted = strike * (float) Math.exp(-rate * expiry);
        return spot * normalCdf(d1) - discounted * normalCdf(d1 - deviation);
    }

    /** Returns the price of each call. */
    @GraphKernel
    static Tensor price(
            @TensorType("f32[n]") Tensor spot,
            @TensorType("f32[n]") Tensor strike,
            @TensorType("f32[n]") Tensor volatility,
            float rate,
            float expiry) {
        return map(spot, strike, volatility, (s, k, v) -> call(s, k, v, rate, expiry));
    }

    /**
     * Results of the model.
     *
     * @param price price of the call
     * @param delta derivative with respect to the spot price
     * @param vega derivative with respect to the volatility
     */
    public record Greeks(Tensor price, Tensor delta, Tensor vega) {}

    /**
     * Returns the price and the sensitivities of each call. The flag allows all ops in one kernel.
     *
     * @param spot price of the asset
     * @param strike price at which the option buys it
     * @param volatility annual volatility
     * @param rate annual risk-free rate
     * @param expiry years until the option expires
     */
    @GraphKernel(flags = "--composite_op_limit_size=400")
    public static Greeks greeks(
            @TensorType("f32[n]") Tensor spot,
            @TensorType("f32[n]") Tensor strike,
            @TensorType("f32[n]") Tensor volatility,
            float rate,
            float expiry) {
        Tensor[] g = gradient(() -> reduceSum(price(spot, strike, volatility, rate, expiry)), spot, volatility);
        return new Greeks(price(spot, strike, volatility, rate, expiry), g[0], g[1]);
    }
}
