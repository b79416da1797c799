package io.graphkernel.processor.pass.arithmetic;

import java.util.Set;

/**
 * Selection of arithmetic rules for a method.
 *
 * @param exactPrecision true if rules apply only where they are exact
 * @param only ids of the enabled rules; empty for all
 * @param disabled ids of the disabled rules
 */
public record RuleSelection(boolean exactPrecision, Set<String> only, Set<String> disabled) {

    public RuleSelection {
        only = Set.copyOf(only);
        disabled = Set.copyOf(disabled);
    }

    boolean allows(ArithmeticRule rule) {
        return (only.isEmpty() || only.contains(rule.id())) && !disabled.contains(rule.id());
    }

    boolean allows(ArithmeticRule rule, Match match) {
        return !exactPrecision || rule.exactness().holds(match);
    }
}
