package io.graphkernel.processor.frontend.kernel;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphkernel.graph.Graph;
import io.graphkernel.graph.GraphParser;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests of a class of graphs that do not come from a method. */
class KernelClassTest {

    @Test
    void graphOfMoreParametersThanAMethodHas_isRejected() {
        String numbers = IntStream.range(0, 127).mapToObj(i -> "double a" + i).collect(Collectors.joining(", "));
        Graph graph = GraphParser.parse(
                "graph wide(%x: f32[n], " + numbers + ") {\n  %0 = Neg(%x) : f32[n]\n  return out=%0\n}\n");

        assertThatThrownBy(() -> KernelClass.of("models", "Wide", List.of(graph), null, null, null, null))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("graph wide has 256 parameters and results");
    }
}
