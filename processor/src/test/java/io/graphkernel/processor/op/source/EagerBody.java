package io.graphkernel.processor.op.source;

import io.graphkernel.processor.op.OpRow;
import io.graphkernel.processor.op.ScalarForm;
import java.util.List;

/** The statements of the overload that does an op's work. */
final class EagerBody {

    private EagerBody() {}

    /** The statements, over the operands' names and {@code axis}, {@code axes}, {@code keepDims}, {@code dtype}. */
    static List<String> of(OpRow row) {
        return switch (row.kind()) {
            case ELEMENTWISE -> List.of("return " + elementwise(row) + ";");
            case REDUCTION ->
                List.of("return Eager.reduce(\"%s\", x, axes, keepDims, %s, %s);"
                        .formatted(row.javaName(), identity(row), combiner(row)));
            case ASSIGN -> List.of("Eager.assign(parameter, value);", "return parameter;");
            case COMPOSITE -> JavaExpansion.statements(row);
            default -> throw new IllegalStateException("no eager form of the kind " + row.kind());
        };
    }

    private static String elementwise(OpRow row) {
        String name = '"' + row.javaName() + '"';
        boolean binary = row.arity() == 2;
        return switch (row.typeRule()) {
            case ARITHMETIC -> binary ? binary("binary", row) : "Eager.unary(" + name + ", x, " + function(row) + ")";
            case COMPARISON -> binary ? binary("compare", row) : "Eager.test(" + name + ", x, " + function(row) + ")";
            case LOGICAL -> binary ? binary("logical", row) : "Eager.not(x)";
            case SELECTION -> "Eager.select(" + String.join(", ", row.operandNames()) + ")";
            case CONVERSION -> "Eager.cast(x, dtype)";
        };
    }

    private static String binary(String method, OpRow row) {
        return "Eager.%s(\"%s\", %s, %s)"
                .formatted(method, row.javaName(), String.join(", ", row.operandNames()), function(row));
    }

    private static String function(OpRow row) {
        ScalarForm form = row.scalar();
        if (form instanceof ScalarForm.Infix infix) {
            return "(a, b) -> a " + infix.operator() + " b";
        }
        return "ScalarMath::" + ((ScalarForm.Call) form).function();
    }

    private static String identity(OpRow row) {
        return row.combiner().javaIdentity();
    }

    private static String combiner(OpRow row) {
        return switch (row.combiner()) {
            case SUM -> "Double::sum";
            case PROD -> "(a, b) -> a * b";
            case MAX -> "Math::max";
            case MIN -> "Math::min";
            case ALL, ANY -> throw new IllegalStateException("no eager form of " + row.name());
        };
    }
}
