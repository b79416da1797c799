package io.graphkernel.graph;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphkernel.graph.verification.GraphVerifier;
import io.graphkernel.op.OpTable;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Each test breaks one rule of a good graph. */
class GraphVerifierTest {

    private static final ValueType ROW = ValueType.parse("f32[n]").orElseThrow();

    private final Node x = Node.parameter("x", ROW);
    private final Node exp = unary("Exp", x);
    private final Node log = unary("Log", exp);

    @Test
    void goodGraph_passes() {
        Graph graph = graph(List.of(exp, log), log, List.of(new FusionGroup("both", List.of(exp, log))));

        assertThatCode(() -> GraphVerifier.verify(graph, OpTable.get())).doesNotThrowAnyException();
    }

    @Test
    void operand_mustComeBefore() {
        assertViolation(graph(List.of(log, exp), log, List.of()), "not defined before");
    }

    @Test
    void operand_mustBeInTheGraph() {
        assertViolation(graph(List.of(log), log, List.of()), "not defined before");
    }

    @Test
    void node_isListedOnce() {
        assertViolation(graph(List.of(exp, exp), exp, List.of()), "listed twice");
    }

    @Test
    void type_isTheInferredOne() {
        ValueType other = ValueType.parse("f32[m]").orElseThrow();
        Node wrong = Node.operation("Exp", List.of(x), Attributes.NONE, other, "", Origin.NONE);

        assertViolation(graph(List.of(wrong), wrong, List.of()), "another type than its op infers: f32[n]");
    }

    @Test
    void operands_fitTheOp() {
        Node flag = Node.parameter("flag", ValueType.parse("bool[n]").orElseThrow());
        Node wrong = unary("Exp", flag);
        Graph.Parameter parameter = new Graph.Parameter("flag", "Tensor", flag);
        Graph graph = new Graph("f", List.of(parameter), List.of(wrong), List.of(), List.of(), List.of());

        assertViolation(graph, "exp takes f32");
    }

    @Test
    void read_runsBeforeTheUpdateOfAParameter() {
        Node assign = Node.operation(Node.ASSIGN, List.of(x, log), Attributes.NONE, ROW, "", Origin.NONE);
        FusionGroup read = new FusionGroup("read", List.of(exp, log));
        FusionGroup update = new FusionGroup("update", List.of(assign));
        Node updated = Node.operation(Node.UPDATED, List.of(x, assign), Attributes.NONE, ROW, "", Origin.NONE);
        Node later = unary("Neg", updated);
        Node old = unary("Neg", x);
        FusionGroup last = new FusionGroup("last", List.of(updated, later, old));
        List<Node> nodes = List.of(exp, log, assign, updated, later, old);

        assertViolation(
                graph(nodes, later, List.of(read, update, last)),
                "Neg : f32[n] runs after Assign : f32[n], which overwrites");
    }

    @Test
    void updatedMemory_isThatOfTheUpdate() {
        Node y = unary("Neg", x);
        Node wrong = Node.operation(Node.UPDATED, List.of(x, y), Attributes.NONE, ROW, "", Origin.NONE);

        assertViolation(graph(List.of(y, wrong), wrong, List.of()), "does not write");
    }

    @Test
    void result_isANode() {
        assertViolation(graph(List.of(exp), log, List.of()), "is a result but not a node");
    }

    @Test
    void kernels_runAfterTheirOperands() {
        List<FusionGroup> reversed = List.of(new FusionGroup("b", List.of(log)), new FusionGroup("a", List.of(exp)));

        assertViolation(graph(List.of(exp, log), log, reversed), "runs before its operand");
    }

    @Test
    void members_runAfterTheirOperands() {
        assertViolation(
                graph(List.of(exp, log), log, List.of(new FusionGroup("a", List.of(log, exp)))),
                "runs before its operand");
    }

    @Test
    void op_isInOneKernel() {
        List<FusionGroup> twice = List.of(new FusionGroup("a", List.of(exp, log)), new FusionGroup("b", List.of(exp)));

        assertViolation(graph(List.of(exp, log), log, twice), "is in two kernels");
    }

    @Test
    void everyOp_isInAKernel() {
        assertViolation(graph(List.of(exp, log), log, List.of(new FusionGroup("a", List.of(exp)))), "is in no kernel");
    }

    @Test
    void kernels_holdOpsOfTheGraphOnly() {
        List<FusionGroup> more = List.of(new FusionGroup("a", List.of(exp, log)));

        assertViolation(graph(List.of(exp), exp, more), "not in the graph");
    }

    private Graph graph(List<Node> nodes, Node output, List<FusionGroup> groups) {
        Graph.Parameter parameter = new Graph.Parameter("x", "Tensor", x);
        return new Graph("f", List.of(parameter), nodes, List.of(new Graph.Output("out", output)), groups, List.of());
    }

    private static Node unary(String op, Node operand) {
        return Node.operation(op, List.of(operand), Attributes.NONE, ROW, "", Origin.NONE);
    }

    private static void assertViolation(Graph graph, String message) {
        assertThatThrownBy(() -> GraphVerifier.verify(graph, OpTable.get()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("graph f")
                .hasMessageContaining(message);
    }
}
