package io.graphkernel.processor.build;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.common.target.TargetModel;
import io.graphkernel.graph.Graph;
import io.graphkernel.processor.GraphKernelProcessor;
import io.graphkernel.processor.Pipeline;
import io.graphkernel.processor.UserCompilation;
import io.graphkernel.processor.UserCompilation.Outcome;
import io.graphkernel.processor.schedule.Step;
import io.graphkernel.processor.schedule.UnsupportedReason;
import io.graphkernel.processor.target.Language;
import io.graphkernel.processor.target.Target;
import io.graphkernel.processor.target.TargetBuild;
import io.graphkernel.processor.target.TargetFiles;
import io.graphkernel.processor.target.jvm.JvmTarget;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UnsupportedTargetsTest {
    /** The kernels of the first two methods are equal, and so are those of the last two. */
    private static final String SOURCE = """
        import io.graphkernel.annotations.*;
        import io.graphkernel.runtime.*;
        final class Many {
            @GraphKernel
            static Tensor twice(@TensorType("f32[n]") Tensor x) { return Ops.mul(x, 2); }
            @GraphKernel
            static Tensor doubled(@TensorType("f32[m]") Tensor y) { return Ops.mul(y, 2); }
            @GraphKernel
            static Tensor rest(@TensorType("f32[n]") Tensor x) { return Ops.mod(x, x); }
            @GraphKernel
            static Tensor left(@TensorType("f32[m]") Tensor y) { return Ops.mod(y, y); }
        }
        """;

    @TempDir
    Path directory;

    @Test
    void equalKernels_areQueriedOnce() {
        SelectiveTarget target = new SelectiveTarget("");
        assertThat(compile(target).success()).isTrue();
        assertThat(target.queriedGraphs).containsExactly("twice", "rest");
    }

    /** Each method with a rejected kernel is named, even if it equals a rejected one. */
    @Test
    void rejectedMethods_areNamed() {
        Outcome outcome = compile(new SelectiveTarget("Mod"));
        assertThat(outcome.success()).isFalse();
        assertThat(outcome.faults())
                .extracting(message -> message.line() + " "
                        + message.text().lines().findFirst().orElseThrow())
                .containsExactly(
                        "9 [GK-1400] op is not supported by the target: 'rest' cannot be compiled for extra",
                        "11 [GK-1400] op is not supported by the target: 'left' cannot be compiled for extra");
    }

    /** The manifest lists kernels that a chip of a target cannot run; a message lists them in verbose output only. */
    @Test
    void unsupportedChip_isOmitted() throws IOException {
        Outcome outcome = compile(new SelectiveTarget("", "Mod"));
        assertThat(outcome.success()).isTrue();
        assertThat(outcome.messages()).noneMatch(message -> message.text().contains("GK-3002"));
        assertThat(Files.readString(directory.resolve("classes/META-INF/graphkernel/Many/manifest.properties")))
                .contains("leftOut.extra-7=in rest, Mod at Many.java:9: it is too old");

        assertThat(compile(new SelectiveTarget("", "Mod"), "-Agraphkernel.verbose=true")
                        .messages())
                .anyMatch(message ->
                        message.text().contains("[GK-3002] target skipped: Many has no kernels for extra-7"));
    }

    /** If a binary for the chip is requested, each method without one is reported. */
    @Test
    void unsupportedOps_ofARequestedChip_areNamed() {
        Outcome outcome = compile(new SelectiveTarget("", "Mod"), "-Agraphkernel.binaries=7");
        assertThat(outcome.success()).isFalse();
        assertThat(outcome.faults())
                .extracting(message -> message.line() + " "
                        + message.text().lines().findFirst().orElseThrow())
                .containsExactly(
                        "9 [GK-1401] op is not supported by the chip: 'rest' cannot be compiled for chip 7 of extra",
                        "11 [GK-1401] op is not supported by the chip: 'left' cannot be compiled for chip 7 of extra");
    }

    private Outcome compile(Target target, String... options) {
        UserCompilation compilation = new UserCompilation(directory);
        Stream.of(options).forEach(compilation::option);
        return compilation
                .processor(new GraphKernelProcessor(Pipeline.of(List.of(target))))
                .option("-Agraphkernel.targets=extra")
                .option("-Agraphkernel.reportDir=" + directory.resolve("report"))
                .option("-Agraphkernel.cacheDir=" + directory.resolve("cache"))
                .compile("Many.java", SOURCE);
    }

    /** A Java target that rejects kernels with one op. */
    private static final class SelectiveTarget implements Target {

        private static final Target JVM = new JvmTarget();

        private final String rejected;
        private final String refusedByAChip;
        private final List<String> queriedGraphs = new ArrayList<>();

        SelectiveTarget(String rejected) {
            this(rejected, "");
        }

        SelectiveTarget(String rejected, String refusedByAChip) {
            this.rejected = rejected;
            this.refusedByAChip = refusedByAChip;
        }

        @Override
        public String id() {
            return "extra";
        }

        @Override
        public TargetModel model() {
            return JVM.model();
        }

        @Override
        public Language language() {
            return JVM.language();
        }

        @Override
        public Optional<UnsupportedReason> refusal(Step step, Graph graph) {
            queriedGraphs.add(graph.name());
            return step.ops().stream()
                    .filter(op -> op.op().equals(rejected))
                    .map(op -> new UnsupportedReason(op, "it is not implemented"))
                    .findFirst();
        }

        @Override
        public Map<String, UnsupportedReason> chipRefusals(Step step, Graph graph) {
            return step.ops().stream()
                    .filter(op -> op.op().equals(refusedByAChip))
                    .collect(Collectors.toMap(op -> "7", op -> new UnsupportedReason(op, "it is too old")));
        }

        @Override
        public Set<String> binaryNames() {
            return Set.of("7");
        }

        @Override
        public TargetFiles build(TargetBuild build) {
            return TargetFiles.of(List.of());
        }
    }
}
