package io.graphkernel.conformance.random;

import io.graphkernel.conformance.oracle.NdArray;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A line or two of a kernel method.
 *
 * @param call the expression; {@code $0} is replaced by the first operand
 * @param operands variables that it reads
 * @param results variables that it declares
 * @param accessors accessor of each result in the expression's value
 * @param updated indices of operands, parameters of the method, that it updates
 * @param slack allowed multiple of the definition's error bound
 * @param definition computes the results
 */
record Statement(
        String call,
        List<Value> operands,
        List<Value> results,
        List<String> accessors,
        List<Integer> updated,
        double slack,
        Definition definition) {

    /** Gives the results, then the new values of updated operands. */
    @FunctionalInterface
    interface Definition {
        List<NdArray> apply(Binding binding, NdArray... operands);
    }

    private static final Pattern OPERAND = Pattern.compile("\\$(\\d+)");

    /** A statement with one result. */
    static Statement of(Value result, String call, List<Value> operands, Definition definition) {
        return new Statement(call, operands, List.of(result), List.of(""), List.of(), 1, definition);
    }

    /** The variables whose contents change. */
    List<Value> targets() {
        return updated.stream().map(operands::get).toList();
    }

    /** Returns the statement with other operands. */
    Statement withOperands(List<Value> others) {
        return new Statement(call, others, results, accessors, updated, slack, definition);
    }

    /** Returns the Java statements. */
    List<String> lines() {
        String expression = OPERAND.matcher(call)
                .replaceAll(
                        match -> operands.get(Integer.parseInt(match.group(1))).name());
        if (results.isEmpty()) {
            return List.of(expression + ";");
        }
        if (results.size() == 1) {
            return List.of("Tensor " + results.get(0).name() + " = " + expression + accessors.get(0) + ";");
        }
        String whole = "all" + results.get(0).name();
        List<String> lines = new ArrayList<>(List.of("var " + whole + " = " + expression + ";"));
        for (int i = 0; i < results.size(); i++) {
            lines.add("Tensor " + results.get(i).name() + " = " + whole + accessors.get(i) + ";");
        }
        return lines;
    }
}
