package io.graphkernel.processor.pass.fusion;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.graph.Graph;
import io.graphkernel.graph.GraphParser;
import io.graphkernel.processor.pass.PassCases;
import io.graphkernel.processor.pass.PassContext;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RecomputeFusionTest {

    static List<Path> cases() {
        return PassCases.of("recompute_fusion");
    }

    @ParameterizedTest
    @MethodSource("cases")
    void recomputeFusion_rewritesGraphAsInFile(Path file) {
        PassCases.check(new RecomputeFusion(), file);
    }

    /** Similar values are tried together: there are more of them than trials. */
    @Test
    void values_ofManyLayers_areRecomputed() {
        int layers = 40;
        StringBuilder parameters = new StringBuilder();
        StringBuilder kernels = new StringBuilder();
        List<String> results = new ArrayList<>();
        for (int i = 0; i < layers; i++) {
            parameters.append(i == 0 ? "" : ", ").append("%x" + i + ": f32[32, d]");
            kernels.append("""
                      kernel Fused_Mul_ReduceSum_fusion {
                        %%p%1$d = Mul(%%x%1$d, %%x%1$d) : f32[32, d]
                        %%r%1$d = ReduceSum(%%p%1$d) {axes=[1], keep_dims=true} : f32[32, 1]
                      }
                      kernel ReduceSum {
                        %%c%1$d = ReduceSum(%%p%1$d) {axes=[0], keep_dims=false} : f32[d]
                      }
                    """.formatted(i));
            results.add("r%1$d=%%r%1$d, c%1$d=%%c%1$d".formatted(i));
        }
        Graph graph = GraphParser.parse(
                "graph f(" + parameters + ") {\n" + kernels + "  return " + String.join(", ", results) + "\n}\n");

        Graph again = new RecomputeFusion().run(graph, PassContext.DEFAULT);

        assertThat(again.groups())
                .hasSize(2 * layers)
                .allMatch(group -> group.nodes().size() == 2, "multiplies and adds up");
    }
}
