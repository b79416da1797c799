package io.graphkernel.processor.reference.facade;

import io.graphkernel.graph.Attributes;
import io.graphkernel.op.OpRecording;
import io.graphkernel.op.PromotionTable;
import io.graphkernel.op.row.DtypeClass;
import io.graphkernel.op.row.OpDtype;
import io.graphkernel.op.row.OpParameter;
import io.graphkernel.op.row.OpRow;
import io.graphkernel.op.row.ScalarNotation;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The statements of the overload that does an op's work. */
final class EagerBody {

    /** Note of a function whose result depends on the format in which it is computed. */
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
        return Stream.concat(promotion(row, present).stream(), work(row, present).stream())
                .toList();
    }

    /** Returns the statements that call the op again with operands of one dtype, if a kernel method promotes them. */
    private static List<String> promotion(OpRow row, Set<String> present) {
        List<OpParameter> shared = row.operandParameters().stream()
                .filter(parameter -> parameter.dtype() == OpDtype.SHARED && present.contains(parameter.name()))
                .toList();
        boolean isArray = shared.size() == 1 && shared.get(0).kind() == OpParameter.Kind.TENSORS;
        if (!PromotionTable.covers(row) || shared.size() < 2 && !isArray) {
            return List.of();
        }
        String operands = shared.stream().map(OpParameter::name).collect(Collectors.joining(", "));
        String arguments = MethodFamily.ordered(row.parameters()).stream()
                .filter(parameter -> present.contains(parameter.name()))
                .map(parameter -> !shared.contains(parameter)
                        ? parameter.name()
                        : isArray ? "promoted.operands()" : "promoted.get(" + shared.indexOf(parameter) + ")")
                .collect(Collectors.joining(", "));
        return List.of(
                "PromotedOperands promoted = PromotedOperands.of(" + operands + ");",
                "if (promoted != null) {",
                "    try (promoted) {",
                "        return " + row.javaName() + "(" + arguments + ");",
                "    }",
                "}");
    }

    private static List<String> work(OpRow row, Set<String> present) {
        return switch (row.kind()) {
            case ELEMENTWISE -> List.of(recorded(row, present, elementwise(row)));
            case REDUCTION -> List.of(recorded(row, present, reduction(row)));
            case SCAN ->
                List.of(recorded(
                        row,
                        present,
                        "Eager.scan(\"%s\", x, axis, exclusive, reverse, %s)"
                                .formatted(row.javaName(), combination(row))));
            case VIEW -> List.of(recorded(row, present, "Eager." + row.javaName() + "(" + names(row) + ")"));
            case ASSIGN ->
                List.of(
                        "Recording.refuseUpdate(\"" + row.javaName() + "\");",
                        "return Eager." + row.javaName() + "(" + names(row) + ");");
            case INDEX ->
                List.of(limits(row, present), "return Eager." + row.javaName() + "(DType.I64, " + names(row) + ");");
            case CONCAT -> List.of(recorded(row, present, "Eager.concat(axis, x)"));
            case GATHER -> List.of(recorded(row, present, "Eager.gather(x, indices, axis)"));
            case LIBRARY -> library(row, present);
            case COMPOSITE -> List.of("return " + composite(row, present) + ";");
            case LOOP -> throw new IllegalStateException(row.name() + " has no method of Ops");
        };
    }

    private static List<String> library(OpRow row, Set<String> present) {
        List<String> statements = new ArrayList<>(List.of(dtypes(row, present)));
        if (row.limits().isPresent()) {
            statements.add(limits(row, present));
        }
        String owner = isCollective(row) ? "EagerCollectives." : "EagerLibrary.";
        statements.add(recorded(row, present, owner + row.javaName() + "(" + names(row, present) + ")"));
        return statements;
    }

    /** Returns true if an op exchanges tensors with the ranks of a group. */
    private static boolean isCollective(OpRow row) {
        return row.parameters().stream().anyMatch(parameter -> parameter.name().equals(Attributes.GROUP));
    }

    /** The dtype rule of the row. */
    private static String dtypes(OpRow row, Set<String> present) {
        String rules = row.operandParameters().stream()
                .filter(operand -> present.contains(operand.name()))
                .map(operand -> "\"%s:%s\", %s".formatted(operand.name(), operand.dtype(), operand.name()))
                .collect(Collectors.joining(", "));
        return "OperandDtypes.check(\"%s\", \"%s\", %s);".formatted(row.javaName(), row.dtypes(), rules);
    }

    private static String limits(OpRow row, Set<String> present) {
        return "CompositeOp.requireLimits(" + arguments(row, present) + ");";
    }

    private static String composite(OpRow row, Set<String> present) {
        if (row.hasVaryingResults()) {
            return "CompositeOp.results(" + arguments(row, present) + ")";
        }
        return row.results().size() == 1
                ? "CompositeOp.result(" + arguments(row, present) + ")"
                : ResultRecords.type(row) + ".of(CompositeOp.results(" + arguments(row, present) + "))";
    }

    /** The op, and an argument for each parameter of its row. */
    private static String arguments(OpRow row, Set<String> present) {
        return call(row, name -> present.contains(name) ? name : "EagerExpansion.ABSENT");
    }

    private static String recorded(OpRow row, Set<String> present, String expression) {
        if (!OpRecording.isRecorded(row)) {
            return "return " + expression + ";";
        }
        String call = call(row, name -> present.contains(name) && !OpRecording.isUpdated(row, name) ? name : "null");
        int name = call.indexOf('"', 1) + 1;
        return "return Recording.basic(" + call.substring(0, name) + ", " + expression + call.substring(name) + ");";
    }

    /** The op, and a Java expression for each parameter of its row. */
    private static String call(OpRow row, UnaryOperator<String> argument) {
        List<OpParameter> parameters = row.parameters();
        boolean array = parameters.size() == 1 && parameters.get(0).kind() == OpParameter.Kind.TENSORS;
        return parameters.stream()
                .map(parameter -> (array ? "(Object) " : "") + argument.apply(parameter.name()))
                .collect(Collectors.joining(", ", '"' + row.name() + "\", ", ""));
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
            case "Bitcast" -> "EagerBits.bitcast(x, dtype)";
            case "Equal", "NotEqual" -> "Eager.equality" + call;
            default -> isOfBits(row) ? bits(row, operands) : "Eager." + method(row) + call;
        };
    }

    private static boolean isOfBits(OpRow row) {
        return row.dtypes() == DtypeClass.INTEGER || row.dtypes() == DtypeClass.WIDE_INTEGER;
    }

    private static String bits(OpRow row, String operands) {
        String function = "ScalarMath::" + row.javaName();
        String functions = row.dependsOnSign()
                ? "EagerBits.bySign(x, %s, UnsignedMath::%s)".formatted(function, row.javaName())
                : function;
        return "EagerBits.%s(\"%s\", %s, %s, %s)"
                .formatted(
                        row.arity() == 1 ? "unary" : "binary",
                        row.javaName(),
                        operands,
                        row.dtypes() == DtypeClass.WIDE_INTEGER,
                        functions);
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
        String both = function + ", " + (row.dependsOnSign() ? bySign(function, row.javaName()) : function);
        return row.arity() == 2 && row.tolerance().equals(EXACTLY) && row.scalar() instanceof ScalarNotation.Call
                ? function + ", " + both
                : both;
    }

    private static String bySign(String signed, String unsigned) {
        return "Eager.bySign(x, %s, UnsignedMath::%s)".formatted(signed, unsigned);
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
                        ", Math::%1$s, %2$s, %3$s"
                                .formatted(
                                        row.combiner().function(),
                                        row.combiner().integerIdentity(),
                                        bySign(
                                                "Math::" + row.combiner().function(),
                                                row.combiner().function() + "imum"));
                    case ALL -> ", (a, b) -> a & b";
                    case ANY -> ", (a, b) -> a | b";
                };
    }
}
