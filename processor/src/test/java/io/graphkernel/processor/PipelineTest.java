package io.graphkernel.processor;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.processor.UserCompilation.Message;
import io.graphkernel.processor.UserCompilation.Outcome;
import io.graphkernel.processor.report.ShownPage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.Diagnostic.Kind;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class PipelineTest {
    private static final String TWICE = """
        import io.graphkernel.annotations.*;
        import io.graphkernel.runtime.*;
        final class Twice {
            @GraphKernel
            static Tensor twice(Tensor x) { return Ops.mul(x, 2); }
        }
        """;

    @TempDir
    Path directory;

    @Test
    @Tag("slow")
    void pipeline_countsInSingularAndPlural() {
        String method = "@GraphKernel static Tensor more(Tensor x) { return Ops.exp(Ops.neg(x)); }\n}";
        assertThat(summary(TWICE)).startsWith("[GK-3001] kernels compiled: Twice: 1 method: 1 op in 1 launch, report");
        assertThat(summary(TWICE.replace("}\n}", "}\n" + method)))
                .startsWith("[GK-3001] kernels compiled: Twice: 2 methods: 3 ops in 2 launches, report");
        String typed = TWICE.replace("Tensor x", "@TensorType(\"f32[n]\") Tensor x")
                .replace("@GraphKernel\n", "@GraphKernel(gradient = true)\n");
        assertThat(summary(typed)).startsWith("[GK-3001] kernels compiled: Twice: 1 method with its gradient:");
        assertThat(summary(typed.replace("}\n}", "}\n" + method)))
                .startsWith("[GK-3001] kernels compiled: Twice: 2 methods, 1 of them with its gradient:");
    }

    @Test
    @Tag("slow")
    void log_ifEnabled_isPrinted() {
        Outcome outcome = compilation()
                .option("-Agraphkernel.verbose=true")
                .option("-Agraphkernel.flags=--disable_pass=fuse_basic")
                .compile("Twice.java", TWICE);
        assertThat(outcome.success()).isTrue();
        assertThat(outcome.messages())
                .filteredOn(message -> message.text().contains("GRAPH_KERNEL(twice)"))
                .allMatch(message -> message.kind() == Kind.NOTE)
                .extracting(Message::text)
                .anyMatch(text -> text.startsWith("[INFO] GRAPH_KERNEL(twice): graph kernel passes: "))
                .anyMatch(text -> text.matches(".* graph kernel pass stage3_split_\\d_fuse_basic is disabled\\."))
                .anyMatch(text -> text.matches(".* Run graph kernel pass stage3_split_\\d_fuse_composite in .* us"));
    }

    @Test
    @Tag("slow")
    void pipeline_statesThatManyKernelsTakeTime() {
        List<String> ops = List.of("exp", "tanh", "sin", "cos", "atan");
        StringBuilder source = new StringBuilder(
                        "import io.graphkernel.annotations.*;\nimport io.graphkernel.runtime.*;\n")
                .append("final class Twice {\n");
        ops.forEach(a -> ops.forEach(b -> ops.forEach(c -> source.append("@GraphKernel static Tensor ")
                .append(a + "_" + b + "_" + c)
                .append("(Tensor x) { return Ops.%s(Ops.%s(Ops.%s(x))); }%n".formatted(a, b, c)))));
        Outcome outcome = compilation()
                .option("-Agraphkernel.targets=jvm")
                .compile("Twice.java", source.append("}").toString());
        assertThat(outcome.success()).isTrue();
        assertThat(outcome.messages())
                .filteredOn(message -> message.text().startsWith("[GK-0009]"))
                .singleElement()
                .satisfies(message -> {
                    assertThat(message.kind()).isEqualTo(Kind.NOTE);
                    assertThat(message.text())
                            .startsWith("[GK-0009] compiling kernels: up to 125 of Twice\n")
                            .endsWith("fix: no action is needed; later builds recompile only the kernels that changed");
                });
    }

    @Test
    void launches_beyondTheLimit_areRejected() {
        String source = """
            import io.graphkernel.annotations.*;
            import io.graphkernel.runtime.*;
            final class Twice {
                @GraphKernel(maxLaunches = 1)
                static Tensor columns(@TensorType("f32[n, d]") Tensor x) {
                    Tensor sum = Ops.reduceSum(x, 1);
                    return Ops.cumSum(sum, 0);
                }
                @GraphKernel(maxLaunches = 1)
                static Tensor one(Tensor x) { return Ops.exp(Ops.neg(x)); }
            }
            """;
        Outcome outcome = compilation().compile("Twice.java", source);
        assertThat(outcome.success()).isFalse();
        assertThat(outcome.ours()).singleElement().satisfies(message -> {
            assertThat(message.line()).isEqualTo(5);
            assertThat(message.text())
                    .startsWith("[GK-3006] too many launches: columns has 2 launches, but maxLaunches = 1\n")
                    .contains("because: launch 2, with CumSum at Twice.java:7: a value of CumSum depends on")
                    .contains("'sum'");
        });
        assertThat(directory.resolve("classes/TwiceKernels.class")).doesNotExist();
    }

    @Test
    void temporaries_beyondTheLimit_areRejected() {
        String source = """
            import io.graphkernel.annotations.*;
            import io.graphkernel.runtime.*;
            final class Twice {
                @GraphKernel(maxTemporaryBytes = 100)
                static Tensor columns(@TensorType("f32[64, 32]") Tensor x) {
                    Tensor sum = Ops.reduceSum(x, 1);
                    return Ops.cumSum(sum, 0);
                }
                @GraphKernel(maxTemporaryBytes = 256)
                static Tensor enough(@TensorType("f32[64, 32]") Tensor x) {
                    Tensor sum = Ops.reduceSum(x, 1);
                    return Ops.cumSum(sum, 0);
                }
                @GraphKernel(maxTemporaryBytes = 4096)
                static Tensor open(@TensorType("f32[n, d]") Tensor x) {
                    Tensor sum = Ops.reduceSum(x, 1);
                    return Ops.cumSum(sum, 0);
                }
                @GraphKernel(maxTemporaryBytes = 0)
                static Tensor one(Tensor x) { return Ops.exp(Ops.neg(x)); }
            }
            """;
        Outcome outcome = compilation().compile("Twice.java", source);
        assertThat(outcome.success()).isFalse();
        assertThat(outcome.ours()).hasSize(2);
        assertThat(outcome.ours().get(0).line()).isEqualTo(5);
        assertThat(outcome.ours().get(0).text())
                .startsWith("[GK-3008] too much temporary memory: columns needs 256 bytes for values between launches, "
                        + "but maxTemporaryBytes = 100\n")
                .contains(
                        "because: the largest values between launches are ReduceSum at Twice.java:6 (f32[64], 256 bytes)");
        assertThat(outcome.ours().get(1).line()).isEqualTo(15);
        assertThat(outcome.ours().get(1).text())
                .startsWith("[GK-3008] too much temporary memory: open needs 4*n bytes for values between launches, "
                        + "but maxTemporaryBytes = 4096\n")
                .contains("because: the size depends on dims that are known only at the call: n\n")
                .contains("fix: declare these dims as numbers in @TensorType, or remove maxTemporaryBytes");
    }

    @Test
    @Tag("slow")
    void headOfGpt2_needsThreePercentOfItsLogits() {
        long logits = 4L * 4096 * 50257;
        String source = """
            import io.graphkernel.annotations.*;
            import io.graphkernel.runtime.*;
            final class Twice {
                record Step(Tensor loss, Tensor x, Tensor w) {}
                @GraphKernel
                static Tensor loss(@TensorType("f32[4096, 768]") Tensor x, @TensorType("f32[50257, 768]") Tensor w,
                        @TensorType("i32[4096]") Tensor y) {
                    return Ops.sparseSoftmaxCrossEntropyWithLogits(Ops.matMul(x, w, false, true), y).loss();
                }
                @GraphKernel(maxTemporaryBytes = %d)
                static Step step(@TensorType("f32[4096, 768]") Tensor x, @TensorType("f32[50257, 768]") Tensor w,
                        @TensorType("i32[4096]") Tensor y) {
                    var loss = Gradients.valueAndGradient(() -> loss(x, w, y), x, w);
                    return new Step(loss.value(), loss.gradient()[0], loss.gradient()[1]);
                }
            }
            """.formatted(logits * 3 / 100);
        Outcome outcome = compilation().compile("Twice.java", source);
        assertThat(outcome.success()).as(outcome.ours().toString()).isTrue();
    }

    @Test
    @Tag("slow")
    void uncheckedIndices_areReported() {
        String source = """
            import io.graphkernel.annotations.*;
            import io.graphkernel.runtime.*;
            final class Twice {
                @GraphKernel(flags = "--check_indices")
                static Tensor rows(@TensorType("f32[n, d]") Tensor x, @TensorType("i32[k]") Tensor rows) {
                    Tensor passed = Ops.gather(x, Ops.reshape(rows, -1), 0);
                    return Ops.add(passed, Ops.gather(x, Ops.add(rows, 1), 0));
                }
                @GraphKernel(flags = "--check_indices")
                static void put(@TensorType("f32[n, d]") Tensor x, @TensorType("f32[k, d]") Tensor y,
                        @TensorType("i32[k]") Tensor rows) {
                    Ops.assign(x, Ops.scatter(x, Ops.expandDims(rows, -1), y, 0));
                    Ops.assign(x, Ops.scatter(x, Ops.expandDims(Ops.add(rows, 1), -1), y, 0));
                }
                @GraphKernel(flags = "--check_indices")
                static void repeat(@TensorType("f32[n, d]") Tensor x, @TensorType("f32[k, d]") Tensor y,
                        @TensorType("i32[k]") Tensor rows, int count) {
                    for (int i = 0; i < count; i++) {
                        put(x, y, rows);
                    }
                }
            }
            """;
        Outcome outcome = compilation().compile("Twice.java", source);
        assertThat(outcome.success()).isTrue();
        assertThat(outcome.messages())
                .filteredOn(message -> message.text().contains("GK-2030"))
                .allSatisfy(message -> {
                    assertThat(message.kind()).isEqualTo(Kind.WARNING);
                    assertThat(message.text()).endsWith("fix: pass them as a parameter of the method");
                })
                .extracting(message -> message.text().lines().findFirst().orElseThrow())
                .containsExactly(
                        "[GK-2030] computed indices are not checked: rows: --check_indices skips the indices of Gather"
                                + " (Twice.java:7)",
                        "[GK-2030] computed indices are not checked: put: --check_indices skips the indices of Scatter"
                                + " (Twice.java:13)",
                        "[GK-2030] computed indices are not checked: repeat: --check_indices skips the indices of"
                                + " Scatter (Twice.java:12)",
                        "[GK-2030] computed indices are not checked: repeat: --check_indices skips the indices of"
                                + " Scatter (Twice.java:13)");
    }

    /** A target without code for an op names the op and adds nothing to the jar. */
    @Test
    void unsupportedOp_isRejected() {
        String source = TWICE.replace("Tensor x", "@TensorType(\"f32[n]\") Tensor x");
        Path kernels = directory.resolve("classes/META-INF/graphkernel/Twice/ascend/kernels.asc");
        String option = "-Agraphkernel.targets=ascend";

        Outcome printed = compilation().option(option).compile("Twice.java", source);
        assertThat(printed.success()).isTrue();
        assertThat(kernels).content().contains("AscendC::Muls(");

        Outcome rejected = compilation().option(option).compile("Twice.java", source.replace("mul(x, 2)", "mod(x, x)"));
        assertThat(rejected.success()).isFalse();
        assertThat(rejected.faults()).singleElement().satisfies(message -> {
            assertThat(message.line()).isEqualTo(5);
            assertThat(message.text())
                    .startsWith("[GK-1400] op is not supported by the target: 'twice' cannot be compiled for ascend")
                    .contains("Mod at Twice.java:5: it has no expansion into vector instructions for f32");
        });
    }

    /** Ascend is a default target, and its tiles are loaded from tensors. */
    @Test
    void gatherByComputedIndices_onDefaultTargets_leavesOutAscend() {
        Outcome outcome = compilation()
                .option("-Agraphkernel.verbose=true")
                .compile(
                        "Twice.java",
                        TWICE.replace(
                                        "Tensor x",
                                        "@TensorType(\"f32[n, d]\") Tensor x, @TensorType(\"i64[n, k]\") Tensor columns")
                                .replace("mul(x, 2)", """
                                gather(
                                    Ops.reshape(x, -1),
                                    Ops.add(
                                        Ops.expandDims(Ops.mul(Ops.range(x.dimension(0)), x.dimension(1)), 1),
                                        columns),
                                    0)"""));
        assertThat(outcome.success()).as(() -> outcome.messages().toString()).isTrue();
        assertThat(outcome.messages())
                .filteredOn(message ->
                        message.text().startsWith("[GK-3002] target skipped: Twice has no kernels for ascend\n"))
                .singleElement()
                .satisfies(message -> assertThat(message.text()).contains("its elements are computed from no tensor"));
    }

    /**
     * Equal kernels of a class are compiled once, so that the function has the instructions of the ops. Without passes
     * that change roundings, since a function has the roundings of Java.
     */
    @Test
    void elementFunction_ofTheArithmeticOfOps_sharesTheirKernel() throws IOException {
        String source = """
            import static io.graphkernel.runtime.Elementwise.*;
            import static io.graphkernel.runtime.Ops.*;
            import io.graphkernel.annotations.*;
            import io.graphkernel.runtime.*;
            final class Gelu {
                static float gelu(float x) {
                    float inner = 0.79788456f * (x + 0.044715f * (x * x * x));
                    return 0.5f * x * (1 + (float) Math.tanh(inner));
                }
                @GraphKernel
                static Tensor ofFunction(@TensorType("f32[n]") Tensor x) {
                    return map(x, Gelu::gelu);
                }
                @GraphKernel(flags = "--disable_pass=highlevelopt1.arithmetic_simplify,preprocess.gelu_fusion")
                static Tensor ofOps(@TensorType("f32[n]") Tensor x) {
                    Tensor inner = mul(0.79788456f, add(x, mul(0.044715f, mul(mul(x, x), x))));
                    return mul(mul(0.5f, x), add(1, tanh(inner)));
                }
            }
            """;
        Outcome outcome = compilation().option("-Agraphkernel.targets=cpu").compile("Gelu.java", source);
        assertThat(outcome.success()).isTrue();
        assertThat(Files.readString(directory.resolve("report/Gelu/kernels.c")).lines())
                .filteredOn(line -> line.startsWith("static void "))
                .hasSize(1);
    }

    @Test
    void elementLoop_isRejectedForAscend() {
        String source = """
            import io.graphkernel.annotations.*;
            import io.graphkernel.runtime.*;
            final class Halving {
                static float halved(float x) {
                    while (x > 1) {
                        x /= 2;
                    }
                    return x;
                }
                @GraphKernel
                static Tensor all(@TensorType("f32[n]") Tensor x) {
                    return Elementwise.map(x, Halving::halved);
                }
            }
            """;
        Outcome outcome =
                compilation().option("-Agraphkernel.targets=cpu,ascend?").compile("Halving.java", source);
        assertThat(outcome.success()).isTrue();
        assertThat(outcome.messages())
                .filteredOn(message -> message.text().startsWith("[GK-3002]"))
                .singleElement()
                .satisfies(message -> assertThat(message.text())
                        .contains("ElementLoop at Halving.java:5: each element has its own number of iterations"));
    }

    /**
     * The class then has no kernels for the target. The note, the manifest and the report say so, the note also if nothing
     * changed.
     */
    @Test
    @Tag("slow")
    void requestedTarget_isOmittedIfOptional() {
        String source =
                TWICE.replace("Tensor x", "@TensorType(\"f32[n]\") Tensor x").replace("mul(x, 2)", "mod(x, x)");
        Path kernels = directory.resolve("classes/META-INF/graphkernel/Twice");
        for (int i = 0; i < 2; i++) {
            Outcome outcome = compilation()
                    .option("-Agraphkernel.targets=cpu,ascend?")
                    .option("-Agraphkernel.cacheDir=" + directory.resolve("cache"))
                    .compile("Twice.java", source);
            assertThat(outcome.success()).isTrue();
            assertThat(outcome.messages())
                    .filteredOn(message ->
                            message.text().startsWith("[GK-3002] target skipped: Twice has no kernels for ascend\n"))
                    .singleElement()
                    .satisfies(message -> assertThat(message.text())
                            .contains("in twice, Mod at Twice.java:5: it has no expansion into vector instructions"));
            assertThat(kernels.resolve("ascend")).doesNotExist();
            assertThat(kernels.resolve("manifest.properties"))
                    .content()
                    .contains("leftOut.ascend=in twice, Mod at Twice.java:5: it has no expansion");
        }

        // Ascend was not requested explicitly, so the note appears only in verbose output.
        for (boolean verbose : List.of(false, true)) {
            Outcome outcome =
                    compilation().option("-Agraphkernel.verbose=" + verbose).compile("Twice.java", source);
            assertThat(outcome.success()).isTrue();
            assertThat(outcome.messages())
                    .filteredOn(message -> message.text().startsWith("[GK-3002]"))
                    .hasSize(verbose ? 1 : 0);
            assertThat(kernels.resolve("ascend")).doesNotExist();
            assertThat(kernels.resolve("manifest.properties")).content().contains("leftOut.ascend=in twice, Mod");
            assertThat(directory.resolve("report/Twice/report.json"))
                    .content()
                    .contains("\"leftOut\":[", "{\"target\":\"ascend\",\"method\":\"twice\"");
        }

        Outcome alone = compilation().option("-Agraphkernel.targets=ascend?").compile("Twice.java", source);
        assertThat(alone.faults())
                .singleElement()
                .satisfies(message -> assertThat(message.text())
                        .startsWith(
                                "[GK-1400] op is not supported by the target: 'twice' cannot be compiled for ascend"));
    }

    /** The path of the tests has no toolkit. */
    @Test
    void binaries_withoutAToolkit_areReported() {
        Outcome rejected = compilation()
                .option("-Agraphkernel.targets=ascend")
                .option("-Agraphkernel.binaries=3510")
                .compile("Twice.java", TWICE);
        assertThat(rejected.success()).isFalse();
        assertThat(rejected.faults())
                .singleElement()
                .satisfies(message -> assertThat(message.text())
                        .startsWith(
                                "[GK-1410] binaries cannot be built without the CANN toolkit: of Twice for ascend\n")
                        .contains("bisheng is neither on the path", "remove -Agraphkernel.binaries"));
    }

    @Test
    @Tag("slow")
    void pipeline_writesTheClustersAsTextIfAFlagStatesSo() throws IOException {
        String source = TWICE.replace("@GraphKernel", "@GraphKernel(flags = \"--dump_as_text\")")
                .replace("Ops.mul(x, 2)", "Ops.exp(Ops.mul(x, 2))");
        assertThat(compilation().compile("Twice.java", source).success()).isTrue();
        try (Stream<Path> files = Files.list(directory.resolve("report/Twice/twice/graph_kernel_dump"))) {
            assertThat(files)
                    .singleElement()
                    .satisfies(file -> assertThat(Files.readString(file))
                            .startsWith("Source nodes of Fused_Mul_Exp_fusion = 2\n")
                            .contains("  Mul : f32[x..]\n", "  Exp : f32[x..]\n"));
        }
        assertThat(compilation().compile("Twice.java", TWICE).success()).isTrue();
        assertThat(directory.resolve("report/Twice/twice/graph_kernel_dump")).doesNotExist();
    }

    @Test
    @Tag("slow")
    void classThatOnlyCallsLibraries_hasNoProgramForGpus() {
        Path resources = Path.of("classes/META-INF/graphkernel/Twice");
        String product = TWICE.replace("Tensor x", "@TensorType(\"f32[n, n]\") Tensor x")
                .replace("Ops.mul(x, 2)", "Ops.matMul(x, x)");
        assertThat(compilation().compile("Twice.java", product).success()).isTrue();
        assertThat(directory.resolve(resources).resolve("manifest.properties"))
                .content()
                .contains("functions=0", "method.twice.launches=1")
                .doesNotContain("cuda", "opencl");
        assertThat(directory.resolve(resources).resolve("opencl")).doesNotExist();

        assertThat(compilation().compile("Twice.java", TWICE).success()).isTrue();
        assertThat(directory.resolve(resources).resolve("opencl/kernels.cl"))
                .content()
                .hasSizeLessThan(50_000)
                .contains("/* The GPU kernels of Twice.", "__kernel")
                .doesNotContain("gk_join_");
    }

    @Test
    void summary_namesThePageThatShowsTheClass() throws IOException {
        Path page = directory.resolve("report").resolve("report.html");

        assertThat(summary(TWICE)).endsWith("report " + page);

        assertThat(new ShownPage(page.getParent()).data())
                .singleElement()
                .asString()
                .contains("\"name\":\"Twice\"");
    }

    @Test
    @Tag("slow")
    void pipeline_savesTheGraphAfterEachPassIfRequested() {
        Path graphs = directory.resolve("report/Twice/twice/verbose_ir_files/graph_kernel");

        summary(TWICE);
        assertThat(graphs).doesNotExist();

        compilation().option("-Agraphkernel.saveGraphs=true").compile("Twice.java", TWICE);
        assertThat(graphs).isDirectoryContaining("glob:**/0000_stage*.ir");
    }

    @Test
    void errorsInOptions_comeAloneAndNothingIsBuilt() {
        Outcome outcome = compilation()
                .option("-Agraphkernel.flag=--opt_level=1")
                .option("-Agraphkernel.targets=gpu")
                .compile("Twice.java", TWICE);

        assertThat(outcome.ours()).extracting(Message::id).containsExactly("GK-0101", "GK-0102");
        assertThat(directory.resolve("report")).doesNotExist();
    }

    @Test
    void errorsInOptions_hideNoneInTheSource() {
        Outcome outcome = compilation()
                .option("-Agraphkernel.targets=gpu")
                .compile("Twice.java", TWICE.replace("static Tensor", "private static Tensor"));

        assertThat(outcome.ours()).extracting(Message::id).containsExactly("GK-0102", "GK-1002");
    }

    @Test
    void missingCompiler_messageHasFixes() {
        Outcome outcome = compilation()
                .option("-Agraphkernel.compiler=" + directory.resolve("nosuch"))
                .compile("Twice.java", TWICE);

        assertThat(outcome.ours()).allSatisfy(message -> {
            assertThat(message.id()).isEqualTo("GK-0003");
            assertThat(message.text())
                    .contains("because: the compiler " + directory.resolve("nosuch") + " cannot be used\n")
                    .contains("fix: correct -Agraphkernel.compiler=" + directory.resolve("nosuch") + ", or remove it")
                    .doesNotContain("annotationProcessorPaths");
        });
    }

    @Test
    void unusableCache_isNamedOnce() throws IOException {
        Path file = Files.writeString(directory.resolve("cache"), "a file");

        Outcome outcome = compilation().compile("Twice.java", TWICE);

        assertThat(outcome.ours()).isNotEmpty().allSatisfy(message -> {
            assertThat(message.text())
                    .startsWith(
                            "[GK-5003] cache directory cannot be used: the build cache " + file + "\n  because: " + file
                                    + " is there and is not a directory\n  fix: move that file away, or name another directory with"
                                    + " -Agraphkernel.cacheDir=");
            assertThat(message.text()).containsOnlyOnce("cannot be used");
        });
    }

    private String summary(String source) {
        return compilation().compile("Twice.java", source).ours().get(0).text();
    }

    @Test
    void pipeline_writesNothingNextToAStubThatCannotBeWritten() throws IOException {
        UserCompilation compilation = compilation()
                .processor(new GeneratingProcessor("TwiceKernels", ""))
                .alsoProcessor(new GraphKernelProcessor());
        Outcome outcome = compilation.compile("Twice.java", TWICE);
        assertThat(outcome.ours()).extracting(Message::id).containsExactly("GK-0004");
        try (Stream<Path> files = Files.walk(compilation.classes())) {
            assertThat(files.filter(Files::isRegularFile)
                            .map(file -> file.getFileName().toString()))
                    .allMatch(name -> name.startsWith("TwiceKernels."));
        }
    }

    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "a script stands for the compiler")
    void nativeCompilerFailure_hasItsCommand() throws IOException {
        Path clang = Files.writeString(directory.resolve("clang"), """
            #!/bin/sh
            if [ "$1" = --version ]; then echo 'clang version 21.0.0'; exit 0; fi
            echo 'Twice.c:1:1: error: no such thing'
            exit 1
            """);
        assertThat(clang.toFile().setExecutable(true)).isTrue();
        Outcome outcome =
                compilation().option("-Agraphkernel.compiler=" + clang).compile("Twice.java", TWICE);
        assertThat(outcome.ours())
                .hasSize(2)
                .anySatisfy(message -> assertThat(message.text())
                        .contains("clang rejects Twice.cl for GPUs of NVIDIA", "-S Twice.cl"));
        assertThat(outcome.ours()).allSatisfy(message -> {
            assertThat(message.id()).isEqualTo("GK-5001");
            assertThat(message.text()).contains("no such thing").contains("; to see it again, run cd ");
            assertThat(message.text().lines().count()).isLessThanOrEqualTo(6);
        });
    }

    private UserCompilation compilation() {
        return new UserCompilation(directory)
                .processor(new GraphKernelProcessor())
                .option("-Agraphkernel.reportDir=" + directory.resolve("report"))
                .option("-Agraphkernel.cacheDir=" + directory.resolve("cache"));
    }
}
