package io.graphkernel.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.graphkernel.graph.DimCondition.Relation;
import io.graphkernel.graph.verification.GraphVerifier;
import io.graphkernel.op.OpTable;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class GraphBuilderTest extends GraphBuilderCase {
    @Test
    void type_isInferred() throws TypeException {
        Attributes attributes =
                Attributes.NONE.with(Attributes.AXES, List.of(-1L)).with(Attributes.KEEP_DIMS, true);

        Node sum = builder.operation("ReduceSum", List.of(x), attributes, "", Origin.NONE);

        assertThat(sum.type()).hasToString("f32[n, 1]");
    }

    @Test
    void node_isAddedOnce() {
        Node constant = builder.constant(1);
        builder.add(constant);

        assertThat(finish(x).nodes()).containsExactly(constant);
    }

    @Test
    void constants_areRoundedToF32() {
        assertThat(builder.constant(0.1).attributes().value()).isEqualTo((double) 0.1f);
    }

    @Test
    void readAfterAssign_readsTheValue() throws TypeException {
        Node before = op("Exp", parameter);
        Node value = op("Add", parameter, x);
        Node assign = op("Assign", parameter, value);
        Node after = op("Exp", parameter);

        assertThat(before.operands()).containsExactly(parameter);
        assertThat(assign.operands()).containsExactly(parameter, value);
        assertThat(after.operands()).containsExactly(value);
        assertThat(builder.current(parameter)).isSameAs(value);
        assertThat(builder.current(x)).isSameAs(x);
    }

    @Test
    void lastAssign_wins() throws TypeException {
        op("Assign", parameter, op("Exp", x));
        Node second = op("Add", parameter, x);
        op("Assign", parameter, second);

        assertThat(builder.current(parameter)).isSameAs(second);
        assertThat(finish(parameter).outputs().get(0).node()).isSameAs(second);
    }

    @Test
    void assigningAParameterToItself_readsItsCurrentValue() throws TypeException {
        Node value = op("Exp", x);
        op("Assign", parameter, value);
        Node copy = op("Assign", x, parameter);

        assertThat(copy.operands()).containsExactly(x, value);
    }

    @Test
    void numbersWithForeignLetters_areReplaced() throws TypeException {
        Graph callee = GraphParser.parse("""
                graph shift(%a: f32[n, d], float \u03b5ps) {
                  %0 = Scalar() {expression="\u03b5ps * ps"} : f32[]
                  %1 = Add(%a, %0) : f32[n, d]
                  return out=%1
                }
                """);

        Node result = builder.inline(callee, Map.of("a", x, "\u03b5ps", "scale + 1"), Map.of(), CALL)
                .get(0);

        assertThat(result.operands().get(1).attributes().text(Attributes.EXPRESSION))
                .isEqualTo("(scale + 1) * ps");
    }

    @Test
    void conditionsImpliedByADimOfOne_areOmitted() {
        Dim n = Dim.of("n");
        Dim d = Dim.of("d");
        DimCondition product = new DimCondition(d, Relation.EQUAL, n.times(d), "product", CALL);
        DimCondition one = new DimCondition(n, Relation.EQUAL, Dim.ONE, "one", CALL);
        DimCondition other = new DimCondition(d, Relation.EQUAL, n.plus(n), "other", CALL);

        builder.require(List.of(product));
        assertThat(builder.conditions()).containsExactly(product);

        GraphBuilder later = new GraphBuilder(OpTable.get());
        later.require(List.of(one, product));
        later.require(List.of(one, other));
        assertThat(later.conditions()).containsExactly(one, other);
    }

    @Test
    void users_areListedOncePerReader() throws TypeException {
        Node square = op("Mul", x, x);
        Node sum = op("Add", square, x);
        Map<Node, List<Node>> users = finish(sum).users();

        assertThat(users.get(x)).containsExactly(square, sum);
        assertThat(users.get(square)).containsExactly(sum);
        assertThat(users.get(sum)).isEmpty();
    }

    @Test
    void eachResult_isANodeAndUpdatesAreAssigned() throws TypeException {
        Node weight = builder.tensorParameter("w", ValueType.parse("f32[n]").orElseThrow());
        Node sum = builder.tensorParameter("acc", ValueType.parse("f32[n]").orElseThrow());
        Node gradient = builder.tensorParameter("g", ValueType.parse("f32[n]").orElseThrow());
        Node rate = builder.constant(0.1);
        Attributes attributes = Attributes.NONE.with("use_nesterov", false);

        List<Node> results = builder.operations(
                "ApplyMomentum",
                List.of(weight, sum, rate, gradient, rate),
                attributes,
                List.of("w2", "acc2"),
                new Origin("F.java", 3));

        Graph graph = finish(builder.current(weight));
        assertThat(results)
                .extracting(node -> node.attributes().integer(Attributes.OUTPUT))
                .containsExactly(0L, 1L);
        assertThat(graph.assigns())
                .extracting(Node::operands)
                .containsExactly(List.of(weight, results.get(0)), List.of(sum, results.get(1)));
        assertThat(graph.outputs().get(0).node()).isSameAs(results.get(0));
        GraphVerifier.verify(graph, OpTable.get());
    }

    @Test
    void updateOfAValue_namesTheOperand() throws TypeException {
        Node value = op("Exp", x);

        TypeException e = catchThrowableOfType(
                TypeException.class,
                () -> builder.operations("AssignAdd", List.of(value, x), Attributes.NONE, List.of(""), Origin.NONE));

        assertThat(e.problem()).isEqualTo(TypeException.Problem.ASSIGN_NEEDS_PARAMETER);
        assertThat(e.operand()).isZero();
    }

    @Test
    void conditions_areKeptOnceWithTheFirstLine() throws TypeException {
        Attributes dims = Attributes.NONE.with(Attributes.DIMS, List.of(Dim.of("k")));
        builder.operation("Reshape", List.of(x), dims, "", new Origin("F.java", 3));
        Node second = builder.operation("Reshape", List.of(x), dims, "", new Origin("F.java", 4));

        assertThat(finish(second).conditions())
                .singleElement()
                .satisfies(condition -> assertThat(condition.origin()).isEqualTo(new Origin("F.java", 3)));
    }
}
