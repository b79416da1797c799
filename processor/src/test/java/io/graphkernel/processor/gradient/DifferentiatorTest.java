package io.graphkernel.processor.gradient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphkernel.graph.Graph;
import io.graphkernel.graph.GraphParser;
import io.graphkernel.graph.GraphPrinter;
import io.graphkernel.graph.Node;
import io.graphkernel.processor.option.FlagValues;
import io.graphkernel.processor.pass.DeadCodeElimination;
import io.graphkernel.processor.pass.GraphKernelCse;
import io.graphkernel.processor.pass.PassContext;
import io.graphkernel.processor.pass.pipeline.PassPipeline;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DifferentiatorTest {

    /** Chain length; with adjoints, the maximum number of ops of a method. */
    private static final int LONG = 9_000;

    @Test
    void differentiator_addsTheAdjointsOfAllReadersInOneFixedOrder() throws Exception {
        assertThat(gradient("""
                        graph f(%x: f32[n]) {
                          %0 = Exp(%x) : f32[n]
                          %1 = Mul(%0, %x) : f32[n]
                          return out=%1
                        }
                        """, "x")).isEqualTo("""
                        graph fGradient(%x: f32[n], %dout: f32[n]) {
                          %0 = Exp(%x) : f32[n]
                          %1 = Mul(%dout, %x) : f32[n]
                          %2 = Mul(%dout, %0) : f32[n]
                          %3 = Mul(%1, %0) : f32[n]
                          %4 = AddN(%2, %3) : f32[n]
                          return x=%4
                        }
                        """);
    }

    @Test
    void differentiator_sumsAlongTheAxesAlongWhichAnOperandWasBroadcast() throws Exception {
        assertThat(gradient("""
                        graph f(%x: f32[n, d], %bias: f32[d], %scale: f32[n, 1]) {
                          %0 = Mul(%x, %scale) : f32[n, d]
                          %1 = Add(%0, %bias) : f32[n, d]
                          return out=%1
                        }
                        """, "bias", "scale")).isEqualTo("""
                        graph fGradient(%x: f32[n, d], %bias: f32[d], %scale: f32[n, 1], %dout: f32[n, d]) {
                          %0 = ReduceSum(%dout) {axes=[0], keep_dims=false} : f32[d]
                          %1 = Mul(%dout, %x) : f32[n, d]
                          %2 = ReduceSum(%1) {axes=[1], keep_dims=false} : f32[n]
                          %3 = Reshape(%2) {dims=(n, 1)} : f32[n, 1]
                          return bias=%0, scale=%3
                        }
                        """);
    }

    /** The sum of a value scaled by another sum of its row would wait for that sum: all are sums of the row alone. */
    @Test
    void differentiator_sumsBeforeItScalesByAnotherSum() throws Exception {
        assertThat(gradient("""
                        graph f(%x: f32[n, d], %m: f32[n, 1]) {
                          %0 = Sub(%x, %m) : f32[n, d]
                          %1 = Square(%0) : f32[n, d]
                          %2 = ReduceSum(%1) {axes=[1], keep_dims=true} : f32[n, 1]
                          %3 = Mul(%0, %2) : f32[n, d]
                          return out=%3
                        }
                        """, "m")).isEqualTo("""
                        graph fGradient(%x: f32[n, d], %m: f32[n, 1], %dout: f32[n, d]) {
                          %0 = Sub(%x, %m) : f32[n, d]
                          %1 = Square(%0) : f32[n, d]
                          %2 = ReduceSum(%1) {axes=[1], keep_dims=true} : f32[n, 1]
                          %3 = Mul(%dout, %0) : f32[n, d]
                          %4 = ReduceSum(%3) {axes=[1], keep_dims=false} : f32[n]
                          %5 = Reshape(%4) {dims=(n, 1)} : f32[n, 1]
                          %6 = ReduceSum(%dout) {axes=[1], keep_dims=true} : f32[n, 1]
                          %7 = Mul(%6, %2) : f32[n, 1]
                          %8 = ReduceSum(%0) {axes=[1], keep_dims=true} : f32[n, 1]
                          %9 = Mul(%8, 2.0) : f32[n, 1]
                          %10 = Mul(%9, %5) : f32[n, 1]
                          %11 = AddN(%7, %10) : f32[n, 1]
                          %12 = Neg(%11) : f32[n, 1]
                          %13 = Dimension() {dims=(d)} : f32[]
                          %14 = Equal(%13, 0.0) : bool[]
                          %15 = Select(%14, 0.0, %12) : f32[n, 1]
                          return m=%15
                        }
                        """);
    }

    /** An expansion that read the inputs of its operand would give them a second adjoint. */
    @Test
    void differentiator_sumsTheOperandsOfAnExpandedOpAsTheyAre() throws Exception {
        assertThat(gradient("""
                        graph f(%x: f32[n, d], %rstd: f32[1, 1], %gamma: f32[d]) {
                          %0 = ReduceMean(%x) {axes=[0], keep_dims=true} : f32[1, d]
                          %1 = Neg(%0) : f32[1, d]
                          %2 = RmsNormGrad(%1, %1, %rstd, %gamma) {output=0} : f32[1, d]
                          %3 = RmsNormGrad(%1, %1, %rstd, %gamma) {output=1} : f32[d]
                          return gamma=%3
                        }
                        """, "x")).doesNotContain("ReduceSum(%0)").containsOnlyOnce("RealDiv(");
    }

    @Test
    void differentiator_leavesOneSumThatManyWouldReplace() throws Exception {
        assertThat(gradient("""
                        graph f(%x: f32[n, d], %m: f32[n, 1]) {
                          %0 = Sub(%x, %m) : f32[n, d]
                          %1 = Square(%0) : f32[n, d]
                          %2 = ReduceSum(%1) {axes=[1], keep_dims=true} : f32[n, 1]
                          %3 = Mul(%0, %2) : f32[n, d]
                          %4 = Sin(%0) : f32[n, d]
                          return out=%3, centred=%0, sine=%4
                        }
                        """, "m"))
                .contains("%13 = Neg(%12)", "%14 = ReduceSum(%13)")
                .doesNotContain("ReduceSum(%dout)");
    }

    /** A sum and its dependencies may be as long as a method: no traversal is recursive. */
    @Test
    void differentiator_sumsAlongChainsOfAnyLength() throws Exception {
        String length = String.valueOf(LONG);
        assertThat(gradient("""
                        graph f(%x: f32[n, d], %w: f32[n, d], %c: f32[n, 1]) {
                          %shifted = Add(%w, %c) : f32[n, d]
                          %product = Mul(%shifted, %w) : f32[n, d]
                          %h0 = ReduceSum(%product) {axes=[1], keep_dims=true} : f32[n, 1]
                          CHAIN
                          %out = Mul(%x, %hLAST) : f32[n, d]
                          return out=%out
                        }
                        """.replace("CHAIN", chain("Sin(%h) : f32[n, 1]")).replace("LAST", length), "c"))
                .contains("ReduceSum(%w) {axes=[1], keep_dims=true}");
        assertThat(gradient(
                        """
                        graph f(%x: f32[n, d], %w: f32[n, d], %c: f32[n, 1], %s: f32[n, 1]) {
                          %h0 = Add(%x, %c) : f32[n, d]
                          CHAIN
                          %product = Mul(%hLAST, %w) : f32[n, d]
                          %sum = ReduceSum(%product) {axes=[1], keep_dims=true} : f32[n, 1]
                          %out = Mul(%x, %sum) : f32[n, d]
                          return out=%out
                        }
                        """.replace("CHAIN", chain("Mul(%h, %s) : f32[n, d]")).replace("LAST", length), "c"))
                .contains("ReduceSum(%w) {axes=[1], keep_dims=true}");
    }

    /** Returns one line per value of a recurrence; {@code %h} is replaced by the current value. */
    private static String chain(String step) {
        StringBuilder chain = new StringBuilder();
        for (int i = 0; i < LONG; i++) {
            chain.append("%h" + (i + 1) + " = " + step.replace("%h", "%h" + i) + "\n");
        }
        return chain.toString();
    }

    /** Where a condition fails, 1 / x may be infinite: the selection is after the division. */
    @Test
    void differentiator_choosesAfterTheBranchThatMayBeInfinite() throws Exception {
        assertThat(gradient("""
                        graph f(%x: f32[n], %c: bool[n]) {
                          %0 = Log(%x) : f32[n]
                          %1 = Select(%c, %0, %x) : f32[n]
                          return out=%1
                        }
                        """, "x")).contains("%0 = RealDiv(%dout, %x)").contains("Select(%c, %0,");
    }

    @Test
    void differentiator_returnsZerosThroughWhatHasNoElements() throws Exception {
        assertThat(gradient("""
                        graph f(%x: f32[1]) {
                          %0 = StridedSlice(%x) {begin=(1), end=(1), strides=[1]} : f32[0]
                          %1 = Pad(%0, 1.0) {after=(0), before=(1)} : f32[1]
                          return out=%1
                        }
                        """, "x")).isEqualTo("""
                        graph fGradient(%x: f32[1], %dout: f32[1]) {
                          %0 = ZerosLike(%x) : f32[1]
                          return x=%0
                        }
                        """);
    }

    /** A dropout mask does not depend on the dropped value, so that values computed from it need no gradient. */
    @Test
    void differentiator_differentiatesNothingThatIsCreatedOfAMask() throws Exception {
        assertThat(gradient("""
                        graph f(%x: f32[2]) {
                          %0 = Dropout(%x, 0.5, 3:i64, 4:i64) {output=0} : f32[2]
                          %1 = Dropout(%x, 0.5, 3:i64, 4:i64) {output=1} : f32[2]
                          %2 = AllReduce(%1) {group="world", op="max"} : f32[2]
                          %3 = Add(%0, %2) : f32[2]
                          return out=%3
                        }
                        """, "x")).isEqualTo("""
                        graph fGradient(%x: f32[2], %dout: f32[2]) {
                          %0 = RowMajorIndex() {dims=(2)} : i64[2]
                          %1 = PhiloxUniform(%0, 3:i64, 4:i64) : f32[2]
                          %2 = Less(%1, 0.5) : bool[2]
                          %3 = RealDiv(%dout, 0.5) : f32[2]
                          %4 = Select(%2, %3, 0.0) : f32[2]
                          return x=%4
                        }
                        """);
    }

    /** Their results have the same indices. */
    @Test
    void differentiator_addsTheAdjointsOfEqualOpsWithSeveralResults() throws Exception {
        assertThat(gradient("""
                        graph f(%x: f32[2]) {
                          %0 = Split(%x) {axis=0, output=0, parts=2} : f32[1]
                          %1 = Split(%x) {axis=0, output=0, parts=2} : f32[1]
                          %2 = Split(%x) {axis=0, output=1, parts=2} : f32[1]
                          %3 = Mul(%0, 5.0) : f32[1]
                          %4 = Mul(%1, 3.0) : f32[1]
                          %5 = Mul(%4, %2) : f32[1]
                          %6 = Add(%3, %5) : f32[1]
                          return out=%6
                        }
                        """, "x")).isEqualTo("""
                        graph fGradient(%x: f32[2], %dout: f32[1]) {
                          %0 = Split(%x) {axis=0, output=0, parts=2} : f32[1]
                          %1 = Split(%x) {axis=0, output=1, parts=2} : f32[1]
                          %2 = Mul(%0, 3.0) : f32[1]
                          %3 = Mul(%dout, 5.0) : f32[1]
                          %4 = RowMajorIndex() {dims=(1)} : i64[1]
                          %5 = BroadcastLike(0.0, %4) : f32[1]
                          %6 = Concat(%3, %5) {axis=0} : f32[2]
                          %7 = Mul(%dout, %1) : f32[1]
                          %8 = Mul(%dout, %2) : f32[1]
                          %9 = Mul(%7, 3.0) : f32[1]
                          %10 = Concat(%9, %8) {axis=0} : f32[2]
                          %11 = AddN(%6, %10) : f32[2]
                          return x=%11
                        }
                        """);
    }

    @Test
    void differentiator_leavesOutWhatNoResultDependsOn() throws Exception {
        assertThat(gradient("""
                        graph f(%x: f32[n], %y: f32[n]) {
                          %0 = Greater(%x, %y) : bool[n]
                          %1 = Select(%0, %y, %y) : f32[n]
                          return out=%1
                        }
                        """, "x", "y")).contains("return y=").doesNotContain("x=%");
    }

    @Test
    void differentiator_namesTheParameterWhoseShapeASumNeeds() {
        assertThatThrownBy(() -> gradient("""
                        graph f(%x: f32[x..], %y: f32[y..]) {
                          %0 = Add(%x, %y) : f32[x.. y..]
                          return out=%0
                        }
                        """, "x"))
                .isInstanceOf(NonDifferentiableException.class)
                .hasMessageContaining("x")
                .satisfies(e -> assertThat(((NonDifferentiableException) e).problem())
                        .isEqualTo(NonDifferentiableException.Problem.UNDECLARED_SHAPE));
    }

    @Test
    void differentiator_namesTheOpThatTheUserCalled() {
        assertThatThrownBy(() -> gradient("""
                        graph f(%x: f32[x..], %y: f32[y..]) {
                          %0 = SquaredDifference(%x, %y) : f32[x.. y..]  # Net.java:3
                          return out=%0
                        }
                        """, "x"))
                .isInstanceOf(NonDifferentiableException.class)
                .hasMessageStartingWith("inside squaredDifference, ")
                .satisfies(e ->
                        assertThat(((NonDifferentiableException) e).node().op()).isEqualTo("SquaredDifference"));
    }

    /** The inputs of a layer are copied in the gradient, so that CSE does not merge the two matmuls. */
    @Test
    void differentiator_computesALayerAgainFromCopiesOfWhatWasComputedBefore() throws Exception {
        assertThat(unitedGradient("""
                        graph f(%x: f32[n, d], %w: f32[d, k]) {
                          %given = Exp(%w) : f32[d, k]
                          %product = MatMul(%x, %given) : f32[n, k]
                          %value = Exp(%product) : f32[n, k]
                          %out = CustomGradient(%value, %x, %given) {gradient="", results=1} : f32[n, k]
                          return out=%out
                        }
                        """, "w"))
                .contains("%3 = Select(%1, %2, %given) : f32[d, k]", "MatMul(%x, %3)")
                .doesNotContain("MatMul(%x, %given)");
    }

    /** A first layer has parameters only: the data is copied rather than the weights, because most of its ops depend on it. */
    @Test
    void differentiator_computesAFirstLayerAgainFromACopyOfItsData() throws Exception {
        assertThat(unitedGradient("""
                        graph f(%bias: f32[k], %w: f32[d, k], %x: f32[n, d]) {
                          %product = MatMul(%x, %w) : f32[n, k]
                          %sum = Add(%product, %bias) : f32[n, k]
                          %value = Exp(%sum) : f32[n, k]
                          %out = CustomGradient(%value, %bias, %w, %x) {gradient="", results=1} : f32[n, k]
                          return out=%out
                        }
                        """, "bias", "w"))
                .contains("%3 = Select(%1, %2, %x) : f32[n, d]", "MatMul(%3, %w)", "Add(%product, %bias)")
                .doesNotContain("MatMul(%x");
    }

    /** Nor does the gradient of decomposed attention have memory for the scores in a recomputed layer. */
    @Test
    void differentiator_recognizesAttentionInARecomputedLayer() throws Exception {
        assertThat(unitedGradient("""
                        graph f(%x: f32[b, h, s, d], %m: f32[s, s]) {
                          %e = Exp(%x) : f32[b, h, s, d]
                          %scores = BatchMatMul(%e, %e) {transpose_a=false, transpose_b=true} : f32[b, h, s, s]
                          %scaled = Mul(%scores, 0.5) : f32[b, h, s, s]
                          %biased = Add(%scaled, %m) : f32[b, h, s, s]
                          %weights = Softmax(%biased) {axis=-1} : f32[b, h, s, s]
                          %value = BatchMatMul(%weights, %e) {transpose_a=false, transpose_b=false} : f32[b, h, s, d]
                          %layer = CustomGradient(%value, %e, %m) {gradient="", results=1} : f32[b, h, s, d]
                          return out=%layer
                        }
                        """, "x"))
                .contains("PromptFlashAttentionGrad")
                .doesNotContain("f32[b, h, s, s]");
    }

    /** Returns the gradient after CSE. */
    private static String unitedGradient(String text, String... wanted) throws NonDifferentiableException {
        Graph graph = GraphParser.parse(text);
        Map<Node, Node> recognized = new PassPipeline(FlagValues.DEFAULT).recognized(graph);
        Graph gradient = Gradients.of(graph, List.of(wanted), new GradientSources(Map.of(), recognized));
        PassContext context = PassContext.DEFAULT;
        Graph merged = new GraphKernelCse(GraphKernelCse.FIRST).run(gradient, context);
        return GraphPrinter.print(DeadCodeElimination.withoutDeadCode(merged));
    }

    private static String gradient(String text, String... wanted) throws NonDifferentiableException {
        Graph gradient = Gradients.of(GraphParser.parse(text), List.of(wanted));
        return GraphPrinter.print(DeadCodeElimination.withoutDeadCode(gradient));
    }
}
