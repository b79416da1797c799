package io.graphkernel.processor.loop;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.graph.Graph;
import io.graphkernel.graph.GraphParser;
import io.graphkernel.graph.Node;
import org.junit.jupiter.api.Test;

class StorageTest {

    @Test
    void libraryOps_exceptConvolutions_areNotStoredInRegions() {
        Graph graph = GraphParser.parse("""
                graph f(%x: f32[n, 3, 8, 8], %w: f32[o, 3, 3, 3], %a: f32[m, k], %b: f32[k, m]) {
                  %0 = Conv2D(%x, %w) {dilations=[1 1], groups=1, pads=[0 0 0 0], strides=[1 1]} : f32[n, o, 6, 6]
                  %1 = MatMul(%a, %b) : f32[m, m]
                  %2 = Exp(%0) : f32[n, o, 6, 6]
                  return e=%2, p=%1
                }
                """);

        assertThat(graph.operations().stream()
                        .filter(StorageLayout::storesRegions)
                        .map(Node::op))
                .containsExactly("Conv2D");
        assertThat(graph.tensorParameters().stream().filter(StorageLayout::storesRegions))
                .isEmpty();
    }
}
