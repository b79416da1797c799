package io.graphkernel.processor.op.source;

import io.graphkernel.processor.op.OpParameter;
import io.graphkernel.processor.op.OpRow;
import io.graphkernel.processor.op.OpTable;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Prints the reference page of the ops as Markdown. */
public final class OpsPage {

    private static final String HEAD = """
        <!-- Generated from the op table; refresh with: mvn -pl processor -am test -Dgolden.update=true -->
        # Ops

        The methods of `io.graphkernel.runtime.Ops`. Operands broadcast under NumPy's rules. The operands of one op have one
        dtype; nothing is converted but by `cast`. *float* stands for f16, bf16, f32 and f64, *integer* for i8, u8, i32 and i64,
        *number* for both. A number may stand for a tensor where a signature says `double`; it takes the dtype of the tensor that
        it meets. Where two signatures stand, what the longer one has more may be left out. An axis may be negative: it counts from
        the end. `axes` is `axes(0, 1)`;
        no axes, `axes()`, stand for all.

        *Lists* are those of MindSpore's documents: which hold the op as one to be expanded or clustered by default, on Ascend,
        CPU and GPU. Here every op works on every target.

        """;

    private OpsPage() {}

    /**
     * Prints the page.
     *
     * @param table the op table
     * @param lists the documents' lists
     * @return Markdown
     */
    public static String print(OpTable table, DocumentLists lists) {
        return table.rows().stream().map(row -> section(row, lists)).collect(Collectors.joining("\n", HEAD, ""));
    }

    private static String section(OpRow row, DocumentLists lists) {
        StringBuilder text = new StringBuilder("### " + row.name() + "\n\n");
        text.append(row.documentation()).append("\n\n");
        line(text, "Java", signatures(row));
        line(text, "Also named", String.join(", ", row.aliases()));
        line(text, "Dtypes", dtypes(row));
        line(text, "Shape", ResultRecords.shape(row));
        line(text, "Tolerance", row.tolerance().isEmpty() ? "that of the ops that it is made of" : row.tolerance());
        line(text, "Lists", lists.of(row));
        line(text, "Differs from the documents", row.note());
        return text.toString();
    }

    private static void line(StringBuilder text, String title, String value) {
        if (!value.isEmpty()) {
            text.append("- ").append(title).append(": ").append(value).append('\n');
        }
    }

    /** The longest and the shortest overload of each name. */
    private static String signatures(OpRow row) {
        List<JavaMethod> family = MethodFamily.of(row);
        Comparator<JavaMethod> byLength =
                Comparator.comparing(method -> method.parameters().size());
        return family.stream()
                .map(JavaMethod::name)
                .distinct()
                .flatMap(name -> {
                    List<JavaMethod> named =
                            family.stream().filter(m -> m.name().equals(name)).toList();
                    JavaMethod longest = named.stream().max(byLength).orElseThrow();
                    JavaMethod shortest = named.stream().min(byLength).orElseThrow();
                    return Stream.of(shortest, longest).distinct();
                })
                .map(method -> "`" + method.type() + " " + method.name() + "(" + method.signature() + ")`")
                .distinct()
                .collect(Collectors.joining(", "));
    }

    private static String dtypes(OpRow row) {
        String operands = row.operandParameters().stream()
                .map((OpParameter parameter) -> parameter.name() + " " + JavaTypes.operand(row, parameter))
                .collect(Collectors.joining(", "));
        String results = row.results().stream()
                .map(result ->
                        (row.results().size() == 1 ? "" : result.name() + " ") + JavaTypes.dtype(row, result.dtype()))
                .collect(Collectors.joining(", "));
        return (operands.isEmpty() ? "" : operands + " ") + "→ " + results;
    }
}
