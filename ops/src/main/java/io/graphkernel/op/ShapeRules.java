package io.graphkernel.op;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.Axes;
import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.DimCondition;
import io.graphkernel.graph.DimCondition.Relation;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.Origin;
import io.graphkernel.graph.Shape;
import io.graphkernel.graph.TypeException;
import io.graphkernel.graph.TypeException.Problem;
import io.graphkernel.op.row.OpRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Shape rule of an op, with requirements on sizes known only at the call. */
final class ShapeRules {

    private final OpRow row;
    private final List<Node> operands;
    private final Attributes attributes;
    private final List<DimCondition> conditions;

    ShapeRules(OpRow row, List<Node> operands, Attributes attributes, List<DimCondition> conditions) {
        this.row = row;
        this.operands = operands;
        this.attributes = attributes;
        this.conditions = conditions;
    }

    Shape infer() throws TypeException {
        return switch (row.kind()) {
            case ELEMENTWISE -> broadcast();
            case REDUCTION -> reduced();
            case SCAN -> scanned();
            case INDEX -> numbered();
            case CONCAT -> concatenated();
            case GATHER -> gathered();
            case VIEW -> new ViewShapes(this).infer();
            case LIBRARY -> new LibraryShapes(this).infer();
            case ASSIGN, COMPOSITE, LOOP ->
                throw new IllegalStateException(row.name() + " has no shape rule of its own");
        };
    }

    String op() {
        return row.name();
    }

    Attributes attributes() {
        return attributes;
    }

    int operandCount() {
        return operands.size();
    }

    DataType dtype(int operand) {
        return operands.get(operand).dtype();
    }

    /** Returns true if an operand is a number rather than a tensor. */
    boolean isNumber(int operand) {
        return operands.get(operand).isNumber();
    }

    /** Returns the shape of an operand that must be ranked. */
    Shape ranked(int operand) throws TypeException {
        Shape shape = operands.get(operand).shape();
        if (shape.isUnranked()) {
            throw new TypeException(
                    Problem.UNRANKED_SHAPE,
                    operand,
                    "the number of axes of " + String.join(", ", shape.parameters()) + " is not declared");
        }
        return shape;
    }

    /** Requires a relation of dims, checked at compile time if the symbols decide it, otherwise at the call. */
    void require(Dim left, Relation relation, Dim right, int operand, String reason) throws TypeException {
        DimCondition condition = new DimCondition(left, relation, right, reason, Origin.NONE);
        switch (condition.decision()) {
            case FAILS -> throw misfit(operand, reason + " needs " + condition);
            case OPEN -> conditions.add(condition);
            default -> {}
        }
    }

    /**
     * Requires a relation of an argument, checked at compile time if the symbols decide it, otherwise at the call as in
     * the eager op.
     */
    void requireArgument(String name, Dim value, Relation relation, Dim bound, String reason) throws TypeException {
        DimCondition condition =
                DimCondition.of(value, relation, bound, new DimCondition.Argument(row.javaName(), name));
        switch (condition.decision()) {
            case FAILS -> throw misfit(0, reason + ": " + condition.violation(name));
            case OPEN -> conditions.add(condition);
            default -> {}
        }
    }

    /**
     * Requires nonnegative dims of a result.
     *
     * @param firstWithRest first axis for which -1 stands for a size inferred from the operand
     */
    void requireSizes(List<Dim> dims, int firstWithRest) throws TypeException {
        for (int axis = 0; axis < dims.size(); axis++) {
            Dim dim = dims.get(axis);
            if (dim.equals(Dim.of(-1)) && axis >= firstWithRest) {
                continue;
            }
            String name = "dims[" + axis + "]";
            if (dim instanceof Dim.Constant constant && constant.size() < 0) {
                throw badAttribute(row.name() + " to " + Shape.of(dims) + " has the negative dim " + dim);
            }
            requireArgument(name, dim, Relation.AT_LEAST, Dim.ZERO, row.name());
        }
    }

    /** Returns the exception for mismatched shapes or dims. */
    static TypeException misfit(int operand, String facts) {
        return new TypeException(Problem.SHAPE_DOES_NOT_FIT, operand, facts);
    }

    /** Returns the exception for an attribute that the operand shapes do not permit. */
    static TypeException badAttribute(String facts) {
        return new TypeException(Problem.BAD_ATTRIBUTE, -1, facts);
    }

    private Shape broadcast() throws TypeException {
        Shape joint = operands.get(0).shape();
        for (int i = 1; i < operands.size(); i++) {
            joint = broadcast(joint, operands.get(i).shape(), i);
        }
        return joint;
    }

    /** Returns the broadcast shape of two operands. */
    static Shape broadcast(Shape joint, Shape next, int operand) throws TypeException {
        Optional<Shape> broadcast = joint.broadcast(next);
        if (broadcast.isEmpty()) {
            throw new TypeException(
                    Problem.SHAPES_CLASH,
                    operand,
                    "shapes " + joint.declared() + " and " + next.declared() + " do not broadcast");
        }
        return broadcast.get();
    }

    private Shape reduced() throws TypeException {
        Shape operand = ranked(0);
        List<Integer> axes = Axes.normalized(operand, attributes.axes());
        List<Dim> dims = new ArrayList<>();
        for (int axis = 0; axis < operand.rank(); axis++) {
            if (!axes.contains(axis)) {
                dims.add(operand.dims().get(axis));
            } else if (attributes.keepDims()) {
                dims.add(Dim.ONE);
            }
        }
        return Shape.of(dims);
    }

    private Shape scanned() throws TypeException {
        Shape operand = ranked(0);
        Axes.normalized(operand, attributes.integer(Attributes.AXIS));
        return operand;
    }

    private Shape numbered() throws TypeException {
        Shape shape = Shape.of(attributes.dims());
        if (attributes.has(Attributes.AXIS)) {
            Axes.normalized(shape, attributes.integer(Attributes.AXIS));
        }
        return shape;
    }

    private Shape concatenated() throws TypeException {
        Shape first = ranked(0);
        int axis = Axes.normalized(first, attributes.integer(Attributes.AXIS));
        List<Dim> dims = new ArrayList<>(first.dims());
        for (int i = 1; i < operands.size(); i++) {
            Shape next = ranked(i);
            if (next.rank() != first.rank()) {
                throw misfit(i, "shapes " + first + " and " + next + " have different numbers of axes");
            }
            for (int other = 0; other < first.rank(); other++) {
                Dim dim = next.dims().get(other);
                if (other == axis) {
                    dims.set(axis, dims.get(axis).plus(dim));
                } else if (!dim.equals(first.dims().get(other))) {
                    throw misfit(
                            i,
                            "shapes " + first + " and " + next + " differ in axis " + other + ", and only axis " + axis
                                    + " is joined");
                }
            }
        }
        return Shape.of(dims);
    }

    private Shape gathered() throws TypeException {
        Shape data = ranked(0);
        int axis = Axes.normalized(data, attributes.integer(Attributes.AXIS));
        List<Dim> dims = new ArrayList<>(data.dims().subList(0, axis));
        dims.addAll(ranked(1).dims());
        dims.addAll(data.dims().subList(axis + 1, data.rank()));
        return Shape.of(dims);
    }
}
