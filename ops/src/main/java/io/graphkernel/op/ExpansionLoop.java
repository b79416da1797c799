package io.graphkernel.op;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.GraphBuilder;
import io.graphkernel.graph.Loop;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.Origin;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.build.RepetitionBuilder.Iteration;
import io.graphkernel.op.row.BasicOps;
import io.graphkernel.op.row.OpRow;
import java.util.ArrayList;
import java.util.List;

/**
 * Loop of an expansion, added to a graph. Composite ops with loops have gradient rules, so that only the loops of such a
 * rule are differentiated.
 */
final class ExpansionLoop {

    private final GraphBuilder graph;
    private final GraphBuilder body;
    private final OpRow row;
    private final Attributes attributes;
    private final Origin origin;
    private final boolean isDifferentiable;
    private final String index;

    /**
     * Creates the builder of one loop.
     *
     * @param graph builder that receives the loop
     * @param row the composite op
     * @param attributes its attributes
     * @param origin its Java line
     * @param isDifferentiable true to stack the carried values before each iteration, which a gradient of the loop reads
     */
    ExpansionLoop(GraphBuilder graph, OpRow row, Attributes attributes, Origin origin, boolean isDifferentiable) {
        this.graph = graph;
        this.body = graph.body();
        this.row = row;
        this.attributes = attributes;
        this.origin = origin;
        this.isDifferentiable = isDifferentiable;
        // No variable of a kernel has this name, whose loop may be around the new one.
        this.index = graph.loopIndex(row.javaName() + "_step");
    }

    /** Adds the loop and returns its final carried values, then its stacked values. */
    List<Node> add(Dim trips, List<Node> initial, List<Node> captured, Iteration iteration) throws TypeException {
        List<Node> carried = parameters("carried", initial);
        List<Node> read = parameters("captured", captured);
        GraphExpansion inside = new GraphExpansion(body, row, List.of(), attributes, origin);
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
        for (Node parameter : isDifferentiable ? carried : List.<Node>of()) {
            stacked.add(new Graph.Output(Loop.PREVIOUS + parameter.label(), copy(parameter)));
        }
        for (int i = 0; i < carried.size(); i++) {
            if (values.get(i) != carried.get(i)) {
                body.operation(Node.ASSIGN, List.of(carried.get(i), values.get(i)), Attributes.NONE, "", origin);
            }
        }
        Loop loop = new Loop(body.build(index, stacked), trips, index, carried.size());
        List<Node> operands = new ArrayList<>(initial);
        captured.stream().filter(value -> !value.isNumber()).forEach(operands::add);
        Node node = graph.operation(Loop.OP, operands, loop.attributes(), "", origin);
        List<Node> results = new ArrayList<>();
        for (int i = 0; i < next.size(); i++) {
            Attributes output = Attributes.NONE.with(Attributes.OUTPUT, (long) i);
            results.add(graph.operation(Loop.RESULT, List.of(node), output, "", origin));
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
        return body.operation(BasicOps.COPY, List.of(value), Attributes.NONE, "", origin);
    }
}
