package io.graphkernel.processor.onnx.ragged;

import io.graphkernel.processor.onnx.node.UnsupportedNodeException;
import io.graphkernel.processor.onnx.ragged.RaggedValue.Kind;
import java.util.ArrayList;
import java.util.List;

/** Analysis of reductions, norms and softmax: along features, over the tokens of a sequence, or along keys. */
final class ReductionAnalysis {

    /** Largest mask of the padding whose weights are zero for scores of a smaller magnitude: -10,000 in bf16 is -9,984. */
    private static final double MAX_MASK = -9_000;

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
        boolean isZero = x.isZeroInPadding() || x.kind() == Kind.MASK && ElementwiseAnalysis.isZeroInPadding(x);
        if (!call.node().op().equals("ReduceSum") || !isZero) {
            throw new UnsupportedNodeException(
                    "it reduces the axis of the tokens, among them the padding, and is not the sum of a product with the"
                            + " mask");
        }
        if (axes.size() != 1 || x.batchAxis() != 0 || x.tokenAxis() != 1) {
            throw new UnsupportedNodeException(
                    "it is a sum over " + call.dims(0) + ", which is not [batch, tokens, …]");
        }
        call.replace(RaggedNodes.sum(call.node(), call.name(0), keepsDims));
        return RaggedValue.sequences(0);
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
