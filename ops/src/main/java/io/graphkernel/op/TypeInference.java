package io.graphkernel.op;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.Axes;
import io.graphkernel.graph.DataType;
import io.graphkernel.graph.DimCondition;
import io.graphkernel.graph.GraphBuilder;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.Origin;
import io.graphkernel.graph.TypeException;
import io.graphkernel.graph.TypeException.Problem;
import io.graphkernel.graph.ValueType;
import io.graphkernel.op.build.Expansion;
import io.graphkernel.op.row.OpKind;
import io.graphkernel.op.row.OpRow;
import java.lang.ref.WeakReference;
import java.util.List;
import java.util.Optional;

/** Inference of dtypes and shapes. A composite op has the type of its expansion. */
public final class TypeInference {

    /** Cache of the last expansion: the results of one op are usually inferred consecutively. */
    private static final ThreadLocal<WeakReference<Expansion>> LAST =
            ThreadLocal.withInitial(() -> new WeakReference<>(null));

    private TypeInference() {}

    static ValueType infer(OpRow row, List<Node> operands, Attributes attributes, List<DimCondition> conditions)
            throws TypeException {
        if (row.kind() == OpKind.ASSIGN) {
            return assigned(operands);
        }
        if (row.kind() == OpKind.LOOP) {
            return LoopTypes.infer(row.name(), operands, attributes, conditions);
        }
        DataType shared = DtypeRules.check(row, operands, attributes);
        if (row.kind() == OpKind.COMPOSITE) {
            return expanded(row, operands, attributes, conditions);
        }
        DataType dtype = DtypeRules.result(row, shared, attributes);
        ValueType type = new ValueType(dtype, new ShapeRules(row, operands, attributes, conditions).infer());
        if (row.limits().isPresent()) {
            GraphBuilder discarded = new GraphBuilder(OpTable.get());
            GraphExpansion.requireLimits(row, discarded, operands, attributes, Origin.NONE);
            conditions.addAll(discarded.conditions());
        }
        return type;
    }

    /**
     * Returns axes counted from the front, sorted.
     *
     * @param operand value with the axes
     * @param axes axes; negative counts from the end; empty for all
     * @return axes in [0, rank)
     * @throws TypeException if an axis is out of range or repeated, or the operand is unranked
     */
    public static List<Integer> normalizedAxes(Node operand, List<Long> axes) throws TypeException {
        return Axes.normalized(operand.shape(), axes);
    }

    private static ValueType expanded(
            OpRow row, List<Node> operands, Attributes attributes, List<DimCondition> conditions) throws TypeException {
        if (!attributes.has(Attributes.OUTPUT)) {
            Expansion expansion = Expansion.of(row, operands, attributes);
            conditions.addAll(expansion.conditions());
            return expansion.results().get(0).type();
        }
        Attributes first = attributes.with(Attributes.OUTPUT, 0L);
        Expansion expansion = LAST.get().get();
        if (expansion == null || !expansion.isOf(row, operands, first)) {
            expansion = Expansion.of(row, operands, first);
            LAST.set(new WeakReference<>(expansion));
        }
        conditions.addAll(expansion.conditions());
        long output = attributes.integer(Attributes.OUTPUT);
        if (output >= expansion.results().size()) {
            throw new TypeException(
                    Problem.BAD_ATTRIBUTE,
                    -1,
                    row.name() + " gives " + expansion.results().size() + " results here");
        }
        return expansion.results().get((int) output).type();
    }

    /** Op expanded for type inference. */
    private record Expansion(
            OpRow row, List<Node> operands, Attributes attributes, List<Node> results, List<DimCondition> conditions) {

        static Expansion of(OpRow row, List<Node> operands, Attributes attributes) throws TypeException {
            GraphBuilder discarded = new GraphBuilder(OpTable.get());
            List<Node> results = GraphExpansion.expand(row, discarded, operands, attributes, Origin.NONE);
            return new Expansion(row, List.copyOf(operands), attributes, results, discarded.conditions());
        }

        boolean isOf(OpRow otherRow, List<Node> otherOperands, Attributes otherAttributes) {
            return row == otherRow && operands.equals(otherOperands) && attributes.equals(otherAttributes);
        }
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
