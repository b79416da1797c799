package io.graphkernel.conformance.oracle;

import static io.graphkernel.conformance.oracle.Elementwise.exp;
import static io.graphkernel.conformance.oracle.Elementwise.real;
import static io.graphkernel.conformance.oracle.Elementwise.sigmoid;
import static io.graphkernel.conformance.oracle.Elementwise.softplus;
import static io.graphkernel.conformance.oracle.Elementwise.tanh;

/** Gradients of functions of one element: that of the result times the slope. */
public final class Gradients {

    private static final double SQRT_2_PI = Math.sqrt(2 * Math.PI);

    private Gradients() {}

    private static Scalar oneMinus(Scalar x) {
        return x.number(1).minus(x);
    }

    private static boolean isBetween(Scalar x, double low, double high) {
        return x.number(low).isLess(x) && x.isLess(x.number(high));
    }

    /** dy where x > 0, else 0. */
    public static Scalar relu(Scalar dy, Scalar x) {
        return x.number(0).isLess(x) ? dy : dy.number(0);
    }

    /** dy where 0 < x < 6, else 0. */
    public static Scalar relu6(Scalar dy, Scalar x) {
        return isBetween(x, 0, 6) ? dy : dy.number(0);
    }

    public static Scalar leakyRelu(Scalar dy, Scalar x, Scalar slope) {
        return x.number(0).isLess(x) ? dy : slope.times(dy);
    }

    /** Beyond, a gate is open or closed in float64, and its derivative 0 even times a large number. */
    private static final double CONSTANT = 1000;

    /** A derivative that is 1 or 0 for an argument of a large magnitude. */
    private static boolean isConstant(Scalar x) {
        return Math.abs(x.asDouble()) > CONSTANT;
    }

    /** The slope of a function that becomes the identity above, and 0 below. */
    private static Scalar limit(Scalar dy, Scalar x) {
        return dy.times(dy.number(x.asDouble() > 0 ? 1 : 0));
    }

    /** The gate's slope: dy · (s + x · s · (1 - s) · t') with s = sigmoid(t). */
    private static Scalar gated(Scalar dy, Scalar x, Scalar t, Scalar slope) {
        if (isConstant(t)) {
            return limit(dy, t);
        }
        Scalar s = sigmoid(t);
        return dy.times(s.plus(x.times(s).times(oneMinus(s)).times(slope)));
    }

    public static Scalar silu(Scalar dy, Scalar x) {
        return gated(dy, x, x, x.number(1));
    }

    public static Scalar gelu(Scalar dy, Scalar x) {
        return gated(dy, x, Elementwise.geluGate(x), Elementwise.geluGateSlope(x));
    }

    public static Scalar fastGelu(Scalar dy, Scalar x) {
        Scalar slope = x.number(Elementwise.FAST_GELU_SLOPE);
        return gated(dy, x, x.times(slope), slope);
    }

    /** dy · (Φ(x) + x · φ(x)). */
    public static Scalar geluErf(Scalar dy, Scalar x) {
        if (isConstant(x)) {
            return limit(dy, x);
        }
        Scalar density = exp(x.times(x).times(x.number(-0.5))).over(x.number(SQRT_2_PI));
        return dy.times(Elementwise.normalDistribution(x).plus(x.times(density)));
    }

    /** dy · (t + x · sigmoid(x) · (1 - t²)) with t = tanh(softplus(x)). */
    public static Scalar mish(Scalar dy, Scalar x) {
        if (isConstant(x)) {
            return limit(dy, x);
        }
        Scalar t = tanh(softplus(x));
        return dy.times(t.plus(x.times(sigmoid(x)).times(oneMinus(t.times(t)))));
    }

    /** With the result y: dy where y > 0, else dy · (y + alpha). */
    public static Scalar elu(Scalar dy, Scalar y, Scalar alpha) {
        return y.number(0).isLess(y) ? dy : dy.times(y.plus(alpha));
    }

    public static Scalar hardSigmoid(Scalar dy, Scalar x) {
        return isBetween(x, -3, 3) ? dy.over(dy.number(6)) : dy.number(0);
    }

    public static Scalar hardSwish(Scalar dy, Scalar x) {
        if (x.asDouble() <= -3) {
            return dy.number(0);
        }
        return x.asDouble() >= 3 ? dy : dy.times(x.over(x.number(3)).plus(x.number(0.5)));
    }

    public static Scalar hardShrink(Scalar dy, Scalar x, double lambda) {
        return x.magnitude().asDouble() <= lambda ? dy.number(0) : dy;
    }

    public static Scalar softplusGrad(Scalar dy, Scalar x) {
        return dy.times(sigmoid(x));
    }

    /** dy where beta · x exceeds the threshold, else dy · sigmoid(beta · x). */
    public static Scalar softplusExt(Scalar dy, Scalar x, Scalar beta, Scalar threshold) {
        Scalar scaled = x.times(beta);
        return real(threshold).whereLess(scaled, dy, dy.times(sigmoid(scaled)));
    }

    public static Scalar logSigmoid(Scalar dy, Scalar x) {
        return dy.times(sigmoid(x.negated()));
    }

    /** With the result y. */
    public static Scalar sigmoidGrad(Scalar y, Scalar dy) {
        return dy.times(y).times(oneMinus(y));
    }

    /** With the result y. */
    public static Scalar tanhGrad(Scalar y, Scalar dy) {
        return dy.times(oneMinus(y).times(y.number(1).plus(y)));
    }

    /** With the result y. */
    public static Scalar sqrt(Scalar y, Scalar dy) {
        return dy.over(y.number(2).times(y));
    }

    /** With the result y. */
    public static Scalar rsqrt(Scalar y, Scalar dy) {
        return y.number(-0.5).times(y).times(dy).times(y).times(y);
    }

    /** With the result y. */
    public static Scalar reciprocal(Scalar y, Scalar dy) {
        return dy.times(y).times(y).negated();
    }

    public static Scalar abs(Scalar x, Scalar dy) {
        return dy.times(x.sign());
    }

    public static Scalar sigmoidCrossEntropy(Scalar x, Scalar z, Scalar dy) {
        // sigmoid(x) - z, and for x ≥ 0 the same as (1 - z) - (1 - sigmoid(x)).
        Scalar difference =
                x.isLess(x.number(0)) ? sigmoid(x).minus(z) : oneMinus(z).minus(sigmoid(x.negated()));
        return difference.times(dy);
    }

    /** dy · weight · (x - y) / max(x · (1 - x), 1e-12). */
    public static Scalar binaryCrossEntropy(Scalar x, Scalar y, Scalar dy, Scalar weight) {
        Scalar spread = x.times(oneMinus(x)).max(x.number(1e-12));
        return dy.times(weight).times(x.minus(y)).over(spread);
    }

    /** clip((x - y) / beta, -1, 1) · dy. */
    public static Scalar smoothL1(Scalar x, Scalar y, Scalar dy, Scalar beta) {
        return Elementwise.clamp(x.minus(y).over(beta), -1, 1).times(dy);
    }
}
