package io.graphkernel.op;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.GraphBuilder;
import io.graphkernel.graph.Loop;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.build.RepetitionBuilder.Iteration;
import io.graphkernel.op.row.BasicOps;
import java.util.ArrayList;
import java.util.List;

/**
 * Loop of an expansion, added to a graph. Composite ops with loops have gradient rules, so that only the loops of such a
 * rule are differentiated.
 */
final class ExpansionLoop {

    private final GraphExpansion outside;
    private final GraphBuilder body;
    private final String index;

    private ExpansionLoop(GraphExpansion outside) {
        this.outside = outside;
        this.body = outside.graph.body();
        // No variable of a kernel has this name, whose loop may be around the new one.
        this.index = outside.graph.loopIndices().create(outside.row.javaName() + "_step");
    }

    /**
     * Adds the iterations: a loop, or the ops of a single iteration.
     *
     * @param outside the expansion; a gradient rule is differentiable, so that its loops stack the carried values
     * @return the final carried values, then the stacked values
     */
    static List<Node> iterate(
            GraphExpansion outside, Dim trips, List<Node> initial, List<Node> captured, Iteration iteration)
            throws TypeException {
        if (trips.equals(Dim.ZERO)) {
            return initial;
        }
        if (!trips.equals(Dim.ONE)) {
            return new ExpansionLoop(outside).add(trips, initial, captured, iteration);
        }
        List<Node> results = new ArrayList<>(iteration.step(outside, outside.extent(0), initial, captured));
        for (int i = initial.size(); i < results.size(); i++) {
            Node result = results.get(i);
            results.set(
                    i,
                    outside.reshape(result, outside.insert(outside.dims(result), outside.axes(0), outside.extent(1))));
        }
        return results;
    }

    /** Adds the loop and returns its final carried values, then its stacked values. */
    private List<Node> add(Dim trips, List<Node> initial, List<Node> captured, Iteration iteration)
            throws TypeException {
        List<Node> carried = parameters("carried", initial);
        List<Node> read = parameters("captured", captured);
        GraphExpansion inside = new GraphExpansion(body, outside.row, List.of(), outside.attributes, outside.origin);
        List<Node> next = iteration.step(inside, GraphDims.known(new Dim.Symbol(index)), carried, read);
        List<Node> values = new ArrayList<>();
        List<Graph.Output> stacked = new ArrayList<>();
        for (int i = 0; i < next.size(); i++) {
            // An update of a parameter must not change the next value of another one.
            boolean isSafe = next.get(i).isOperation() || i < carried.size() && next.get(i) == carried.get(i);
            Node value = isSafe ? next.get(i) : copy(next.get(i));
            values.add(value);
            if (i >= carried.size()) {
                stacked.add(new Graph.Output("stacked" + i, value));
            }
        }
        for (Node parameter : outside.isGradient() ? carried : List.<Node>of()) {
            stacked.add(new Graph.Output(Loop.PREVIOUS + parameter.label(), copy(parameter)));
        }
        for (int i = 0; i < carried.size(); i++) {
            if (values.get(i) != carried.get(i)) {
                body.operation(
                        Node.ASSIGN, List.of(carried.get(i), values.get(i)), Attributes.NONE, "", outside.origin);
            }
        }
        Loop loop = new Loop(body.build(index, stacked), trips, index, carried.size());
        List<Node> operands = new ArrayList<>(initial);
        captured.stream().filter(value -> !value.isNumber()).forEach(operands::add);
        Node node = outside.graph.operation(Loop.OP, operands, loop.attributes(), "", outside.origin);
        List<Node> results = new ArrayList<>();
        for (int i = 0; i < next.size(); i++) {
            Attributes output = Attributes.NONE.with(Attributes.OUTPUT, (long) i);
            results.add(outside.graph.operation(Loop.RESULT, List.of(node), output, "", outside.origin));
        }
        return results;
    }

    private List<Node> parameters(String name, List<Node> values) {
        List<Node> parameters = new ArrayList<>();
        for (Node value : values) {
            parameters.add(
                    value.isNumber()
                            ? body.add(value.withAttributes(value.attributes()))
                            : body.tensorParameter(name + parameters.size(), value.type()));
        }
        return parameters;
    }

    private Node copy(Node value) throws TypeException {
        return body.operation(BasicOps.COPY, List.of(value), Attributes.NONE, "", outside.origin);
    }
}
