package io.graphkernel.processor.frontend.value;

import static java.util.Map.entry;

import com.sun.source.tree.Tree;
import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.ScalarExpressions;
import io.graphkernel.processor.frontend.value.SymbolicValue.ConstantValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.RuntimeScalar;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import javax.lang.model.type.TypeKind;

/**
 * Arithmetic on numbers and booleans. Constants are folded; other values become Java text with explicit casts that
 * preserve the types of the program.
 */
public final class ScalarArithmetic {

    /** Maximum number of characters of a formula in the stub. A loop may double the formula in each iteration. */
    public static final int MAX_FORMULA = 4000;

    private static final Map<Tree.Kind, String> OPERATORS = Map.ofEntries(
            entry(Tree.Kind.PLUS, "+"),
            entry(Tree.Kind.MINUS, "-"),
            entry(Tree.Kind.MULTIPLY, "*"),
            entry(Tree.Kind.DIVIDE, "/"),
            entry(Tree.Kind.REMAINDER, "%"),
            entry(Tree.Kind.LEFT_SHIFT, "<<"),
            entry(Tree.Kind.RIGHT_SHIFT, ">>"),
            entry(Tree.Kind.UNSIGNED_RIGHT_SHIFT, ">>>"),
            entry(Tree.Kind.AND, "&"),
            entry(Tree.Kind.OR, "|"),
            entry(Tree.Kind.XOR, "^"),
            entry(Tree.Kind.CONDITIONAL_AND, "&&"),
            entry(Tree.Kind.CONDITIONAL_OR, "||"),
            entry(Tree.Kind.EQUAL_TO, "=="),
            entry(Tree.Kind.NOT_EQUAL_TO, "!="),
            entry(Tree.Kind.LESS_THAN, "<"),
            entry(Tree.Kind.LESS_THAN_EQUAL, "<="),
            entry(Tree.Kind.GREATER_THAN, ">"),
            entry(Tree.Kind.GREATER_THAN_EQUAL, ">="),
            entry(Tree.Kind.UNARY_PLUS, "+"),
            entry(Tree.Kind.UNARY_MINUS, "-"),
            entry(Tree.Kind.BITWISE_COMPLEMENT, "~"),
            entry(Tree.Kind.LOGICAL_COMPLEMENT, "!"));

    private static final Set<Tree.Kind> COMPARISONS = Set.of(
            Tree.Kind.CONDITIONAL_AND,
            Tree.Kind.CONDITIONAL_OR,
            Tree.Kind.EQUAL_TO,
            Tree.Kind.NOT_EQUAL_TO,
            Tree.Kind.LESS_THAN,
            Tree.Kind.LESS_THAN_EQUAL,
            Tree.Kind.GREATER_THAN,
            Tree.Kind.GREATER_THAN_EQUAL);

    private static final Set<Tree.Kind> SHIFTS =
            Set.of(Tree.Kind.LEFT_SHIFT, Tree.Kind.RIGHT_SHIFT, Tree.Kind.UNSIGNED_RIGHT_SHIFT);

    private ScalarArithmetic() {}

    public static boolean isScalar(SymbolicValue value) {
        return value instanceof ConstantValue || value instanceof RuntimeScalar;
    }

    /** Returns true for a scalar that is not a boolean. */
    static boolean isNumber(SymbolicValue value) {
        return isScalar(value) && type(value) != TypeKind.BOOLEAN;
    }

    public static boolean isTooLong(SymbolicValue value) {
        return value instanceof RuntimeScalar scalar && scalar.text().length() > MAX_FORMULA;
    }

    public static boolean isComparison(Tree.Kind operator) {
        return COMPARISONS.contains(operator);
    }

    public static TypeKind type(SymbolicValue scalar) {
        return scalar instanceof ConstantValue constant
                ? ConstantArithmetic.kind(constant.value())
                : ((RuntimeScalar) scalar).type();
    }

    /** Converts a scalar, as a cast or assignment does. */
    public static SymbolicValue convert(SymbolicValue scalar, TypeKind target) {
        if (type(scalar) == target) {
            return scalar;
        }
        return scalar instanceof ConstantValue constant
                ? new ConstantValue(ConstantArithmetic.convert(constant.value(), target))
                : new RuntimeScalar(
                        "(" + javaName(target) + ") " + operand(scalar),
                        target,
                        false,
                        target == TypeKind.LONG ? DimArithmetic.dim(scalar) : Optional.empty());
    }

    /**
     * Converts a number to a scalar of a dtype. Rounding to 16 bits and range checks of integers occur at the call.
     *
     * @param scalar number of the op parameter's Java type
     * @param label readable name, or empty
     * @param dtype dtype of the result
     * @return the node
     */
    static Node ofDType(SymbolicValue scalar, String label, DataType dtype) {
        boolean fraction = type(scalar) == TypeKind.DOUBLE || type(scalar) == TypeKind.FLOAT;
        TypeKind target = switch (dtype) {
            case F64 -> TypeKind.DOUBLE;
            case F32 -> TypeKind.FLOAT;
            case I64 -> fraction ? null : TypeKind.LONG;
            case I32 -> type(scalar) == TypeKind.INT ? TypeKind.INT : null;
            default -> null;
        };
        return target == null
                ? Node.convertedScalar(label, text(scalar), javaName(type(scalar)), dtype)
                : Node.scalar(label, text(convert(scalar, target)), dtype);
    }

    public static SymbolicValue unary(Tree.Kind operator, SymbolicValue operand) {
        if (operand instanceof ConstantValue constant) {
            return new ConstantValue(ConstantArithmetic.unary(operator, constant.value()));
        }
        TypeKind type = ConstantArithmetic.promoted(type(operand));
        Optional<Dim> dim = operator == Tree.Kind.UNARY_PLUS || operator == Tree.Kind.UNARY_MINUS
                ? DimArithmetic.combined(
                        Tree.Kind.valueOf(operator.name().substring("UNARY_".length())), new ConstantValue(0), operand)
                : Optional.empty();
        return new RuntimeScalar(OPERATORS.get(operator) + operand(operand), type, false, dim);
    }

    /**
     * Combines two numbers.
     *
     * @throws ArithmeticException if a constant integer is divided by zero
     */
    public static SymbolicValue binary(Tree.Kind operator, SymbolicValue left, SymbolicValue right) {
        if (left instanceof ConstantValue a && right instanceof ConstantValue b) {
            return new ConstantValue(ConstantArithmetic.binary(operator, a.value(), b.value()));
        }
        TypeKind type = COMPARISONS.contains(operator)
                ? TypeKind.BOOLEAN
                : SHIFTS.contains(operator)
                        ? ConstantArithmetic.promoted(type(left))
                        : ConstantArithmetic.promoted(type(left), type(right));
        return new RuntimeScalar(
                operand(left) + " " + OPERATORS.get(operator) + " " + operand(right),
                type,
                false,
                DimArithmetic.combined(operator, left, right));
    }

    /** Selects between two numbers by a runtime condition. */
    public static SymbolicValue choice(
            SymbolicValue condition, SymbolicValue left, SymbolicValue right, TypeKind type) {
        return new RuntimeScalar(
                operand(condition) + " ? " + operand(convert(left, type)) + " : " + operand(convert(right, type)),
                type,
                false);
    }

    /** Calls a static method of {@code java.lang}, by its qualified name. */
    public static SymbolicValue call(String method, List<SymbolicValue> arguments, TypeKind type) {
        return new RuntimeScalar(
                arguments.stream().map(ScalarArithmetic::text).collect(Collectors.joining(", ", method + "(", ")")),
                type,
                true,
                DimArithmetic.called(method.substring(method.lastIndexOf('.') + 1), arguments)
                        .filter(dim -> type == TypeKind.INT || type == TypeKind.LONG));
    }

    /** Returns the Java text of the value. */
    public static String text(SymbolicValue scalar) {
        return scalar instanceof ConstantValue constant ? literal(constant.value()) : ((RuntimeScalar) scalar).text();
    }

    private static String operand(SymbolicValue scalar) {
        String text = text(scalar);
        boolean atomic = scalar instanceof RuntimeScalar runtime
                ? runtime.atomic()
                : !text.startsWith("-") && !text.startsWith("(");
        return atomic ? text : "(" + text + ")";
    }

    private static String literal(Object constant) {
        if (constant instanceof Boolean) {
            return constant.toString();
        }
        boolean hasLiteral = constant instanceof Number && !(constant instanceof Byte || constant instanceof Short);
        return hasLiteral
                ? ScalarExpressions.literal((Number) constant)
                : "(" + javaName(ConstantArithmetic.kind(constant)) + ") "
                        + ConstantArithmetic.convert(constant, TypeKind.INT);
    }

    public static String javaName(TypeKind primitive) {
        return primitive.name().toLowerCase(Locale.ROOT);
    }
}
