package io.graphkernel.examples.blocks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.graphkernel.cuda.EmulatedCuda;
import io.graphkernel.examples.blocks.CompiledBlocks.Host;
import io.graphkernel.examples.blocks.CompiledBlocks.Loaded;
import io.graphkernel.processor.option.Flag;
import io.graphkernel.processor.pass.pipeline.PassPipeline;
import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.TensorScope;
import io.graphkernel.runtime.exception.DeviceUnavailableException;
import io.graphkernel.testing.TestTier;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The blocks give what they are defined to give: as written, on every target, at every level, and with each named pass
 * switched off. Definitions are those of the papers, in float64; PyTorch is another opinion.
 */
@Tag("sampled")
class BlocksTest {
    private static final Path DIRECTORY = Path.of("target", "blocks");
    private static final List<Workload> WORKLOADS = Workloads.small();
    private static final List<List<Values>> EXPECTED = WORKLOADS.stream()
            .map(workload -> workload.expected(workload.values()))
            .toList();
    /** The level of the fast tier, and of slow drivers. */
    private static final int USUAL_LEVEL = 3;

    private static final String REQUIRE_OPENCL = "GRAPHKERNEL_REQUIRE_OPENCL";

    private static final Map<Integer, CompiledBlocks> LEVELS = new LinkedHashMap<>();

    @BeforeAll
    static void compile() {
        Emulations.use();
        for (int level : levels().toList()) {
            LEVELS.put(
                    level,
                    CompiledBlocks.of(
                            DIRECTORY, "level" + level, WORKLOADS, "--opt_level=" + level, "cpu,cuda,jvm,opencl"));
        }
    }

    @AfterAll
    static void close() {
        LEVELS.values().forEach(CompiledBlocks::close);
    }

    private static void check(String name, List<Workload> workloads, Loaded blocks, Device device) {
        for (Workload workload : workloads) {
            try (TensorScope scope = TensorScope.open()) {
                List<Values> expected = EXPECTED.get(WORKLOADS.indexOf(workload));
                Closeness.check(workload + ", " + name, blocks.run(workload, device), expected);
            }
        }
    }

    static Stream<Integer> levels() {
        return TestTier.isFast()
                ? Stream.of(USUAL_LEVEL)
                : IntStream.rangeClosed(0, 3).boxed();
    }

    @ParameterizedTest
    @MethodSource("levels")
    void blocks_onTheCpu_matchDefinitions(int level) {
        check("level " + level + " on CPU", WORKLOADS, LEVELS.get(level).on(Host.CPU), Device.cpu());
    }

    @ParameterizedTest
    @MethodSource("levels")
    void blocks_onTheJvm_matchDefinitions(int level) {
        check("level " + level + " on the JVM", WORKLOADS, LEVELS.get(level).on(Host.JVM), Device.cpu());
    }

    @ParameterizedTest
    @MethodSource("levels")
    @Tag("emulated")
    void blocks_onEmulatedCuda_matchDefinitions(int level) {
        assumeThat(EmulatedCuda.runsHere())
                .as("an emulated CUDA driver for this machine")
                .isTrue();
        check("level " + level + " on CUDA", WORKLOADS, LEVELS.get(level).on(Host.CPU), Device.cuda(0));
    }

    /** The driver takes minutes for the kernels of all levels: with the exhaustive tier has all. */
    static Stream<Integer> openClLevels() {
        return TestTier.isExhaustive() ? levels() : Stream.of(USUAL_LEVEL);
    }

    @ParameterizedTest
    @MethodSource("openClLevels")
    @Tag("slow")
    void blocks_onOpenCl_matchDefinitions(int level) {
        Device device;
        try {
            device = Device.opencl(0);
        } catch (DeviceUnavailableException e) {
            System.out.println("skipped: " + e.getMessage());
            assumeThat(Boolean.parseBoolean(System.getenv(REQUIRE_OPENCL)))
                    .as(e.getMessage())
                    .isTrue();
            throw e;
        }
        check("level " + level + " on OpenCL", WORKLOADS, LEVELS.get(level).on(Host.CPU), device);
    }

    /** The blocks that the pass changes; for the others there is nothing to switch off. */
    @ParameterizedTest
    @MethodSource("passes")
    @Tag("slow")
    void blocks_withoutAPass_matchDefinitions(String pass, List<Workload> changed) {
        String flags = "--opt_level=3 --disable_pass=" + pass;
        try (CompiledBlocks blocks = CompiledBlocks.of(DIRECTORY, "without", changed, flags, "cpu")) {
            BlockReport.of(CompiledBlocks.report(DIRECTORY, "without"), changed)
                    .forEach((workload, report) ->
                            assertThat(report.fired()).as(workload.title()).doesNotContain(pass));
            check(flags, changed, blocks.on(Host.CPU), Device.cpu());
        }
    }

    static Stream<Arguments> passes() {
        Map<Workload, BlockReport> reports = BlockReport.of(CompiledBlocks.report(DIRECTORY, "level3"), WORKLOADS);
        return PassPipeline.vocabulary().names().get(Flag.DISABLE_PASS).known().stream()
                .filter(name -> !name.contains("."))
                .map(pass -> Arguments.of(
                        pass,
                        WORKLOADS.stream()
                                .filter(workload ->
                                        reports.get(workload).fired().contains(pass))
                                .toList()))
                .filter(arguments -> !((List<?>) arguments.get()[1]).isEmpty());
    }

    @Test
    @Tag("slow")
    @Tag("peer")
    void blocks_matchPyTorch() {
        if (!Torch.isHere()) {
            System.out.println("skipped: " + Torch.reason());
        }
        assumeThat(Torch.isHere()).as(Torch.reason()).isTrue();
        Loaded blocks = LEVELS.get(2).on(Host.CPU);
        for (Workload workload : WORKLOADS) {
            try (TensorScope scope = TensorScope.open()) {
                List<Values> peer = workload.torch(Torch.tensors(workload, workload.tensors())).stream()
                        .map(Torch::values)
                        .toList();
                Closeness.check(workload + " against PyTorch", blocks.run(workload, Device.cpu()), peer);
            }
        }
    }

    @Test
    void blocks_areFifteen() {
        assertThat(WORKLOADS).hasSize(15);
        assertThat(List.of(Workloads.realistic(), Workloads.threaded()))
                .allSatisfy(workloads -> assertThat(workloads)
                        .extracting(Workload::type)
                        .isEqualTo(WORKLOADS.stream().map(Workload::type).toList()));
    }
}
