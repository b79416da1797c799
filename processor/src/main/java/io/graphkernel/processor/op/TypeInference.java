package io.graphkernel.processor.op;

import io.graphkernel.processor.graph.Attributes;
import io.graphkernel.processor.graph.DType;
import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.GraphBuilder;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.Origin;
import io.graphkernel.processor.graph.Shape;
import io.graphkernel.processor.graph.TypeException;
import io.graphkernel.processor.graph.TypeException.Problem;
import io.graphkernel.processor.graph.ValueType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/** Dtype and shape rules. A composite op has the type of its expansion. */
public final class TypeInference {

    private TypeInference() {}

    static ValueType infer(OpRow row, List<Node> operands, Attributes attributes) throws TypeException {
        switch (row.kind()) {
            case ELEMENTWISE:
                return new ValueType(resultDtype(row, operands, attributes), broadcast(operands));
            case REDUCTION:
                requireDtype(row, operands, 0, DType.F32);
                return new ValueType(DType.F32, reduced(operands.get(0), attributes));
            case ASSIGN:
                return assigned(operands);
            default:
                GraphBuilder discarded = new GraphBuilder(OpTable.get());
                ExpansionBuilder builder = new GraphExpansion(discarded, Origin.NONE);
                return row.expansion()
                        .orElseThrow()
                        .expand(builder, operands, attributes)
                        .type();
        }
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
        Shape shape = operand.shape();
        if (shape.isOpen()) {
            throw new TypeException(
                    Problem.OPEN_SHAPE_NEEDS_RANK,
                    0,
                    "the number of axes of " + String.join(", ", shape.openOver()) + " is not declared");
        }
        TreeSet<Integer> normalized = new TreeSet<>();
        for (long axis : axes) {
            if (axis < -shape.rank() || axis >= shape.rank()) {
                throw new TypeException(
                        Problem.AXIS_OUT_OF_RANGE,
                        -1,
                        "axis " + axis + " of a value of shape " + shape + ", which has " + shape.rank()
                                + (shape.rank() == 1 ? " axis" : " axes"));
            }
            if (!normalized.add((int) (axis < 0 ? axis + shape.rank() : axis))) {
                throw new TypeException(
                        Problem.AXIS_REPEATED, -1, "axis " + axis + " of shape " + shape + " is named twice");
            }
        }
        for (int axis = 0; axes.isEmpty() && axis < shape.rank(); axis++) {
            normalized.add(axis);
        }
        return List.copyOf(normalized);
    }

    private static Shape reduced(Node operand, Attributes attributes) throws TypeException {
        List<Integer> axes = normalizedAxes(operand, attributes.axes());
        List<Dim> dims = new ArrayList<>();
        for (int axis = 0; axis < operand.shape().rank(); axis++) {
            if (!axes.contains(axis)) {
                dims.add(operand.shape().dims().get(axis));
            } else if (attributes.keepDims()) {
                dims.add(Dim.ONE);
            }
        }
        return Shape.of(dims);
    }

    private static Shape broadcast(List<Node> operands) throws TypeException {
        Shape joint = operands.get(0).shape();
        for (int i = 1; i < operands.size(); i++) {
            Shape next = operands.get(i).shape();
            Optional<Shape> broadcast = joint.broadcast(next);
            if (broadcast.isEmpty()) {
                boolean mixed = joint.isOpen() != next.isOpen();
                throw new TypeException(
                        mixed ? Problem.OPEN_MEETS_RANKED : Problem.SHAPES_CLASH,
                        i,
                        mixed
                                ? "one operand has no declared shape, the other is " + (joint.isOpen() ? next : joint)
                                : "shapes " + joint + " and " + next + " do not broadcast");
            }
            joint = broadcast.get();
        }
        return joint;
    }

    private static DType resultDtype(OpRow row, List<Node> operands, Attributes attributes) throws TypeException {
        for (int i = 0; i < operands.size(); i++) {
            boolean condition = row.typeRule() == TypeRule.SELECTION && i == 0;
            if (row.typeRule() == TypeRule.CONVERSION) {
                requireComputed(row, operands.get(i), i);
            } else {
                requireDtype(
                        row, operands, i, condition || row.typeRule() == TypeRule.LOGICAL ? DType.BOOL : DType.F32);
            }
        }
        return switch (row.typeRule()) {
            case ARITHMETIC, SELECTION -> DType.F32;
            case COMPARISON, LOGICAL -> DType.BOOL;
            case CONVERSION -> DType.byText(attributes.text(Attributes.DTYPE)).orElseThrow();
        };
    }

    private static void requireDtype(OpRow row, List<Node> operands, int index, DType expected) throws TypeException {
        if (operands.get(index).dtype() != expected) {
            throw new TypeException(
                    Problem.WRONG_DTYPE,
                    index,
                    row.name() + " takes " + expected + " as "
                            + row.operandNames().get(index) + ", not "
                            + operands.get(index).dtype());
        }
    }

    private static void requireComputed(OpRow row, Node operand, int index) throws TypeException {
        if (operand.dtype() != DType.F32 && operand.dtype() != DType.BOOL) {
            throw new TypeException(
                    Problem.WRONG_DTYPE, index, row.name() + " takes f32 or bool, not " + operand.dtype());
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
