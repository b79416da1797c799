package io.graphkernel.processor.gradient;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.GraphBuilder;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.Origin;
import io.graphkernel.graph.Shape;
import io.graphkernel.graph.TypeException;
import io.graphkernel.graph.ValueType;
import io.graphkernel.op.OpTable;
import io.graphkernel.processor.gradient.Float64Interpreter.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Tests that random compositions of ops have the gradient of central differences, with values that are read more than once. */
class RandomGraphsTest {

    private static final int GRAPHS = Integer.getInteger("gradient.graphs", 100);
    private static final int OPS = 8;

    private static final List<String> SMOOTH =
            List.of("Sigmoid", "Tanh", "Sin", "Softplus", "GeLU", "SiLU", "Square", "Neg", "Atan", "Softsign", "Erf");
    private static final List<String> PAIRS = List.of("Add", "Sub", "Mul", "SquaredDifference", "Maximum", "Minimum");

    @Test
    void gradient_matchesCentralDifferences() throws Exception {
        for (int seed = 0; seed < GRAPHS; seed++) {
            Random random = new Random(seed);
            Graph graph = graph(random);
            Map<String, Value> values = new TreeMap<>();
            for (Node parameter : graph.tensorParameters()) {
                values.put(parameter.label(), GradientCheck.random(parameter, random));
            }
            new GradientCheck("seed " + seed, graph, values).run();
        }
    }

    private static Graph graph(Random random) throws TypeException {
        GraphBuilder builder = new GraphBuilder(OpTable.get());
        List<Node> nodes = new ArrayList<>();
        for (String[] dims : new String[][] {{"2", "3"}, {"3"}, {"2", "1"}, {}}) {
            nodes.add(builder.tensorParameter("p" + nodes.size(), new ValueType(DataType.F64, Shape.of(dims))));
        }
        while (nodes.size() < OPS + 4) {
            nodes.add(op(builder, nodes, random));
        }
        int last = nodes.size() - 1;
        return builder.build(
                "f", List.of(new Graph.Output("a", nodes.get(last)), new Graph.Output("b", nodes.get(last - 2))));
    }

    private static Node op(GraphBuilder builder, List<Node> nodes, Random random) throws TypeException {
        Node x = any(nodes, random);
        Node y = any(nodes, random);
        switch (random.nextInt(6)) {
            case 0:
                return node(builder, any(SMOOTH, random), Attributes.NONE, x);
            case 1:
                Node condition = node(builder, "Less", Attributes.NONE, x, y);
                return node(builder, "Select", Attributes.NONE, condition, any(nodes, random), y);
            case 2:
                Attributes attributes =
                        Attributes.NONE.with(Attributes.AXES, List.of()).with(Attributes.KEEP_DIMS, false);
                return node(builder, random.nextBoolean() ? "ReduceSum" : "ReduceMean", attributes, x);
            case 3:
                if (x.shape().rank() > 0) {
                    Attributes last = Attributes.NONE.with(Attributes.AXIS, -1L);
                    return node(builder, random.nextBoolean() ? "Softmax" : "LogSoftmax", last, x);
                }
                return node(builder, "Exp", Attributes.NONE, node(builder, "Tanh", Attributes.NONE, x));
            default:
                return node(builder, any(PAIRS, random), Attributes.NONE, x, y);
        }
    }

    private static Node node(GraphBuilder builder, String op, Attributes attributes, Node... operands)
            throws TypeException {
        return builder.operation(op, List.of(operands), attributes, "", Origin.NONE);
    }

    private static <T> T any(List<T> list, Random random) {
        return list.get(random.nextInt(list.size()));
    }
}
