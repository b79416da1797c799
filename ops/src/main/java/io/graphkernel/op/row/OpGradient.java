package io.graphkernel.op.row;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Gradient part of an op's row. A composite op without the required rules is differentiated through its expansion.
 *
 * @param rules rules from cotangents of results to adjoints of operands
 * @param nonDifferentiable operands with zero gradient: the results are piecewise constant in them, and no tensor is
 *     allocated for the adjoint
 * @param absence reason why the op has no gradient; empty if it has one
 */
public record OpGradient(List<GradientRule> rules, Set<String> nonDifferentiable, String absence) {

    /** No rule. */
    public static final OpGradient NONE = new OpGradient(List.of(), Set.of(), "");

    OpGradient with(List<GradientRule> others) {
        List<GradientRule> more = new ArrayList<>(rules);
        more.addAll(others);
        return new OpGradient(List.copyOf(more), nonDifferentiable, absence);
    }

    OpGradient withConstantIn(Set<String> operands) {
        return new OpGradient(rules, Set.copyOf(operands), absence);
    }

    OpGradient withAbsence(String reason) {
        return new OpGradient(rules, nonDifferentiable, reason);
    }

    /**
     * Returns the rules for the requested adjoints.
     *
     * @param results the results that have cotangents
     * @param operands operands whose adjoints are requested
     * @return rules that cover all of them, or empty
     */
    public List<GradientRule> rules(Set<String> results, Set<String> operands) {
        List<GradientRule> wanted = rules.stream()
                .filter(rule ->
                        rule.results().isEmpty() || Set.copyOf(rule.results()).equals(results))
                .filter(rule -> rule.operands().stream().anyMatch(operands::contains))
                .toList();
        boolean complete = operands.stream()
                .allMatch(operand ->
                        wanted.stream().anyMatch(rule -> rule.operands().contains(operand)));
        return complete ? wanted : List.of();
    }
}
