package io.graphkernel.processor.reference.facade;

import io.graphkernel.op.row.OpKind;
import io.graphkernel.op.row.OpResult;
import io.graphkernel.op.row.OpRow;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The Java types of results: a tensor, an array of tensors, or a record for an op with several results. */
final class ResultRecords {

    private ResultRecords() {}

    static String type(OpRow row) {
        if (row.hasVaryingResults()) {
            return "Tensor[]";
        }
        return row.results().size() == 1 ? "Tensor" : row.name() + "Result";
    }

    /** The declaration of a record, not indented; empty for one result. */
    static String print(OpRow row) {
        if (row.results().size() == 1) {
            return "";
        }
        List<String> lines = new ArrayList<>(List.of("/**", " * The results of " + row.name() + ".", " *"));
        for (OpResult result : row.results()) {
            lines.add(" * @param " + result.name() + " " + document(row, result));
        }
        lines.add(" */");
        String components =
                row.results().stream().map(result -> "Tensor " + result.name()).collect(Collectors.joining(", "));
        lines.addAll(CodeLines.wrapped("public record " + type(row) + "(" + components + ") {", 112));
        String values = IntStream.range(0, row.results().size())
                .mapToObj(number -> "results[" + number + "]")
                .collect(Collectors.joining(", "));
        lines.add("    private static " + type(row) + " of(Tensor... results) {");
        lines.add("        return new " + type(row) + "(" + values + ");");
        lines.addAll(List.of("    }", "}"));
        return String.join("\n", lines);
    }

    private static String document(OpRow row, OpResult result) {
        return result.updates()
                .map(updated -> "the parameter of that name, updated")
                .orElseGet(() -> JavaTypes.dtype(row, result.dtype()));
    }

    /** Returns the documentation of a method's result. */
    static String document(OpRow row) {
        String dtypes = row.results().stream()
                .map(result ->
                        row.results().size() == 1 ? document(row, result) : result.name() + " " + document(row, result))
                .collect(Collectors.joining(", "));
        return dtypes + "; " + shape(row);
    }

    /** The shape of the results, in words. */
    static String shape(OpRow row) {
        if (!row.shape().isEmpty()) {
            return row.shape();
        }
        if (row.kind() == OpKind.REDUCTION) {
            return "the shape of x without the axes, or with size 1 there";
        }
        return row.arity() > 1 && row.kind() != OpKind.ASSIGN
                ? "the broadcast shape of the operands"
                : "the shape of " + row.operandNames().get(0);
    }
}
