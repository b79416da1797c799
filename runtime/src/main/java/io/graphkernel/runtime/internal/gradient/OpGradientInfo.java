package io.graphkernel.runtime.internal.gradient;

import io.graphkernel.op.OpRecording;
import io.graphkernel.op.OpTable;
import io.graphkernel.op.row.OpParameter;
import io.graphkernel.op.row.OpResult;
import io.graphkernel.op.row.OpRow;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/**
 * Gradient properties of an op's row.
 *
 * @param op name of the method in Java
 * @param wide true if f16 and bf16 are computed in f32
 * @param pointwise true if each element of a result only depends on the operand elements at the same position
 * @param rules its rules; an op without one is differentiated through the ops that it calls
 * @param nonDifferentiable positions of the arguments for which its derivative is zero
 * @param absence reason for a missing gradient; empty if it has one
 * @param whole true if the rules are complete, so that nested ops need not be recorded
 */
record OpGradientInfo(
        String op,
        boolean wide,
        boolean pointwise,
        List<TapedGradientRule> rules,
        Set<Integer> nonDifferentiable,
        String absence,
        boolean whole) {

    private static final Map<OpRow, OpGradientInfo> OF_ROWS = new ConcurrentHashMap<>();

    /** Returns the gradient properties of an op of the table. */
    static OpGradientInfo of(String op) {
        return of(OpTable.get().find(op).orElseThrow());
    }

    /** Returns the gradient properties of an op. */
    static OpGradientInfo of(OpRow row) {
        OpGradientInfo known = OF_ROWS.get(row);
        return known == null ? OF_ROWS.computeIfAbsent(row, OpGradientInfo::derived) : known;
    }

    private static OpGradientInfo derived(OpRow row) {
        List<String> parameters =
                row.parameters().stream().map(OpParameter::name).toList();
        List<String> results = row.results().stream().map(OpResult::name).toList();
        List<TapedGradientRule> rules = row.gradient().rules().stream()
                .map(rule -> new TapedGradientRule(
                        rule.results().stream().map(results::indexOf).toList(),
                        rule.operands().stream().map(parameters::indexOf).toList(),
                        call -> EagerGradient.adjoints(row, rule, call)))
                .toList();
        Set<Integer> nonDifferentiable = row.gradient().nonDifferentiable().stream()
                .map(parameters::indexOf)
                .collect(Collectors.toUnmodifiableSet());
        return new OpGradientInfo(
                row.javaName(),
                OpRecording.isWide(row),
                OpRecording.isPointwise(row),
                rules,
                nonDifferentiable,
                row.gradient().absence(),
                OpRecording.isWhole(row));
    }

    /** Returns the rules for the requested adjoints; empty if they do not provide all of them. */
    List<TapedGradientRule> rules(Set<Integer> results, Set<Integer> operands) {
        List<TapedGradientRule> applicable = rules.stream()
                .filter(rule ->
                        rule.results().isEmpty() || Set.copyOf(rule.results()).equals(results))
                .filter(rule -> rule.operands().stream().anyMatch(operands::contains))
                .toList();
        boolean isComplete = operands.stream()
                .allMatch(operand ->
                        applicable.stream().anyMatch(rule -> rule.operands().contains(operand)));
        return isComplete ? applicable : List.of();
    }
}
