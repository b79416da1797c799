package io.graphkernel.processor.op.source;

import io.graphkernel.processor.op.DtypeClass;
import io.graphkernel.processor.op.OpDtype;
import io.graphkernel.processor.op.OpParameter;
import io.graphkernel.processor.op.OpRow;
import io.graphkernel.processor.op.ScalarNotation;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** The statements of the overload that does an op's work. */
final class EagerBody {

    /** What such a function gives depends on the format in which it is computed. */
    private static final String EXACTLY = "correctly rounded";

    private EagerBody() {}

    /**
     * The statements over the row's parameters.
     *
     * @param row the op
     * @param present the names of the parameters that the overload has
     * @return Java statements
     */
    static List<String> of(OpRow row, Set<String> present) {
        return switch (row.kind()) {
            case ELEMENTWISE -> recorded(row, present, elementwise(row));
            case REDUCTION -> recorded(row, present, reduction(row));
            case SCAN ->
                recorded(
                        row,
                        present,
                        "Eager.scan(\"%s\", x, axis, exclusive, reverse, %s)"
                                .formatted(row.javaName(), combination(row)));
            case VIEW -> recorded(row, present, "Eager." + row.javaName() + "(" + names(row) + ")");
            case ASSIGN -> List.of(Recorded.refusal(row), "return Eager." + row.javaName() + "(" + names(row) + ");");
            case INDEX -> List.of("return Eager." + row.javaName() + "(DType.I64, " + names(row) + ");");
            case CONCAT -> recorded(row, present, "Eager.concat(axis, x)");
            case GATHER -> recorded(row, present, "Eager.gather(x, indices, axis)");
            case LIBRARY ->
                checked(
                        row,
                        present,
                        recorded(row, present, "EagerLibrary." + row.javaName() + "(" + names(row, present) + ")"));
            case COMPOSITE -> checked(row, present, new CompositeBody(row, present).statements());
        };
    }

    /** The dtype rule of the row first: the ops of an expansion may take more. */
    private static List<String> checked(OpRow row, Set<String> present, List<String> statements) {
        List<OpParameter> operands = row.operandParameters().stream()
                .filter(parameter -> present.contains(parameter.name()))
                .toList();
        if (operands.isEmpty()) {
            return statements;
        }
        String rules = operands.stream()
                .map(operand -> "\"%s:%s\", %s".formatted(operand.name(), operand.dtype(), operand.name()))
                .collect(Collectors.joining(", "));
        List<String> all = new ArrayList<>();
        all.add("OperandDtypes.check(\"%s\", \"%s\", %s);".formatted(row.javaName(), row.dtypes(), rules));
        all.addAll(statements);
        return all;
    }

    private static List<String> recorded(OpRow row, Set<String> present, String expression) {
        return List.of("return "
                + (Recorded.isRecorded(row)
                        ? "Recording.basic(" + Recorded.call(row, present, expression) + ")"
                        : expression)
                + ";");
    }

    private static String names(OpRow row) {
        return row.parameters().stream().map(OpParameter::name).collect(Collectors.joining(", "));
    }

    /** The parameters that an overload has. */
    private static String names(OpRow row, Set<String> present) {
        return row.parameters().stream()
                .map(OpParameter::name)
                .filter(present::contains)
                .collect(Collectors.joining(", "));
    }

    private static String elementwise(OpRow row) {
        String operands = String.join(", ", row.operandNames());
        String call = "(\"" + row.javaName() + "\", " + operands + ", " + functions(row) + ")";
        return switch (row.name()) {
            case "IdentityMath" -> "Eager.cast(x, Expansions.dtype(\"identityMath\", \"x\", x))";
            case "BroadcastLike" -> "Expansions.broadcastLike(x, like)";
            case "LogicalNot" -> "Eager.not(x)";
            case "Select" -> "Eager.select(condition, x, y)";
            case "Cast" -> "Eager.cast(x, dtype)";
            case "Equal", "NotEqual" -> "Eager.equality" + call;
            default -> "Eager." + method(row) + call;
        };
    }

    private static String method(OpRow row) {
        if (row.results().get(0).dtype() == OpDtype.BOOL) {
            return row.arity() == 1 ? "test" : "compare";
        }
        if (row.dtypes() == DtypeClass.BOOL) {
            return "logical";
        }
        return switch (row.arity()) {
            case 1 -> "unary";
            case 2 -> "binary";
            default -> "random";
        };
    }

    /** The functions on floats, and the one on integers where the op has one: quotients, remainders and extremes by type. */
    private static String functions(OpRow row) {
        String function = row.scalar() instanceof ScalarNotation.Infix infix
                ? "(a, b) -> a " + infix.operator() + " b"
                : "ScalarMath::" + ((ScalarNotation.Call) row.scalar()).function();
        boolean integers = row.dtypes() == DtypeClass.NUMBER || row.dtypes() == DtypeClass.ANY;
        if (!integers || row.results().get(0).dtype() == OpDtype.F32) {
            return function;
        }
        String both = function + ", " + function;
        return row.arity() == 2 && row.tolerance().equals(EXACTLY) && row.scalar() instanceof ScalarNotation.Call
                ? function + ", " + both
                : both;
    }

    private static String reduction(OpRow row) {
        String method = row.dtypes() == DtypeClass.BOOL ? "reduceLogical" : "reduce";
        return "Eager.%s(\"%s\", x, axes, keepDims, %s)".formatted(method, row.javaName(), combination(row));
    }

    /** Identity and function on floats, then on integers. */
    private static String combination(OpRow row) {
        return row.combiner().javaIdentity()
                + switch (row.combiner()) {
                    case SUM -> ", Double::sum, " + row.combiner().integerIdentity() + ", Long::sum";
                    case PROD -> ", (a, b) -> a * b, " + row.combiner().integerIdentity() + ", (a, b) -> a * b";
                    case MAX, MIN ->
                        ", Math::%1$s, %2$s, Math::%1$s"
                                .formatted(
                                        row.combiner().function(),
                                        row.combiner().integerIdentity());
                    case ALL -> ", (a, b) -> a & b";
                    case ANY -> ", (a, b) -> a | b";
                };
    }
}
