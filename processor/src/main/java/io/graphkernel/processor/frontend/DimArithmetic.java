package io.graphkernel.processor.frontend;

import com.sun.source.tree.Tree;
import io.graphkernel.processor.frontend.Value.ConstantValue;
import io.graphkernel.processor.frontend.Value.DimValue;
import io.graphkernel.processor.graph.Dim;
import java.util.List;
import java.util.Optional;

/** Whole-number arithmetic on sizes of axes. Sizes are not negative, so a quotient is rounded down. */
final class DimArithmetic {

    private static final int LONGEST = 250;

    private DimArithmetic() {}

    static boolean isDim(Value value) {
        return value instanceof DimValue;
    }

    /** The dim that a size or a whole constant is. */
    static Optional<Dim> dim(Value value) {
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
     * Combines two whole numbers of which one is a size.
     *
     * @return the result; empty if it is not a size, or a comparison that the symbols do not decide
     * @throws ArithmeticException for a division by zero, and for a formula that is too long
     */
    static Optional<Value> binary(Tree.Kind operator, Value left, Value right) {
        Optional<Dim> a = dim(left);
        Optional<Dim> b = dim(right);
        return a.isEmpty() || b.isEmpty() ? Optional.empty() : binary(operator, a.get(), b.get());
    }

    /** A loop of a source can double a formula at each iteration, so it has a limit. */
    private static Value size(Dim dim) {
        if (dim.length() > LONGEST) {
            throw new ArithmeticException("it is a formula of more than " + LONGEST + " sizes and numbers");
        }
        return DimValue.of(dim);
    }

    private static Optional<Value> binary(Tree.Kind operator, Dim a, Dim b) {
        return switch (operator) {
            case PLUS -> Optional.of(size(a.plus(b)));
            case MINUS -> Optional.of(size(a.minus(b)));
            case MULTIPLY -> Optional.of(size(a.times(b)));
            case DIVIDE -> Optional.of(size(quotient(a, b)));
            case REMAINDER -> Optional.of(size(a.minus(quotient(a, b).times(b))));
            default -> compared(operator, a, b);
        };
    }

    private static Dim quotient(Dim a, Dim b) {
        if (b.equals(Dim.ZERO)) {
            throw new ArithmeticException("/ by zero");
        }
        return a.floorDiv(b);
    }

    private static Optional<Value> compared(Tree.Kind operator, Dim a, Dim b) {
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

    private static Optional<Value> truth(boolean value) {
        return Optional.of(new ConstantValue(value));
    }

    /** The opposite number, or the number itself. */
    static Optional<Value> unary(Tree.Kind operator, DimValue operand) {
        return switch (operator) {
            case UNARY_PLUS -> Optional.of(operand);
            case UNARY_MINUS -> Optional.of(size(Dim.ZERO.minus(operand.dim())));
            default -> Optional.empty();
        };
    }

    /** A function of {@code java.lang.Math} over whole numbers. */
    static Optional<Value> call(String method, List<Value> arguments) {
        List<Dim> dims =
                arguments.stream().flatMap(value -> dim(value).stream()).toList();
        if (dims.size() != arguments.size() || dims.size() != 2) {
            return Optional.empty();
        }
        Dim a = dims.get(0);
        Dim b = dims.get(1);
        return switch (method) {
            case "min" -> Optional.of(size(a.min(b)));
            case "max" -> Optional.of(size(a.max(b)));
            case "floorDiv" -> Optional.of(size(quotient(a, b)));
            default -> Optional.empty();
        };
    }
}
