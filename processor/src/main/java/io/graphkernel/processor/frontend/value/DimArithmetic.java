package io.graphkernel.processor.frontend.value;

import com.sun.source.tree.Tree;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.LoopIndexSymbols;
import io.graphkernel.processor.frontend.value.SymbolicValue.ConstantValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.DimValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.RuntimeScalar;
import java.util.List;
import java.util.Optional;
import javax.lang.model.type.TypeKind;

/** Integer arithmetic on dims. Sizes are nonnegative, so their quotients are rounded down. */
public final class DimArithmetic {

    private static final int MAX_FORMULA_TERMS = 250;

    private DimArithmetic() {}

    public static boolean isDim(SymbolicValue value) {
        return value instanceof DimValue;
    }

    /** Returns the dim for a size, an integer constant, or an integer parameter. */
    public static Optional<Dim> dim(SymbolicValue value) {
        if (value instanceof RuntimeScalar number) {
            return number.dim();
        }
        if (value instanceof DimValue size) {
            return Optional.of(size.dim());
        }
        boolean whole = value instanceof ConstantValue constant
                && (constant.value() instanceof Long
                        || constant.value() instanceof Integer
                        || constant.value() instanceof Short
                        || constant.value() instanceof Byte);
        return whole ? Optional.of(Dim.of(((Number) ((ConstantValue) value).value()).longValue())) : Optional.empty();
    }

    /**
     * Combines two integers, of which at least one is a size.
     *
     * @return the result; empty if it is not a size, or a comparison that is undecidable for the symbols
     * @throws ArithmeticException if the divisor is zero, or the formula is too long
     */
    public static Optional<SymbolicValue> binary(Tree.Kind operator, SymbolicValue left, SymbolicValue right) {
        Optional<Dim> a = dim(left);
        Optional<Dim> b = dim(right);
        return a.isEmpty() || b.isEmpty()
                ? Optional.empty()
                : binary(operator, a.get(), b.get(), promoted(left, right));
    }

    private static TypeKind promoted(SymbolicValue left, SymbolicValue right) {
        return ConstantArithmetic.promoted(type(left), type(right));
    }

    private static TypeKind type(SymbolicValue value) {
        return value instanceof DimValue size ? size.type() : ScalarArithmetic.type(value);
    }

    /**
     * Combines two integers that are parameters or constants, with the rounding of Java.
     *
     * @return the dim of the result; empty if it is not known to be one
     */
    static Optional<Dim> combined(Tree.Kind operator, SymbolicValue left, SymbolicValue right) {
        Optional<Dim> a = dim(left);
        Optional<Dim> b = dim(right);
        if (a.isEmpty() || b.isEmpty()) {
            return Optional.empty();
        }
        try {
            Optional<Dim> result = combined(operator, a.get(), b.get());
            return result.filter(dim -> dim.length() <= MAX_FORMULA_TERMS);
        } catch (ArithmeticException tooLarge) {
            return Optional.empty();
        }
    }

    private static Optional<Dim> combined(Tree.Kind operator, Dim a, Dim b) {
        return switch (operator) {
            case PLUS -> Optional.of(a.plus(b));
            case MINUS -> Optional.of(a.minus(b));
            case MULTIPLY -> Optional.of(a.times(b));
            case DIVIDE -> truncated(a, b);
            case REMAINDER -> truncated(a, b).map(quotient -> a.minus(quotient.times(b)));
            default -> Optional.empty();
        };
    }

    /** Returns the quotient rounded toward zero; empty if the divisor may be negative. */
    private static Optional<Dim> truncated(Dim a, Dim b) {
        if (!b.isNonNegative() || b.equals(Dim.ZERO)) {
            return Optional.empty();
        }
        Dim negative = Dim.ZERO.minus(a);
        return Optional.of(
                a.isNonNegative()
                        ? a.floorDiv(b)
                        : a.max(Dim.ZERO)
                                .floorDiv(b)
                                .minus(negative.max(Dim.ZERO).floorDiv(b)));
    }

    /**
     * Returns the value of a dim. Its length is limited, since a loop of the source may double a formula in each
     * iteration.
     */
    private static SymbolicValue size(Dim dim, TypeKind type) {
        if (dim.length() > MAX_FORMULA_TERMS) {
            throw new ArithmeticException("it is a formula of more than " + MAX_FORMULA_TERMS + " sizes and numbers");
        }
        return DimValue.of(dim, type);
    }

    private static Optional<SymbolicValue> binary(Tree.Kind operator, Dim a, Dim b, TypeKind type) {
        return switch (operator) {
            case PLUS -> Optional.of(size(a.plus(b), type));
            case MINUS -> Optional.of(size(a.minus(b), type));
            case MULTIPLY -> Optional.of(size(a.times(b), type));
            case DIVIDE -> Optional.of(size(javaQuotient(a, b), type));
            case REMAINDER -> Optional.of(size(a.minus(javaQuotient(a, b).times(b)), type));
            default -> compared(operator, a, b);
        };
    }

    /** Returns the quotient with the rounding of Java: differences of a loop's index may be negative, unlike sizes. */
    private static Dim javaQuotient(Dim a, Dim b) {
        boolean hasIndex = a.symbols().stream().anyMatch(LoopIndexSymbols::isIndex);
        return hasIndex ? truncated(a, b).orElseGet(() -> quotient(a, b)) : quotient(a, b);
    }

    private static Dim quotient(Dim a, Dim b) {
        if (b.equals(Dim.ZERO)) {
            throw new ArithmeticException("/ by zero");
        }
        return a.floorDiv(b);
    }

    private static Optional<SymbolicValue> compared(Tree.Kind operator, Dim a, Dim b) {
        if (!(a.minus(b) instanceof Dim.Constant difference)) {
            return Optional.empty();
        }
        long size = difference.size();
        return switch (operator) {
            case EQUAL_TO -> truth(size == 0);
            case NOT_EQUAL_TO -> truth(size != 0);
            case LESS_THAN -> truth(size < 0);
            case LESS_THAN_EQUAL -> truth(size <= 0);
            case GREATER_THAN -> truth(size > 0);
            case GREATER_THAN_EQUAL -> truth(size >= 0);
            default -> Optional.empty();
        };
    }

    private static Optional<SymbolicValue> truth(boolean value) {
        return Optional.of(new ConstantValue(value));
    }

    /** Negates an operand, or returns it unchanged. */
    public static Optional<SymbolicValue> unary(Tree.Kind operator, DimValue operand) {
        return switch (operator) {
            case UNARY_PLUS -> Optional.of(operand);
            case UNARY_MINUS -> Optional.of(size(Dim.ZERO.minus(operand.dim()), operand.type()));
            default -> Optional.empty();
        };
    }

    /** Evaluates a method of {@code java.lang.Math} over integers, at least one of which is a size. */
    public static Optional<SymbolicValue> call(String method, List<SymbolicValue> arguments) {
        return arguments.size() == 2
                ? called(method, arguments).map(dim -> size(dim, promoted(arguments.get(0), arguments.get(1))))
                : Optional.empty();
    }

    /** Returns the dim that a method of {@code java.lang.Math} computes from two integers; empty for another method. */
    static Optional<Dim> called(String method, List<SymbolicValue> arguments) {
        List<Dim> dims =
                arguments.stream().flatMap(value -> dim(value).stream()).toList();
        if (dims.size() != arguments.size() || dims.size() != 2) {
            return Optional.empty();
        }
        Dim a = dims.get(0);
        Dim b = dims.get(1);
        return switch (method) {
            case "min" -> Optional.of(a.min(b));
            case "max" -> Optional.of(a.max(b));
            case "floorDiv" -> Optional.of(quotient(a, b));
            case "floorMod" -> Optional.of(a.minus(quotient(a, b).times(b)));
            case "ceilDiv" -> Optional.of(Dim.ZERO.minus(quotient(Dim.ZERO.minus(a), b)));
            case "addExact" -> Optional.of(a.plus(b));
            case "subtractExact" -> Optional.of(a.minus(b));
            case "multiplyExact" -> Optional.of(a.times(b));
            default -> Optional.empty();
        };
    }
}
