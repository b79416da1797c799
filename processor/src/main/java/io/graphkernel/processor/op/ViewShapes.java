package io.graphkernel.processor.op;

import static io.graphkernel.processor.op.ShapeRules.badAttribute;
import static io.graphkernel.processor.op.ShapeRules.misfit;

import io.graphkernel.processor.graph.Attributes;
import io.graphkernel.processor.graph.Axes;
import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.DimCondition.Relation;
import io.graphkernel.processor.graph.Shape;
import io.graphkernel.processor.graph.SliceBounds;
import io.graphkernel.processor.graph.TypeException;
import java.util.ArrayList;
import java.util.List;

/** The shapes that views give their operand. */
final class ViewShapes {

    /** Stands for a dim that the others decide. */
    private static final Dim INFERRED = Dim.of(-1);

    private final ShapeRules rules;
    private final Attributes attributes;

    ViewShapes(ShapeRules rules) {
        this.rules = rules;
        this.attributes = rules.attributes();
    }

    Shape infer() throws TypeException {
        Shape operand = rules.ranked(0);
        return switch (rules.op()) {
            case "Transpose" -> transposed(operand);
            case "Reshape" -> reshaped(operand, attributes.dims());
            case "BroadcastTo" -> broadcastTo(operand, attributes.dims());
            case "StridedSlice" -> sliced(operand);
            case "Reverse" -> reversed(operand);
            default -> throw new IllegalStateException("no shape rule for the view " + rules.op());
        };
    }

    private Shape transposed(Shape operand) throws TypeException {
        return Shape.of(Axes.permutation(operand, attributes.longs(Attributes.PERMUTATION)).stream()
                .map(operand.dims()::get)
                .toList());
    }

    private Shape reversed(Shape operand) throws TypeException {
        Axes.normalized(operand, attributes.axes());
        return operand;
    }

    private Shape reshaped(Shape operand, List<Dim> wanted) throws TypeException {
        String reason = "Reshape of " + operand + " to " + Shape.of(wanted);
        requireRank(wanted);
        int inferred = wanted.indexOf(INFERRED);
        List<Dim> dims = new ArrayList<>(wanted);
        if (inferred >= 0) {
            dims.remove(inferred);
        }
        rules.requireSizes(dims, reason);
        Dim total = Dim.product(operand.dims());
        Dim others = Dim.product(dims);
        if (inferred >= 0) {
            dims.add(inferred, quotient(total, others, reason));
        } else {
            rules.require(total, Relation.EQUAL, others, 0, reason);
        }
        return Shape.of(dims);
    }

    private Dim quotient(Dim total, Dim others, String reason) throws TypeException {
        if (others.equals(Dim.ZERO)) {
            throw badAttribute(reason + " leaves -1 undecided, because another dim is 0");
        }
        Dim common = total.commonFactor(others);
        Dim dividend = total.exactQuotient(common).orElseThrow();
        Dim divisor = others.exactQuotient(common).orElseThrow();
        Dim quotient = dividend.floorDiv(divisor);
        rules.require(divisor, Relation.AT_LEAST, Dim.ONE, 0, reason);
        rules.require(dividend, Relation.EQUAL, quotient.times(divisor), 0, reason);
        return quotient;
    }

    private Shape broadcastTo(Shape operand, List<Dim> wanted) throws TypeException {
        String reason = "BroadcastTo of " + operand + " to " + Shape.of(wanted);
        requireRank(wanted);
        int added = wanted.size() - operand.rank();
        if (added < 0) {
            throw misfit(0, reason + " would drop axes");
        }
        List<Dim> dims = new ArrayList<>();
        for (int axis = 0; axis < wanted.size(); axis++) {
            Dim from = axis < added ? Dim.ONE : operand.dims().get(axis - added);
            Dim to = wanted.get(axis).equals(INFERRED) && axis >= added ? from : wanted.get(axis);
            if (!from.equals(Dim.ONE) && !from.equals(to)) {
                throw misfit(0, reason + " is not possible: dim " + from + " is neither 1 nor " + to);
            }
            dims.add(to);
        }
        rules.requireSizes(dims, reason);
        return Shape.of(dims);
    }

    private Shape sliced(Shape operand) throws TypeException {
        List<Dim> begin = attributes.dims(Attributes.BEGIN);
        List<Dim> end = attributes.dims(Attributes.END);
        List<Long> strides = attributes.longs(Attributes.STRIDES);
        boolean oneEach = begin.size() == end.size() && begin.size() == strides.size();
        if (!oneEach || begin.size() > operand.rank()) {
            throw badAttribute("begin " + begin + ", end " + end + " and strides " + strides
                    + " need one number for each axis of shape " + operand);
        }
        if (strides.contains(0L)) {
            throw badAttribute("strides " + strides + " hold a 0, which makes no step");
        }
        List<Dim> dims = new ArrayList<>(operand.dims());
        for (int axis = 0; axis < begin.size(); axis++) {
            SliceBounds bounds = SliceBounds.of(dims.get(axis), begin.get(axis), end.get(axis), strides.get(axis));
            dims.set(axis, bounds.size());
        }
        return Shape.of(dims);
    }

    private static void requireRank(List<Dim> dims) throws TypeException {
        if (dims.size() > Shape.MOST_DIMS) {
            throw badAttribute("a tensor has at most " + Shape.MOST_DIMS + " axes, not " + dims.size());
        }
    }
}
