package io.graphkernel.conformance.pattern;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.conformance.TargetProcess;
import io.graphkernel.testing.TestTier;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The named fusions on an emulated Ascend device: each fires for it, and gives there what the unfused ops give, a share of them
 * outside the exhaustive tier. A list says which of them have no kernels there, and why; {@code golden.update} writes it.
 */
@Tag("slow")
@Tag("process")
@Tag("emulated")
@Tag("sampled")
class AscendFusionsTest {
    private static final Path LIST = Path.of("src/test/resources/ascend/fusions.txt");
    private static final Path DIRECTORY = PatternClasses.DIRECTORY.resolveSibling("pattern-ascend");
    /** Sampling stride of entries, since compiling for the model is slow. */
    private static final String PART = TestTier.isExhaustive() ? "1" : "4";

    private static final Pattern REASON =
            Pattern.compile("GK-1400](?s:.*?)\\n *because: ([A-Z]\\w*)(?: at \\S+)?: (.*)");

    @Test
    void fusedKernels_matchUnfused() throws IOException, InterruptedException {
        Map<String, String> rejected = PatternClasses.entries().parallelStream()
                .flatMap(entry -> reason(entry).map(reason -> Map.entry(entry.pass(), reason)).stream())
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue, (one, other) -> one, TreeMap::new));
        List<String> lines = rejected.entrySet().stream()
                .map(entry -> entry.getKey() + ": " + entry.getValue())
                .toList();
        if (Boolean.getBoolean("golden.update")) {
            Files.write(LIST, lines);
        }
        assertThat(lines).containsExactlyElementsOf(Files.readAllLines(LIST));

        List<Entry> rest = PatternClasses.entries().stream()
                .filter(entry -> !rejected.containsKey(entry.pass()))
                .toList();
        rest.forEach(AscendFusionsTest::fires);
        List<String> arguments = new ArrayList<>(List.of(PART, DIRECTORY.toString()));
        rest.forEach(entry -> arguments.add(entry.pass()));
        new TargetProcess(DIRECTORY, PatternProgram.class, arguments.toArray(String[]::new)).onEmulatedAscend();
    }

    private static Optional<String> reason(Entry entry) {
        String errors = String.join("\n", PatternClasses.compile(entry, DIRECTORY, "ascend"));
        Matcher matcher = REASON.matcher(errors);
        return matcher.find()
                ? Optional.of(matcher.group(1) + ": " + matcher.group(2))
                : Stream.of(errors).filter(text -> !text.isEmpty()).findFirst();
    }

    private static void fires(Entry entry) {
        assertThat(PatternClasses.log(DIRECTORY, entry.instances().get(0), true))
                .as(entry.pass())
                .anyMatch(line -> line.endsWith("_" + entry.pass() + " changed."));
    }
}
