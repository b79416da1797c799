package io.graphkernel.processor.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphkernel.graph.Graph;
import io.graphkernel.graph.GraphParser;
import io.graphkernel.graph.Node;
import io.graphkernel.processor.AllocatedBytes;
import io.graphkernel.processor.build.Targets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests of the assignment of ops to stages, of row buffers, and of the order of stores. */
class StagePlannerTest {

    /** Columns are stored per element anyway, so that values cheaper than a store are recomputed. */
    @Test
    void columnReductionRows_bufferOnlyExpensiveValues() {
        ScheduledKernel cheap = TestPlans.named("layerNormGradient").kernels().get(0);
        ScheduledKernel expensive = TestPlans.form("crossed").kernels().get(0);

        assertThat(cheap.body().saved()).isEmpty();
        assertThat(ops(cheap.rowReductions(cheap.body().stages().get(0)))).containsExactly("ReduceSum", "ReduceSum");
        assertThat(ops(cheap.partials())).containsExactly("ReduceSum", "ReduceSum");
        assertThat(cheap.body().stages().get(1).reductions()).isEmpty();
        assertThat(ops(expensive.body().saved())).isNotEmpty();
        assertThat(expensive.body().stages()).hasSize(3);
    }

    @Test
    void softmax_buffersTheExponentials() {
        ScheduledKernel kernel = only(TestPlans.named("softmax"));

        assertThat(ops(kernel.body().saved())).containsExactly("Exp");
        assertThat(ops(kernel.body().stages().get(0).reductions())).containsExactly("ReduceMax");
        assertThat(ops(kernel.body().stages().get(1).computed())).containsExactly("Sub", "Exp");
        assertThat(ops(kernel.body().stages().get(1).saved())).containsExactly("Exp");
        assertThat(ops(kernel.body().stages().get(2).restored())).containsExactly("Exp");
        assertThat(kernel.body().stages().get(2).inputs()).isEmpty();
    }

    @Test
    void layerNorm_rereadsItsRow() {
        ScheduledKernel kernel = only(TestPlans.named("layerNorm"));

        assertThat(kernel.body().saved()).isEmpty();
        assertThat(kernel.body().stages()).hasSize(3);
        assertThat(kernel.body().stages())
                .allMatch(stage -> stage.inputs().stream()
                        .anyMatch(input -> input.value().label().equals("x")));
        assertThat(ops(kernel.body().stages().get(1).rowOps())).containsExactly("RealDiv", "Add", "Rsqrt");
    }

    @Test
    void addLayerNorm_buffersTheSum() {
        ScheduledKernel kernel = only(TestPlans.named("addLayerNorm"));

        assertThat(ops(kernel.body().saved())).containsExactly("Add");
        assertThat(kernel.body().stages().get(1).inputs()).isEmpty();
    }

    @Test
    void bool_isRecomputedNotBuffered() {
        ScheduledKernel kernel = only(TestPlans.parse("""
                graph f(%x: f32[n, d], %y: f32[n, d], %z: f32[n, d]) {
                  %0 = Greater(%x, %y) : bool[n, d]
                  %1 = Select(%0, %z, 0.0) : f32[n, d]
                  %2 = ReduceSum(%1) {axes=[1], keep_dims=true} : f32[n, 1]
                  %3 = Select(%0, %2, %x) : f32[n, d]
                  return out=%3
                }
                """));

        assertThat(kernel.body().saved()).noneMatch(node -> node.op().equals("Greater"));
        assertThat(ops(kernel.body().stages().get(1).computed())).containsExactly("Greater", "Select");
    }

    @Test
    void independentReductions_shareAStage() {
        ScheduledKernel kernel = only(TestPlans.parse("""
                graph f(%x: f32[n, d]) {
                  %0 = ReduceMax(%x) {axes=[1], keep_dims=true} : f32[n, 1]
                  %1 = ReduceMin(%x) {axes=[1], keep_dims=true} : f32[n, 1]
                  %2 = Sub(%0, %1) : f32[n, 1]
                  %3 = RealDiv(%x, %2) : f32[n, d]
                  return out=%3
                }
                """));

        assertThat(kernel.body().stages()).hasSize(2);
        assertThat(ops(kernel.body().stages().get(0).reductions())).containsExactly("ReduceMax", "ReduceMin");
    }

    @Test
    void update_isStoredAfterLastReadOfOldValue() {
        ScheduledKernel kernel = only(TestPlans.parse("""
                graph f(%p: f32[n, d], %x: f32[n, d]) {
                  %0 = ReduceMax(%p) {axes=[1], keep_dims=true} : f32[n, 1]
                  %1 = Sub(%p, %0) : f32[n, d]
                  %2 = Add(%x, 1.0) : f32[n, d]
                  %3 = Assign(%p, %2) : f32[n, d]
                  return out=%1
                }
                """));

        assertThat(kernel.body().stages()).hasSize(2);
        assertThat(kernel.body().stages().get(0).stores()).isEmpty();
        assertThat(kernel.body().stages().get(1).stores()).hasSize(2);
    }

    /** q is stored last, so that p, an operand of the new q, must not be stored before. */
    @Test
    void update_readByAnotherUpdate_isStoredAfterIt() {
        ScheduledKernel kernel = only(TestPlans.parse("""
                graph f(%p: f32[n, d], %q: f32[n, d]) {
                  %0 = ReduceMax(%q) {axes=[1], keep_dims=true} : f32[n, 1]
                  %1 = Sub(%q, %0) : f32[n, d]
                  %2 = ReduceSum(%1) {axes=[1], keep_dims=true} : f32[n, 1]
                  %3 = Mul(%p, 2.0) : f32[n, d]
                  %4 = Assign(%q, %3) : f32[n, d]
                  %5 = Add(%p, 1.0) : f32[n, d]
                  %6 = Assign(%p, %5) : f32[n, d]
                  return out=%2
                }
                """));

        int stored = 0;
        for (int i = 0; i < kernel.body().stages().size(); i++) {
            stored += kernel.body().stages().get(i).stores().size();
            boolean reads = kernel.body().stages().get(i).inputs().stream()
                    .anyMatch(input -> input.value().label().equals("p"));
            assertThat(reads && stored > kernel.body().stages().get(i).stores().size())
                    .as("stage %s reads p after a store", i)
                    .isFalse();
        }
        assertThat(stored).isEqualTo(2);
    }

    /** Twice the stages need about twice the work. */
    @Test
    void planningWork_growsWithTheStages() {
        assertThat(only(TestPlans.parse(stages(12))).body().stages()).hasSize(13);
        assertThat(bytes(stages(12))).isLessThan(4 * bytes(stages(6)));
    }

    private static String stages(int count) {
        StringBuilder text = new StringBuilder("graph f(%x: f32[n, d]) {\n");
        String value = "%x";
        for (int i = 0; i < count; i++) {
            text.append("  %m").append(i).append(" = ReduceMax(").append(value);
            text.append(") {axes=[1], keep_dims=true} : f32[n, 1]\n");
            text.append("  %s")
                    .append(i)
                    .append(" = Sub(")
                    .append(value)
                    .append(", %m")
                    .append(i);
            text.append(") : f32[n, d]\n  %e")
                    .append(i)
                    .append(" = Exp(%s")
                    .append(i)
                    .append(") : f32[n, d]\n");
            value = "%e" + i;
        }
        return text.append("  return out=").append(value).append("\n}\n").toString();
    }

    /** Each op reads its predecessor twice, so that there are exponentially many paths. */
    @Test
    void planningWork_growsWithOpsNotPaths() {
        assertThat(only(TestPlans.parse(diamonds(20))).body().stages()).hasSize(1);
        assertThat(bytes(diamonds(20))).isLessThan(4 * bytes(diamonds(10)));
    }

    private static String diamonds(int count) {
        StringBuilder text = new StringBuilder("graph f(%p: f32[n, d]) {\n  %a0 = Neg(%p) : f32[n, d]\n");
        for (int i = 1; i < count; i++) {
            text.append("  %b").append(i).append(" = Abs(%a").append(i - 1).append(") : f32[n, d]\n");
            text.append("  %a")
                    .append(i)
                    .append(" = Add(%a")
                    .append(i - 1)
                    .append(", %b")
                    .append(i);
            text.append(") : f32[n, d]\n");
        }
        return text.append("  %u = Assign(%p, %a")
                .append(count - 1)
                .append(") : f32[n, d]\n  return \n}\n")
                .toString();
    }

    private static long bytes(String graph) {
        return AllocatedBytes.of(() -> TestPlans.parse(graph));
    }

    @Test
    void longRows_areNotBuffered() {
        String graph = """
                graph f(%x: f32[n, SIZE]) {
                  %0 = ReduceMax(%x) {axes=[1], keep_dims=true} : f32[n, 1]
                  %1 = Sub(%x, %0) : f32[n, SIZE]
                  %2 = Exp(%1) : f32[n, SIZE]
                  %3 = ReduceSum(%2) {axes=[1], keep_dims=true} : f32[n, 1]
                  %4 = RealDiv(%2, %3) : f32[n, SIZE]
                  return out=%4
                }
                """;

        assertThat(only(TestPlans.parse(graph.replace("SIZE", "65536"))).body().saved())
                .hasSize(1);
        assertThat(only(TestPlans.parse(graph.replace("SIZE", "65537"))).body().saved())
                .isEmpty();
    }

    @Test
    void stridedReduction_recomputes() {
        ScheduledKernel kernel = only(TestPlans.parse("""
                graph f(%x: f32[n, d]) {
                  %0 = ReduceMax(%x) {axes=[0], keep_dims=true} : f32[1, d]
                  %1 = Sub(%x, %0) : f32[n, d]
                  %2 = Exp(%1) : f32[n, d]
                  %3 = ReduceSum(%2) {axes=[0], keep_dims=true} : f32[1, d]
                  %4 = RealDiv(%2, %3) : f32[n, d]
                  return out=%4
                }
                """));

        assertThat(kernel.body().saved()).isEmpty();
        assertThat(ops(kernel.body().stages().get(2).computed())).containsExactly("Sub", "Exp", "RealDiv");
    }

    @Test
    void group_withoutLoopTemplate_isNamed() {
        Graph graph = GraphParser.parse("""
                graph f(%x: f32[b, n, d]) {
                  kernel two {
                    %0 = ReduceSum(%x) {axes=[1], keep_dims=false} : f32[b, d]
                    %1 = ReduceSum(%x) {axes=[2], keep_dims=false} : f32[b, n]
                  }
                  return a=%0, b=%1
                }
                """);

        assertThatThrownBy(() -> Planner.plan(graph, "f", Targets.capabilities(Targets.ALL)))
                .isInstanceOf(SchedulingException.class)
                .hasMessage("ReduceSum over axes [1] of shape [b, n, d]");
    }

    private static ScheduledKernel only(Plan plan) {
        assertThat(plan.kernels()).hasSize(1);
        return plan.kernels().get(0);
    }

    private static List<String> ops(List<Node> nodes) {
        return nodes.stream().map(Node::op).toList();
    }
}
