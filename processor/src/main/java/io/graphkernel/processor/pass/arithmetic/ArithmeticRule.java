package io.graphkernel.processor.pass.arithmetic;

import java.util.List;

/**
 * One row of the rule table.
 *
 * @param id the documented group and number, for example {@code 1.0}
 * @param name lower case with underscores
 * @param text the rule as in the table, with an arrow between its sides
 * @param pattern matched term, for example {@code Add(A, 0)}: capitals match any value, {@code c} a constant;
 *     commutative ops match in both orders
 * @param replacement replacing term
 * @param exactness operands for which both sides are bitwise equal; for others the rule is value-changing
 * @param nanSafe true if both sides are NaN for the same operands, provided that these are finite or NaN and in the
 *     domain of both sides
 * @param guard condition on attributes and shapes
 * @param missing reason why the rule never applies if its ops do not exist; else empty
 */
public record ArithmeticRule(
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

    static ArithmeticRule of(String id, String name, String text, Exactness exactness) {
        String[] sides = text.split(ARROW);
        return new ArithmeticRule(
                id, name, text, Term.parse(sides[0]), Term.parse(sides[1]), exactness, true, Guard.NONE, "");
    }

    /** Creates a rule for ops that are not in the op table. */
    static ArithmeticRule missing(String id, String name, String text, String reason) {
        ArithmeticRule rule = of(id, name, text, Exactness.ALWAYS);
        return new ArithmeticRule(
                id, name, text, rule.pattern, rule.replacement, rule.exactness, true, Guard.NONE, reason);
    }

    ArithmeticRule where(Guard condition) {
        return new ArithmeticRule(id, name, text, pattern, replacement, exactness, nanSafe, condition, missing);
    }

    /** Returns the rule for operands where only one side may be NaN. */
    ArithmeticRule losesNan() {
        return new ArithmeticRule(id, name, text, pattern, replacement, exactness, false, guard, missing);
    }

    /**
     * Returns true if the rule can apply.
     *
     * @return false for a rule whose ops do not exist
     */
    public boolean applies() {
        return missing.isEmpty();
    }

    /** Returns the pattern with the operands of commutative ops in all orders. */
    List<Term> patterns() {
        return pattern.orders();
    }
}
