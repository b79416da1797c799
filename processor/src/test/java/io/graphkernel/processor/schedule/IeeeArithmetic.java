package io.graphkernel.processor.schedule;

import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Node;
import io.graphkernel.op.OpTable;
import io.graphkernel.op.row.ScalarNotation;
import java.util.Map;

/**
 * Arithmetic of ops on arbitrary floats: an element is the bits of a {@code double} with a canonical NaN, and each op
 * is rounded to its dtype once. Other dtypes are as in {@link IntegerArithmetic}.
 */
public final class IeeeArithmetic implements Arithmetic {

    private final IntegerArithmetic integers = new IntegerArithmetic();

    /** Returns an element of a floating dtype. */
    public static long element(double value, DataType dtype) {
        return Double.doubleToLongBits(rounded(value, dtype));
    }

    /** Returns the number of an element. */
    public static double value(long element) {
        return Double.longBitsToDouble(element);
    }

    @Override
    public long apply(Node node, long[] x) {
        DataType computed = node.operands().get(x.length - 1).dtype();
        if (node.op().equals("Cast") && node.dtype().isFloating()) {
            return element(computed.isFloating() ? value(x[0]) : x[0], node.dtype());
        }
        if (node.op().equals("Select")) {
            return x[0] != 0 ? x[1] : x[2];
        }
        if (node.op().equals("BroadcastLike")) {
            return x[0];
        }
        if (!computed.isFloating()) {
            return integers.apply(node, x);
        }
        double[] values = new double[x.length];
        for (int i = 0; i < x.length; i++) {
            values[i] = value(x[i]);
        }
        return node.dtype() == DataType.BOOL
                ? (test(node.op(), values[0], values[1]) ? 1 : 0)
                : element(function(node, values), node.dtype());
    }

    private static boolean test(String op, double x, double y) {
        return switch (op) {
            case "Greater" -> x > y;
            case "GreaterEqual" -> x >= y;
            case "Less" -> x < y;
            case "LessEqual" -> x <= y;
            case "Equal" -> x == y;
            case "NotEqual" -> x != y;
            default -> throw new IllegalArgumentException(op);
        };
    }

    private static double function(Node node, double[] x) {
        return switch (node.op()) {
            case "IdentityMath", "Cast" -> x[0];
            case "Add" -> x[0] + x[1];
            case "Sub" -> x[0] - x[1];
            case "Mul" -> x[0] * x[1];
            case "RealDiv", "Div" -> x[0] / x[1];
            case "Maximum" -> Math.max(x[0], x[1]);
            case "Minimum" -> Math.min(x[0], x[1]);
            case "Neg" -> -x[0];
            case "Abs" -> Math.abs(x[0]);
            case "Reciprocal" -> 1 / x[0];
            case "Sqrt" -> Math.sqrt(x[0]);
            case "Rsqrt" -> 1 / Math.sqrt(x[0]);
            case "Tanh" -> Math.tanh(x[0]);
            case "Exp" -> Math.exp(x[0]);
            case "Log" -> Math.log(x[0]);
            case "Pow" -> power(node, x[0], x[1]);
            default -> throw new IllegalArgumentException(node.op());
        };
    }

    private static double power(Node node, double x, double y) {
        boolean square = OpTable.get().row(node).scalar(node.operands()).equals(new ScalarNotation.Call("square"));
        return square ? x * x : Math.pow(x, y);
    }

    @Override
    public long identity(Node reduction) {
        if (!reduction.dtype().isFloating()) {
            return integers.identity(reduction);
        }
        return Double.doubleToLongBits(
                switch (OpTable.get().row(reduction).combiner()) {
                    case PROD -> 1;
                    case MAX -> Double.NEGATIVE_INFINITY;
                    case MIN -> Double.POSITIVE_INFINITY;
                    default -> 0;
                });
    }

    @Override
    public long combine(Node reduction, long a, long b) {
        if (!reduction.dtype().isFloating()) {
            return integers.combine(reduction, a, b);
        }
        double x = value(a);
        double y = value(b);
        double result = switch (OpTable.get().row(reduction).combiner()) {
            case SUM -> x + y;
            case PROD -> x * y;
            case MAX -> Math.max(x, y);
            case MIN -> Math.min(x, y);
            default -> throw new IllegalArgumentException(reduction.op());
        };
        // Narrower floats accumulate in f32.
        return element(result, reduction.dtype() == DataType.F64 ? DataType.F64 : DataType.F32);
    }

    @Override
    public long number(Node node, Map<String, Dim> sizes) {
        return node.kind() == Node.Kind.CONSTANT && node.dtype().isFloating()
                ? Double.doubleToLongBits(node.attributes().value())
                : integers.number(node, sizes);
    }

    private static double rounded(double value, DataType dtype) {
        return switch (dtype) {
            case F64 -> value;
            case F32 -> (float) value;
            case F16 -> rounded(value, 10, 15);
            default -> rounded(value, 7, 127);
        };
    }

    private static double rounded(double value, int fraction, int bias) {
        if (value == 0 || !Double.isFinite(value)) {
            return value;
        }
        int exponent = Math.max(Math.getExponent(value), 1 - bias);
        double result = exponent > bias
                ? value
                : Math.scalb(Math.rint(Math.scalb(value, fraction - exponent)), exponent - fraction);
        return Math.abs(result) < Math.scalb(1.0, bias + 1) ? result : Math.copySign(Double.POSITIVE_INFINITY, value);
    }
}
