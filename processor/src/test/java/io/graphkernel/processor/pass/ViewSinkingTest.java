package io.graphkernel.processor.pass;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.processor.AllocatedBytes;
import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.graph.GraphParser;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ViewSinkingTest {

    static List<Path> cases() {
        return PassCases.of("view_sinking");
    }

    @ParameterizedTest
    @MethodSource("cases")
    void givesTheGraphOfTheFile(Path file) {
        PassCases.check(new ViewSinking(), file);
    }

    /** Four times the ops are about four times the work; one op per step would be sixteen times. */
    @Test
    void workFollowsTheLengthOfAChain() {
        assertThat(bytes(800)).isLessThan(8 * bytes(200));
    }

    /** What is allocated for a view at the end of a chain of ops. */
    private static long bytes(int ops) {
        StringBuilder text = new StringBuilder("graph f(%x: f32[n]) {\n%0 = Exp(%x) : f32[n]\n");
        for (int i = 1; i < ops; i++) {
            text.append("%" + i + " = Tanh(%" + (i - 1) + ") : f32[n]\n");
        }
        text.append("%" + ops + " = Reverse(%" + (ops - 1) + ") {axes=[0]} : f32[n]\nreturn out=%" + ops + "\n}\n");
        Graph graph = GraphParser.parse(text.toString());
        return AllocatedBytes.of(() -> {
            Graph after = new ViewSinking().run(graph, PassContext.DEFAULT);
            assertThat(after.nodes().get(0).op()).isEqualTo("Reverse");
        });
    }
}
