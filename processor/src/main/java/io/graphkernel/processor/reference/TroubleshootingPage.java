package io.graphkernel.processor.reference;

import io.graphkernel.processor.diagnostic.Diagnostic;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** Prints the page of all messages, of compiler and run time, as Markdown: a section for each id. */
final class TroubleshootingPage {

    private static final String HEAD = """
            <!-- Generated from the messages; refresh with: mvn -q -pl processor -am process-classes -Preferences -->
            # Troubleshooting

            Every message has an id, which never changes its meaning, and three lines: what is wrong, because of what, and what to do. This
            page has all of them, as they are printed: `{1}`, `{2}` and so on are what a message says about your program, such as the names of
            parameters and their dims. Ids below GK-6000 come while a class is compiled, with the line and the column; the example shows a
            line that gets the message, and the caret its column. Ids from GK-6000 on come at run time, most of them as the message of a
            `GraphKernelException`, some as a line of log. Look for an id with the browser's search, or add `#gk-2001` to the address of this page to come to that id.
            After errors javac's last line is a note, which lists what to add for each of them.

            """;

    private static final String WITHOUT_ID = """

            ## Trouble without an id

            | what you see | why, and what to do |
            |---|---|
            | `cannot find symbol … MyOpsKernels`, and no other error | the processor did not run: name it in `annotationProcessorPaths`, as in [first op](first-op.md). Next to other errors it is their consequence |
            | nothing is generated with JDK 23 or later | javac runs no processor that is merely on the class path: [name it](build-tools.md#jdk-23-and-later) |
            | a changed option or flag has no effect | Maven compiles only what has changed in the sources: run `mvn clean compile` |
            | `bad operand types for binary operator`, of `x + y` or `x > 0` | Java has no operators for tensors: write `add(x, y)`, `greater(x, 0)` and so on, see [from PyTorch and DJL](kernel-language.md#from-pytorch-and-djl) |
            | `Tensor cannot be converted to boolean`, of `if (greater(x, y))` | a comparison gives a tensor, and a kernel has no branches on values: `select(greater(x, y), a, b)` chooses by element |
            | `cannot find symbol … method add(Tensor)`, of `x.add(y)` | ops are static methods: write `add(x, y)` with `import static io.graphkernel.runtime.Ops.*;`, see [from PyTorch and DJL](kernel-language.md#from-pytorch-and-djl) |
            | `code too large` | the parameters of one method have too many dims of their own: [limits of records](kernel-language.md#records) |
            | a test of JUnit 5 does not run, in silence | Maven 3.8 takes an old surefire: [name a version](first-op.md#a-test) |
            | Gradle finds no C compiler | Gradle ignores profiles in POMs: [name the compiler](build-tools.md#gradle) |
            """;

    /** The sections, by the first id of each. */
    private static final SortedMap<Integer, String> FAMILIES = new TreeMap<>(Map.ofEntries(
            Map.entry(0, "Environment of the compiler"),
            Map.entry(101, "Options and flags"),
            Map.entry(1001, "Kernel methods"),
            Map.entry(1101, "Statements and expressions"),
            Map.entry(1201, "Calls"),
            Map.entry(1301, "Records, lists and constant tensors"),
            Map.entry(1350, "Limits of gradients and targets"),
            Map.entry(2001, "Types and shapes"),
            Map.entry(2201, "Gradients of kernels"),
            Map.entry(2230, "Gradients inside a kernel"),
            Map.entry(2240, "Gradients of your own"),
            Map.entry(2290, "Generated classes"),
            Map.entry(2330, "What is computed again"),
            Map.entry(2400, "Models"),
            Map.entry(3001, "Fusion and code generation"),
            Map.entry(5001, "Native compile"),
            Map.entry(6001, "At run time: tensors, dtypes and dims"),
            Map.entry(6101, "At run time: what was compiled"),
            Map.entry(6201, "At run time: debug mode"),
            Map.entry(6301, "At run time: ranks"),
            Map.entry(6310, "At run time: arrays of other frameworks"),
            Map.entry(6320, "At run time: gradients"),
            Map.entry(6340, "At run time: constant tensors"),
            Map.entry(6343, "At run time: ranks in processes, and library calls"),
            Map.entry(6390, "At run time: lists"),
            Map.entry(6410, "At run time: tapes and frameworks"),
            Map.entry(6460, "At run time: training"),
            Map.entry(6700, "At run time: Ascend"),
            Map.entry(6800, "At run time: models")));

    private final StringBuilder text = new StringBuilder();
    private String section = "";

    private TroubleshootingPage() {}

    /**
     * The page.
     *
     * @param root of the project, whose sources have the messages of the run time and the examples
     * @return its text
     * @throws IOException if a source cannot be read
     */
    static String print(Path root) throws IOException {
        TroubleshootingPage page = new TroubleshootingPage();
        SortedMap<Integer, Diagnostic> compileTime = new TreeMap<>();
        for (Diagnostic diagnostic : Diagnostic.values()) {
            compileTime.put(number(diagnostic), diagnostic);
        }
        for (Map.Entry<Integer, Diagnostic> entry : compileTime.entrySet()) {
            page.compileTime(entry.getKey(), entry.getValue(), ErrorExamples.of(root, entry.getValue()));
        }
        RuntimeMessages.read(root).forEach(page::runTime);
        return HEAD + page.contents() + WITHOUT_ID + page.text;
    }

    private static int number(Diagnostic diagnostic) {
        return Integer.parseInt(diagnostic.id().substring("GK-".length()));
    }

    private void compileTime(int number, Diagnostic diagnostic, Optional<String> example) {
        Object[] places =
                IntStream.rangeClosed(1, 10).mapToObj(i -> "{" + i + "}").toArray();
        section(number);
        text.append("\n### ").append(diagnostic.id()).append("\n\n");
        text.append(
                switch (diagnostic.severity()) {
                    case ERROR -> "An error: the build fails.";
                    case WARNING -> "A warning.";
                    case NOTE -> "No mistake: it says what was made.";
                });
        text.append('\n');
        block(diagnostic.message(places));
        example.ifPresent(lines -> {
            text.append("\nFor example:\n");
            block(lines);
        });
    }

    private void runTime(int number, String message) {
        section(number);
        text.append("\n### GK-").append(number).append('\n');
        block(message);
    }

    private void block(String lines) {
        text.append("\n```text\n").append(lines).append("\n```\n");
    }

    private void section(int number) {
        String found = FAMILIES.get(FAMILIES.headMap(number + 1).lastKey());
        if (!found.equals(section)) {
            section = found;
            text.append("\n## ").append(section).append('\n');
        }
    }

    private String contents() {
        StringBuilder contents = new StringBuilder("[Trouble without an id](#trouble-without-an-id)");
        text.toString().lines().filter(line -> line.startsWith("## ")).forEach(line -> {
            String title = line.substring("## ".length());
            String anchor =
                    title.toLowerCase(Locale.ROOT).replaceAll("[^a-z ]", "").replace(' ', '-');
            contents.append(" ·\n[").append(title).append("](#").append(anchor).append(')');
        });
        return contents.append('\n').toString();
    }
}
