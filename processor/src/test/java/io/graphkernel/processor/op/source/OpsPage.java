package io.graphkernel.processor.op.source;

import io.graphkernel.processor.op.OpRow;
import io.graphkernel.processor.op.OpTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Prints the reference page of the ops as Markdown. */
public final class OpsPage {

    private static final String HEAD = """
        <!-- Generated from the op table; refresh with: mvn -pl processor -am test -Dgolden.update=true -->
        # Ops

        The methods of `io.graphkernel.runtime.Ops`. Operands broadcast under NumPy's rules. Where an op takes `f32`, a
        number may stand for a tensor, as long as one operand is a tensor: `mul(x, 2.0)`, `sub(1.0, x)`. An axis may be
        negative: it counts from the end. `axes` is `axes(0, 1)`; no axes, `axes()`, stand for all. `keepDims` is
        `KEEP_DIMS` or false; left out it is false, and a reduction without axes reduces all.

        An elementwise op computes one element from one element of each operand; a reduction combines the elements along
        axes; a composite op is expanded into others before fusion; an assignment updates its first operand in place.

        | op | Java | computes | dtypes | kind |
        |---|---|---|---|---|
        """;

    private OpsPage() {}

    /**
     * Prints the page.
     *
     * @param table the op table
     * @return Markdown
     */
    public static String print(OpTable table) {
        return table.rows().stream().map(OpsPage::line).collect(Collectors.joining("", HEAD, ""));
    }

    private static String line(OpRow row) {
        String computes = row.documentation().replace("|", "\\|");
        String kind = row.kind().name().toLowerCase(Locale.ROOT);
        return "| " + String.join(" | ", row.name(), java(row), computes, dtypes(row), kind) + " |\n";
    }

    private static String java(OpRow row) {
        List<JavaMethod> family = MethodFamily.of(row);
        JavaMethod widest = family.get(row.takesAxes() ? family.size() - 1 : 0);
        return widest.parameters().stream()
                .map(JavaMethod.Parameter::name)
                .collect(Collectors.joining(", ", "`" + row.javaName() + "(", ")`"));
    }

    private static String dtypes(OpRow row) {
        List<String> operands = new ArrayList<>();
        IntStream.range(0, row.arity()).forEach(i -> operands.add(Dtypes.operand(row, i)));
        return String.join(", ", operands) + " → " + Dtypes.result(row);
    }
}
