package io.graphkernel.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphkernel.graph.DimCondition.Relation;
import io.graphkernel.op.OpTable;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LoopTest {

    private static final String GRAPH = """
        graph f(%x: f32[t, c], %h0: f32[c]) {
          %0 = Loop(%h0, %x) {carried=1, dims=(t), index="i_loop0"} : bool[]
            graph i_loop0(%h: f32[c], %x: f32[t, c]) {
              %0 = StridedSlice(%x) {begin=(i_loop0, 0), end=(i_loop0 + 1, c), inside=true, strides=[1 1]} : f32[1, c]
              %1 = Reshape(%0) {dims=(c)} : f32[c]
              %2 = Add(%h, %1) : f32[c]
              %3 = Assign(%h, %2) : f32[c]
              return states=%2
            }
          %1 = LoopResult(%0) {output=0} : f32[c]
          %2 = LoopResult(%0) {output=1} : f32[t, c]
          return last=%1, states=%2
        }
        """;

    private final Graph graph = GraphParser.parse(GRAPH);
    private final Loop loop = Loop.of(graph.nodes().get(0));

    @Test
    void results_haveTheTypesOfCarriedAndStackedValues() {
        GraphVerifier.verify(graph, OpTable.get());
        assertThat(loop.resultCount()).isEqualTo(2);
        assertThat(loop.resultType(0, 0)).hasToString("f32[c]");
        assertThat(loop.resultType(1, 0)).hasToString("f32[t, c]");
    }

    @Test
    void graph_withOperandOfAnotherType_isRejected() {
        String wrong = GRAPH.replace("%h0: f32[c]", "%h0: f32[t]");
        assertThatThrownBy(() -> GraphVerifier.verify(GraphParser.parse(wrong), OpTable.get()))
                .hasMessageContaining("the body reads f32[c] as h");
    }

    @Test
    void condition_onTheIndex_isOneForAllIterations() {
        assertThat(lifted("i_loop0 + 1", Relation.AT_MOST, "n")).isEqualTo("t <= n");
        assertThat(lifted("i_loop0 - 1", Relation.AT_LEAST, "0")).isEqualTo("-1 >= 0");
        assertThat(lifted("t - i_loop0", Relation.AT_LEAST, "2")).isEqualTo("1 >= 2");
        assertThat(lifted("m*i_loop0", Relation.AT_MOST, "n")).isEqualTo("m*t - m <= n");
        assertThat(lifted("n", Relation.EQUAL, "m")).isEqualTo("n == m");
    }

    @Test
    void condition_thatIsNotLinearInTheIndex_isUnknown() {
        assertThat(loop.overAllIterations(condition("i_loop0*i_loop0", Relation.AT_MOST, "n")))
                .isEmpty();
        assertThat(loop.overAllIterations(condition("i_loop0", Relation.EQUAL, "n")))
                .isEmpty();
        assertThat(loop.overAllIterations(condition("n*i_loop0 - m*i_loop0", Relation.AT_MOST, "0")))
                .isEmpty();
    }

    @Test
    void iteration_returnsTheNextValuesWithoutUpdates() {
        Graph iteration = loop.iteration();
        assertThat(iteration.assigns()).isEmpty();
        assertThat(iteration.outputs().stream().map(Graph.Output::name)).containsExactly("h", "states");
        assertThat(iteration.outputs().get(0).node())
                .isSameAs(iteration.outputs().get(1).node());
    }

    @Test
    void inlinedLoop_hasTheCallersDimsAndAnIndexOfItsOwn() throws TypeException {
        GraphBuilder caller = new GraphBuilder(OpTable.get());
        caller.loopIndex("i");
        Node x = caller.tensorParameter("a", new ValueType(DataType.F32, Shape.of("7", "d")));
        Node h = caller.tensorParameter("b", new ValueType(DataType.F32, Shape.of("d")));
        List<Node> results = caller.inline(graph, Map.of("x", x, "h0", h), Origin.NONE);
        assertThat(results.get(1).type()).hasToString("f32[7, d]");
        Loop inlined = Loop.of(results.get(1).operands().get(0));
        assertThat(inlined.trips()).isEqualTo(Dim.of(7));
        assertThat(inlined.index()).isEqualTo("i_loop1");
        assertThat(inlined.body().nodes().get(0).attributes().dims(Attributes.BEGIN))
                .containsExactly(Dim.of("i_loop1"), Dim.ZERO);
    }

    private String lifted(String left, Relation relation, String right) {
        return loop.overAllIterations(condition(left, relation, right))
                .orElseThrow()
                .toString();
    }

    private static DimCondition condition(String left, Relation relation, String right) {
        return new DimCondition(Dim.of(left), relation, Dim.of(right), "reason", Origin.NONE);
    }
}
