package io.graphkernel.processor.gradient;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.graph.Graph;
import io.graphkernel.graph.GraphParser;
import io.graphkernel.graph.Node;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class JointGraphTest {

    private static List<String> cotangents(String text, String... results) throws NonDifferentiableException {
        Graph graph = GraphParser.parse(text);
        return JointGraph.of(graph, graph.tensorParameters(), Set.of(results), GradientSources.RULES, false)
                .cotangents()
                .stream()
                .map(cotangent -> cotangent.node().label())
                .toList();
    }

    @Test
    void cotangents_areCalledAsNoParameterIs() throws NonDifferentiableException {
        assertThat(cotangents("""
                graph f(%x: f32[n], %cotangent: f32[n]) {
                  %y = Mul(%x, %cotangent) : f32[n]
                  return y=%y
                }
                """, "y")).containsExactly("cotangent2");
        assertThat(cotangents("""
                graph f(%loss.cotangent: f32[n], %totalCotangent.w: f32[n], float totalCotangent2) {
                  %y = Mul(%loss.cotangent, %totalCotangent.w) : f32[n]
                  %z = Exp(%y) : f32[n]
                  return loss=%y, total=%z, other=%loss.cotangent
                }
                """, "loss", "total", "other"))
                .containsExactly("lossCotangent2", "totalCotangent3", "otherCotangent");
    }

    /** No value has the shape of the scores. */
    @Test
    void gradientOfAttention_hasNoScores() throws NonDifferentiableException {
        Graph graph = GraphParser.parse("""
                graph f(float scale, %q: f32[b, h, s, d], %k: f32[b, h, t, d], %v: f32[b, h, t, d], %m: f32[s, t]) {
                  %scale = Scalar() {expression="scale"} : f32[]
                  %y = PromptFlashAttention(%q, %k, %v, %m, %scale) : f32[b, h, s, d]
                  return y=%y
                }
                """);
        List<Node> wanted = graph.tensorParameters().subList(0, 3);
        assertThat(JointGraph.of(graph, wanted, Set.of("y"), GradientSources.RULES, false)
                        .graph()
                        .operations())
                .extracting(Node::op)
                .containsExactly(
                        "PromptFlashAttention",
                        "PromptFlashAttentionGrad",
                        "StridedSlice",
                        "StridedSlice",
                        "StridedSlice");
    }
}
