package io.graphkernel.examples.blocks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.graphkernel.ascend.EmulatedAscend;
import io.graphkernel.examples.blocks.CompiledBlocks.Host;
import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.TensorScope;
import io.graphkernel.testing.TestTier;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The blocks on an emulated Ascend device, at the usual level; in the exhaustive tier, and when {@code golden.update} writes it,
 * at every level: a list says which of them have no kernels there, and why.
 */
@Tag("slow")
@Tag("emulated")
@Tag("sampled")
class AscendBlocksTest {
    private static final Path DIRECTORY = Path.of("target", "ascend-blocks");
    private static final Path LIST = Path.of("src/test/resources/ascend-blocks.txt");
    private static final int LEVELS = 4;
    private static final int USUAL_LEVEL = 2;

    /** The file of a block, what is at fault in it, and why. */
    private static final Pattern REFUSAL = Pattern.compile(
            "(\\w+)\\.java:\\d+: error: \\[GK-1400](?s:.*?)\\n *because: ([A-Z]\\w*)(?: at \\S+)?: (.*)");

    @BeforeAll
    static void devices() {
        assumeThat(EmulatedAscend.runsHere())
                .as("an emulated AscendCL for this machine")
                .isTrue();
        Emulations.use();
    }

    @Test
    void blocks_onAscend_matchDefinitions() throws IOException {
        boolean updates = Boolean.getBoolean("golden.update");
        boolean exhaustive = updates || TestTier.isExhaustive();
        List<Integer> levels = exhaustive ? IntStream.range(0, LEVELS).boxed().toList() : List.of(USUAL_LEVEL);
        List<String> rejected =
                levels.stream().flatMap(level -> atLevel(level).stream()).toList();
        if (updates) {
            Files.write(LIST, rejected);
        }
        assertThat(rejected)
                .containsExactlyElementsOf(Files.readAllLines(LIST).stream()
                        .filter(line -> levels.stream().anyMatch(level -> line.startsWith(prefix(level))))
                        .toList());
    }

    private static String prefix(int level) {
        return "level " + level + " ";
    }

    /** Runs what there are kernels for; a line for each of the others. */
    private static List<String> atLevel(int level) {
        String flags = "--opt_level=" + level;
        List<Workload> workloads = Workloads.small();
        Map<String, String> refusals = refusals(compile("all" + level, workloads, flags));
        List<Workload> rest = workloads.stream()
                .filter(workload -> !refusals.containsKey(workload.type().getSimpleName()))
                .toList();
        String name = "level" + level;
        assertThat(compile(name, rest, flags)).as(name).isEmpty();
        try (CompiledBlocks blocks = CompiledBlocks.at(DIRECTORY.resolve(name))) {
            for (Workload workload : rest) {
                try (TensorScope scope = TensorScope.open()) {
                    List<Values> expected = workload.expected(workload.values());
                    List<Values> actual = blocks.on(Host.CPU).run(workload, Device.ascend(0));
                    Closeness.check(workload + ", level " + level + " on Ascend", actual, expected);
                }
            }
        }
        return workloads.stream()
                .map(workload -> workload.type().getSimpleName())
                .filter(refusals::containsKey)
                .map(block -> prefix(level) + block + ": " + refusals.get(block))
                .toList();
    }

    private static String compile(String name, List<Workload> workloads, String flags) {
        return BlockCompiler.errors(DIRECTORY, name, workloads, UnaryOperator.identity(), flags, "ascend");
    }

    /** The first of each block; what is not a refusal is left, and an error of the second compilation. */
    private static Map<String, String> refusals(String errors) {
        Map<String, String> refusals = new LinkedHashMap<>();
        Matcher matcher = REFUSAL.matcher(errors);
        Stream.generate(() -> matcher)
                .takeWhile(Matcher::find)
                .forEach(found -> refusals.putIfAbsent(found.group(1), found.group(2) + ": " + found.group(3)));
        return refusals;
    }
}
