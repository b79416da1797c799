package io.graphkernel.conformance.random;

import io.graphkernel.graph.Dim;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Dims in the syntax of a kernel method.
 *
 * @param texts one expression per dim, over {@code $} operands
 * @param operands operands that define the symbols
 */
record DimText(List<String> texts, List<Value> operands) {

    private static final Pattern SYMBOL = Pattern.compile("[a-z]+");

    static DimText of(List<Dim> dims, List<Parameter> parameters, int firstOperand) {
        List<Value> operands = new ArrayList<>();
        List<String> texts = new ArrayList<>();
        for (Dim dim : dims) {
            if (dim.toString().contains("(")) {
                throw new Unfit("a dim that Java methods do not compute");
            }
            Matcher matcher = SYMBOL.matcher(dim.toString());
            texts.add(matcher.replaceAll(
                    match -> Matcher.quoteReplacement(size(match.group(), parameters, operands, firstOperand))));
        }
        return new DimText(texts, operands);
    }

    private static String size(String symbol, List<Parameter> parameters, List<Value> operands, int firstOperand) {
        for (Parameter parameter : parameters) {
            int axis = parameter.value().dims().indexOf(new Dim.Symbol(symbol));
            if (axis >= 0) {
                int index = operands.indexOf(parameter.value());
                if (index < 0) {
                    index = operands.size();
                    operands.add(parameter.value());
                }
                return "$" + (firstOperand + index) + ".dimension(" + axis + ")";
            }
        }
        throw new Unfit("nothing has the size " + symbol);
    }

    String joined() {
        return texts.stream().collect(Collectors.joining(", "));
    }
}
