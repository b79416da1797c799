package io.graphkernel.processor.pass;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.graph.Graph;
import io.graphkernel.graph.GraphParser;
import io.graphkernel.processor.AllocatedBytes;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ViewHoistingTest {

    static List<Path> cases() {
        return PassCases.of("view_hoisting");
    }

    @ParameterizedTest
    @MethodSource("cases")
    void viewHoisting_rewritesGraphAsInFile(Path file) {
        PassCases.check(new ViewHoisting(), file);
    }

    /** Four times the ops are about four times the work; one op per step would be sixteen times. */
    @Test
    void work_followsTheLengthOfAChain() {
        assertThat(bytes(800)).isLessThan(8 * bytes(200));
    }

    /** Returns the bytes allocated for a view at the end of a chain of ops. */
    private static long bytes(int ops) {
        StringBuilder text = new StringBuilder("graph f(%x: f32[n]) {\n%0 = Exp(%x) : f32[n]\n");
        for (int i = 1; i < ops; i++) {
            text.append("%" + i + " = Tanh(%" + (i - 1) + ") : f32[n]\n");
        }
        text.append("%" + ops + " = Reverse(%" + (ops - 1) + ") {axes=[0]} : f32[n]\nreturn out=%" + ops + "\n}\n");
        Graph graph = GraphParser.parse(text.toString());
        return AllocatedBytes.of(() -> {
            Graph after = new ViewHoisting().run(graph, PassContext.DEFAULT);
            assertThat(after.nodes().get(0).op()).isEqualTo("Reverse");
        });
    }
}
