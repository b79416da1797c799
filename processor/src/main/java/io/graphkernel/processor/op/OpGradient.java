package io.graphkernel.processor.op;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * What an op's row says about gradients. A composite op of which the rules do not give all that is asked for is
 * differentiated through its expansion.
 *
 * @param rules how adjoints of operands come from cotangents of results
 * @param constantIn operands of which the results are constant wherever they have a derivative: their adjoint is zero, which
 *     no tensor holds
 * @param absence why the op has no gradient; empty if it has one
 */
public record OpGradient(List<GradientRule> rules, Set<String> constantIn, String absence) {

    /** No rule. */
    static final OpGradient NONE = new OpGradient(List.of(), Set.of(), "");

    OpGradient with(List<GradientRule> others) {
        List<GradientRule> more = new ArrayList<>(rules);
        more.addAll(others);
        return new OpGradient(List.copyOf(more), constantIn, absence);
    }

    OpGradient withConstantIn(Set<String> operands) {
        return new OpGradient(rules, Set.copyOf(operands), absence);
    }

    OpGradient withAbsence(String reason) {
        return new OpGradient(rules, constantIn, reason);
    }

    /**
     * The rules that give what is asked for.
     *
     * @param results the results that have cotangents
     * @param operands the operands whose adjoints are asked for
     * @return rules that give all of them, or empty
     */
    public List<GradientRule> rules(Set<String> results, Set<String> operands) {
        List<GradientRule> wanted = rules.stream()
                .filter(rule ->
                        rule.results().isEmpty() || Set.copyOf(rule.results()).equals(results))
                .filter(rule -> rule.operands().stream().anyMatch(operands::contains))
                .toList();
        boolean all = operands.stream()
                .allMatch(operand ->
                        wanted.stream().anyMatch(rule -> rule.operands().contains(operand)));
        return all ? wanted : List.of();
    }
}
