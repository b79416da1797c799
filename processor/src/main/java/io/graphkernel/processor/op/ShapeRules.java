package io.graphkernel.processor.op;

import io.graphkernel.processor.graph.Attributes;
import io.graphkernel.processor.graph.Axes;
import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.DimCondition;
import io.graphkernel.processor.graph.DimCondition.Relation;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.Origin;
import io.graphkernel.processor.graph.Shape;
import io.graphkernel.processor.graph.TypeException;
import io.graphkernel.processor.graph.TypeException.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The shape of one op's result, and what the op asks of sizes that are known only at the call. */
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
            case ASSIGN, COMPOSITE -> throw new IllegalStateException(row.name() + " has no shape rule of its own");
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

    /** Whether an operand is a number that no tensor holds. */
    boolean isNumber(int operand) {
        return operands.get(operand).isNumber();
    }

    /** The shape of an operand that must have a declared number of axes. */
    Shape ranked(int operand) throws TypeException {
        Shape shape = operands.get(operand).shape();
        if (shape.isRankless()) {
            throw new TypeException(
                    Problem.RANKLESS_SHAPE,
                    operand,
                    "the number of axes of " + String.join(", ", shape.parameters()) + " is not declared");
        }
        return shape;
    }

    /** Asks for a relation of dims: decided here if the symbols do, else at the call. */
    void require(Dim left, Relation relation, Dim right, int operand, String reason) throws TypeException {
        DimCondition condition = new DimCondition(left, relation, right, reason, Origin.NONE);
        switch (condition.decision()) {
            case FAILS -> throw misfit(operand, reason + " needs " + condition);
            case OPEN -> conditions.add(condition);
            default -> {}
        }
    }

    /** Asks for dims of a result that are 0 or more. */
    void requireSizes(List<Dim> dims, String reason) throws TypeException {
        for (Dim dim : dims) {
            if (dim instanceof Dim.Constant constant && constant.size() < 0) {
                boolean inferred = constant.size() == -1 && row.kind() == OpKind.VIEW;
                throw badAttribute(inferred ? reason + " has -1 twice" : reason + " has the negative dim " + dim);
            }
            require(dim, Relation.AT_LEAST, Dim.ZERO, 0, reason);
        }
    }

    /** Shapes or dims that do not fit this op. */
    static TypeException misfit(int operand, String facts) {
        return new TypeException(Problem.SHAPE_DOES_NOT_FIT, operand, facts);
    }

    /** An attribute that no operand of these shapes allows. */
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

    /** The joint shape of two operands. */
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
        requireSizes(shape.dims(), row.name() + " of shape " + shape);
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
