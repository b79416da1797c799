package io.graphkernel.processor.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.graph.Graph;
import io.graphkernel.graph.GraphParser;
import io.graphkernel.graph.GraphPrinter;
import io.graphkernel.processor.Golden;
import io.graphkernel.processor.option.Flag;
import io.graphkernel.processor.option.FlagValues;
import io.graphkernel.processor.option.LogLevel;
import io.graphkernel.processor.pass.pipeline.PassPipeline;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReportDirectoryTest {

    private static final Path GOLDEN = Path.of("src/test/resources/report");
    private static final String VALIDATE = "6_validate.dot";
    private static final String BASIC = "hwopt_d_fuse_basic_opt_end_graph_0.dot";
    private static final String COMPOSITE = "hwopt_d_composite_opt_end_graph_0.dot";

    /** NetCompositeFuse of the r1.0 document, with a quote and a backslash in a scalar's expression. */
    private static final Graph NET = GraphParser.parse("""
            graph netCompositeFuse(%x: f32[x..], float factor) {
              %factor = Scalar() {expression="\\"a\\\\b\\".length() * factor"} : f32[]
              %0 = Mul(%x, %factor) : f32[x..]  # Net.java:12
              %1 = Add(%0, 1.0) : f32[x..]  # Net.java:13
              %2 = Pow(%1, 3.0) : f32[x..]  # Net.java:14
              return out=%2
            }
            """);

    @TempDir
    Path root;

    @ParameterizedTest
    @ValueSource(strings = {VALIDATE, BASIC, COMPOSITE})
    void reportDirectory_writesTheThreeFilesOfTheDocument(String file) throws IOException {
        write(Set.of(), false);

        Golden.check(GOLDEN.resolve(file), Files.readString(method(file)));
    }

    @Test
    void clusters_areTheKernelsOfSeveralOps() throws IOException {
        write(Set.of(), false);

        assertThat(Files.readString(method(VALIDATE))).doesNotContain("subgraph");
        assertThat(Files.readString(method(BASIC)))
                .containsOnlyOnce("subgraph")
                .contains("label=\"Fused_Mul_Add_fusion\"");
        assertThat(Files.readString(method(COMPOSITE)))
                .containsOnlyOnce("subgraph")
                .contains("label=\"Fused_Mul_Add_Pow_fusion\"");
    }

    @Test
    void text_isWrittenForTheFirstAndTheLastGraph() throws IOException {
        write(Set.of(), false);

        try (Stream<Path> files = Files.list(method(""))) {
            assertThat(files.map(file -> file.getFileName().toString().replaceFirst("^[0-9]{2}_", ""))
                            .filter(file -> file.endsWith(".gk")))
                    .containsExactlyInAnyOrder("frontend.gk", "fuse_composite.gk");
        }
    }

    @Test
    void text_isWrittenForPassesThatChangedTheGraph() throws IOException {
        write(Set.of(), true);

        try (Stream<Path> files = Files.list(method(""))) {
            assertThat(files.map(file -> file.getFileName().toString().replaceFirst("^[0-9]{2}_", "")))
                    .containsExactlyInAnyOrder(
                            "frontend.gk",
                            "singleton_kernels.gk",
                            "fuse_basic.gk",
                            "fuse_composite.gk",
                            VALIDATE,
                            COMPOSITE,
                            BASIC);
        }
        assertThat(Files.readString(method("00_frontend.gk"))).isEqualTo(GraphPrinter.print(NET));
    }

    @Test
    void log_hasLinesOfEveryLevel() throws IOException {
        new ReportDirectory(root, "demo.Net")
                .writeLog(
                        NET.name(),
                        List.of(new PassLog.Line(LogLevel.INFO, "first"), new PassLog.Line(LogLevel.DEBUG, "second")));

        assertThat(method("passes.log")).hasContent("first\nsecond\n");
    }

    @Test
    void graphAfterEachPass_hasItsDocumentedName() throws IOException {
        PassPipeline.Result result =
                new PassPipeline(FlagValues.DEFAULT.with(Flag.DISABLE_PASS, List.of("graph_kernel_cse"))).run(NET);

        new ReportDirectory(root, "demo.Net").writePassGraphs("netCompositeFuse", result.steps());

        List<PassPipeline.Step> ran =
                result.steps().stream().filter(PassPipeline.Step::enabled).toList();
        assertThat(ran).hasSizeLessThan(result.steps().size());
        try (Stream<Path> files = Files.list(method("verbose_ir_files/graph_kernel"))) {
            List<Path> sorted = files.sorted().toList();
            assertThat(sorted).hasSameSizeAs(ran);
            for (int i = 0; i < ran.size(); i++) {
                assertThat(sorted.get(i))
                        .hasFileName(String.format("%04d_%s.ir", i, ran.get(i).fullName()))
                        .hasContent(IrPrinter.print(ran.get(i).graph()));
            }
            assertThat(sorted.get(0).getFileName().toString())
                    .startsWith("0000_stage")
                    .endsWith(".ir");
        }
    }

    @Test
    void clusters_haveTheFormOfTheDocument() throws IOException {
        PassPipeline.Result result = new PassPipeline(FlagValues.DEFAULT).run(NET);

        new ReportDirectory(root, "demo.Net").writeClusters(result.graph());

        Path file = method("graph_kernel_dump/graph_kernel_cluster_0.txt");
        assertThat(Files.readString(file)).isEqualTo("""
                Source nodes of Fused_Mul_Add_Pow_fusion = 3
                  Mul : f32[x..]
                  Add : f32[x..]
                  Pow : f32[x..]
                ======
                """);
    }

    @Test
    void earlierReport_isRemoved() throws IOException {
        ReportDirectory report = new ReportDirectory(root, "demo.Net");
        report.writeSource("kernels.c", "int x;\n");
        Path old = Files.createDirectories(root.resolve("demo.Net/removedMethod"));
        Files.writeString(old.resolve("passes.log"), "");
        Path other = Files.createDirectories(root.resolve("demo.Other"));

        report.clear();

        assertThat(root.resolve("demo.Net")).doesNotExist();
        assertThat(other).exists();
    }

    private void write(Set<String> disabled, boolean everyPass) throws IOException {
        new ReportDirectory(root, "demo.Net")
                .writeMethod(MethodGraphs.of(
                        NET,
                        new PassPipeline(FlagValues.DEFAULT.with(Flag.DISABLE_PASS, List.copyOf(disabled)))
                                .run(NET)
                                .steps(),
                        everyPass));
    }

    private Path method(String file) {
        return root.resolve("demo.Net").resolve("netCompositeFuse").resolve(file);
    }
}
