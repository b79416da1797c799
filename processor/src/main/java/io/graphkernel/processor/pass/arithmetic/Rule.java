package io.graphkernel.processor.pass.arithmetic;

import java.util.List;

/**
 * One row of the table of rules.
 *
 * @param id the documented group and number, for example {@code 1.0}
 * @param name lower case with underscores
 * @param text the rule as the table has it, with an arrow between its sides
 * @param pattern what is replaced, for example {@code Add(A, 0)}: capitals stand for any value, {@code c} for a number of
 *     the source; Add and the like match in both orders
 * @param replacement what is computed instead
 * @param exactness when both sides have the same bits; if they have not, the rule is value-changing
 * @param nanSafe whether both sides are NaN for the same operands as long as these are finite or NaN and in the domain of
 *     both sides
 * @param guard what it asks of attributes and shapes
 * @param missing why it never applies, for ops that there are not; else empty
 */
public record Rule(
        String id,
        String name,
        String text,
        Term pattern,
        Term replacement,
        Exactness exactness,
        boolean nanSafe,
        Guard guard,
        String missing) {

    private static final String ARROW = " => ";

    static Rule of(String id, String name, String text, Exactness exactness) {
        String[] sides = text.split(ARROW);
        return new Rule(id, name, text, Term.parse(sides[0]), Term.parse(sides[1]), exactness, true, Guard.NONE, "");
    }

    /** A rule for ops that are not in the op table. */
    static Rule missing(String id, String name, String text, String reason) {
        Rule rule = of(id, name, text, Exactness.ALWAYS);
        return new Rule(id, name, text, rule.pattern, rule.replacement, rule.exactness, true, Guard.NONE, reason);
    }

    Rule where(Guard condition) {
        return new Rule(id, name, text, pattern, replacement, exactness, nanSafe, condition, missing);
    }

    /** The rule, of which one side may be NaN where the other is not. */
    Rule losesNan() {
        return new Rule(id, name, text, pattern, replacement, exactness, false, guard, missing);
    }

    /**
     * Whether the rule applies to any graph.
     *
     * @return false for a rule for ops that there are not
     */
    public boolean applies() {
        return missing.isEmpty();
    }

    /** The pattern with the operands of commutative ops in all orders. */
    List<Term> patterns() {
        return pattern.orders();
    }
}
