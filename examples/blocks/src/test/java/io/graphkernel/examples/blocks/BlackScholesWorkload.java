package io.graphkernel.examples.blocks;

import static io.graphkernel.examples.blocks.Torch.scalar;

import io.graphkernel.examples.blocks.functions.BlackScholes;
import io.graphkernel.examples.blocks.functions.NormalDistribution;
import java.util.List;
import org.bytedeco.pytorch.Tensor;

final class BlackScholesWorkload extends Workload {
    private static final float RATE = 0.03f;
    private static final float EXPIRY = 0.75f;
    private static final double ROOT = Math.sqrt(EXPIRY);
    private static final double DISCOUNT = Math.exp(-RATE * (double) EXPIRY);

    BlackScholesWorkload(int options) {
        super("Black-Scholes with greeks", BlackScholes.class, "greeks");
        tensor(80, 120, options);
        tensor(80, 120, options);
        tensor(0.1, 0.5, options);
        number(RATE);
        number(EXPIRY);
    }

    @Override
    List<Values> expected(List<Values> x) {
        Values spot = x.get(0);
        Values strike = x.get(1);
        Values volatility = x.get(2);
        int[] dims = spot.dims();
        Values d1 = Values.of(
                p -> {
                    double deviation = volatility.at(p) * ROOT;
                    return (Math.log(spot.at(p) / strike.at(p)) + RATE * (double) EXPIRY) / deviation + deviation / 2;
                },
                dims);
        Values price =
                Values.of(p -> NormalDistribution.call(spot.at(p), strike.at(p), volatility.at(p), RATE, EXPIRY), dims);
        Values delta = Values.of(p -> NormalDistribution.cdf(d1.at(p)), dims);
        Values vega = Values.of(p -> spot.at(p) * NormalDistribution.density(d1.at(p)) * ROOT, dims);
        return List.of(price, delta, vega);
    }

    @Override
    List<Tensor> torch(List<Tensor> x) {
        Tensor spot = x.get(0);
        Tensor deviation = x.get(2).mul(scalar(ROOT));
        Tensor logarithm = spot.div(x.get(1)).log().add(scalar(RATE * (double) EXPIRY));
        Tensor d1 = logarithm.div(deviation).add(deviation.mul(scalar(0.5)));
        Tensor delta = cdf(d1);
        Tensor discounted = x.get(1).mul(scalar(DISCOUNT)).mul(cdf(d1.sub(deviation)));
        Tensor density = d1.mul(d1).mul(scalar(-0.5)).exp();
        Tensor vega = spot.mul(density).mul(scalar(ROOT / Math.sqrt(2 * Math.PI)));
        return List.of(spot.mul(delta).sub(discounted), delta, vega);
    }

    private static Tensor cdf(Tensor x) {
        return x.mul(scalar(-Math.sqrt(0.5))).erfc().mul(scalar(0.5));
    }
}
