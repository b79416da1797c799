package io.graphkernel.processor.frontend;

import static java.util.Map.entry;

import com.sun.source.tree.Tree;
import io.graphkernel.processor.frontend.Value.ConstantValue;
import io.graphkernel.processor.frontend.Value.RuntimeScalar;
import io.graphkernel.processor.graph.DType;
import io.graphkernel.processor.graph.ScalarExpressions;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import javax.lang.model.type.TypeKind;

/**
 * Arithmetic on numbers and booleans: evaluated where all operands are constants, else written as Java text that keeps
 * the types of the program by explicit casts.
 */
final class Scalars {

    /** Characters of a number's Java text: a loop can double it at each iteration, and javac reads it in the stub. */
    static final int LONGEST_FORMULA = 4000;

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

    private Scalars() {}

    static boolean isScalar(Value value) {
        return value instanceof ConstantValue || value instanceof RuntimeScalar;
    }

    static boolean isTooLong(Value value) {
        return value instanceof RuntimeScalar scalar && scalar.text().length() > LONGEST_FORMULA;
    }

    static boolean isComparison(Tree.Kind operator) {
        return COMPARISONS.contains(operator);
    }

    static TypeKind type(Value scalar) {
        return scalar instanceof ConstantValue constant
                ? ConstantArithmetic.kind(constant.value())
                : ((RuntimeScalar) scalar).type();
    }

    /** A cast or assignment. */
    static Value convert(Value scalar, TypeKind target) {
        if (type(scalar) == target) {
            return scalar;
        }
        return scalar instanceof ConstantValue constant
                ? new ConstantValue(ConstantArithmetic.convert(constant.value(), target))
                : new RuntimeScalar("(" + javaName(target) + ") " + operand(scalar), target, false);
    }

    /**
     * Java text of the number in a dtype, of the type that {@link io.graphkernel.processor.graph.Node#scalar} asks for.
     * A whole number takes the low bits of a narrower dtype; in {@code f32} it comes by way of the {@code double} that
     * {@code Ops} takes.
     */
    static String ofDType(RuntimeScalar scalar, DType dtype) {
        return switch (dtype) {
            case F64 -> text(convert(scalar, TypeKind.DOUBLE));
            case I64 -> text(convert(scalar, TypeKind.LONG));
            case I32 -> text(convert(scalar, TypeKind.INT));
            case I8 -> text(convert(scalar, TypeKind.BYTE));
            case U8 -> text(binary(Tree.Kind.AND, convert(scalar, TypeKind.INT), new ConstantValue(0xff)));
            default ->
                text(convert(
                        scalar.type() == TypeKind.LONG ? convert(scalar, TypeKind.DOUBLE) : scalar, TypeKind.FLOAT));
        };
    }

    static Value unary(Tree.Kind operator, Value operand) {
        if (operand instanceof ConstantValue constant) {
            return new ConstantValue(ConstantArithmetic.unary(operator, constant.value()));
        }
        TypeKind type = ConstantArithmetic.promoted(type(operand));
        return new RuntimeScalar(OPERATORS.get(operator) + operand(operand), type, false);
    }

    /**
     * Combines two numbers.
     *
     * @throws ArithmeticException for a constant integer division by zero
     */
    static Value binary(Tree.Kind operator, Value left, Value right) {
        if (left instanceof ConstantValue a && right instanceof ConstantValue b) {
            return new ConstantValue(ConstantArithmetic.binary(operator, a.value(), b.value()));
        }
        TypeKind type = COMPARISONS.contains(operator)
                ? TypeKind.BOOLEAN
                : SHIFTS.contains(operator)
                        ? ConstantArithmetic.promoted(type(left))
                        : ConstantArithmetic.promoted(type(left), type(right));
        return new RuntimeScalar(operand(left) + " " + OPERATORS.get(operator) + " " + operand(right), type, false);
    }

    /** A choice between two numbers by a condition that is known at the call. */
    static Value choice(Value condition, Value left, Value right, TypeKind type) {
        return new RuntimeScalar(
                operand(condition) + " ? " + operand(convert(left, type)) + " : " + operand(convert(right, type)),
                type,
                false);
    }

    /** A call of a static method of {@code java.lang}, by its qualified name. */
    static Value call(String method, List<Value> arguments, TypeKind type) {
        return new RuntimeScalar(
                arguments.stream().map(Scalars::text).collect(Collectors.joining(", ", method + "(", ")")), type, true);
    }

    /** Java text of the value. */
    static String text(Value scalar) {
        return scalar instanceof ConstantValue constant ? literal(constant.value()) : ((RuntimeScalar) scalar).text();
    }

    private static String operand(Value scalar) {
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

    static String javaName(TypeKind primitive) {
        return primitive.name().toLowerCase(Locale.ROOT);
    }
}
