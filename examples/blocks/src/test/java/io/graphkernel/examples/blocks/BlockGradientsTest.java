package io.graphkernel.examples.blocks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.graphkernel.annotations.Saves;
import io.graphkernel.examples.blocks.CompiledBlocks.Host;
import io.graphkernel.examples.blocks.CompiledBlocks.Loaded;
import io.graphkernel.processor.option.Flag;
import io.graphkernel.processor.pass.pipeline.PassPipeline;
import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.KernelThreads;
import io.graphkernel.runtime.TensorScope;
import io.graphkernel.testing.ExhaustiveOnly;
import io.graphkernel.testing.TestTier;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.bytedeco.javacpp.PointerScope;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The gradients of the blocks are those of PyTorch's autograd in float64. In the exhaustive tier, so they are at every level,
 * for every choice of what is saved, on the JVM, and with each pass switched off; else it takes one choice for each block.
 */
@Tag("slow")
@Tag("peer")
@Tag("sampled")
class BlockGradientsTest {
    private static final Path DIRECTORY = Path.of("target", "block-gradients");
    /** Tolerance relative to the largest element, a sum of products, each of which has the error of a forward pass. */
    private static final double TOLERANCE = 2e-5;

    private static final int[] THREADS = {1, 2, 7};

    private static final List<Workload> WORKLOADS = differentiable(Workloads.small());
    private static final Map<Workload, List<Values>> EXPECTED = new LinkedHashMap<>();

    @BeforeAll
    static void askPyTorch() {
        assumeThat(Torch.isHere()).as(Torch.reason()).isTrue();
        for (Workload workload : WORKLOADS) {
            try (TensorScope scope = TensorScope.open();
                    PointerScope pointers = new PointerScope()) {
                EXPECTED.put(workload, Torch.gradients(workload));
            }
        }
    }

    private static List<Workload> differentiable(List<Workload> workloads) {
        return workloads.stream().filter(Workload::hasGradient).toList();
    }

    private static CompiledBlocks compile(
            String name, List<Workload> workloads, Saves saves, String flags, String targets) {
        return CompiledBlocks.of(DIRECTORY, name, workloads, withGradient(saves), flags, targets);
    }

    /** The kernel of a block is its public one. */
    private static UnaryOperator<String> withGradient(Saves saves) {
        String elements = "gradient = true, saves = " + Saves.class.getName() + "." + saves;
        return text -> text.replaceAll(
                        "@GraphKernel\\((.*)\\)\n    public static",
                        "@GraphKernel($1, " + elements + ")\n    public static")
                .replace("@GraphKernel\n    public static", "@GraphKernel(" + elements + ")\n    public static");
    }

    private static void check(String name, List<Workload> workloads, Loaded blocks) {
        for (Workload workload : workloads) {
            try (TensorScope scope = TensorScope.open()) {
                List<Values> gradients = blocks.gradients(workload, Device.cpu());
                Closeness.check(workload + ", " + name, gradients, EXPECTED.get(workload), TOLERANCE);
            }
        }
    }

    /** A level, what is saved, and the blocks that are tried so. */
    static Stream<Arguments> choices() {
        List<Saves> savings = List.of(Saves.values());
        if (TestTier.isExhaustive()) {
            return IntStream.rangeClosed(0, 3)
                    .boxed()
                    .flatMap(level -> savings.stream().map(saves -> Arguments.of(level, saves, WORKLOADS)));
        }
        return savings.stream().map(saves -> {
            IntStream numbers = IntStream.iterate(saves.ordinal(), i -> i < WORKLOADS.size(), i -> i + savings.size());
            return Arguments.of(2, saves, numbers.mapToObj(WORKLOADS::get).toList());
        });
    }

    @ParameterizedTest
    @MethodSource("choices")
    void blockGradients_matchPyTorch(int level, Saves saves, List<Workload> workloads) {
        String flags = "--opt_level=" + level;
        try (CompiledBlocks blocks = compile("level" + level + saves, workloads, saves, flags, "cpu")) {
            Loaded loaded = blocks.on(Host.CPU);
            check(flags + ", " + saves, workloads, loaded);
            checkThreads(loaded, workloads);
        }
    }

    @ExhaustiveOnly
    @ParameterizedTest
    @EnumSource
    void blockGradients_onTheJvm_matchPyTorch(Saves saves) {
        try (CompiledBlocks blocks = compile("jvm" + saves, WORKLOADS, saves, "", "jvm")) {
            check(saves + " on the JVM", WORKLOADS, blocks.on(Host.JVM));
        }
    }

    /** The blocks of which the pass changes the forward or the gradient graph. */
    @ExhaustiveOnly
    @ParameterizedTest
    @MethodSource("passes")
    void blockGradients_withoutAPass_matchPyTorch(String pass, List<Workload> changed) {
        String flags = "--opt_level=3 --disable_pass=" + pass;
        try (CompiledBlocks blocks = compile("without", changed, Saves.AUTO, flags, "cpu")) {
            assertThat(fired(CompiledBlocks.report(DIRECTORY, "without"), changed)
                            .values())
                    .noneMatch(passes -> passes.contains(pass));
            check(flags, changed, blocks.on(Host.CPU));
        }
    }

    static Stream<Arguments> passes() {
        compile("level3", WORKLOADS, Saves.AUTO, "--opt_level=3", "jvm").close();
        Map<Workload, List<String>> fired = fired(CompiledBlocks.report(DIRECTORY, "level3"), WORKLOADS);
        return PassPipeline.vocabulary().names().get(Flag.DISABLE_PASS).known().stream()
                .filter(name -> !name.contains("."))
                .map(pass -> Arguments.of(
                        pass,
                        WORKLOADS.stream()
                                .filter(workload -> fired.get(workload).contains(pass))
                                .toList()))
                .filter(arguments -> !((List<?>) arguments.get()[1]).isEmpty());
    }

    private static Map<Workload, List<String>> fired(Path report, List<Workload> workloads) {
        Map<Workload, List<String>> fired = new LinkedHashMap<>();
        for (String method : List.of("Forward", "Gradient")) {
            BlockReport.of(report, workloads, method)
                    .forEach((workload, ofMethod) -> fired.computeIfAbsent(workload, key -> new ArrayList<>())
                            .addAll(ofMethod.fired()));
        }
        return fired;
    }

    /** Checks that the bits are the same for any number of threads, for operands large enough for several. */
    private static void checkThreads(Loaded blocks, List<Workload> workloads) {
        int before = KernelThreads.count();
        try {
            for (Workload workload : Workloads.threaded()) {
                if (workloads.stream().anyMatch(other -> other.type() == workload.type())) {
                    List<double[]> first = elements(blocks, workload, THREADS[0]);
                    for (int threads : THREADS) {
                        assertThat(elements(blocks, workload, threads))
                                .as("%s with %d threads", workload, threads)
                                .usingElementComparator(Arrays::compare)
                                .isEqualTo(first);
                    }
                }
            }
        } finally {
            KernelThreads.setCount(before);
        }
    }

    private static List<double[]> elements(Loaded blocks, Workload workload, int threads) {
        KernelThreads.setCount(threads);
        try (TensorScope scope = TensorScope.open()) {
            return blocks.gradients(workload, Device.cpu()).stream()
                    .map(Values::elements)
                    .toList();
        }
    }

    /** Lamb updates its parameter and its moments. */
    @Test
    void updatingBlock_hasNoGradient() {
        List<Workload> others = Workloads.small().stream()
                .filter(workload -> !workload.hasGradient())
                .toList();
        assertThat(others).extracting(Workload::type).isEqualTo(List.of(LambStep.class));
        assertThat(BlockCompiler.errors(DIRECTORY, "updates", others, withGradient(Saves.AUTO), "", "jvm"))
                .contains("GK-2201");
    }
}
