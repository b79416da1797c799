package io.graphkernel.processor.op;

import io.graphkernel.processor.graph.Attributes;
import io.graphkernel.processor.graph.Axes;
import io.graphkernel.processor.graph.DType;
import io.graphkernel.processor.graph.DimCondition;
import io.graphkernel.processor.graph.GraphBuilder;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.Origin;
import io.graphkernel.processor.graph.TypeException;
import io.graphkernel.processor.graph.TypeException.Problem;
import io.graphkernel.processor.graph.ValueType;
import java.util.List;
import java.util.Optional;

/** Dtype and shape rules. A composite op has the type of its expansion. */
public final class TypeInference {

    private TypeInference() {}

    static ValueType infer(OpRow row, List<Node> operands, Attributes attributes, List<DimCondition> conditions)
            throws TypeException {
        if (row.kind() == OpKind.ASSIGN) {
            return assigned(operands);
        }
        DType shared = DtypeRules.check(row, operands, attributes);
        if (row.kind() == OpKind.COMPOSITE) {
            return expanded(row, operands, attributes, conditions);
        }
        DType dtype = DtypeRules.result(row.results().get(0).dtype(), shared, attributes);
        return new ValueType(dtype, new ShapeRules(row, operands, attributes, conditions).infer());
    }

    /**
     * Axes counted from the front, sorted.
     *
     * @param operand the value whose axes are meant
     * @param axes as written; negative counts from the end; empty for all
     * @return axes in [0, rank)
     * @throws TypeException if an axis is out of range or named twice, or the operand has no declared rank
     */
    public static List<Integer> normalizedAxes(Node operand, List<Long> axes) throws TypeException {
        return Axes.normalized(operand.shape(), axes);
    }

    private static ValueType expanded(
            OpRow row, List<Node> operands, Attributes attributes, List<DimCondition> conditions) throws TypeException {
        GraphBuilder discarded = new GraphBuilder(OpTable.get());
        List<Node> results = row.expand(discarded, operands, attributes, Origin.NONE);
        conditions.addAll(discarded.conditions());
        long output = attributes.integer(Attributes.OUTPUT);
        if (output >= results.size()) {
            throw new TypeException(
                    Problem.BAD_ATTRIBUTE, -1, row.name() + " gives " + results.size() + " results here");
        }
        return results.get((int) output).type();
    }

    private static ValueType assigned(List<Node> operands) throws TypeException {
        Node parameter = operands.get(0);
        Node value = operands.get(1);
        if (parameter.kind() != Node.Kind.PARAMETER) {
            throw new TypeException(Problem.ASSIGN_NEEDS_PARAMETER, 0, "only a parameter can be updated in place");
        }
        boolean fits = parameter.dtype() == value.dtype()
                && parameter.shape().broadcast(value.shape()).equals(Optional.of(parameter.shape()));
        if (!fits) {
            throw new TypeException(
                    Problem.ASSIGN_TYPE_DIFFERS,
                    1,
                    "a value of type " + value.type() + " does not fit into " + parameter.label() + " of type "
                            + parameter.type());
        }
        return parameter.type();
    }
}
