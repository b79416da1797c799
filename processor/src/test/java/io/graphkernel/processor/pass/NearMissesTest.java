package io.graphkernel.processor.pass;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.graph.Graph;
import io.graphkernel.graph.GraphPrinter;
import io.graphkernel.graph.verification.GraphVerifier;
import io.graphkernel.op.OpTable;
import io.graphkernel.processor.option.FlagValues;
import io.graphkernel.processor.pass.pipeline.PassPipeline;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that a named fusion leaves a graph alone that violates one of its conditions; each graph is named by the violation. */
class NearMissesTest {

    private static final int FEWEST = 10;

    /**
     * A graph that must remain unchanged.
     *
     * @param fusion the pass
     * @param graph a graph of its file
     */
    record NearMiss(GraphPass fusion, Graph graph) {

        @Override
        public String toString() {
            return fusion.name() + ", " + graph.name();
        }
    }

    static Stream<GraphPass> passes() {
        return PassPipeline.passes().stream().filter(pass -> !pass.document().equals(PassDocument.NONE));
    }

    static Stream<NearMiss> nearMisses() {
        return passes().flatMap(fusion ->
                PassCases.nearMisses(fusion.name()).stream().map(graph -> new NearMiss(fusion, graph)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("nearMisses")
    void nearMiss_isUnchanged(NearMiss miss) {
        Graph graph = miss.graph();
        GraphVerifier.verify(graph, OpTable.get());
        Graph after = miss.fusion().run(graph, new PassContext(FlagValues.DEFAULT, DecisionSink.DISCARDING));

        assertThat(GraphPrinter.print(after)).isEqualTo(GraphPrinter.print(graph));
        assertThat(after).isSameAs(graph);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("passes")
    void fusions_haveNearMisses(GraphPass fusion) {
        List<String> names =
                PassCases.nearMisses(fusion.name()).stream().map(Graph::name).toList();

        assertThat(names).hasSizeGreaterThanOrEqualTo(FEWEST).doesNotHaveDuplicates();
    }
}
