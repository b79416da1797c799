package io.graphkernel.conformance.oracle;

/** Activations, their gradients, and other functions of one element of each operand. */
public final class Elementwise {

    /** √(2/π). */
    private static final double GELU_SCALE = Math.sqrt(2 / Math.PI);

    private static final double GELU_CUBIC = 0.044715;
    private static final double FAST_GELU_SLOPE = 1.702;
    /** What a target's transcendental functions may be off. */
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

    /** With s = sigmoid(x): s · (1 + x · (1 - s)). */
    public static Scalar siluGrad(Scalar dy, Scalar x) {
        Real s = sigmoid(x);
        Real complement = sigmoid(x.negated());
        return dy.times(s.plus(x.times(s).times(complement)));
    }

    /** 0.5 · x · (1 + tanh(u)), which is x · sigmoid(2u). */
    public static Scalar gelu(Scalar x) {
        return x.times(sigmoid(geluGate(x)));
    }

    /** 2u = 2 · √(2/π) · (x + 0.044715 x³). */
    private static Scalar geluGate(Scalar x) {
        Scalar cubic = x.times(x).times(x).times(x.number(GELU_CUBIC));
        return x.plus(cubic).times(x.number(2 * GELU_SCALE));
    }

    public static Scalar geluGrad(Scalar dy, Scalar x) {
        Real s = sigmoid(geluGate(x));
        Real complement = sigmoid(geluGate(x).negated());
        Scalar slope =
                x.number(1).plus(x.times(x).times(x.number(3 * GELU_CUBIC))).times(x.number(2 * GELU_SCALE));
        return dy.times(s.plus(x.times(slope).times(s.times(complement))));
    }

    public static Scalar fastGelu(Scalar x) {
        return x.times(sigmoid(x.times(x.number(FAST_GELU_SLOPE))));
    }

    public static Scalar fastGeluGrad(Scalar dy, Scalar x) {
        Scalar t = x.times(x.number(FAST_GELU_SLOPE));
        Real s = sigmoid(t);
        return dy.times(s.plus(t.times(s).times(sigmoid(t.negated()))));
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

    public static Scalar leakyRelu(Scalar x, Scalar slope) {
        return x.isLess(x.number(0)) ? slope.times(x) : x;
    }

    public static Scalar elu(Scalar x, Scalar alpha) {
        Scalar negative = real(x.min(x.number(0))).apply(Math::expm1, 4).times(alpha);
        return relu(x).plus(negative);
    }

    public static Scalar softplus(Scalar x) {
        return real(x).apply(Reference::softplus, 8);
    }

    public static Scalar softplusGrad(Scalar dy, Scalar x) {
        return dy.times(sigmoid(x));
    }

    /** ln(1 + e^(beta x)) / beta, or x where beta x exceeds the threshold. */
    public static Scalar softplusExt(Scalar x, Scalar beta, Scalar threshold) {
        Scalar scaled = x.times(beta);
        Real value = real(scaled).apply(Reference::softplus, 8);
        return real(threshold).whereLess(scaled, x, value.over(beta));
    }

    public static Scalar softplusGradExt(Scalar dy, Scalar x, Scalar beta, Scalar threshold) {
        Scalar scaled = x.times(beta);
        return real(threshold).whereLess(scaled, dy, dy.times(sigmoid(scaled)));
    }

    /** x · tanh(softplus(x)). */
    public static Scalar mish(Scalar x) {
        return x.times(tanh(softplus(x)));
    }

    public static Scalar softsign(Scalar x) {
        return x.over(x.number(1).plus(x.magnitude()));
    }

    public static Scalar reluGrad(Scalar dy, Scalar x) {
        return x.number(0).isLess(x) ? dy : dy.number(0);
    }

    public static Scalar sigmoidGrad(Scalar y, Scalar dy) {
        return dy.times(y).times(y.number(1).minus(y));
    }

    public static Scalar tanhGrad(Scalar y, Scalar dy) {
        return dy.times(y.number(1).minus(y.times(y)));
    }

    public static Scalar sqrtGrad(Scalar y, Scalar dy) {
        return dy.over(y.number(2).times(y));
    }

    public static Scalar rsqrtGrad(Scalar y, Scalar dy) {
        return y.number(-0.5).times(y.times(y).times(y)).times(dy);
    }

    /** √x where x exceeds a, else b; at least the floor. */
    public static Scalar clipByNormNoDivSum(Scalar x, Scalar a, Scalar b, Scalar floor) {
        boolean greater = a.isLess(x);
        Scalar root = greater ? sqrt(x) : x;
        return root.max(floor);
    }

    /** max(x, 0) - x · z + ln(1 + e^-|x|). */
    public static Scalar sigmoidCrossEntropy(Scalar x, Scalar z) {
        Real tail = real(x.magnitude().negated()).apply(Reference::softplus, 8);
        return relu(x).minus(x.times(z)).plus(tail);
    }

    public static Scalar sigmoidCrossEntropyGrad(Scalar x, Scalar z, Scalar dy) {
        return sigmoid(x).minus(z).times(dy);
    }

    public static Scalar binaryCrossEntropy(Scalar x, Scalar y, Scalar weight) {
        Scalar hit = y.times(log(x).max(x.number(-100)));
        Real complement = real(x).apply(v -> Math.log1p(-v), 8);
        Scalar miss = y.number(1).minus(y).times(complement.max(x.number(-100)));
        return hit.plus(miss).negated().times(weight);
    }

    /** -(y · positiveWeight · ln p + (1 - y) · ln(1 - p)) · weight with p = sigmoid(x). */
    public static Scalar logitsCrossEntropy(Scalar x, Scalar y, Scalar weight, Scalar positiveWeight) {
        Real hit = real(x.negated()).apply(Reference::softplus, 8);
        Real miss = real(x).apply(Reference::softplus, 8);
        Scalar expected =
                y.times(hit).times(positiveWeight).plus(y.number(1).minus(y).times(miss));
        return expected.times(weight);
    }
}
