package io.graphkernel.op;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.Axes;
import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.DimCondition;
import io.graphkernel.graph.GraphBuilder;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.Origin;
import io.graphkernel.graph.Shape;
import io.graphkernel.graph.TypeException;
import io.graphkernel.graph.TypeException.Problem;
import io.graphkernel.graph.ValueType;
import io.graphkernel.op.build.Expansion;
import io.graphkernel.op.row.OpKind;
import io.graphkernel.op.row.OpRow;
import io.graphkernel.op.row.ViewKind;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
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
            return row.name().equals(Node.ASSIGN_AT) ? assignedAt(operands, attributes) : assigned(operands);
        }
        if (row.kind() == OpKind.LOOP) {
            return LoopTypes.infer(row.name(), operands, attributes, conditions);
        }
        if (row.name().equals(Node.UPDATED)) {
            return operands.get(0).type();
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

    /** Returns the type of the slices that are assigned: that of the parameter with another size at the axis. */
    private static ValueType assignedAt(List<Node> operands, Attributes attributes) throws TypeException {
        Node parameter = operands.get(0);
        Node value = operands.get(1);
        requireMemory(parameter);
        int axis = Axes.normalized(parameter.shape(), attributes.integer(Attributes.AXIS));
        List<Dim> dims = new ArrayList<>(parameter.shape().dims());
        dims.set(axis, value.shape().dims().get(axis));
        Shape slices = Shape.of(dims);
        boolean fits = parameter.dtype() == value.dtype()
                && value.shape().equals(slices)
                && slices.broadcast(operands.get(2).shape()).equals(Optional.of(slices));
        if (!fits) {
            throw new TypeException(
                    Problem.ASSIGN_TYPE_DIFFERS,
                    1,
                    "slices of type " + value.type() + " do not fit into " + parameter.label() + " of type "
                            + parameter.type());
        }
        return value.type();
    }

    private static void requireMemory(Node parameter) throws TypeException {
        if (!isMemory(parameter, null)) {
            throw new TypeException(
                    Problem.ASSIGN_NEEDS_PARAMETER, 0, "only a parameter, or a slice of one, can be updated in place");
        }
    }

    private static ValueType assigned(List<Node> operands) throws TypeException {
        Node parameter = operands.get(0);
        Node value = operands.get(1);
        requireMemory(parameter);
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

    /**
     * Returns true if a value is a parameter, or a view of one whose elements are distinct and have strides.
     *
     * @param known a value of which this is known; null without one
     */
    private static boolean isMemory(Node node, Node known) throws TypeException {
        if (node == known) {
            return true;
        }
        if (!node.isOperation()) {
            return node.kind() == Node.Kind.PARAMETER;
        }
        OpRow row = OpTable.get().row(node);
        if (node.shape().isUnranked()
                || node.operands().isEmpty()
                || !isMemory(node.operands().get(0), known)) {
            return false;
        }
        if (row.kind() == OpKind.COMPOSITE) {
            GraphBuilder discarded = new GraphBuilder(OpTable.get());
            List<Node> expansion =
                    GraphExpansion.expand(row, discarded, node.operands(), node.attributes(), Origin.NONE);
            return expansion.size() == 1
                    && isMemory(expansion.get(0), node.operands().get(0));
        }
        return row.viewKind()
                .map(kind -> isInjective(kind, node.operands().get(0)))
                .orElse(false);
    }

    private static boolean isInjective(ViewKind kind, Node operand) {
        return switch (kind) {
            case SLICE, TRANSPOSE, UPDATED -> true;
            case RESHAPE -> !operand.isOperation() || operand.op().equals(Node.UPDATED);
            case BROADCAST, REVERSE -> false;
        };
    }
}
