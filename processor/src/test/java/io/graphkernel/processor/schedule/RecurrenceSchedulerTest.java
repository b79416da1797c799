package io.graphkernel.processor.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.graph.iteration.IterationSpace.LoopTemplate;
import io.graphkernel.processor.UserCompilation;
import io.graphkernel.processor.emit.ascend.AscendEmitter;
import io.graphkernel.processor.frontend.kernel.KernelMethod;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the choice of loops that run inside a kernel. */
class RecurrenceSchedulerTest {

    private static final String SOURCE = """
            import static io.graphkernel.runtime.Ops.*;
            import static io.graphkernel.runtime.Scans.scan;

            import io.graphkernel.annotations.*;
            import io.graphkernel.runtime.*;

            final class Example {
                @GraphKernel
                static Tensor localScan(@TensorType("f32[n, t]") Tensor a, @TensorType("f32[n, t]") Tensor b) {
                    return scan(a, b, 1, 0f, (h, x, y) -> x * h + y, ScanOption.REVERSE);
                }

                @GraphKernel
                static Tensor localLoop(@TensorType("f32[t, n]") Tensor x, @TensorType("f32[n]") Tensor w) {
                    Tensor h = w;
                    Tensor s = w;
                    for (int i = 0; i < x.dimension(0); i++) {
                        h = add(mul(h, s), squeeze(narrow(x, 0, i, 1), 0));
                        s = mul(add(s, i), w);
                    }
                    return add(h, s);
                }

                @GraphKernel
                static Tensor otherElements(@TensorType("f32[t, n]") Tensor x) {
                    Tensor h = reduceSum(x, axes(0), false);
                    for (int i = 0; i < x.dimension(0); i++) {
                        h = add(reverse(h, axes(0)), squeeze(narrow(x, 0, i, 1), 0));
                    }
                    return h;
                }

                @GraphKernel
                static Tensor gathered(@TensorType("f32[t, n]") Tensor x, @TensorType("i32[n]") Tensor indices) {
                    Tensor h = reduceSum(x, axes(0), false);
                    for (int i = 0; i < x.dimension(0); i++) {
                        h = add(gather(h, indices, 0), squeeze(narrow(x, 0, i, 1), 0));
                    }
                    return h;
                }

                @GraphKernel
                static Tensor oneElement(@TensorType("f32[t, n]") Tensor x) {
                    Tensor h = reduceSum(x, axes(0), false);
                    for (int i = 0; i < x.dimension(0); i++) {
                        h = add(mul(h, narrow(h, 0, 0, 1)), squeeze(narrow(x, 0, i, 1), 0));
                    }
                    return h;
                }

                @GraphKernel
                static Tensor rows(@TensorType("f32[t, m, n]") Tensor x) {
                    Tensor h = reduceSum(x, axes(0), false);
                    for (int i = 0; i < x.dimension(0); i++) {
                        h = softmax(add(h, squeeze(narrow(x, 0, i, 1), 0)), -1);
                    }
                    return h;
                }
            }
            """;

    @TempDir
    Path directory;

    @Test
    void loop_isLocal_ifItReadsOwnElementsOnly() throws IOException {
        UserCompilation.Outcome outcome = new UserCompilation(directory).compile("Example.java", SOURCE);
        Map<String, Boolean> local = outcome.classes().get(0).methods().stream()
                .collect(Collectors.toMap(method -> method.graph().name(), RecurrenceSchedulerTest::isLocal));

        assertThat(outcome.faults()).isEmpty();
        assertThat(local)
                .isEqualTo(Map.of(
                        "localScan", true,
                        "localLoop", true,
                        "otherElements", false,
                        "gathered", false,
                        "oneElement", false,
                        "rows", false));
    }

    @Test
    void kernelOfOneIteration_hasTheArgumentsOfTheRecurrence() throws IOException {
        UserCompilation.Outcome outcome = new UserCompilation(directory).compile("Example.java", SOURCE);
        List<Plan> plans = outcome.classes().get(0).methods().stream()
                .map(method -> TestPlans.of(method.graph(), 2))
                .filter(plan -> plan.loops().get(0).isInKernel())
                .toList();

        assertThat(plans).hasSize(2);
        for (Plan plan : plans) {
            LoopStep loop = plan.loops().get(0);
            ScheduledKernel kernel = loop.body().kernels().get(0);
            assertThat(kernel.space().template()).isEqualTo(LoopTemplate.RECURRENCE);
            assertThat(kernel.perIteration().space().template()).isEqualTo(LoopTemplate.ELEMENTWISE);
            assertThat(kernel.perIteration().layout()).isEqualTo(kernel.layout());
            assertThat(AscendEmitter.unsupportedReason(kernel, loop.body().graph()))
                    .isEmpty();
        }
    }

    @Test
    void scanOfTheLastAxis_transposesTilesInTheKernel() throws IOException {
        UserCompilation.Outcome outcome = new UserCompilation(directory).compile("Example.java", SOURCE);
        Plan plan = outcome.classes().get(0).methods().stream()
                .filter(method -> method.graph().name().equals("localScan"))
                .map(method -> TestPlans.of(method.graph(), 2))
                .findFirst()
                .orElseThrow();
        ScheduledKernel kernel = plan.loops().get(0).body().kernels().get(0);

        assertThat(plan.steps()).hasSize(2);
        assertThat(kernel.buffers().tiling().packed()).hasSize(3);
        assertThat(kernel.recurrence().registers()).hasSize(1);
    }

    private static boolean isLocal(KernelMethod method) {
        Plan plan = TestPlans.of(method.graph(), 2);
        assertThat(plan.loops()).hasSize(1);
        return plan.loops().get(0).isInKernel();
    }
}
