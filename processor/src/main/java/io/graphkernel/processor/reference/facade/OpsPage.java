package io.graphkernel.processor.reference.facade;

import io.graphkernel.op.OpFamily;
import io.graphkernel.op.OpSynonyms;
import io.graphkernel.op.OpTable;
import io.graphkernel.op.row.IndexRule;
import io.graphkernel.op.row.OpParameter;
import io.graphkernel.op.row.OpRow;
import java.util.Locale;
import java.util.stream.Collectors;

/** Prints the reference page of the ops as Markdown. */
public final class OpsPage {

    private static final String HEADER = """
        <!-- Generated from the op table; refresh with: mvn -q -pl processor -am test-compile -Preferences -->
        # Ops

        The methods of `io.graphkernel.runtime.Ops`. Operands broadcast under NumPy's rules. The operands of one op have one
        dtype; nothing is converted but by `cast`. *float* stands for f16, bf16, f32 and f64, *integer* for i8, u8, i32 and i64,
        *number* for both. An axis may be negative: it counts from the end.

        A signature stands for all overloads of a method:

        - What is in brackets may be left out. It has the value after `=` then; a tensor without such a value is absent then. Of
          `layerNorm(x, gamma, beta[, epsilon = 1e-5[, beginNormAxis = -1]])` a call may leave out the last one or both, of
          `softplusExt(x[, beta = 1.0, threshold = 20.0])` both or none.
        - `Tensor|double` is a tensor or a number, which takes the dtype of the tensor that it meets and is rounded to it, once, to
          nearest even. An integer dtype must hold the number: else the call is rejected, and so is a constant when it is compiled.
          A composite op that computes f16 and bf16 in f32 takes its numbers in f32, such as an epsilon of 1e-8.
        - `Tensor|double|long` is all three; as `long` integers are exact beyond 2⁵³. All numbers of a call have one Java type: next
          to a `double` a `long` is converted. *Numbers* says which operands may be numbers in the same call.
        - `Tensor|double|float|long|int` is a number that may meet no tensor. Then it has the dtype of its Java type: a `double` is
          f64, a `float` f32, a `long` i64, an `int` i32, whether it is a literal, a parameter or computed. `fillV2(0, 4)` is i32,
          `fillV2(0f, 4)` f32, `fillV2(0.0, 4)` f64.
        - `long...` and `Tensor...`, at the end of a call, are values one by one or an array: `reshape(x, 2, 3)`. `long[]` and
          `int[]` are arrays; `axes(0, 1)` makes one of axes.

        `reduceSum(x)` sums over all axes, `reduceSum(x, 1)` over axis 1, `reduceSum(x, axes(0, 1), false)` over two, and with no axes,
        `axes()`, over all. The reduced axes are left out of the result; with `KEEP_DIMS`, a constant of `Ops` that is `true`, they stay
        with size 1, so that the result broadcasts with x: `reduceSum(x, -1, KEEP_DIMS)`.

        Labels and indices that name positions are checked by the eager op: one out of range is rejected with its place and value,
        `IndexRangeException`. A kernel does what *Indices* says; with `--check_indices` its stub rejects as the eager op does, and
        with `--enable_debug_mode` it logs the same message.

        *Gradient* says how an op is differentiated: by a rule of its own with respect to some operands, through the ops that it is
        made of with respect to the others, or not at all. The result is *constant* in an operand of which it does not depend
        wherever it has a derivative: the gradient is zero, and costs nothing. Where operands are equal, `maximum` and `minimum`
        give half to each, and reductions share evenly; a `select` drops what the branch that was not taken gives, NaN too.

        *Lists* are those of MindSpore's documents: which hold the op as one to be expanded or clustered by default, on Ascend,
        CPU and GPU. Here every op works on every target.

        """;

    private static final String SYNONYMS = "- [Names of other libraries](#names-of-other-libraries)\n";

    private OpsPage() {}

    /**
     * Prints the page.
     *
     * @param table the op table
     * @param lists the documents' lists
     * @return Markdown
     */
    public static String print(OpTable table, DocumentLists lists) {
        String contents = table.families().stream().map(OpsPage::contents).collect(Collectors.joining());
        return table.families().stream()
                .map(family -> family(family, lists))
                .collect(Collectors.joining("\n", HEADER + contents + SYNONYMS + "\n", "\n" + synonyms()));
    }

    private static String synonyms() {
        return """
                ## Names of other libraries

                PyTorch, NumPy, TensorFlow, ONNX and DJL call some ops by other names. In the calls, `x` and `y` are tensors of floats with
                two axes, `i` has indices, and `c` conditions.

                """ + OpSynonyms.print();
    }

    private static String contents(OpFamily family) {
        return family.rows().stream()
                .map(row -> link(row.name()))
                .collect(Collectors.joining(", ", "- " + link(family.title()) + ": ", "\n"));
    }

    private static String link(String heading) {
        return "[" + heading + "](#" + anchor(heading) + ")";
    }

    /** As GitHub makes it. */
    static String anchor(String heading) {
        return heading.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9 -]", "").replace(' ', '-');
    }

    private static String family(OpFamily family, DocumentLists lists) {
        return family.rows().stream()
                .map(row -> section(row, lists))
                .collect(Collectors.joining("\n", "## " + family.title() + "\n\n", ""));
    }

    private static String section(OpRow row, DocumentLists lists) {
        StringBuilder text = new StringBuilder("### " + row.name() + "\n\n");
        text.append(row.documentation()).append("\n\n");
        line(text, "Java", signatures(row));
        line(text, "Numbers", OverloadNotation.numbers(row));
        line(text, "Also named", String.join(", ", row.aliases()));
        line(text, "Dtypes", dtypes(row));
        line(text, "Shape", ResultRecords.shape(row));
        line(text, "Indices", row.indexRule().map(IndexRule::describe).orElse(""));
        line(text, "Gradient", GradientText.of(row));
        line(text, "Tolerance", row.tolerance().isEmpty() ? "that of the ops that it is composed of" : row.tolerance());
        line(text, "Lists", lists.of(row));
        line(text, "Note", row.note());
        return text.toString();
    }

    private static void line(StringBuilder text, String title, String value) {
        if (!value.isEmpty()) {
            text.append("- ").append(title).append(": ").append(value).append('\n');
        }
    }

    private static String signatures(OpRow row) {
        return MethodFamily.of(row).stream()
                .map(JavaMethod::name)
                .distinct()
                .flatMap(name -> OverloadNotation.signatures(row, name).stream())
                .map(signature -> "`" + signature + "`")
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
