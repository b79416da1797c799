package io.graphkernel.conformance.random;

import io.graphkernel.graph.Dim;
import io.graphkernel.runtime.DType;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A random kernel method.
 *
 * @param name Java name
 * @param flags flags of the fused method
 * @param unranked true if the parameters' shapes are undeclared
 * @param parameters parameters in order
 * @param statements statements in order
 * @param results returned values
 * @param bindings sizes of its calls
 * @param wanted parameters; if not empty, the method returns the gradients of a loss over the results
 */
record Program(
        String name,
        String flags,
        boolean unranked,
        List<Parameter> parameters,
        List<Statement> statements,
        List<Value> results,
        List<Binding> bindings,
        List<Value> wanted) {

    /** The most results of a method. */
    static final int MAX_RESULTS = 4;

    /** Suffix of the unfused methods, if requested. */
    static final String UNFUSED = "Unfused";

    /** The method's text, a line each. */
    List<String> lines(boolean unfused) {
        List<String> lines = new ArrayList<>();
        String given = unfused ? "--opt_level=0" : flags;
        lines.add(given.isEmpty() ? "@GraphKernel" : "@GraphKernel(flags = \"" + given + "\")");
        int count = wanted.isEmpty() ? results.size() : wanted.size();
        String type = count == 0 ? "void" : count == 1 ? "Tensor" : "Results" + count;
        String header = Stream.concat(parameters.stream().map(this::declaration), witnesses().stream())
                .collect(Collectors.joining(", "));
        lines.add("public static " + type + " " + name + (unfused ? UNFUSED : "") + "(" + header + ") {");
        if (!wanted.isEmpty()) {
            lines.add("    var all = " + gradient(wanted) + ";");
            String items =
                    IntStream.range(0, count).mapToObj(i -> "all[" + i + "]").collect(Collectors.joining(", "));
            lines.add(count == 1 ? "    return all;" : "    return new " + type + "(" + items + ");");
        } else {
            lines.addAll(body());
            String names = results.stream().map(Value::name).collect(Collectors.joining(", "));
            if (count == 1) {
                lines.add("    return " + names + ";");
            } else if (count > 1) {
                lines.add("    return new " + type + "(" + names + ");");
            }
        }
        lines.add("}");
        return lines;
    }

    private List<String> body() {
        return statements.stream()
                .flatMap(statement -> statement.lines().stream())
                .map(line -> "    " + line)
                .toList();
    }

    /** The gradient of the sum of the sines of all results, as an expression in one line. */
    String gradient(List<Value> by) {
        String loss = results.stream()
                .map(result -> "cast(reduceSum(sin(" + result.name() + ")), DType.F32)")
                .reduce((a, b) -> "add(" + a + ", " + b + ")")
                .orElseThrow();
        String names = by.stream().map(Value::name).collect(Collectors.joining(", "));
        return "Gradients.gradient(() -> {" + String.join(" ", body()) + " return " + loss + "; }, " + names + ")";
    }

    Program withResults(List<Value> others) {
        return new Program(name, flags, unranked, parameters, statements, others, bindings, wanted);
    }

    Program withStatements(List<Statement> others) {
        return new Program(name, flags, unranked, parameters, others, results, bindings, wanted);
    }

    Program withWanted(List<Value> others) {
        return new Program(name, flags, unranked, parameters, statements, results, bindings, others);
    }

    Program withBindings(List<Binding> others) {
        return new Program(name, flags, unranked, parameters, statements, results, others, wanted);
    }

    Program withFlags(String others) {
        return new Program(name, others, unranked, parameters, statements, results, bindings, wanted);
    }

    Program named(String other) {
        return new Program(other, flags, unranked, parameters, statements, results, bindings, wanted);
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
        List<Value> left = wanted.stream().filter(needed::contains).toList();
        return new Program(name, flags, unranked, used, kept, results, bindings, left);
    }

    private String declaration(Parameter parameter) {
        Value value = parameter.value();
        if (parameter.isNumber()) {
            return parameter.primitive() + " " + value.name();
        }
        String dims =
                unranked ? "..." : value.dims().stream().map(Dim::toString).collect(Collectors.joining(", "));
        String annotation =
                unranked && value.dtype() == DType.F32 ? "" : "@TensorType(\"" + value.dtype() + "[" + dims + "]\") ";
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
        if (!unranked) {
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
