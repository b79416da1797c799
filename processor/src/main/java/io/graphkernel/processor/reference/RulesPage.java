package io.graphkernel.processor.reference;

import io.graphkernel.processor.pass.arithmetic.ArithmeticRule;
import io.graphkernel.processor.pass.arithmetic.RuleTable;

/** Printer of the reference page of the arithmetic rules as Markdown. */
final class RulesPage {

    private static final String HEADER = """
            <!-- Generated from the table of rules; refresh with: mvn -q -pl processor -am test-compile -Preferences -->
            # Arithmetic rules

            The pass `arithmetic_simplify` applies these rules from `--opt_level=2` on, the first that fits, until none does.
            Capitals stand for any value, `c` for a number of the source; Add, Mul and the like match in both orders. A rule is
            exact if both sides have the same bits, NaN equal to NaN. Where it is not, it applies only with
            `--exact_precision_mode=false`. A rewrite never changes a shape or a dtype, and is rejected if it would add work:
            what is read elsewhere is computed all the same.

            `--enable_simplify_exprs_only=1.0,2.7` leaves only the rules that it names, `--disable_simplify_exprs=2.7` all but
            those.

            | id | name | rule | exact | NaN |
            |---|---|---|---|---|
            """;

    private RulesPage() {}

    static String print() {
        StringBuilder text = new StringBuilder(HEADER);
        for (ArithmeticRule rule : RuleTable.all()) {
            text.append("| ").append(rule.id()).append(" | ").append(rule.name());
            text.append(" | `").append(rule.text().replace(" => ", "` is `")).append("` | ");
            text.append(rule.applies() ? rule.exactness().text() : "never applies: " + rule.missing())
                    .append(" | ");
            text.append(rule.nanSafe() ? "" : "may be lost").append(" |\n");
        }
        return text.toString();
    }
}
