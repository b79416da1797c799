package io.graphkernel.processor.gradient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.GraphBuilder;
import io.graphkernel.graph.Node;
import io.graphkernel.op.OpTable;
import io.graphkernel.processor.gradient.Float64Interpreter.Value;
import io.graphkernel.processor.pass.GraphKernelExpander;
import io.graphkernel.processor.pass.PassContext;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/** Comparison of the derived gradient of a graph with central differences along one random direction, in float64. */
final class GradientCheck {

    private static final double STEP = 1e-6;
    private static final double TOLERANCE = 1e-5;

    private final String name;
    private final Graph graph;
    private final Graph expanded;
    private final Map<String, Value> values;

    GradientCheck(String name, Graph graph, Map<String, Value> values) {
        this.name = name;
        this.graph = graph;
        this.expanded = expanded(graph);
        this.values = values;
    }

    static Graph expanded(Graph graph) {
        return new GraphKernelExpander().run(graph, PassContext.DEFAULT);
    }

    /** Checks cotangents of all results and of each alone, and adjoints of all operands and of each alone. */
    void run() throws NonDifferentiableException {
        List<Integer> floats = new ArrayList<>();
        for (int i = 0; i < graph.outputs().size(); i++) {
            if (graph.outputs().get(i).node().dtype().isFloating()) {
                floats.add(i);
            }
        }
        Set<List<Integer>> choices = new LinkedHashSet<>(List.of(floats));
        floats.forEach(result -> choices.add(List.of(result)));
        for (List<Integer> choice : choices) {
            check(choice);
        }
    }

    private void check(List<Integer> results) throws NonDifferentiableException {
        GraphBuilder builder = new GraphBuilder(OpTable.get());
        List<Graph.Output> chosen = results.stream().map(graph.outputs()::get).toList();
        builder.parametersOf(graph.parameters());
        graph.nodes().forEach(builder::add);
        Graph subgraph = builder.build(graph.name(), chosen);
        List<String> wanted = graph.tensorParameters().stream()
                .filter(node -> node.dtype().isFloating())
                .map(Node::label)
                .toList();
        Random random = new Random(9);
        Map<String, Value> given = new LinkedHashMap<>(values);
        Map<Integer, Value> cotangents = new LinkedHashMap<>();
        for (int result : results) {
            Value cotangent = random(graph.outputs().get(result).node(), random);
            cotangents.put(result, cotangent);
            given.put("d" + graph.outputs().get(result).name(), cotangent);
        }
        Map<String, Value> together = adjoints(subgraph, wanted, given);
        for (String parameter : wanted) {
            double difference = difference(parameter, cotangents);
            compare(parameter, together.get(parameter), difference, cotangents);
            if (wanted.size() > 1) {
                Value alone = adjoints(subgraph, List.of(parameter), given).get(parameter);
                compare(parameter, alone, difference, cotangents);
            }
        }
    }

    /** The adjoint of one operand alone may use other rules than those of all. */
    private static Map<String, Value> adjoints(Graph subgraph, List<String> wanted, Map<String, Value> given)
            throws NonDifferentiableException {
        Graph gradient = expanded(Gradients.of(subgraph, wanted));
        List<Value> adjoints = Float64Interpreter.run(gradient, Map.of(), given);
        Map<String, Value> found = new LinkedHashMap<>();
        for (int i = 0; i < adjoints.size(); i++) {
            found.put(gradient.outputs().get(i).name(), adjoints.get(i));
        }
        return found;
    }

    private double difference(String parameter, Map<Integer, Value> cotangents) {
        Value x = values.get(parameter);
        double[] direction = direction(x);
        double[] before = x.elements().clone();
        double above = moved(x, before, direction, STEP, cotangents);
        double below = moved(x, before, direction, -STEP, cotangents);
        System.arraycopy(before, 0, x.elements(), 0, before.length);
        return (above - below) / (2 * STEP);
    }

    private static double[] direction(Value x) {
        return new Random(10).doubles(x.elements().length, -1, 1).toArray();
    }

    private void compare(String parameter, Value adjoint, double difference, Map<Integer, Value> cotangents) {
        Value x = values.get(parameter);
        if (adjoint != null) {
            assertThat(adjoint.shape())
                    .as(name + ": shape of the adjoint of " + parameter)
                    .isEqualTo(x.shape());
        }
        double[] direction = direction(x);
        double derived = 0;
        for (int i = 0; adjoint != null && i < direction.length; i++) {
            derived += direction[i] * adjoint.elements()[i];
        }
        assertThat(derived)
                .as("%s: d%s/d%s", name, cotangents.keySet(), parameter)
                .isCloseTo(difference, within(TOLERANCE * Math.max(1, Math.abs(difference))));
    }

    private double moved(Value x, double[] from, double[] direction, double step, Map<Integer, Value> cotangents) {
        for (int i = 0; i < from.length; i++) {
            x.elements()[i] = from[i] + step * direction[i];
        }
        return loss(cotangents);
    }

    private double loss(Map<Integer, Value> cotangents) {
        List<Value> results = Float64Interpreter.run(expanded, Map.of(), values);
        double sum = 0;
        for (Map.Entry<Integer, Value> cotangent : cotangents.entrySet()) {
            double[] elements = results.get(cotangent.getKey()).elements();
            for (int i = 0; i < elements.length; i++) {
                sum += elements[i] * cotangent.getValue().elements()[i];
            }
        }
        return sum;
    }

    static Value random(Node node, Random random) {
        Value value = new Value(node.shape().dims().stream()
                .mapToInt(dim -> Math.toIntExact(((Dim.Constant) dim).size()))
                .toArray());
        for (int i = 0; i < value.elements().length; i++) {
            value.elements()[i] = random.nextDouble() * 2 - 1;
        }
        return value;
    }
}
