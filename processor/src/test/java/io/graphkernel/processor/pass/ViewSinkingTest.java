package io.graphkernel.processor.pass;

import static org.assertj.core.api.Assertions.assertThat;

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

    /** Four times the ops take about four times as long; one op per step would take sixteen times. */
    @Test
    void takesTimeInProportionToAChain() {
        sink(2_000);
        long small = sink(2_000);
        long large = sink(8_000);

        assertThat(large).isLessThan(Math.max(10 * small, 1_000_000_000L));
    }

    /** Nanoseconds for a view at the end of a chain of ops. */
    private static long sink(int ops) {
        StringBuilder text = new StringBuilder("graph f(%x: f32[n]) {\n%0 = Exp(%x) : f32[n]\n");
        for (int i = 1; i < ops; i++) {
            text.append("%" + i + " = Tanh(%" + (i - 1) + ") : f32[n]\n");
        }
        text.append("%" + ops + " = Reverse(%" + (ops - 1) + ") {axes=[0]} : f32[n]\nreturn out=%" + ops + "\n}\n");
        Graph graph = GraphParser.parse(text.toString());
        long start = System.nanoTime();
        Graph after = new ViewSinking().run(graph, PassContext.DEFAULT);
        long nanoseconds = System.nanoTime() - start;
        assertThat(after.nodes().get(0).op()).isEqualTo("Reverse");
        return nanoseconds;
    }
}
