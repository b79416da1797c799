package io.graphkernel.processor.pass;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.graph.Graph;
import io.graphkernel.graph.GraphParser;
import io.graphkernel.graph.GraphPrinter;
import io.graphkernel.processor.Golden;
import io.graphkernel.processor.option.Flag;
import io.graphkernel.processor.option.FlagParser;
import io.graphkernel.processor.option.FlagValues;
import io.graphkernel.processor.pass.pipeline.PassPipeline;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests of the effect of each flag on a plan. A file named as the flag has a line {@code # flags}, a graph, its plan by default
 * and its plan with the flags.
 */
class FlagEffectsTest {

    private static final Path ROOT = Path.of("src/test/resources/flag");
    private static final String FLAGS = "# flags ";
    private static final String BY_DEFAULT = "\n=> by default\n";
    private static final String WITH_FLAGS = "\n=> with the flags\n";

    /** Flags without effect on a plan, with the test of their effect. */
    private static final Map<Flag, String> ELSEWHERE = Map.of(
            Flag.DUMP_AS_TEXT, "PipelineTest",
            Flag.ENABLE_CCE_LIB, "LibraryEpilogueTest",
            Flag.ENABLE_CCE_LIB_OPS, "LibraryEpilogueTest",
            Flag.ENABLE_CCE_LIB_OPS_ONLY, "LibraryEpilogueTest",
            Flag.DISABLE_CCE_LIB_OPS, "LibraryEpilogueTest",
            Flag.ENABLE_DEBUG_MODE, "DebugModeTest of the runtime",
            Flag.CHECK_INDICES, "IndexCheckTest of the runtime");

    /** Flags that enable a default: for these the plans are equal. */
    private static final Map<Flag, String> BY_DEFAULT_SO = Map.of(
            Flag.ENABLE_EXPAND_OPS, "every composite op is expanded",
            Flag.ENABLE_CLUSTER_OPS, "every op may fuse");

    static Stream<Flag> flags() {
        return Arrays.stream(Flag.values())
                .filter(flag -> flag.whyWithoutMeaning().isEmpty() && !ELSEWHERE.containsKey(flag));
    }

    @ParameterizedTest
    @MethodSource("flags")
    void flag_changesThePlan(Flag flag) throws IOException {
        Path file = ROOT.resolve(flag.key() + ".gk");
        String text =
                Files.readString(Path.of(System.getProperty("basedir", "")).resolve(file));
        String head = text.substring(0, text.indexOf(BY_DEFAULT));
        String given = head.lines()
                .filter(line -> line.startsWith(FLAGS))
                .findFirst()
                .orElseThrow()
                .substring(FLAGS.length());
        assertThat(given).contains("--" + flag.key());
        Graph graph = GraphParser.parse(
                head.lines().filter(line -> !line.startsWith("#")).reduce("", (joined, line) -> joined + line + "\n"));
        String plan = plan(graph, FlagValues.DEFAULT);
        String changed = plan(graph, flags(given));
        assertThat(changed.equals(plan)).as(changed).isEqualTo(BY_DEFAULT_SO.containsKey(flag));
        Golden.check(file, head + BY_DEFAULT + plan + WITH_FLAGS + changed);
    }

    private static FlagValues flags(String text) {
        return new FlagParser(PassPipeline.vocabulary()).parse(text, FlagValues.DEFAULT, (diagnostic, arguments) -> {
            throw new AssertionError(diagnostic.message(arguments));
        });
    }

    private static String plan(Graph graph, FlagValues flags) {
        return GraphPrinter.print(new PassPipeline(flags).run(graph).graph());
    }
}
