package io.graphkernel.processor.gradient;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.annotations.Saves;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.GraphParser;
import io.graphkernel.graph.Node;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SaveOrRecomputePlannerTest {

    /** Returns the ops whose values are saved, without parameters. */
    private static List<String> saved(String text, Saves saves) throws NonDifferentiableException {
        Graph graph = GraphParser.parse(text);
        JointGraph joint = JointGraph.of(graph, graph.tensorParameters(), Set.of("y"), GradientSources.RULES, false);
        Set<Node> saved = SaveOrRecomputePlanner.of(joint, saves).savedNodes();
        return joint.graph().nodes().stream()
                .filter(node -> node.isOperation() && saved.contains(node))
                .map(Node::op)
                .toList();
    }

    @Test
    void matmul_underAView_isSaved() throws NonDifferentiableException {
        String text = """
                graph f(%a: f32[n, m], %b: f32[m, k]) {
                  %0 = MatMul(%a, %b) {transpose_a=false, transpose_b=false} : f32[n, k]
                  %1 = Transpose(%0) {permutation=[1 0]} : f32[k, n]
                  %y = Mul(%1, %1) : f32[k, n]
                  return y=%y
                }
                """;
        assertThat(saved(text, Saves.ALL)).containsExactly("MatMul");
        assertThat(saved(text, Saves.MATMULS)).containsExactly("MatMul");
        assertThat(saved(text, Saves.AUTO)).containsExactly("MatMul");
        assertThat(saved(text, Saves.INPUTS)).isEmpty();
    }

    /** Both are in memory anyway. If the matmul were saved, each layer would repeat the additions of all earlier layers. */
    @Test
    void sum_readByTheGradient_isSavedInsteadOfTheMatmul() throws NonDifferentiableException {
        String text = """
                graph f(%x: f32[n, d], %w: f32[d, d]) {
                  %0 = MatMul(%x, %w) {transpose_a=false, transpose_b=false} : f32[n, d]
                  %1 = Add(%0, %x) : f32[n, d]
                  %2 = MatMul(%1, %w) {transpose_a=false, transpose_b=false} : f32[n, d]
                  %3 = Add(%2, %1) : f32[n, d]
                  %y = MatMul(%3, %w) {transpose_a=false, transpose_b=false} : f32[n, d]
                  return y=%y
                }
                """;
        assertThat(saved(text, Saves.AUTO)).containsExactly("Add", "Add");
    }

    private static String tower(String dims) {
        return """
                graph f(%x: f32[DIMS]) {
                  %0 = Exp(%x) : f32[DIMS]
                  %1 = Softmax(%0) {axis=-1} : f32[DIMS]
                  %2 = Exp(%1) : f32[DIMS]
                  %y = Exp(%2) : f32[DIMS]
                  return y=%y
                }
                """.replace("DIMS", dims);
    }

    @Test
    void savedValues_areRead() throws NonDifferentiableException {
        assertThat(saved(tower("n"), Saves.ALL)).containsExactly("Exp", "Softmax", "Exp", "Exp");
        assertThat(saved(tower("n"), Saves.MATMULS)).isEmpty();
        assertThat(saved(tower("n"), Saves.INPUTS)).isEmpty();
    }

    private static String power(String dims) {
        return """
                graph f(%x: f32[DIMS], %w: f32[DIMS]) {
                  %0 = Exp(%x) : f32[DIMS]
                  %1 = Pow(%0, %w) : f32[DIMS]
                  %2 = Neg(%1) : f32[DIMS]
                  %y = Exp(%2) : f32[DIMS]
                  return y=%y
                }
                """.replace("DIMS", dims);
    }

    /** The ratio of costs is independent of the number of axes. */
    @Test
    void decision_isIndependentOfTheNumberOfSymbols() throws NonDifferentiableException {
        List<String> choice = saved(power("n"), Saves.AUTO);
        assertThat(choice)
                .isNotEmpty()
                .hasSizeLessThan(saved(power("n"), Saves.ALL).size());
        assertThat(saved(power("a, b, c, d, e, f"), Saves.AUTO)).isEqualTo(choice);
        assertThat(saved(power("a, b, c, d, e, f, g, h"), Saves.AUTO)).isEqualTo(choice);
    }
}
