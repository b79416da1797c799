package io.graphkernel.processor;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.processor.UserCompilation.Outcome;
import io.graphkernel.processor.capability.Capabilities;
import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.schedule.Refusal;
import io.graphkernel.processor.schedule.Step;
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

class TargetRefusalsTest {
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
    void asksOnceAboutEqualKernels() {
        AskedTarget target = new AskedTarget("");
        assertThat(compile(target).success()).isTrue();
        assertThat(target.asked).containsExactly("twice", "rest");
    }

    /** Each method with a kernel that is refused is named, also if it is equal to one that was. */
    @Test
    void namesEachMethodThatIsRefused() {
        Outcome outcome = compile(new AskedTarget("Mod"));
        assertThat(outcome.success()).isFalse();
        assertThat(outcome.faults())
                .extracting(message -> message.line() + " "
                        + message.text().lines().findFirst().orElseThrow())
                .containsExactly(
                        "9 [GK-1400] kernel method 'rest' cannot be compiled for asked",
                        "11 [GK-1400] kernel method 'left' cannot be compiled for asked");
    }

    /** What one chip of a target cannot run is said in the manifest, and to those who ask for all that there is to say. */
    @Test
    void leavesOutAChip() throws IOException {
        Outcome outcome = compile(new AskedTarget("", "Mod"));
        assertThat(outcome.success()).isTrue();
        assertThat(outcome.messages()).noneMatch(message -> message.text().contains("GK-3002"));
        assertThat(Files.readString(directory.resolve("classes/META-INF/graphkernel/Many/manifest.properties")))
                .contains("leftOut.asked-7=in rest, Mod at Many.java:9: it is too old");

        assertThat(compile(new AskedTarget("", "Mod"), "-Agraphkernel.verbose=true")
                        .messages())
                .anyMatch(message -> message.text().contains("[GK-3002] Many has no kernels for asked-7"));
    }

    /** Who asks for a binary for the chip is told of each method that has none. */
    @Test
    void namesWhatAChipCannotRunIfItWasAskedFor() {
        Outcome outcome = compile(new AskedTarget("", "Mod"), "-Agraphkernel.binaries=7");
        assertThat(outcome.success()).isFalse();
        assertThat(outcome.faults())
                .extracting(message -> message.line() + " "
                        + message.text().lines().findFirst().orElseThrow())
                .containsExactly(
                        "9 [GK-1401] kernel method 'rest' cannot be compiled for chip 7 of asked",
                        "11 [GK-1401] kernel method 'left' cannot be compiled for chip 7 of asked");
    }

    private Outcome compile(Target target, String... options) {
        UserCompilation compilation = new UserCompilation(directory);
        Stream.of(options).forEach(compilation::option);
        return compilation
                .processor(Targets.processor(List.of(target)))
                .option("-Agraphkernel.targets=asked")
                .option("-Agraphkernel.reportDir=" + directory.resolve("report"))
                .option("-Agraphkernel.cacheDir=" + directory.resolve("cache"))
                .compile("Many.java", SOURCE);
    }

    /** Java, but for kernels with one op. */
    private static final class AskedTarget implements Target {

        private static final Target JVM = new JvmTarget();

        private final String refused;
        private final String refusedByAChip;
        private final List<String> asked = new ArrayList<>();

        AskedTarget(String refused) {
            this(refused, "");
        }

        AskedTarget(String refused, String refusedByAChip) {
            this.refused = refused;
            this.refusedByAChip = refusedByAChip;
        }

        @Override
        public String id() {
            return "asked";
        }

        @Override
        public Capabilities capabilities() {
            return JVM.capabilities();
        }

        @Override
        public Language language() {
            return JVM.language();
        }

        @Override
        public Optional<Refusal> refusal(Step step, Graph graph) {
            asked.add(graph.name());
            return step.ops().stream()
                    .filter(op -> op.op().equals(refused))
                    .map(op -> new Refusal(op, "nobody wants it"))
                    .findFirst();
        }

        @Override
        public Map<String, Refusal> chipRefusals(Step step, Graph graph) {
            return step.ops().stream()
                    .filter(op -> op.op().equals(refusedByAChip))
                    .collect(Collectors.toMap(op -> "7", op -> new Refusal(op, "it is too old")));
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
