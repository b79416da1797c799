package io.graphkernel.examples.benchmarks;

import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.DoublePredicate;

/** Prints what was measured as Markdown. */
public final class Report {
    private static final String NOTHING = "-";

    private final PrintStream out;

    public Report(PrintStream out) {
        this.out = out;
    }

    public void heading(String text) {
        out.printf("%n## %s%n%n", text);
    }

    public void note(String text) {
        out.println(text);
    }

    /** One row per operation and size; a ratio with a target says whether it reaches it. */
    void results(List<Result> results) {
        row(
                "operation",
                "size",
                "ours us",
                "oneDNN us",
                "unfused us",
                "limit us",
                "ours/oneDNN",
                "limit/ours",
                "unfused/ours");
        row("---", "---", "---:", "---:", "---:", "---:", "---:", "---:", "---:");
        for (Result result : results) {
            Operation operation = result.operation();
            row(
                    operation.title(),
                    operation.size(result.rows()),
                    microseconds(result.fused()),
                    result.bestOneDnn().isPresent()
                            ? microseconds(result.bestOneDnn().getAsDouble())
                            : NOTHING,
                    microseconds(result.unfused()),
                    microseconds(result.limit()),
                    result.overOneDnn().isPresent()
                            ? atMost(result.overOneDnn().getAsDouble(), operation.oneDnnTarget(result.rows()))
                            : NOTHING,
                    atLeast(result.ofLimit(), operation.limitTarget(result.rows())),
                    atLeast(result.gainOfFusion(), operation.fusionTarget(result.rows())));
        }
    }

    /** Every composition that oneDNN was tried with. */
    void oneDnnCompositions(List<Result> results) {
        row("operation", "size", "us", "oneDNN primitives");
        row("---", "---", "---:", "---");
        for (Result result : results) {
            result.oneDnn()
                    .forEach((description, time) -> row(
                            result.operation().title(),
                            result.operation().size(result.rows()),
                            microseconds(time),
                            description));
        }
    }

    public void row(String... cells) {
        out.println("| " + String.join(" | ", cells) + " |");
    }

    public static String microseconds(double nanoseconds) {
        return format("%.1f", nanoseconds / 1e3);
    }

    public static String atMost(double value, OptionalDouble target) {
        return judged(value, target, "<=", ratio -> ratio <= target.orElseThrow());
    }

    public static String atLeast(double value, OptionalDouble target) {
        return judged(value, target, ">=", ratio -> ratio >= target.orElseThrow());
    }

    public static String format(String pattern, Object... values) {
        return String.format(Locale.ROOT, pattern, values);
    }

    private static String judged(double value, OptionalDouble target, String relation, DoublePredicate reached) {
        String text = format("%.2f", value);
        if (target.isEmpty()) {
            return text;
        }
        String mark = reached.test(value) ? "ok" : "MISSED";
        return format("%s (%s %.2f %s)", text, relation, target.getAsDouble(), mark);
    }
}
