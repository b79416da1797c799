package io.graphkernel.processor.graph;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphkernel.processor.op.OpTable;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Each test breaks one rule of a good graph. */
class GraphVerifierTest {

    private static final ValueType ROW = ValueType.parse("f32[n]").orElseThrow();

    private final Node x = Node.parameter("x", ROW);
    private final Node exp = unary("Exp", x);
    private final Node log = unary("Log", exp);

    @Test
    void goodGraphPasses() {
        Graph graph = graph(List.of(exp, log), log, List.of(new Group("both", List.of(exp, log))));

        assertThatCode(() -> GraphVerifier.verify(graph, OpTable.get())).doesNotThrowAnyException();
    }

    @Test
    void operandMustComeBefore() {
        assertViolation(graph(List.of(log, exp), log, List.of()), "not defined before");
    }

    @Test
    void operandMustBeInTheGraph() {
        assertViolation(graph(List.of(log), log, List.of()), "not defined before");
    }

    @Test
    void nodeIsListedOnce() {
        assertViolation(graph(List.of(exp, exp), exp, List.of()), "listed twice");
    }

    @Test
    void typeIsTheInferredOne() {
        ValueType other = ValueType.parse("f32[m]").orElseThrow();
        Node wrong = Node.operation("Exp", List.of(x), Attributes.NONE, other, "", Origin.NONE);

        assertViolation(graph(List.of(wrong), wrong, List.of()), "another type than its op infers: f32[n]");
    }

    @Test
    void operandsFitTheOp() {
        Node flag = Node.parameter("flag", ValueType.parse("bool[n]").orElseThrow());
        Node wrong = unary("Exp", flag);
        Graph.Parameter parameter = new Graph.Parameter("flag", "Tensor", flag);
        Graph graph = new Graph("f", List.of(parameter), List.of(wrong), List.of(), List.of(), List.of());

        assertViolation(graph, "exp takes f32");
    }

    @Test
    void resultIsANode() {
        assertViolation(graph(List.of(exp), log, List.of()), "is a result but not a node");
    }

    @Test
    void kernelsRunAfterTheirOperands() {
        List<Group> reversed = List.of(new Group("b", List.of(log)), new Group("a", List.of(exp)));

        assertViolation(graph(List.of(exp, log), log, reversed), "runs before its operand");
    }

    @Test
    void membersRunAfterTheirOperands() {
        assertViolation(
                graph(List.of(exp, log), log, List.of(new Group("a", List.of(log, exp)))), "runs before its operand");
    }

    @Test
    void opIsInOneKernel() {
        List<Group> twice = List.of(new Group("a", List.of(exp, log)), new Group("b", List.of(exp)));

        assertViolation(graph(List.of(exp, log), log, twice), "is in two kernels");
    }

    @Test
    void everyOpIsInAKernel() {
        assertViolation(graph(List.of(exp, log), log, List.of(new Group("a", List.of(exp)))), "is in no kernel");
    }

    @Test
    void kernelsHoldOpsOfTheGraphOnly() {
        List<Group> more = List.of(new Group("a", List.of(exp, log)));

        assertViolation(graph(List.of(exp), exp, more), "not in the graph");
    }

    private Graph graph(List<Node> nodes, Node output, List<Group> groups) {
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
