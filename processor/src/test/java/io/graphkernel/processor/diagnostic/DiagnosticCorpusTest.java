package io.graphkernel.processor.diagnostic;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.graphkernel.processor.UserCompilation;
import io.graphkernel.processor.UserCompilation.Message;
import io.graphkernel.processor.UserCompilation.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.Diagnostic.Kind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Corpus of small erroneous programs, one per diagnostic. A line {@code // ^ GK-2001} expects the diagnostic in the line above at
 * the column of the caret, and {@code // nowhere GK-0101} one without a position. {@code // option …} passes an option to javac,
 * {@code // says …} expects words in a message, and {@code // javac 17} is for that version alone. No other message of the
 * processor is allowed, and no other error of javac than those at {@code // ^ javac}.
 */
class DiagnosticCorpusTest {

    private static final Path CORPUS = Path.of("src/test/resources/error");
    private static final Pattern CARET = Pattern.compile("//( *)\\^ (GK-\\d{4})");
    private static final Pattern JAVAC = Pattern.compile("// *\\^ javac");
    private static final String BACK_END = "reported by a later stage, from no program that the front end accepts";

    /** Diagnostics that no source text alone can produce, with the reason. */
    private static final Map<Diagnostic, String> NOT_FROM_SOURCE = Map.ofEntries(
            entry(Diagnostic.INTERNAL_ERROR, "needs a bug; see FailureReporterTest"),
            entry(Diagnostic.NOT_JAVAC, "needs another compiler without javac"),
            entry(Diagnostic.INCOMPLETE_PROCESSOR_PATH, "needs a processor path without a jar, as in EclipseIT"),
            entry(Diagnostic.VAL_OF_STUB, "needs another processor; see LombokTest"),
            entry(Diagnostic.NOT_READ, "needs another compiler; see EclipseCompilerTest"),
            entry(Diagnostic.TOO_MANY_LAUNCHES, "reported by a later stage; see PipelineTest"),
            entry(Diagnostic.TOO_MUCH_TEMPORARY_MEMORY, "reported by a later stage; see PipelineTest"),
            entry(Diagnostic.CANNOT_WRITE, "needs a file that cannot be written; see FailureReporterTest"),
            entry(Diagnostic.IN_ENVIRONMENT, "needs an environment variable; see OptionParserTest"),
            entry(Diagnostic.BAD_VARIABLE, "needs an environment variable; see OptionParserTest"),
            entry(Diagnostic.UNKNOWN_SWITCH, "is said of a file, as GK-0113; see FusionSwitchFileTest"),
            entry(Diagnostic.BAD_SWITCH, "is said of a file, as GK-0113; see FusionSwitchFileTest"),
            entry(Diagnostic.SWITCH_ALWAYS_ON, "is said of a file, as GK-0113; see FusionSwitchFileTest"),
            entry(Diagnostic.SWITCH_WITHOUT_MEANING, "is said of a file, as GK-0114; see FusionSwitchFileTest"),
            entry(Diagnostic.GRAPH_MISSING, "needs a library; see LibraryKernelsTest"),
            entry(Diagnostic.ELEMENT_NOT_EXPORTED, "needs a library; see ExportedFunctionsTest"),
            entry(Diagnostic.VARIANT_NOT_COMPILED, "needs a library; see LibraryKernelsTest"),
            entry(Diagnostic.GRAPH_DAMAGED, "needs a damaged library; see LibraryKernelsTest"),
            entry(Diagnostic.GRADIENT_DOES_NOT_FIT, "no rule rejects declared shapes; see DifferentiatorTest"),
            entry(Diagnostic.INDICES_NOT_CHECKED, "reported by a later stage; see PipelineTest"),
            entry(Diagnostic.TARGET_WITHOUT_OP, "reported by a later stage; see PipelineTest"),
            entry(Diagnostic.CHIP_WITHOUT_OP, "reported by a later stage; see UnsupportedTargetsTest"),
            entry(Diagnostic.BINARIES_WITHOUT_TOOLKIT, "reported by a later stage; see PipelineTest"),
            entry(Diagnostic.MODEL_DAMAGED, "needs the file of a model; see OnnxFrontEndTest"),
            entry(Diagnostic.MODEL_NODE_REFUSED, "needs the file of a model; see OnnxFrontEndTest"),
            entry(Diagnostic.MODEL_SHAPES_DIFFER, "needs the file of a model; see OnnxFrontEndTest"),
            entry(Diagnostic.MODEL_MAX_SIZES, "needs the file of a model; see OnnxFrontEndTest"),
            entry(Diagnostic.MODEL_RAGGED, "needs the file of a model; see RaggedModelsTest"),
            entry(Diagnostic.MODEL_VALUES, "needs the file of a model; see OnnxFrontEndTest"),
            entry(Diagnostic.MODEL_SHAPES, "needs the file of a model; see OnnxFrontEndTest"),
            entry(Diagnostic.MODEL_TOO_WIDE, "needs the file of a model; see OnnxFrontEndTest"),
            entry(Diagnostic.MODEL_WEIGHTS, "needs the file of a model; see OnnxFrontEndTest"),
            entry(Diagnostic.MODEL_TRAINABLE, "needs the file of a model; see OnnxFrontEndTest"),
            entry(Diagnostic.MODEL_ADAPTERS, "needs the file of a model; see AdaptersTest"),
            entry(Diagnostic.CONVERTER_FLAG_UNKNOWN, "a flag of the converter; see ConverterTest"),
            entry(Diagnostic.CONVERTER_FLAG_VALUE, "a flag of the converter; see ConverterTest"),
            entry(Diagnostic.CONVERTER_FLAG_MISSING, "a flag of the converter; see ConverterTest"),
            entry(Diagnostic.CONVERTER_WITHOUT_COMPILER, "needs a Java without a compiler"),
            entry(Diagnostic.SIZE_OVERFLOW, "reported by a later stage; see FailureReporterTest"),
            entry(Diagnostic.CANNOT_SCHEDULE, BACK_END),
            entry(Diagnostic.TOOLCHAIN_UNAVAILABLE, BACK_END),
            entry(Diagnostic.COMPILER_WITHOUT_GPU, BACK_END),
            entry(Diagnostic.NATIVE_COMPILE_FAILED, BACK_END),
            entry(Diagnostic.NATIVE_LINK_FAILED, BACK_END),
            entry(Diagnostic.CACHE_TROUBLE, BACK_END),
            entry(Diagnostic.CACHE_UNSAFE, "needs a directory that others may write to; see PrivateBuildTest"));

    private record Expectation(String id, long line, long column) {}

    @TempDir
    Path directory;

    static List<String> programs() throws IOException {
        try (Stream<Path> files = Files.list(CORPUS)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    @ParameterizedTest
    @MethodSource("programs")
    void diagnostic_isAtTheCaret(String program) throws IOException {
        String source = Files.readString(CORPUS.resolve(program));
        assumeTrue(!source.startsWith("// javac 17\n") || Runtime.version().feature() == 17);
        List<Expectation> expected = new ArrayList<>();
        UserCompilation compilation = new UserCompilation(directory);
        List<String> lines = source.lines().toList();
        int marked = 0;
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i);
            Matcher caret = CARET.matcher(line);
            if (caret.matches()) {
                expected.add(new Expectation(caret.group(2), marked, line.indexOf('^') + 1));
            } else {
                marked = i + 1;
            }
            if (line.startsWith("// nowhere ")) {
                expected.add(new Expectation(line.substring("// nowhere ".length()), -1, -1));
            }
            if (line.startsWith("// option ")) {
                compilation.option(line.substring("// option ".length()));
            }
        }
        Outcome outcome = compilation.compile(program, source);
        assertThat(outcome.ours())
                .extracting(message -> new Expectation(message.id(), message.line(), message.column()))
                .as(() -> outcome.messages().toString())
                .containsExactlyInAnyOrderElementsOf(expected);
        assertThat(outcome.faults())
                .as(() -> outcome.messages().toString())
                .hasSize(expected.size()
                        + (int) lines.stream()
                                .filter(line -> JAVAC.matcher(line).matches())
                                .count());
        lines.stream()
                .map(String::strip)
                .filter(line -> line.startsWith("// says "))
                .map(line -> line.substring("// says ".length()))
                .forEach(words ->
                        assertThat(outcome.ours()).extracting(Message::text).anyMatch(text -> text.contains(words)));
        assertThat(expected).allMatch(expectation -> program.startsWith(expectation.id()));
        assertThat(outcome.ours()).allMatch(DiagnosticCorpusTest::isWellFormed);
        List<String> errors = outcome.ours().stream()
                .filter(message -> message.kind() == Kind.ERROR)
                .map(message -> "#" + message.id().toLowerCase(Locale.ROOT))
                .distinct()
                .sorted()
                .toList();
        assertThat(outcome.explained())
                .isEqualTo(
                        errors.isEmpty()
                                ? ""
                                : "GraphKernel explains its errors in docs/troubleshooting.md of GraphKernel: "
                                        + String.join(", ", errors));
        boolean fails = outcome.messages().stream().anyMatch(message -> message.kind() == Kind.ERROR);
        assertThat(outcome.success()).isEqualTo(!fails);
    }

    private static boolean isWellFormed(Message message) {
        List<String> lines = message.text().lines().map(String::strip).toList();
        return lines.size() >= 3
                && lines.size() <= 6
                && lines.get(1).startsWith("because: ")
                && lines.get(lines.size() - 1).startsWith("fix: ");
    }

    @Test
    void corpus_hasAProgramPerDiagnostic() throws IOException {
        Set<String> covered = programs().stream()
                .map(name -> name.substring(0, "GK-0000".length()))
                .collect(Collectors.toCollection(TreeSet::new));
        NOT_FROM_SOURCE.keySet().forEach(diagnostic -> covered.add(diagnostic.id()));
        assertThat(covered)
                .containsExactlyElementsOf(Arrays.stream(Diagnostic.values())
                        .filter(diagnostic -> diagnostic.severity() != Severity.NOTE)
                        .map(Diagnostic::id)
                        .toList());
    }
}
