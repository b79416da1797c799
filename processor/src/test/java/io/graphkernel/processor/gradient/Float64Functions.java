package io.graphkernel.processor.gradient;

import io.graphkernel.processor.graph.DType;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.op.OpTable;

/** What basic elementwise ops and combiners give, in float64. */
final class Float64Functions {

    private static final double TWO_OVER_SQRT_PI = 2 / Math.sqrt(Math.PI);

    private Float64Functions() {}

    static double apply(Node node, double[] v) {
        double x = v[0];
        double y = v.length > 1 ? v[1] : 0;
        return switch (node.op()) {
            case "Add" -> x + y;
            case "Sub" -> x - y;
            case "Mul" -> x * y;
            case "RealDiv" -> x / y;
            case "Div" -> node.dtype().isFloating() ? x / y : Math.signum(x / y) * Math.floor(Math.abs(x / y));
            case "FloorDiv" -> Math.floor(x / y);
            case "FloorMod" -> x - y * Math.floor(x / y);
            case "Mod" -> x % y;
            case "Maximum" -> Math.max(x, y);
            case "Minimum" -> Math.min(x, y);
            case "IdentityMath", "BroadcastLike" -> x;
            case "Cast" -> cast(node.dtype(), x);
            case "Abs" -> Math.abs(x);
            case "Neg" -> -x;
            case "Sign" -> Math.signum(x);
            case "Reciprocal" -> 1 / x;
            case "Sqrt" -> Math.sqrt(x);
            case "Rsqrt" -> 1 / Math.sqrt(x);
            case "Floor" -> Math.floor(x);
            case "Ceil" -> Math.ceil(x);
            case "Trunc" -> x < 0 ? Math.ceil(x) : Math.floor(x);
            case "Round" -> Math.rint(x);
            case "Select" -> x != 0 ? v[1] : v[2];
            case "PhiloxUniform" -> uniform(x, y, v[2]);
            case "PhiloxNormal" -> Math.cos(6 * uniform(x, y, v[2])) * 2;
            default -> node.dtype() == DType.BOOL ? test(node.op(), x, y) ? 1 : 0 : transcendental(node.op(), x, y);
        };
    }

    private static double cast(DType dtype, double x) {
        if (dtype == DType.BOOL) {
            return x != 0 ? 1 : 0;
        }
        return dtype.isFloating() ? x : (long) x;
    }

    /** To the nearest 16-bit float, of equally near ones to the even one; a value of another dtype itself. */
    static double rounded(DType dtype, double x) {
        if (!dtype.isHalf() || x == 0 || !Double.isFinite(x)) {
            return x;
        }
        boolean brain = dtype == DType.BF16;
        int exponent = Math.max(Math.getExponent(x), brain ? -126 : -14);
        double step = Math.scalb(1.0, exponent - (brain ? 7 : 10));
        double nearest = Math.rint(x / step) * step;
        return Math.abs(nearest) < Math.scalb(1.0, brain ? 128 : 16) ? nearest : Math.copySign(1 / 0.0, x);
    }

    /** Another function of the index and the seeds than Philox: any will do. */
    private static double uniform(double index, double seed, double seed2) {
        double mixed = Math.sin(index * 12.9898 + seed * 78.233 + seed2 * 37.719) * 43758.5453;
        return mixed - Math.floor(mixed);
    }

    private static boolean test(String op, double x, double y) {
        return switch (op) {
            case "Equal" -> x == y;
            case "NotEqual" -> x != y;
            case "Greater" -> x > y;
            case "GreaterEqual" -> x >= y;
            case "Less" -> x < y;
            case "LessEqual" -> x <= y;
            case "IsNan" -> Double.isNaN(x);
            case "IsInf" -> Double.isInfinite(x);
            case "IsFinite" -> Double.isFinite(x);
            case "LogicalAnd" -> x != 0 && y != 0;
            case "LogicalOr" -> x != 0 || y != 0;
            case "LogicalXor" -> x != 0 ^ y != 0;
            case "LogicalNot" -> x == 0;
            default -> throw new IllegalArgumentException("no function for " + op + " here: add it");
        };
    }

    private static double transcendental(String op, double x, double y) {
        return switch (op) {
            case "Exp" -> Math.exp(x);
            case "Exp2" -> Math.pow(2, x);
            case "Expm1" -> Math.expm1(x);
            case "Log" -> Math.log(x);
            case "Log2" -> Math.log(x) / Math.log(2);
            case "Log10" -> Math.log10(x);
            case "Log1p" -> Math.log1p(x);
            case "Pow" -> Math.pow(x, y);
            case "Sin" -> Math.sin(x);
            case "Cos" -> Math.cos(x);
            case "Tan" -> Math.tan(x);
            case "Asin" -> Math.asin(x);
            case "ACos" -> Math.acos(x);
            case "Atan" -> Math.atan(x);
            case "Atan2" -> Math.atan2(x, y);
            case "Sinh" -> Math.sinh(x);
            case "Cosh" -> Math.cosh(x);
            case "Tanh" -> Math.tanh(x);
            case "Asinh" -> Math.copySign(Math.log(Math.abs(x) + Math.sqrt(x * x + 1)), x);
            case "Acosh" -> Math.log(x + Math.sqrt(x * x - 1));
            case "Atanh" -> 0.5 * Math.log1p(2 * x / (1 - x));
            case "Erf" -> erf(x);
            case "Erfc" -> 1 - erf(x);
            case "Sigmoid" -> 1 / (1 + Math.exp(-x));
            default -> throw new IllegalArgumentException("no function for " + op + " here: add it");
        };
    }

    /** By its series, e^(-x²) · 2/√π · Σ 2ⁿ x^(2n + 1) / (2n + 1)!!, of which no term is negative for x > 0. */
    private static double erf(double x) {
        if (Math.abs(x) > 6) {
            return Math.signum(x);
        }
        double term = x;
        double sum = 0;
        for (int n = 0; sum != sum + term; n++) {
            sum += term;
            term *= 2 * x * x / (2 * n + 3);
        }
        return TWO_OVER_SQRT_PI * Math.exp(-x * x) * sum;
    }

    static double identity(Node node) {
        return switch (OpTable.get().row(node).combiner()) {
            case SUM, ANY -> 0;
            case PROD, ALL -> 1;
            case MAX -> Double.NEGATIVE_INFINITY;
            case MIN -> Double.POSITIVE_INFINITY;
        };
    }

    static double combine(Node node, double a, double b) {
        return switch (OpTable.get().row(node).combiner()) {
            case SUM -> a + b;
            case PROD -> a * b;
            case MAX, ANY -> Math.max(a, b);
            case MIN, ALL -> Math.min(a, b);
        };
    }
}
