package io.graphkernel.runtime.internal.gradient;

import java.util.List;
import java.util.Set;

/**
 * What the row of an op says about gradients.
 *
 * @param op its method in Java
 * @param wide whether f16 and bf16 are computed in f32
 * @param pointwise whether each element of a result comes from the elements of operands at its place alone
 * @param rules its rules; an op without one is differentiated through the ops that it calls
 * @param constantIn the arguments, by position, by which its derivative is zero
 * @param absence why it has no gradient; empty if it has one
 * @param whole whether the rules give all there is to know, so that the ops inside need not be recorded
 */
record OpRules(
        String op,
        boolean wide,
        boolean pointwise,
        List<Rule> rules,
        Set<Integer> constantIn,
        String absence,
        boolean whole) {

    /** The rules that give what is asked for; none if they do not give all of it. */
    List<Rule> rules(Set<Integer> results, Set<Integer> operands) {
        List<Rule> wanted = rules.stream()
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
