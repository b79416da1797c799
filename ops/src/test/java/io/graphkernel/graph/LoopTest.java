package io.graphkernel.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphkernel.graph.verification.GraphVerifier;
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
        caller.loopIndices().create("i");
        Node x = caller.tensorParameter("a", new ValueType(DataType.F32, Shape.of("7", "d")));
        Node h = caller.tensorParameter("b", new ValueType(DataType.F32, Shape.of("d")));
        List<Node> results = caller.inline(graph, Map.of("x", x, "h0", h), Map.of(), Origin.NONE);
        assertThat(results.get(1).type()).hasToString("f32[7, d]");
        Loop inlined = Loop.of(results.get(1).operands().get(0));
        assertThat(inlined.trips()).isEqualTo(Dim.of(7));
        assertThat(inlined.index()).isEqualTo("i_loop1");
        assertThat(inlined.body().nodes().get(0).attributes().dims(Attributes.BEGIN))
                .containsExactly(Dim.of("i_loop1"), Dim.ZERO);
    }

    private static final String CONDITIONAL = """
        graph g(%x: f32[c], %go: bool[], %zero: i64[]) {
          %0 = Loop(%go, %zero, %x) {carried=3, control="conditional", dims=(n), index="i_loop0"} : bool[]
            graph i_loop0(%continues: bool[], %iterations: i64[], %h: f32[c]) {
              %0 = Add(%h, %h) : f32[c]
              %1 = Add(%iterations, 1:i64) : i64[]
              %2 = Assign(%iterations, %1) : i64[]
              %3 = Assign(%h, %0) : f32[c]
              return
            }
          %1 = LoopResult(%0) {output=2} : f32[c]
          return last=%1
        }
        """;

    @Test
    void condition_isPrintedAndParsed() {
        Graph parsed = GraphParser.parse(CONDITIONAL);
        GraphVerifier.verify(parsed, OpTable.get());
        Loop conditional = Loop.of(parsed.nodes().get(0));
        assertThat(conditional.isConditional()).isTrue();
        assertThat(conditional.isUnbounded()).isFalse();
        assertThat(conditional.controlParameter().orElseThrow().label()).isEqualTo("continues");
        assertThat(Loop.of(conditional.attributes())).isEqualTo(conditional);
        assertThat(conditional.withBody(conditional.body()).isConditional()).isTrue();
    }

    @Test
    void condition_ofAnotherType_isRejected() {
        assertRejected(
                CONDITIONAL.replace("%go: bool[]", "%go: i64[]").replace("%continues: bool[]", "%continues: i64[]"),
                "the condition of a loop is bool[]");
        assertRejected(
                CONDITIONAL.replace("i64[]", "i32[]").replace("1:i64", "1:i32"),
                "the number of iterations of a loop is i64[]");
        assertRejected(CONDITIONAL.replace("conditional", "tail"), "the first iteration of a loop is i64[]");
    }

    @Test
    void loop_withoutBound_countsNoIterations() {
        String unbounded = CONDITIONAL
                .replace("dims=(n)", "dims=(" + Loop.UNBOUNDED + ")")
                .replace("i64[]", "i32[]")
                .replace("1:i64", "1:i32");
        Graph parsed = GraphParser.parse(unbounded);
        GraphVerifier.verify(parsed, OpTable.get());
        assertThat(Loop.of(parsed.nodes().get(0)).isUnbounded()).isTrue();
    }

    @Test
    void inlinedLoop_hasItsCondition() throws TypeException {
        GraphBuilder caller = new GraphBuilder(OpTable.get());
        Node x = caller.tensorParameter("x", new ValueType(DataType.F32, Shape.of("d")));
        Node go = caller.tensorParameter("go", new ValueType(DataType.BOOL, Shape.SCALAR));
        Node zero = caller.tensorParameter("zero", new ValueType(DataType.I64, Shape.SCALAR));
        Graph callee = GraphParser.parse(CONDITIONAL);
        List<Node> results = caller.inline(callee, Map.of("x", x, "go", go, "zero", zero), Map.of(), Origin.NONE);
        assertThat(Loop.of(results.get(0).operands().get(0)).isConditional()).isTrue();
    }

    private static void assertRejected(String graph, String message) {
        assertThatThrownBy(() -> GraphVerifier.verify(GraphParser.parse(graph), OpTable.get()))
                .hasMessageContaining(message);
    }
}
