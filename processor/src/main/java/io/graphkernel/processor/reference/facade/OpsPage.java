package io.graphkernel.processor.reference.facade;

import io.graphkernel.op.OpFamily;
import io.graphkernel.op.OpTable;
import io.graphkernel.op.counterpart.OpCounterparts;
import io.graphkernel.op.counterpart.OpSynonyms;
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

        The methods of `io.graphkernel.runtime.Ops`. Operands broadcast by NumPy's rules. The operands of an op have one dtype;
        only `cast` converts. *float* stands for f16, bf16, f32 and f64, *integer* for i8 to i64 and u8 to u64, *number* for both, *f8*
        for f8e4m3 and f8e5m2, which are stored, moved and converted, but not computed with. A negative axis counts from the end.

        A signature stands for all overloads of a method:

        - Parameters in brackets are optional. The default is the value after `=`; an optional tensor without one is absent. A call
          of `layerNorm(x, gamma, beta[, epsilon = 1e-5[, beginNormAxis = -1]])` may omit the last one or both, and one of
          `softplusExt(x[, beta = 1.0, threshold = 20.0])` both or none.
        - `Tensor|double` is a tensor or a number. A number takes the dtype of the tensor that it is combined with, and is rounded to
          it once, to nearest even. An integer dtype must be able to represent it: otherwise the call is rejected, or a constant at
          compile time. A composite op that computes f16 and bf16 in f32 takes its numbers in f32, such as an epsilon of 1e-8.
        - `Tensor|double|long` also accepts a `long`, which is exact beyond 2⁵³. All numbers of a call have one Java type: a `long`
          is converted if another number is a `double`. *Numbers* lists the operands that may be numbers in the same call.
        - `Tensor|double|float|long|int` is a number that need not be combined with a tensor. Then it has the dtype of its Java type:
          a `double` is f64, a `float` f32, a `long` i64, an `int` i32, whether it is a literal, a parameter or computed.
          `fillV2(0, 4)` is i32, `fillV2(0f, 4)` f32, `fillV2(0.0, 4)` f64.
        - `long...` and `Tensor...`, at the end of a call, are single values or an array: `reshape(x, 2, 3)`. `long[]` and `int[]` are
          arrays; `axes(0, 1)` creates one of axes.

        `reduceSum(x)` sums over all axes, `reduceSum(x, 1)` over axis 1, and `reduceSum(x, axes(0, 1), false)` over two; an empty
        `axes()` also means all. The result omits the reduced axes. With `KEEP_DIMS`, a constant of `Ops` that is `true`, they remain
        with size 1, so that the result broadcasts with x: `reduceSum(x, -1, KEEP_DIMS)`.

        The eager op checks labels and indices: `IndexRangeException` names the position and value of one that is out of range. For a
        kernel, *Indices* states the result; with `--check_indices` its stub throws as the eager op does, and with
        `--enable_debug_mode` it logs the same message.

        *Elsewhere* has the names of the op in PyTorch, NumPy, TensorFlow and ONNX, or of their nearest function: search this
        page for the name that you know. The section *Names of other libraries* has calls.

        *Gradient* states how an op is differentiated: by a rule with respect to some operands, through its expansion with respect to
        the others, or not at all. The result is *constant* in an operand whose derivative is zero wherever it exists: that gradient
        costs nothing. For equal operands, `maximum` and `minimum` pass half of the gradient to each, and reductions share it evenly.
        A `select` drops the gradient of the branch that was not taken, even if it is NaN.

        *Tolerance* is the largest error of an f32 result, in units in the last place (ulp) of the exact result, or of the magnitude
        after *of*; *correctly rounded* is half a unit. Composite elementwise ops compute f16 and bf16 in f32, and round once. The
        bounds of elementwise ops hold on the CPU, where all are tested, unless `--exact_precision_mode` is false;
        [Numerics](../docs/platforms.md#numbers) states the differences of the other targets.

        *Lists* names MindSpore's lists that contain the op: ops to expand or to cluster by default, on Ascend, CPU and GPU. Here,
        every op runs on every target, except Ascend, whose [limits](../docs/ascend.md#unsupported) have a page.

        """;

    private static final OpCounterparts COUNTERPARTS = OpCounterparts.read();

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
        line(text, "Elsewhere", COUNTERPARTS.print(row));
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
