package io.graphkernel.processor.onnx.ragged;

import io.graphkernel.processor.onnx.node.UnsupportedNodeException;
import io.graphkernel.processor.onnx.ragged.RaggedValue.Kind;
import java.util.ArrayList;
import java.util.List;

/** Analysis of reductions, norms and softmax: along features, over the tokens of a sequence, or along keys. */
final class ReductionAnalysis {

    /** Largest mask of the padding whose weights are zero for scores of a smaller magnitude: -10,000 in bf16 is -9,984. */
    static final double MAX_MASK = -9_000;

    /** First version in which softmax has one axis. */
    private static final int SOFTMAX_OF_ONE_AXIS = 13;

    private ReductionAnalysis() {}

    static RaggedValue reduce(RaggedCall call) throws UnsupportedNodeException {
        RaggedValue x = MovementAnalysis.movable(call);
        List<Integer> axes = axes(call);
        boolean keepsDims = call.attributes().flag("keepdims", true);
        if (axes.contains(x.tokenAxis()) && x.tokenAxis() >= 0) {
            return pooled(call, x, axes, keepsDims);
        }
        for (int axis : axes) {
            MovementAnalysis.requireOther(x, axis);
        }
        if (x.kind() == Kind.MASK) {
            throw new UnsupportedNodeException("it reduces the mask along another axis than that of the tokens");
        }
        RaggedValue result = RaggedValue.plain(x.kind(), x.batchAxis(), x.tokenAxis());
        return keepsDims ? result : result.along(without(axes, x.batchAxis()), without(axes, x.tokenAxis()));
    }

    private static int without(List<Integer> axes, int axis) {
        return axis < 0
                ? axis
                : axis - (int) axes.stream().filter(other -> other < axis).count();
    }

    private static RaggedValue pooled(RaggedCall call, RaggedValue x, List<Integer> axes, boolean keepsDims)
            throws UnsupportedNodeException {
        double padding = x.kind() == Kind.MASK ? ElementwiseAnalysis.number(x, 1) : x.padding();
        boolean isMaximum = call.node().op().equals("ReduceMax") && x.kind() == Kind.TOKENS && !Double.isNaN(padding);
        boolean isSum = call.node().op().equals("ReduceSum") && padding == 0;
        if (!isSum && !isMaximum) {
            throw new UnsupportedNodeException(
                    "it reduces the axis of the tokens, among them the padding, and is neither the sum of a product with"
                            + " the mask nor the maximum of elements that the mask replaces");
        }
        if (axes.size() != 1 || x.batchAxis() != 0 || x.tokenAxis() != 1) {
            throw new UnsupportedNodeException("it is a " + (isSum ? "sum" : "maximum") + " over " + call.dims(0)
                    + ", which is not [batch, tokens, …]");
        }
        if (isMaximum && !call.resultType().isFloating()) {
            throw new UnsupportedNodeException(
                    "it is a maximum of " + call.resultType() + " over the axis of the tokens");
        }
        double maximum = PaddingAnalysis.maximum(call.resultType());
        if (isMaximum && padding > maximum) {
            throw new UnsupportedNodeException("it is a maximum over the axis of the tokens, whose padding is "
                    + RaggedCall.printed(padding) + ", and not " + RaggedCall.printed(maximum) + " or less");
        }
        call.replace(
                isSum
                        ? RaggedNodes.sum(call.node(), call.name(0), keepsDims)
                        : RaggedNodes.maximum(call.node(), call.name(0), keepsDims));
        return RaggedValue.sequences(0);
    }

    /** Analyzes a running sum: along features, or over the tokens of a sequence up to each of them. */
    static RaggedValue running(RaggedCall call) throws UnsupportedNodeException {
        RaggedValue x = MovementAnalysis.movable(call);
        double number = call.constant(1).orElseThrow(() -> new UnsupportedNodeException("its axis is not constant"));
        int axis = call.attributes().axis((long) number, call.dims(0).size());
        if (axis != x.tokenAxis()) {
            MovementAnalysis.requireOther(x, axis);
            if (x.kind() == Kind.MASK) {
                throw new UnsupportedNodeException("it adds up the mask along another axis than that of the tokens");
            }
            return RaggedValue.plain(x.kind(), x.batchAxis(), x.tokenAxis());
        }
        if (call.attributes().flag("reverse", false)) {
            throw new UnsupportedNodeException("it is a running sum from the end, which begins in the padding");
        }
        boolean isExclusive = call.attributes().flag("exclusive", false);
        if (x.batchAxis() != 0 || axis != 1) {
            throw new UnsupportedNodeException(
                    "it is a running sum over " + call.dims(0) + ", which is not [batch, tokens, …]");
        }
        if (x.kind() == Kind.MASK) {
            if (call.dims(0).size() != 2 || ElementwiseAnalysis.number(x, 0) != 1) {
                throw new UnsupportedNodeException("it is a running sum of " + call.dims(0) + " with "
                        + RaggedCall.printed(ElementwiseAnalysis.number(x, 0))
                        + " for tokens, and not of [batch, tokens] with 1");
            }
            call.replace(RaggedNodes.count(call.node(), call.resultType(), isExclusive ? 0 : 1));
        } else {
            if (call.resultType().isFloating()) {
                throw new UnsupportedNodeException(
                        "it is a running sum of floats over tokens, whose rounding would depend on other sequences");
            }
            call.replace(RaggedNodes.runningSum(call.node(), call.name(0), isExclusive));
        }
        return RaggedValue.tokens(0, 1);
    }

    /** Returns the reduced axes, of an attribute or an input. */
    private static List<Integer> axes(RaggedCall call) throws UnsupportedNodeException {
        int rank = call.dims(0).size();
        List<Long> given = call.attributes().integers("axes", List.of());
        if (given.isEmpty() && call.has(1)) {
            given = MovementAnalysis.numbers(call, 1)
                    .orElseThrow(() -> new UnsupportedNodeException("its axes depend on the batch"));
        }
        if (given.isEmpty()) {
            throw new UnsupportedNodeException("it reduces all axes");
        }
        List<Integer> axes = new ArrayList<>();
        for (long axis : given) {
            axes.add(call.attributes().axis(axis, rank));
        }
        return axes;
    }

    /** Analyzes an index of the largest or smallest element. */
    static RaggedValue position(RaggedCall call) throws UnsupportedNodeException {
        RaggedValue x = MovementAnalysis.movable(call);
        int axis = call.attributes()
                .axis(call.attributes().integer("axis", 0), call.dims(0).size());
        MovementAnalysis.requireOther(x, axis);
        if (x.kind() == Kind.MASK) {
            throw new UnsupportedNodeException("it reduces the mask");
        }
        List<Integer> axes = call.attributes().flag("keepdims", true) ? List.of() : List.of(axis);
        return RaggedValue.plain(x.kind(), without(axes, x.batchAxis()), without(axes, x.tokenAxis()));
    }

    /** Analyzes a norm over the axes from one on. */
    static RaggedValue norm(RaggedCall call) throws UnsupportedNodeException {
        int rank = call.dims(0).size();
        int axis = call.attributes().axis(call.attributes().integer("axis", -1), rank);
        call.requireFixed(1);
        return normalized(call, call.in(0), axis);
    }

    /** Analyzes a norm of the sum of two operands over the last axis. */
    static RaggedValue skipNorm(RaggedCall call) throws UnsupportedNodeException {
        call.requireFixed(2);
        if (!call.in(0).hasAxesOf(call.in(1))) {
            throw new UnsupportedNodeException("its operands have different axes of sequences or tokens");
        }
        return normalized(call, call.in(0), call.dims(0).size() - 1);
    }

    private static RaggedValue normalized(RaggedCall call, RaggedValue x, int axis) throws UnsupportedNodeException {
        MovementAnalysis.movable(call);
        if (x.kind() == Kind.MASK || x.batchAxis() >= axis || x.tokenAxis() >= axis) {
            throw new UnsupportedNodeException("it normalizes along the axis of sequences or tokens");
        }
        return RaggedValue.plain(x.kind(), x.batchAxis(), x.tokenAxis());
    }

    static RaggedValue softmax(RaggedCall call) throws UnsupportedNodeException {
        RaggedValue x = call.in(0);
        int rank = call.dims(0).size();
        boolean hasOneAxis = call.attributes().opset() >= SOFTMAX_OF_ONE_AXIS;
        int axis = call.attributes().axis(call.attributes().integer("axis", hasOneAxis ? -1 : 1), rank);
        if (x.kind() == Kind.SCORES) {
            if (axis != RaggedCall.KEY_AXIS || !call.node().op().equals("Softmax")) {
                throw new UnsupportedNodeException("it is not the softmax of scores along the keys");
            }
            if (!(x.scores().mask() <= MAX_MASK)) {
                throw new UnsupportedNodeException(
                        "it is the softmax of scores whose padding has no mask of -9000 or less");
            }
            return RaggedValue.scores(Kind.WEIGHTS, x.scores());
        }
        if (!hasOneAxis && axis != rank - 1) {
            throw new UnsupportedNodeException("it has several axes");
        }
        MovementAnalysis.movable(call);
        MovementAnalysis.requireOther(x, axis);
        if (x.kind() == Kind.MASK) {
            throw new UnsupportedNodeException("it is the softmax of the mask");
        }
        return RaggedValue.plain(x.kind(), x.batchAxis(), x.tokenAxis());
    }
}
