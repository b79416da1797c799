package io.graphkernel.op;

import static io.graphkernel.op.ShapeRules.badAttribute;
import static io.graphkernel.op.ShapeRules.misfit;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.Axes;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.DimCondition;
import io.graphkernel.graph.DimCondition.Relation;
import io.graphkernel.graph.DimExpression;
import io.graphkernel.graph.Origin;
import io.graphkernel.graph.Shape;
import io.graphkernel.graph.SliceBounds;
import io.graphkernel.graph.TypeException;
import java.util.ArrayList;
import java.util.List;

/** Shape rules of views. */
final class ViewShapes {

    /** Placeholder for an inferred dim. */
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
            if (dims.contains(INFERRED)) {
                throw badAttribute(reason + " has -1 twice");
            }
        }
        rules.requireSizes(wanted, 0);
        Dim total = Dim.product(operand.dims());
        Dim others = Dim.product(dims);
        if (inferred >= 0) {
            dims.add(inferred, quotient(operand.dims(), dims, reason));
        } else {
            rules.requireArgument("the product of dims", others, Relation.EQUAL, total, reason);
        }
        return Shape.of(dims);
    }

    /** Returns the inferred size. For an empty operand, a size 0 on both sides is ignored. */
    private Dim quotient(List<Dim> from, List<Dim> to, String reason) throws TypeException {
        long zeros = Math.min(zeros(from), zeros(to));
        Dim total = withoutZeros(from, zeros);
        Dim others = withoutZeros(to, zeros);
        if (others.equals(Dim.ZERO)) {
            throw badAttribute(reason + " leaves -1 undecided, because another dim is 0");
        }
        Dim common = total.commonFactor(others);
        Dim dividend = total.exactQuotient(common).orElseThrow();
        Dim divisor = others.exactQuotient(common).orElseThrow();
        Dim quotient = dividend.floorDiv(divisor);
        if (new DimCondition(dividend, Relation.EQUAL, quotient.times(divisor), reason, Origin.NONE).decision()
                == DimCondition.Decision.FAILS) {
            throw misfit(0, reason + " needs " + dividend + " to be a multiple of " + divisor);
        }
        rules.requireArgument("the product of the other dims", divisor, Relation.AT_LEAST, Dim.ONE, reason);
        rules.requireArgument("the product of dims", quotient.times(others), Relation.EQUAL, total, reason);
        return quotient;
    }

    private static long zeros(List<Dim> dims) {
        return dims.stream().filter(Dim.ZERO::equals).count();
    }

    private static Dim withoutZeros(List<Dim> dims, long zeros) {
        List<Dim> kept = new ArrayList<>(dims);
        for (long i = 0; i < zeros; i++) {
            kept.remove(Dim.ZERO);
        }
        return Dim.product(kept);
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
        rules.requireSizes(wanted, added);
        if (dims.stream().anyMatch(DimExpression.class::isInstance)) {
            rules.requireArgument(
                    DimCondition.ELEMENTS,
                    Dim.product(dims),
                    Relation.AT_MOST,
                    Dim.of(DimCondition.MAX_ELEMENTS),
                    reason);
        }
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
        if (strides.stream().anyMatch(stride -> stride > Shape.MAX_ELEMENTS || stride < -Shape.MAX_ELEMENTS)) {
            throw badAttribute("strides " + strides + " are larger than any tensor");
        }
        List<Dim> dims = new ArrayList<>(operand.dims());
        for (int axis = 0; axis < begin.size(); axis++) {
            SliceBounds bounds = SliceBounds.of(attributes, axis, dims.get(axis));
            dims.set(axis, bounds.size());
        }
        return Shape.of(dims);
    }

    private static void requireRank(List<Dim> dims) throws TypeException {
        if (dims.size() > Shape.MAX_DIMS) {
            throw badAttribute("a tensor has at most " + Shape.MAX_DIMS + " axes, not " + dims.size());
        }
    }
}
