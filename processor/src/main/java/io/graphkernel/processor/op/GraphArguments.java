package io.graphkernel.processor.op;

import io.graphkernel.processor.graph.Attributes;
import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.TypeException;
import io.graphkernel.processor.graph.TypeException.Problem;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The operands and attributes of a composite op in a graph. */
abstract class GraphArguments extends GraphDims implements CallArguments {

    final OpRow row;
    final Attributes attributes;
    private final Map<String, List<Node>> operands = new HashMap<>();

    /**
     * The arguments of one call.
     *
     * @param row the composite op
     * @param given its operands, without optional ones that are absent
     * @param attributes its attributes
     */
    GraphArguments(OpRow row, List<Node> given, Attributes attributes) {
        this.row = row;
        this.attributes = attributes;
        List<OpParameter> parameters = DtypeRules.operandParameters(row, attributes, given.size());
        for (int i = 0; i < given.size(); i++) {
            operands.computeIfAbsent(parameters.get(i).name(), name -> new ArrayList<>())
                    .add(given.get(i));
        }
    }

    /** The operands of a parameter that takes any number. */
    final List<Node> operands(String name) {
        return operands.get(name);
    }

    @Override
    public Node operand(String name) {
        return operands(name).get(0);
    }

    @Override
    public boolean has(String name) {
        OpParameter parameter = row.parameter(name);
        return parameter.isOperand() ? operands.containsKey(name) : attributes.has(parameter.attribute());
    }

    @Override
    public boolean flag(String name) {
        return (Boolean) attribute(name);
    }

    @Override
    public String choice(String name) {
        return (String) attribute(name);
    }

    @Override
    public int position(String name, int count) throws TypeException {
        long position = (Long) attribute(name);
        if (position < 0 || position >= count) {
            throw new TypeException(
                    Problem.BAD_ATTRIBUTE, -1, name + " is " + position + ", not from 0 to " + (count - 1));
        }
        return (int) position;
    }

    @Override
    public boolean isFloating(String name) {
        return operand(name).dtype().isFloating();
    }

    @Override
    @SuppressWarnings("unchecked")
    public Axes axes(String name) {
        Object value = attribute(name);
        return new KnownAxes(value instanceof Long axis ? List.of(axis) : (List<Long>) value);
    }

    @Override
    public Dims dims(String name) {
        return known(attributes.dims(row.parameter(name).attribute()));
    }

    @Override
    public Extent extent(String name) {
        Object value = attribute(name);
        return known(
                value instanceof Long number ? Dim.of(number) : list(dims(name)).get(0));
    }

    /** The value of an attribute, or what the row says it is otherwise. */
    final Object attribute(String name) {
        OpParameter parameter = row.parameter(name);
        Object value = attributes.values().get(parameter.attribute());
        return value == null ? parameter.defaultValue().orElseThrow() : value;
    }
}
