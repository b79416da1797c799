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
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
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

    private Outcome compile(Target target) {
        return new UserCompilation(directory)
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
        private final List<String> asked = new ArrayList<>();

        AskedTarget(String refused) {
            this.refused = refused;
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
        public TargetFiles build(TargetBuild build) {
            return TargetFiles.of(List.of());
        }
    }
}
