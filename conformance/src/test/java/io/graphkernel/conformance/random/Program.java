package io.graphkernel.conformance.random;

import io.graphkernel.processor.graph.Dim;
import io.graphkernel.runtime.DType;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A random kernel method.
 *
 * @param name its Java name
 * @param flags of the fused method
 * @param rankless whether the parameters' shapes are undeclared
 * @param parameters in order
 * @param statements in order
 * @param results what it returns
 * @param bindings the sizes with which it is called
 */
record Program(
        String name,
        String flags,
        boolean rankless,
        List<Parameter> parameters,
        List<Statement> statements,
        List<Value> results,
        List<Binding> bindings) {

    /** The most results of a method. */
    static final int MOST_RESULTS = 4;

    /** The methods, each also unfused under another name if asked for. */
    static final String UNFUSED = "Unfused";

    /** The method's text, a line each. */
    List<String> lines(boolean unfused) {
        List<String> lines = new ArrayList<>();
        String given = unfused ? "--opt_level=0" : flags;
        lines.add(given.isEmpty() ? "@GraphKernel" : "@GraphKernel(flags = \"" + given + "\")");
        String type = results.isEmpty() ? "void" : results.size() == 1 ? "Tensor" : "Results" + results.size();
        String header = Stream.concat(parameters.stream().map(this::declaration), witnesses().stream())
                .collect(Collectors.joining(", "));
        lines.add("public static " + type + " " + name + (unfused ? UNFUSED : "") + "(" + header + ") {");
        statements.forEach(statement -> statement.lines().forEach(line -> lines.add("    " + line)));
        String names = results.stream().map(Value::name).collect(Collectors.joining(", "));
        if (results.size() == 1) {
            lines.add("    return " + names + ";");
        } else if (!results.isEmpty()) {
            lines.add("    return new " + type + "(" + names + ");");
        }
        lines.add("}");
        return lines;
    }

    Program withResults(List<Value> others) {
        return new Program(name, flags, rankless, parameters, statements, others, bindings);
    }

    Program withStatements(List<Statement> others) {
        return new Program(name, flags, rankless, parameters, others, results, bindings);
    }

    Program withBindings(List<Binding> others) {
        return new Program(name, flags, rankless, parameters, statements, results, others);
    }

    Program withFlags(String others) {
        return new Program(name, others, rankless, parameters, statements, results, bindings);
    }

    Program named(String other) {
        return new Program(other, flags, rankless, parameters, statements, results, bindings);
    }

    /** Without the statements and parameters on which neither a result nor an updated parameter depends. */
    Program live() {
        Set<Value> needed = new HashSet<>(results);
        List<Statement> kept = new ArrayList<>();
        for (int i = statements.size() - 1; i >= 0; i--) {
            Statement statement = statements.get(i);
            if (!statement.updated().isEmpty() || statement.results().stream().anyMatch(needed::contains)) {
                kept.add(0, statement);
                needed.addAll(statement.operands());
            }
        }
        List<Parameter> used = parameters.stream()
                .filter(parameter -> needed.contains(parameter.value()))
                .toList();
        return new Program(name, flags, rankless, used, kept, results, bindings);
    }

    private String declaration(Parameter parameter) {
        Value value = parameter.value();
        if (parameter.isNumber()) {
            return parameter.primitive() + " " + value.name();
        }
        String dims =
                rankless ? "..." : value.dims().stream().map(Dim::toString).collect(Collectors.joining(", "));
        String annotation =
                rankless && value.dtype() == DType.F32 ? "" : "@TensorType(\"" + value.dtype() + "[" + dims + "]\") ";
        return annotation + "Tensor " + value.name();
    }

    /** Parameters that only bind symbols which no other one does. */
    private List<String> witnesses() {
        return unboundSymbols().stream()
                .map(symbol -> "@TensorType(\"f32[" + symbol + "]\") Tensor size_" + symbol)
                .toList();
    }

    /** Symbols that are in expressions of the parameters' dims only. */
    SortedSet<String> unboundSymbols() {
        SortedSet<String> unbound = new TreeSet<>();
        if (!rankless) {
            List<Dim> dims = parameters.stream()
                    .flatMap(parameter -> parameter.value().dims().stream())
                    .toList();
            dims.forEach(dim -> unbound.addAll(dim.symbols()));
            dims.forEach(dim -> unbound.remove(dim.toString()));
        }
        return unbound;
    }

    @Override
    public String toString() {
        return String.join("\n", lines(false));
    }
}
