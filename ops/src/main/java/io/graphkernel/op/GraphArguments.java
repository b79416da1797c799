package io.graphkernel.op;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.graph.TypeException.Problem;
import io.graphkernel.op.build.CallArguments;
import io.graphkernel.op.row.OpParameter;
import io.graphkernel.op.row.OpRow;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Operands and attributes of a composite op in a graph. */
public abstract class GraphArguments extends GraphDims implements CallArguments {

    final OpRow row;
    final Attributes attributes;
    private final Map<String, List<Node>> operands = new HashMap<>();

    /**
     * Creates the arguments of one call.
     *
     * @param row the composite op
     * @param given operands, without absent optional ones
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

    @Override
    public final List<Node> operands(String name) {
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
    public DataType dtype(String name) {
        return row.parameter(name).isOperand()
                ? operand(name).dtype()
                : DataType.byText(choice(name)).orElseThrow();
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
    @SuppressWarnings("unchecked")
    public List<Long> longs(String name) {
        return (List<Long>) attribute(name);
    }

    @Override
    public long integer(String name) {
        return (Long) attribute(name);
    }

    @Override
    public String text(String name) {
        return (String) attribute(name);
    }

    @Override
    public Extent extent(String name) {
        Object value = attribute(name);
        return known(
                value instanceof Long number ? Dim.of(number) : list(dims(name)).get(0));
    }

    /** Returns the value of an attribute, or the default of the row. */
    final Object attribute(String name) {
        OpParameter parameter = row.parameter(name);
        Object value = attributes.values().get(parameter.attribute());
        return value == null ? parameter.defaultValue().orElseThrow() : value;
    }
}
