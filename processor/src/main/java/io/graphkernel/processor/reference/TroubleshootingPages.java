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

/**
 * Printer of the troubleshooting pages: an index of all messages of compiler and runtime, and a page for each family of
 * messages with a section for each id.
 */
final class TroubleshootingPages {

    /** Path of the index, which has an anchor for each id. */
    static final String INDEX = "docs/troubleshooting.md";

    private static final String FOLDER = "docs/troubleshooting/";

    private static final String GENERATED =
            "<!-- Generated from the messages; refresh with: mvn -q -pl processor -am test-compile -Preferences -->\n";

    private static final String HEADER = GENERATED + """
            # Troubleshooting

            Every message has an id, which never changes its meaning, and a title: `[GK-2001] operands cannot be broadcast: …`.
            The lines after it state the cause and the fix.
            Ids below GK-6000 are reported at compile time, with line and column.
            Ids from GK-6000 on are reported at runtime, most of them as the message of a `GraphKernelException`, some in the log.

            To find a message, search this page for its id or its title, or append the id as an anchor to the address of this page: `#gk-2001`.
            After errors, the last line of javac's output is a note that lists these anchors.

            ## Trouble without an id

            | symptom | cause and fix |
            |---|---|
            | `cannot find symbol … MyOpsKernels`, and no other error | the processor did not run: name it in `annotationProcessorPaths`, as in [first op](first-op.md). If there are other errors, fix those first: the symbol is missing because of them |
            | nothing is generated with JDK 23 or later | javac no longer runs processors that are only on the class path: [configure the processor](build-tools.md#jdk-23-and-later) |
            | a changed option or flag has no effect | Maven recompiles only changed sources: run `mvn clean compile` |
            | `bad operand types for binary operator … first type: Tensor`, without GK-1117 | only javac knows that an operand is a tensor: write `add(x, y)`, `greater(x, 0)` and so on, see [from PyTorch and DJL](kernel-language.md#from-pytorch-and-djl) |
            | `Tensor cannot be converted to boolean`, without GK-1116 | a comparison returns a tensor: `select(greater(x, y), a, b)` selects by element, and `reduceMax(x).get() > 0` is a [condition](kernel-language.md#conditions) |
            | `bad operand types for binary operator … first type: Object`, in a lambda of `apply` | its parameters need types: `apply(x, (Float v) -> v > 0)`, see [element functions](element-functions.md) |
            | `Tensor cannot be converted to double`, for `Math.exp(x)` | the methods of `Math` take numbers: write `exp(x)` with `import static io.graphkernel.runtime.Ops.*;`, or apply them to each element: `map(x, v -> (float) Math.exp(v))` |
            | `cannot find symbol … method add(Tensor)`, for `x.add(y)` | ops are static methods: write `add(x, y)` with `import static io.graphkernel.runtime.Ops.*;`, see [from PyTorch and DJL](kernel-language.md#from-pytorch-and-djl) |
            | a JUnit 5 test is silently skipped | Maven 3.8 uses an old surefire by default: [set its version](first-op.md#a-test) |
            | Gradle finds no C compiler | Gradle ignores profiles in POMs: [declare the compiler](build-tools.md#gradle) |

            ## Messages by id
            """;

    private static final String PAGE_HEAD = """

            Each section shows the message as it is printed.
            `{1}`, `{2}` and so on stand for the specifics of your program, such as the names of parameters and their dims.
            An example shows a line that gets the message, with a caret at the reported column.
            [All messages](../troubleshooting.md).
            """;

    private final Map<String, StringBuilder> pages = new TreeMap<>();
    private final Map<String, StringBuilder> tables = new TreeMap<>();
    private final Map<String, MessageSection> sections = new TreeMap<>();

    private TroubleshootingPages() {}

    /**
     * Returns the index and the pages.
     *
     * @param root directory of the project, whose sources contain the messages of the runtime and the examples
     * @return the text of each page, by its path from the root
     * @throws IOException if a source cannot be read
     */
    static SortedMap<String, String> print(Path root) throws IOException {
        TroubleshootingPages printer = new TroubleshootingPages();
        SortedMap<Integer, Diagnostic> compileTime = new TreeMap<>();
        for (Diagnostic diagnostic : Diagnostic.values()) {
            compileTime.put(number(diagnostic.id()), diagnostic);
        }
        for (Diagnostic diagnostic : compileTime.values()) {
            printer.print(diagnostic, ErrorExamples.of(root, diagnostic));
        }
        RuntimeMessages.read(root).forEach((number, message) -> {
            StringBuilder text = printer.section("GK-" + number, message.title());
            block(text, message.text());
        });
        return printer.files();
    }

    private static int number(String id) {
        return Integer.parseInt(id.substring("GK-".length()));
    }

    private void print(Diagnostic diagnostic, Optional<String> example) {
        Object[] placeholders =
                IntStream.rangeClosed(1, 10).mapToObj(i -> "{" + i + "}").toArray();
        StringBuilder text = section(diagnostic.id(), diagnostic.title());
        text.append(
                switch (diagnostic.severity()) {
                    case ERROR -> "\nError: the build fails.\n";
                    case WARNING -> "\nWarning.\n";
                    case NOTE -> "\nNote: no action is required.\n";
                });
        block(text, diagnostic.message(placeholders));
        example.ifPresent(lines -> {
            text.append("\nFor example:\n");
            block(text, lines);
        });
    }

    /** Starts the section of an id, and adds the id to the index. */
    private StringBuilder section(String id, String title) {
        MessageSection section = MessageSection.of(number(id));
        String anchor = id.toLowerCase(Locale.ROOT);
        StringBuilder text = pages.computeIfAbsent(section.page(), page -> new StringBuilder());
        if (sections.put(section.page(), section) != section) {
            text.append("\n## ").append(section.heading()).append('\n');
        }
        text.append("\n<a id=\"").append(anchor).append("\"></a>\n\n");
        text.append("### ").append(id).append(": ").append(title).append('\n');
        tables.computeIfAbsent(section.page(), page -> new StringBuilder())
                .append("| <a id=\"%s\"></a>[%s](troubleshooting/%s.md#%s) | %s |\n"
                        .formatted(anchor, id, section.page(), anchor, title));
        return text;
    }

    private static void block(StringBuilder text, String lines) {
        text.append("\n```text\n").append(lines).append("\n```\n");
    }

    private SortedMap<String, String> files() {
        SortedMap<String, String> files = new TreeMap<>();
        StringBuilder index = new StringBuilder(HEADER);
        for (MessageSection section : MessageSection.values()) {
            String page = section.page();
            if (pages.containsKey(page) && !files.containsKey(FOLDER + page + ".md")) {
                String title = MessageSection.titleOf(page);
                files.put(FOLDER + page + ".md", GENERATED + "# " + title + "\n" + PAGE_HEAD + pages.get(page));
                index.append("\n### [")
                        .append(title)
                        .append("](troubleshooting/")
                        .append(page)
                        .append(".md)\n\n");
                index.append("| id | title |\n|---|---|\n").append(tables.get(page));
            }
        }
        files.put(INDEX, index.toString());
        return files;
    }
}
