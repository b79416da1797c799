package io.graphkernel.processor.frontend.flow;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.DataType;
import io.graphkernel.graph.GraphBuilder;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.Origin;
import io.graphkernel.graph.Shape;
import io.graphkernel.graph.TypeException;
import io.graphkernel.graph.ValueType;
import io.graphkernel.op.row.BasicOps;
import io.graphkernel.processor.frontend.flow.BodyPorts.Port;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Carried scalars of a loop with a condition: the condition, and the number of iterations if it has a bound.
 *
 * @param condition the condition before the loop, and in the body
 * @param count the number of iterations; null without a bound
 */
public record LoopControl(Port condition, Port count) {

    private static final String CONDITION = "continues";
    private static final String COUNT = "iterations";

    /**
     * Adds the scalars to a loop.
     *
     * @param outer graph around the loop
     * @param body graph of the loop's body
     * @param condition the condition before the first iteration
     * @param isBounded true if the number of iterations is counted
     */
    public static LoopControl of(
            GraphBuilder outer, GraphBuilder body, Node condition, boolean isBounded, Origin origin) {
        Port port = new Port(condition, parameter(body, CONDITION, DataType.BOOL));
        if (!isBounded) {
            return new LoopControl(port, null);
        }
        Node zero = outer.constant(0L, DataType.I64);
        Attributes scalar = Attributes.NONE.with(Attributes.DIMS, List.of());
        Node start = operation(outer, "FillV2", List.of(zero), scalar, origin);
        return new LoopControl(port, new Port(start, parameter(body, COUNT, DataType.I64)));
    }

    private static Node parameter(GraphBuilder body, String name, DataType dtype) {
        return body.tensorParameter(name, new ValueType(dtype, Shape.SCALAR));
    }

    /** Returns the names of the parameters, which no other parameter of the body may have. */
    public static List<String> names() {
        return List.of(CONDITION, COUNT);
    }

    /** Returns the carried scalars. */
    public List<Port> ports() {
        List<Port> ports = new ArrayList<>(List.of(condition));
        if (count != null) {
            ports.add(count);
        }
        return ports;
    }

    /**
     * Adds the values after an iteration.
     *
     * @param body graph of the loop's body
     * @param continues the condition after an iteration; null for a loop of one iteration
     * @param next values after an iteration by parameter
     */
    public void addNext(GraphBuilder body, Node continues, Map<Node, Node> next, Origin origin) {
        if (continues != null) {
            next.put(
                    condition.inner(),
                    continues.isOperation()
                            ? continues
                            : operation(body, BasicOps.COPY, List.of(continues), Attributes.NONE, origin));
        }
        if (count != null) {
            Node one = body.constant(1L, DataType.I64);
            next.put(
                    count.inner(), operation(body, BasicOps.ADD, List.of(count.inner(), one), Attributes.NONE, origin));
        }
    }

    private static Node operation(
            GraphBuilder graph, String op, List<Node> operands, Attributes attributes, Origin origin) {
        try {
            return graph.operation(op, operands, attributes, "", origin);
        } catch (TypeException e) {
            throw new IllegalStateException(e);
        }
    }
}
