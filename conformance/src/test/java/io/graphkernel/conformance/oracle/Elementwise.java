package io.graphkernel.conformance.oracle;

import io.graphkernel.bridge.accuracy.Reference;

/** Activations, their gradients, and other functions of one element of each operand. */
public final class Elementwise {

    /** √(2/π). */
    private static final double GELU_SCALE = Math.sqrt(2 / Math.PI);

    private static final double GELU_CUBIC = 0.044715;
    static final double FAST_GELU_SLOPE = 1.702;
    /** Error of a target's transcendental functions. */
    public static final double FUNCTION_ULPS = 2;

    private Elementwise() {}

    public static Real real(Scalar scalar) {
        return (Real) scalar;
    }

    /** x · y + z, the product infinite beyond the computing format. */
    public static Scalar multiplyAdd(Scalar x, Scalar y, Scalar z) {
        return held(x.times(y)).plus(z);
    }

    /** input + value · (x · y), the products infinite beyond the computing format. */
    public static Scalar addcmul(Scalar input, Scalar x, Scalar y, Scalar value) {
        return input.plus(held(value.times(held(x.times(y)))));
    }

    private static Scalar held(Scalar x) {
        return x instanceof Real value ? value.held() : x;
    }

    public static Real exp(Scalar x) {
        return real(x).apply(Math::exp, FUNCTION_ULPS);
    }

    public static Real log(Scalar x) {
        return real(x).apply(Math::log, FUNCTION_ULPS);
    }

    public static Real log1p(Scalar x) {
        return real(x).apply(Math::log1p, 4);
    }

    public static Real sqrt(Scalar x) {
        return real(x).apply(Math::sqrt, FUNCTION_ULPS);
    }

    public static Real rsqrt(Scalar x) {
        return real(x).apply(v -> 1 / Math.sqrt(v), FUNCTION_ULPS);
    }

    public static Real tanh(Scalar x) {
        return real(x).apply(Math::tanh, FUNCTION_ULPS);
    }

    public static Real sigmoid(Scalar x) {
        return real(x).apply(Reference::sigmoid, 4);
    }

    public static Scalar relu(Scalar x) {
        return x.max(x.number(0));
    }

    public static Scalar clamp(Scalar x, double low, double high) {
        return x.max(x.number(low)).min(x.number(high));
    }

    public static Scalar silu(Scalar x) {
        return x.times(sigmoid(x));
    }

    /** 0.5 · x · (1 + tanh(u)), which is x · sigmoid(2u). */
    public static Scalar gelu(Scalar x) {
        return x.times(sigmoid(geluGate(x)));
    }

    /** 2u = 2 · √(2/π) · (x + 0.044715 x³). */
    static Scalar geluGate(Scalar x) {
        Scalar cubic = x.times(x).times(x).times(x.number(GELU_CUBIC));
        return x.plus(cubic).times(x.number(2 * GELU_SCALE));
    }

    static Scalar geluGateSlope(Scalar x) {
        return x.number(1).plus(x.times(x).times(x.number(3 * GELU_CUBIC))).times(x.number(2 * GELU_SCALE));
    }

    /** x · Φ(x). */
    public static Scalar geluErf(Scalar x) {
        return x.times(normalDistribution(x));
    }

    /** Φ(x) = erfc(-x / √2) / 2. */
    static Scalar normalDistribution(Scalar x) {
        Scalar argument = x.times(x.number(-1 / Math.sqrt(2)));
        return real(argument).apply(Reference::erfc, 4).times(x.number(0.5));
    }

    public static Scalar fastGelu(Scalar x) {
        return x.times(sigmoid(x.times(x.number(FAST_GELU_SLOPE))));
    }

    public static Scalar hardSigmoid(Scalar x) {
        return clamp(x.over(x.number(6)).plus(x.number(0.5)), 0, 1);
    }

    public static Scalar hardSwish(Scalar x) {
        return x.times(clamp(x.plus(x.number(3)), 0, 6).over(x.number(6)));
    }

    public static Scalar hardShrink(Scalar x, double lambda) {
        Scalar magnitude = x.magnitude();
        Scalar bound = x.number(lambda);
        return real(bound).whereLess(magnitude, x, magnitude.asDouble() != magnitude.asDouble() ? x : x.number(0));
    }

    /** x - clip(x, -lambda, lambda). */
    public static Scalar softShrink(Scalar x, double lambda) {
        return x.minus(clamp(x, -lambda, lambda));
    }

    public static Scalar leakyRelu(Scalar x, Scalar slope) {
        return x.isLess(x.number(0)) ? slope.times(x) : x;
    }

    public static Scalar elu(Scalar x, Scalar alpha) {
        Scalar negative = real(x.min(x.number(0))).apply(Math::expm1, 4).times(alpha);
        return relu(x).plus(negative);
    }

    /** scale · (x for x > 0, else alpha · (eˣ - 1)) with the constants of Klambauer and others (2017). */
    public static Scalar selu(Scalar x) {
        return elu(x, x.number(1.6732632423543772)).times(x.number(1.0507009873554805));
    }

    /** x for x > 0, else alpha · (e^(x / alpha) - 1). */
    public static Scalar celu(Scalar x, Scalar alpha) {
        Scalar negative = real(x.min(x.number(0)).over(alpha)).apply(Math::expm1, 4);
        return relu(x).plus(negative.times(alpha));
    }

    /** ln sigmoid(x) = -softplus(-x). */
    public static Scalar logSigmoid(Scalar x) {
        return softplus(x.negated()).negated();
    }

    public static Scalar softplus(Scalar x) {
        return real(x).apply(Reference::softplus, 8);
    }

    /** ln(1 + e^(beta x)) / beta, or x where beta x exceeds the threshold. */
    public static Scalar softplusExt(Scalar x, Scalar beta, Scalar threshold) {
        Scalar scaled = x.times(beta);
        Real value = real(scaled).apply(Reference::softplus, 8);
        return real(threshold).whereLess(scaled, x, value.over(beta));
    }

    /** x · tanh(softplus(x)). */
    public static Scalar mish(Scalar x) {
        return x.times(tanh(softplus(x)));
    }

    public static Scalar softsign(Scalar x) {
        return x.over(x.number(1).plus(x.magnitude()));
    }

    /** √x where x exceeds a, else b; at least the floor. */
    public static Scalar clipByNormNoDivSum(Scalar x, Scalar a, Scalar b, Scalar floor) {
        boolean greater = a.isLess(x);
        Scalar root = greater ? sqrt(x) : x;
        return root.max(floor);
    }

    /** start + weight · (end - start), or end - (1 - weight) · (end - start). */
    public static Scalar lerp(Scalar start, Scalar end, Scalar weight) {
        Scalar difference = end.minus(start);
        Scalar rest = weight.number(1).minus(weight);
        if (start.asDouble() < 0 != end.asDouble() < 0) {
            return rest.times(start).plus(weight.times(end));
        }
        return Real.eitherWay(start.plus(weight.times(difference)), end.minus(rest.times(difference)));
    }

    /** input + value · (x / y). */
    public static Scalar addcdiv(Scalar input, Scalar x, Scalar y, Scalar value) {
        return input.plus(held(value.times(held(x.over(y)))));
    }

    /** 0.5 d² / beta for d < beta, else d - 0.5 beta, with d = |x - y|. */
    public static Scalar smoothL1(Scalar x, Scalar y, Scalar beta) {
        Scalar d = x.minus(y).magnitude();
        Scalar quadratic = d.over(beta).times(d.times(d.number(0.5)));
        return real(d).whereLess(beta, quadratic, d.minus(beta.times(beta.number(0.5))));
    }

    /** y · (ln y - x) where y > 0, else 0. */
    public static Scalar klDivergence(Scalar x, Scalar y) {
        return y.number(0).isLess(y) ? y.times(log(y).minus(x)) : y.number(0);
    }

    /** max(x, 0) - x · z + ln(1 + e^-|x|). */
    public static Scalar sigmoidCrossEntropy(Scalar x, Scalar z) {
        return logitsCrossEntropy(x, z, z.number(1), z.number(1));
    }

    public static Scalar binaryCrossEntropy(Scalar x, Scalar y, Scalar weight) {
        Scalar hit = y.times(log(x).max(x.number(-100)));
        Real complement = real(x).apply(v -> Math.log1p(-v), 8);
        Scalar miss = y.number(1).minus(y).times(complement.max(x.number(-100)));
        return hit.plus(miss).negated().times(weight);
    }

    /** (1 - y) · ln(1 + eˣ) + positiveWeight · y · ln(1 + e^-x), weighted: -ln(1 - p) for false and -ln p for true. */
    public static Scalar logitsCrossEntropy(Scalar x, Scalar y, Scalar weight, Scalar positiveWeight) {
        Scalar miss = y.number(1).minus(y).times(softplus(x));
        Scalar hit = positiveWeight.times(y).times(softplus(x.negated()));
        return miss.plus(hit).times(weight);
    }
}
