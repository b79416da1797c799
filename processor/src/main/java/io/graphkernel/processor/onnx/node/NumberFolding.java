package io.graphkernel.processor.onnx.node;

import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.DimCondition;
import io.graphkernel.graph.DimCondition.Decision;
import io.graphkernel.graph.DimCondition.Relation;
import io.graphkernel.graph.Origin;
import io.graphkernel.processor.onnx.node.KnownNumber.IntegerNumber;
import io.graphkernel.processor.onnx.node.KnownNumber.Quotient;
import io.graphkernel.processor.onnx.node.KnownNumber.Ratio;
import io.graphkernel.processor.onnx.node.KnownNumber.Real;
import java.util.Map;
import java.util.Optional;
import java.util.function.BinaryOperator;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;
import java.util.function.UnaryOperator;

/**
 * Constant folding of numbers. A function returns null if the result is unknown, or might differ from that of a kernel:
 * only exact or correctly rounded functions are folded.
 */
public final class NumberFolding {

    /** Functions of one number: an integer, a constant, and a function of symbolic sizes. */
    private record Unary(UnaryOperator<Dim> whole, DoubleUnaryOperator real, UnaryOperator<Ratio> ratio) {}

    private static final Map<String, Unary> UNARY = Map.of(
            "Neg", new Unary(Dim.ZERO::minus, x -> -x, x -> new Ratio(Dim.ZERO.minus(x.dim()), x.divisor())),
            "Abs", new Unary(x -> x.isNonNegative() ? x : x.max(Dim.ZERO.minus(x)), Math::abs, NumberFolding::positive),
            "Sqrt", new Unary(x -> null, Math::sqrt, x -> null),
            "Floor", new Unary(x -> null, Math::floor, x -> new Ratio(floor(x.dim(), x.divisor()), 1)),
            "Ceil", new Unary(x -> null, Math::ceil, x -> new Ratio(ceil(x.dim(), x.divisor()), 1)),
            "Relu", new Unary(x -> x.max(Dim.ZERO), x -> Math.max(x, 0), NumberFolding::positive),
            "Round", new Unary(x -> null, Math::rint, x -> x.divisor() == 1 ? x : null),
            "Not", new Unary(x -> isTruth(x) ? Dim.ONE.minus(x) : null, x -> Double.NaN, x -> null));

    private static final Map<String, BinaryOperator<Dim>> OF_WHOLE = Map.of(
            "Add", Dim::plus,
            "Sub", Dim::minus,
            "Mul", Dim::times,
            "Min", Dim::min,
            "Max", Dim::max,
            "Div", NumberFolding::quotient,
            "And", (x, y) -> x.equals(Dim.ZERO) || y.equals(Dim.ZERO) ? Dim.ZERO : both(x, y, Dim.ONE),
            "Or", (x, y) -> x.equals(Dim.ONE) || y.equals(Dim.ONE) ? Dim.ONE : both(x, y, Dim.ZERO),
            "Xor", (x, y) -> isTruth(x) && isTruth(y) ? truth(!x.equals(y)) : null);

    private static final Map<String, DoubleBinaryOperator> OF_REALS = Map.of(
            "Add",
            Double::sum,
            "Sub",
            (x, y) -> x - y,
            "Mul",
            (x, y) -> x * y,
            "Div",
            (x, y) -> x / y,
            "Min",
            Math::min,
            "Max",
            Math::max);

    private static final Map<String, BinaryOperator<Dim>> COMPARISONS = Map.of(
            "Equal", NumberFolding::equal,
            "Less", NumberFolding::less,
            "Greater", (x, y) -> less(y, x),
            "LessOrEqual", (x, y) -> not(less(y, x)),
            "GreaterOrEqual", (x, y) -> not(less(x, y)));

    private NumberFolding() {}

    /** Returns true if an op is a comparison, with a boolean result. */
    public static boolean compares(String op) {
        return COMPARISONS.containsKey(op);
    }

    public static KnownNumber unary(String op, KnownNumber x, DataType dtype) {
        Unary function = UNARY.get(op);
        if (x instanceof IntegerNumber whole) {
            Dim dim = function.whole().apply(whole.dim());
            return dim == null ? null : KnownNumber.of(dim);
        }
        return x instanceof Real real
                ? KnownNumber.real(function.real().applyAsDouble(real.value()), dtype)
                : function.ratio().apply((Ratio) x);
    }

    /** Folds a function of two numbers of one dtype. */
    public static KnownNumber binary(String op, KnownNumber x, KnownNumber y, DataType dtype) {
        if (x instanceof IntegerNumber a && y instanceof IntegerNumber b) {
            BinaryOperator<Dim> function = compares(op) ? COMPARISONS.get(op) : OF_WHOLE.get(op);
            Dim dim = function == null ? null : function.apply(a.dim(), b.dim());
            return dim == null ? null : KnownNumber.of(dim);
        }
        if (x instanceof Real a && y instanceof Real b) {
            return compares(op)
                    ? KnownNumber.of(truth(holds(op, a.value(), b.value())))
                    : OF_REALS.containsKey(op)
                            ? KnownNumber.real(OF_REALS.get(op).applyAsDouble(a.value(), b.value()), dtype)
                            : null;
        }
        Optional<Quotient> a = x.quotient();
        Optional<Quotient> b = y.quotient();
        return a.isEmpty() || b.isEmpty() ? null : ofQuotients(op, a.get(), b.get(), dtype);
    }

    private static boolean holds(String op, double x, double y) {
        return switch (op) {
            case "Equal" -> x == y;
            case "Less" -> x < y;
            case "Greater" -> x > y;
            case "LessOrEqual" -> x <= y;
            default -> x >= y;
        };
    }

    private static KnownNumber ofQuotients(String op, Quotient x, Quotient y, DataType dtype) {
        Dim a = x.dim().times(Dim.of(y.divisor()));
        Dim b = y.dim().times(Dim.of(x.divisor()));
        long divisor = Math.multiplyExact(x.divisor(), y.divisor());
        if (compares(op)) {
            Dim compared = COMPARISONS.get(op).apply(a, b);
            return compared == null ? null : KnownNumber.of(compared);
        }
        return switch (op) {
            case "Add" -> KnownNumber.ratio(a.plus(b), divisor, dtype);
            case "Sub" -> KnownNumber.ratio(a.minus(b), divisor, dtype);
            case "Mul" -> KnownNumber.ratio(x.dim().times(y.dim()), divisor, dtype);
            case "Div" -> {
                Optional<Dim> exact = b.equals(Dim.ZERO) ? Optional.empty() : a.exactQuotient(b);
                boolean byNumber = b instanceof Dim.Constant constant && constant.size() > 0;
                yield exact.isPresent()
                        ? KnownNumber.ratio(exact.get(), 1, dtype)
                        : byNumber ? KnownNumber.ratio(a, ((Dim.Constant) b).size(), dtype) : ofDims(a, b, dtype);
            }
            case "Min" -> KnownNumber.ratio(a.min(b), divisor, dtype);
            case "Max" -> KnownNumber.ratio(a.max(b), divisor, dtype);
            default -> null;
        };
    }

    /** Folds a quotient of two dims that are multiples of each other: 2n / 4n is a half. */
    private static KnownNumber ofDims(Dim a, Dim b, DataType dtype) {
        if (a.equals(Dim.ZERO) || b.equals(Dim.ZERO)) {
            return null;
        }
        Dim common = a.commonFactor(b);
        boolean apart = a.exactQuotient(common).orElseThrow() instanceof Dim.Constant
                && b.exactQuotient(common).orElseThrow() instanceof Dim.Constant;
        return apart
                ? KnownNumber.real(
                        (double) ((Dim.Constant) a.exactQuotient(common).get()).size()
                                / ((Dim.Constant) b.exactQuotient(common).get()).size(),
                        dtype)
                : null;
    }

    /**
     * Folds the remainder of integers, with the sign of the divisor or of the dividend; returns null if it is unknown.
     */
    public static Dim remainder(Dim x, Dim y, boolean signOfDividend) {
        if (x instanceof Dim.Constant a && y instanceof Dim.Constant b) {
            if (b.size() == 0) {
                return null;
            }
            return Dim.of(signOfDividend ? a.size() % b.size() : Math.floorMod(a.size(), b.size()));
        }
        boolean positive = y instanceof Dim.Constant constant && constant.size() > 0;
        return positive && x.isNonNegative() ? x.minus(x.floorDiv(y).times(y)) : null;
    }

    /** Folds a conversion; returns null if the result is unknown. */
    public static KnownNumber converted(OnnxCall call, KnownNumber x, DataType to) {
        if (x instanceof IntegerNumber whole) {
            if (to == DataType.F32 || to == DataType.F64) {
                return whole.dim() instanceof Dim.Constant constant
                        ? new Real(to == DataType.F32 ? (float) constant.size() : (double) constant.size())
                        : new Ratio(whole.dim(), 1);
            }
            return to.isFloating() ? null : whole(whole.dim(), to);
        }
        if (to == DataType.F32 || to == DataType.F64) {
            return x instanceof Real real ? KnownNumber.real(real.value(), to) : x;
        }
        if (to.isFloating()) {
            return null;
        }
        if (x instanceof Real real && to == DataType.BOOL) {
            return KnownNumber.of(truth(real.value() != 0));
        }
        if (x instanceof Real real) {
            double cut = real.value() < 0 ? Math.ceil(real.value()) : Math.floor(real.value());
            boolean fits = Math.abs(cut) <= Long.MAX_VALUE / 2 && to.isInteger() && to.holds((long) cut);
            return fits ? KnownNumber.of(Dim.of((long) cut)) : null;
        }
        Ratio ratio = (Ratio) x;
        if (to != DataType.I64 && to != DataType.I32
                || ratio.divisor() > 1 && !ratio.dim().isNonNegative()) {
            return null;
        }
        call.require(Dim.of(KnownNumber.MAX_EXACT), ratio.dim(), "a size that is computed with real numbers");
        return KnownNumber.of(floor(ratio.dim(), ratio.divisor()));
    }

    /** Converts an integer to another integer dtype, with wrap-around. */
    private static KnownNumber whole(Dim dim, DataType to) {
        if (dim instanceof Dim.Constant constant) {
            long value = to == DataType.BOOL ? (constant.size() == 0 ? 0 : 1) : to.narrowed(constant.size());
            return KnownNumber.of(Dim.of(value));
        }
        if (to == DataType.BOOL) {
            return dim.minus(Dim.ONE).isNonNegative() ? KnownNumber.of(Dim.ONE) : null;
        }
        return to == DataType.I64 || to == DataType.I32 ? KnownNumber.of(dim) : null;
    }

    private static Ratio positive(Ratio x) {
        return x.dim().isNonNegative() ? x : null;
    }

    private static Dim floor(Dim dim, long divisor) {
        return dim.floorDiv(Dim.of(divisor));
    }

    private static Dim ceil(Dim dim, long divisor) {
        return dim.plus(Dim.of(divisor - 1)).floorDiv(Dim.of(divisor));
    }

    /**
     * Folds a quotient rounded toward zero, which is the floor for nonnegative operands; returns null if it is unknown.
     */
    private static Dim quotient(Dim x, Dim y) {
        if (x instanceof Dim.Constant a && y instanceof Dim.Constant b) {
            return b.size() == 0 ? null : Dim.of(a.size() / b.size());
        }
        boolean positive = y instanceof Dim.Constant constant ? constant.size() > 0 : y.isNonNegative();
        return positive && !y.equals(Dim.ZERO) && x.isNonNegative() ? x.floorDiv(y) : null;
    }

    private static boolean isTruth(Dim x) {
        return x.equals(Dim.ZERO) || x.equals(Dim.ONE);
    }

    private static Dim both(Dim x, Dim y, Dim result) {
        return isTruth(x) && isTruth(y) ? result : null;
    }

    private static Dim truth(boolean value) {
        return value ? Dim.ONE : Dim.ZERO;
    }

    private static Dim not(Dim truth) {
        return truth == null ? null : Dim.ONE.minus(truth);
    }

    private static Dim equal(Dim x, Dim y) {
        Decision decision = new DimCondition(x, Relation.EQUAL, y, "", Origin.NONE).decision();
        // Sizes are nonnegative.
        boolean apart = x.minus(y).minus(Dim.ONE).isNonNegative()
                || y.minus(x).minus(Dim.ONE).isNonNegative();
        if (decision == Decision.OPEN && !apart) {
            return null;
        }
        return truth(decision == Decision.HOLDS);
    }

    private static Dim less(Dim x, Dim y) {
        if (y.minus(x).minus(Dim.ONE).isNonNegative()) {
            return Dim.ONE;
        }
        return x.minus(y).isNonNegative() ? Dim.ZERO : null;
    }
}
