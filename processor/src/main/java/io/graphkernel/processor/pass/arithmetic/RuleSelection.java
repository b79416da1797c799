package io.graphkernel.processor.pass.arithmetic;

import java.util.Set;

/**
 * Which rules a method wants.
 *
 * @param exactPrecision whether rules apply only where they are exact
 * @param only ids of the rules that may apply; empty for all
 * @param disabled ids of the rules that may not apply
 */
public record RuleSelection(boolean exactPrecision, Set<String> only, Set<String> disabled) {

    /** What applies unless flags say otherwise: every rule where it is exact. */
    public static final RuleSelection EXACT = new RuleSelection(true, Set.of(), Set.of());

    public RuleSelection {
        only = Set.copyOf(only);
        disabled = Set.copyOf(disabled);
    }

    boolean allows(Rule rule) {
        return (only.isEmpty() || only.contains(rule.id())) && !disabled.contains(rule.id());
    }

    boolean allows(Rule rule, Match match) {
        return !exactPrecision || rule.exactness().holds(match);
    }
}
