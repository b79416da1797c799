package io.graphkernel.processor.gradient;

import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Node;
import io.graphkernel.op.OpTable;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Collections;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Basic elementwise ops and combiners in float64. */
final class Float64Functions {

    private static final double TWO_OVER_SQRT_PI = 2 / Math.sqrt(Math.PI);
    private static final Map<String, MethodHandle> JDK_FUNCTIONS = new ConcurrentHashMap<>();

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
            case "FloorDiv" -> floorDiv(x, y);
            case "FloorMod" -> x - y * Math.floor(x / y);
            case "Mod" -> x % y;
            case "Maximum" -> Math.max(x, y);
            case "Minimum" -> Math.min(x, y);
            case "IdentityMath", "BroadcastLike" -> x;
            case "Cast" -> cast(node.dtype(), x);
            case "Neg" -> -x;
            case "Sign" -> Math.signum(x);
            case "Reciprocal" -> 1 / x;
            case "Rsqrt" -> 1 / Math.sqrt(x);
            case "Trunc" -> x < 0 ? Math.ceil(x) : Math.floor(x);
            case "Round" -> Math.rint(x);
            case "Select" -> x != 0 ? v[1] : v[2];
            default -> node.dtype() == DataType.BOOL ? test(node.op(), x, y) ? 1 : 0 : transcendental(node, x, y);
        };
    }

    /** A quotient that rounds to zero is negative if the signs differ. */
    private static double floorDiv(double x, double y) {
        boolean vanishes = Double.isInfinite(y) && Double.isFinite(x) && x != 0;
        return vanishes && x < 0 != y < 0 ? -1 : Math.floor(x / y);
    }

    private static double cast(DataType dtype, double x) {
        if (dtype == DataType.BOOL) {
            return x != 0 ? 1 : 0;
        }
        return dtype.isFloating() ? x : (long) x;
    }

    /** Rounds to the nearest 16-bit float, ties to even; returns values of other dtypes unchanged. */
    static double rounded(DataType dtype, double x) {
        if (!dtype.isHalf() || x == 0 || !Double.isFinite(x)) {
            return x;
        }
        boolean brain = dtype == DataType.BF16;
        int exponent = Math.max(Math.getExponent(x), brain ? -126 : -14);
        double step = Math.scalb(1.0, exponent - (brain ? 7 : 10));
        double nearest = Math.rint(x / step) * step;
        return Math.abs(nearest) < Math.scalb(1.0, brain ? 128 : 16) ? nearest : Math.copySign(1 / 0.0, x);
    }

    /** Returns a function of the index and the seeds other than Philox; any will do. */
    static double uniform(long index, long seed, long seed2) {
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

    private static double transcendental(Node node, double x, double y) {
        return switch (node.op()) {
            case "Exp2" -> Math.pow(2, x);
            case "Log2" -> Math.log(x) / Math.log(2);
            case "Asinh" -> Math.copySign(Math.log(Math.abs(x) + Math.sqrt(x * x + 1)), x);
            case "Acosh" -> Math.log(x + Math.sqrt(x * x - 1));
            case "Atanh" -> 0.5 * Math.log1p(2 * x / (1 - x));
            case "Erf" -> erf(x);
            case "Erfc" -> 1 - erf(x);
            case "Sigmoid" -> 1 / (1 + Math.exp(-x));
            default -> ofTheJdk(node, x, y);
        };
    }

    /** Returns the result of the method of {@link Math} that has the Java name of the op. */
    private static double ofTheJdk(Node node, double x, double y) {
        int operands = node.operands().size();
        MethodHandle function = JDK_FUNCTIONS.computeIfAbsent(node.op(), op -> {
            Class<?>[] parameters = Collections.nCopies(operands, double.class).toArray(Class<?>[]::new);
            String method = OpTable.get().row(node).javaName();
            try {
                return MethodHandles.lookup()
                        .findStatic(Math.class, method, MethodType.methodType(double.class, parameters));
            } catch (ReflectiveOperationException e) {
                throw new IllegalArgumentException("no function for " + op + " here: add it", e);
            }
        });
        try {
            return operands == 1 ? (double) function.invokeExact(x) : (double) function.invokeExact(x, y);
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns its series, e^(-x²) · 2/√π · Σ 2ⁿ x^(2n + 1) / (2n + 1)!!, without negative terms for x > 0. */
    private static double erf(double x) {
        if (Double.isNaN(x) || Math.abs(x) > 6) {
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
