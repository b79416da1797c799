package io.graphkernel.conformance.random;

import io.graphkernel.conformance.oracle.NdArray;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** The programs that are one step smaller than another one. */
final class Smaller {

    private static final List<Integer> SMALL_SIZES = List.of(0, 1, 2, 3, 4, 8, 16);

    private final Program program;
    private final List<Program> candidates = new ArrayList<>();

    private Smaller(Program program) {
        this.program = program;
    }

    static List<Program> than(Program program) {
        Smaller smaller = new Smaller(program);
        smaller.addFlags();
        smaller.addBindings();
        smaller.addResults();
        for (int i = 0; i < program.statements().size(); i++) {
            smaller.addWithout(i);
            smaller.addBypass(i);
        }
        return smaller.candidates;
    }

    /** Without flags, then without each. */
    private void addFlags() {
        if (program.flags().isEmpty()) {
            return;
        }
        candidates.add(program.withFlags(""));
        List<String> flags = List.of(program.flags().split(" "));
        for (int i = 0; i < flags.size() && flags.size() > 1; i++) {
            List<String> others = new ArrayList<>(flags);
            others.remove(i);
            candidates.add(program.withFlags(String.join(" ", others)));
        }
    }

    private void addBindings() {
        if (program.bindings().size() > 1) {
            program.bindings().forEach(binding -> candidates.add(program.withBindings(List.of(binding))));
            return;
        }
        Binding binding = program.bindings().get(0);
        Map<String, Integer> sizes = binding.sizes();
        for (String symbol : new TreeSet<>(sizes.keySet())) {
            SMALL_SIZES.stream().filter(size -> size < sizes.get(symbol)).forEach(size -> {
                Map<String, Integer> changed = new HashMap<>(sizes);
                changed.put(symbol, size);
                candidates.add(program.withBindings(List.of(new Binding(changed, binding.mostElements()))));
            });
        }
    }

    private void addResults() {
        if (program.results().size() > 1) {
            program.results()
                    .forEach(result ->
                            candidates.add(program.withResults(List.of(result)).live()));
        }
        for (Statement statement : program.statements()) {
            for (Value value : statement.results()) {
                if (program.results().size() == 1 && !program.results().contains(value)) {
                    candidates.add(program.withResults(List.of(value)).live());
                }
            }
        }
    }

    /** A statement's results become parameters with the same elements. */
    private void addWithout(int index) {
        Statement removed = program.statements().get(index);
        List<Statement> statements = new ArrayList<>(program.statements());
        statements.remove(index);
        List<Parameter> parameters = new ArrayList<>(program.parameters());
        for (Value value : removed.results()) {
            if (value.dims().stream().anyMatch(dim -> dim.toString().contains("("))) {
                return;
            }
            Map<Binding, NdArray> contents = new HashMap<>();
            parameters.add(new Parameter(
                    value,
                    binding -> contents.computeIfAbsent(
                            binding,
                            sizes -> Evaluation.of(program, sizes)
                                    .get(value)
                                    .map(element -> Samplers.stored(value.dtype(), element)))));
        }
        List<Value> results = program.results().stream()
                .filter(result -> !removed.results().contains(result))
                .toList();
        if (!results.isEmpty() || program.results().isEmpty()) {
            candidates.add(new Program(
                            program.name(),
                            program.flags(),
                            program.unranked(),
                            parameters,
                            statements,
                            results,
                            program.bindings(),
                            program.wanted())
                    .live());
        }
    }

    /** Replaces a statement's result by an operand. */
    private void addBypass(int index) {
        Statement removed = program.statements().get(index);
        if (removed.results().size() != 1 || !removed.updated().isEmpty()) {
            return;
        }
        Value result = removed.results().get(0);
        for (Value operand : removed.operands()) {
            if (operand.dtype() == result.dtype() && operand.dims().equals(result.dims())) {
                List<Statement> statements = new ArrayList<>();
                for (Statement statement : program.statements()) {
                    if (statement != removed) {
                        statements.add(statement.withOperands(replaced(statement.operands(), result, operand)));
                    }
                }
                List<Value> results = replaced(program.results(), result, operand);
                boolean returnsParameter =
                        program.parameters().stream().anyMatch(parameter -> results.contains(parameter.value()));
                if (!returnsParameter && results.stream().distinct().count() == results.size()) {
                    candidates.add(program.withStatements(statements)
                            .withResults(results)
                            .live());
                }
            }
        }
    }

    private static List<Value> replaced(List<Value> values, Value old, Value by) {
        return values.stream().map(value -> value.equals(old) ? by : value).toList();
    }
}
