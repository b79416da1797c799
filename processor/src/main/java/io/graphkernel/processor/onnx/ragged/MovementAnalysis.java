package io.graphkernel.processor.onnx.ragged;

import io.graphkernel.graph.Dim;
import io.graphkernel.processor.onnx.node.OnnxValue;
import io.graphkernel.processor.onnx.node.UnsupportedNodeException;
import io.graphkernel.processor.onnx.ragged.RaggedValue.Kind;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;

/** Analysis of nodes that move elements: the axes of sequences and tokens must remain whole. */
final class MovementAnalysis {

    /** Input of EmbedLayerNormalization from which the lengths are counted, after the tables, scale and shift. */
    static final int EMBEDDING_MASK = 7;

    static final int POSITION_IDS = 8;

    private MovementAnalysis() {}

    /** Analyzes a squeeze, whose axes must be given: the batch of one sequence has an axis of size 1. */
    static RaggedValue squeeze(RaggedCall call) throws UnsupportedNodeException {
        if (!call.has(1) && !call.attributes().has("axes")) {
            throw new UnsupportedNodeException("it has no axes");
        }
        return reshape(call);
    }

    /** Analyzes a node that keeps the row-major order of the elements. */
    static RaggedValue reshape(RaggedCall call) throws UnsupportedNodeException {
        RaggedValue x = movable(call);
        List<Dim> before = call.dims(0);
        List<Dim> after = call.result();
        return x.along(
                reshaped(x.batchAxis(), before, after, call.batch().batch()),
                reshaped(x.tokenAxis(), before, after, call.batch().tokens()));
    }

    /** Returns the axis with a size: the products of the sizes before it are equal, and so are those after it. */
    private static int reshaped(int axis, List<Dim> before, List<Dim> after, Dim.Symbol size)
            throws UnsupportedNodeException {
        if (axis < 0) {
            return axis;
        }
        int result = RaggedDims.axis(after, size);
        if (result < 0 || !Dim.product(before.subList(0, axis)).equals(Dim.product(after.subList(0, result)))) {
            throw new UnsupportedNodeException(
                    "its result " + after + " does not have the axes of the sequences and tokens of " + before);
        }
        return result;
    }

    static RaggedValue transpose(RaggedCall call) throws UnsupportedNodeException {
        RaggedValue x = movable(call);
        int rank = call.dims(0).size();
        List<Long> reversed =
                LongStream.range(0, rank).map(i -> rank - 1 - i).boxed().toList();
        List<Long> permutation = call.attributes().integers("perm", reversed);
        return x.along(moved(permutation, x.batchAxis()), moved(permutation, x.tokenAxis()));
    }

    private static int moved(List<Long> permutation, int axis) {
        return axis < 0 ? axis : permutation.indexOf((long) axis);
    }

    /** Analyzes a broadcast to given dims: of the mask, of values, or of a constant to all tokens. */
    static RaggedValue expand(RaggedCall call) throws UnsupportedNodeException {
        if (call.in(0).isFixed()) {
            return filled(call).withPadding(call.constant(0).orElse(Double.NaN));
        }
        RaggedValue x = movable(call);
        int offset = call.result().size() - call.dims(0).size();
        RaggedValue moved = x.along(
                x.batchAxis() < 0 ? -1 : x.batchAxis() + offset, x.tokenAxis() < 0 ? -1 : x.tokenAxis() + offset);
        if (x.kind() == Kind.MASK) {
            return moved;
        }
        if (moved.batchAxis() >= 0 || x.kind() == Kind.SEQUENCES) {
            return moved;
        }
        int batch = RaggedDims.axis(call.result(), call.batch().batch());
        if (batch < -1) {
            throw new UnsupportedNodeException("its result " + call.result() + " has several sizes of the sequences");
        }
        return moved.along(batch, moved.tokenAxis());
    }

    /** Analyzes a constant that is repeated for each token. */
    static RaggedValue filled(RaggedCall call) throws UnsupportedNodeException {
        int token = RaggedDims.axis(call.result(), call.batch().tokens());
        int batch = RaggedDims.axis(call.result(), call.batch().batch());
        if (token < 0 || batch < -1) {
            throw new UnsupportedNodeException(
                    "its result " + call.result() + " has sizes of the padded batch, and no axis of the tokens");
        }
        return RaggedValue.tokens(batch, token);
    }

    /** Analyzes a slice: of values along further axes, or the positions of a constant up to the number of tokens. */
    static RaggedValue slice(RaggedCall call) throws UnsupportedNodeException {
        RaggedValue x = call.in(0);
        List<Dim> after = call.result();
        if (x.isFixed()) {
            int axis = RaggedDims.axis(after, call.batch().tokens());
            if (axis < 0
                    || !isPrefix(call, axis)
                    || RaggedDims.axis(after, call.batch().batch()) != -1) {
                throw new UnsupportedNodeException("it selects " + after + " of a constant " + call.dims(0)
                        + ", and not those of the positions of the tokens");
            }
            call.replace(RaggedNodes.positions(call.node(), call.name(0), axis));
            return RaggedValue.tokens(-1, axis);
        }
        movable(call);
        for (int axis : List.of(x.batchAxis(), x.tokenAxis())) {
            if (axis >= 0 && (!after.get(axis).equals(call.dims(0).get(axis)) || !hasPositiveSteps(call))) {
                throw new UnsupportedNodeException("it selects some of the sequences or tokens");
            }
        }
        return x;
    }

    /** Returns true if a slice begins at 0 along its only axis. */
    private static boolean isPrefix(RaggedCall call, int axis) throws UnsupportedNodeException {
        boolean isEarly = call.attributes().has("starts");
        Optional<List<Long>> starts =
                isEarly ? Optional.of(call.attributes().integers("starts", List.of())) : numbers(call, 1);
        Optional<List<Long>> axes = isEarly
                ? Optional.of(call.attributes().integers("axes", List.of(0L)))
                : call.has(3) ? numbers(call, 3) : Optional.of(List.of(0L));
        return hasPositiveSteps(call)
                && starts.filter(List.of(0L)::equals).isPresent()
                && axes.filter(list -> list.size() == 1
                                && Math.floorMod(list.get(0), call.dims(0).size()) == axis)
                        .isPresent();
    }

    private static boolean hasPositiveSteps(RaggedCall call) {
        return !call.has(4)
                || numbers(call, 4).stream().allMatch(steps -> steps.stream().allMatch(step -> step == 1));
    }

    /** Returns constant integers. */
    static Optional<List<Long>> numbers(RaggedCall call, int input) {
        return call.value(input)
                .known()
                .filter(known -> known.stream().allMatch(Dim.Constant.class::isInstance))
                .map(known ->
                        known.stream().map(dim -> ((Dim.Constant) dim).size()).toList());
    }

    /** Analyzes a range from 0 to the number of tokens, their positions. */
    static RaggedValue range(RaggedCall call) throws UnsupportedNodeException {
        OnnxValue limit = call.value(1);
        boolean isPositions = call.constant(0).filter(start -> start == 0).isPresent()
                && call.constant(2).filter(step -> step == 1).isPresent()
                && limit.known().filter(List.of(call.batch().tokens())::equals).isPresent();
        if (!isPositions) {
            throw new UnsupportedNodeException(
                    "its range depends on the padded batch, and is not that of the positions");
        }
        call.replace(RaggedNodes.range(call.node(), limit.type().dtype()));
        return RaggedValue.tokens(-1, 0);
    }

    /** Analyzes a concatenation or a split along an axis of features. */
    static RaggedValue alongFeatures(RaggedCall call) throws UnsupportedNodeException {
        int rank = call.dims(0).size();
        int axis = call.attributes().axis(call.attributes().integer("axis", 0), rank);
        RaggedValue first = movable(call);
        boolean isSplit = call.node().op().equals("Split");
        for (int i = 0; i < (isSplit ? 1 : call.inputCount()); i++) {
            RaggedValue operand = call.in(i);
            if (operand.kind() == Kind.MASK || !operand.hasAxesOf(first)) {
                throw new UnsupportedNodeException("its operands have different axes of sequences or tokens");
            }
        }
        requireOther(first, axis);
        return RaggedValue.plain(first.kind(), first.batchAxis(), first.tokenAxis());
    }

    /** Analyzes a gather: rows of a table by tokens, features, or the first token of each sequence. */
    static RaggedValue gather(RaggedCall call) throws UnsupportedNodeException {
        RaggedValue x = call.in(0);
        RaggedValue indices = call.in(1);
        int rank = call.dims(0).size();
        int axis = call.attributes().axis(call.attributes().integer("axis", 0), rank);
        int further = call.dims(1).size() - 1;
        if (x.isFixed() && (indices.kind() == Kind.TOKENS || indices.kind() == Kind.SEQUENCES)) {
            int batch = indices.batchAxis();
            int token = indices.tokenAxis();
            return RaggedValue.plain(
                    indices.kind(), batch < 0 ? batch : batch + axis, token < 0 ? token : token + axis);
        }
        if (!indices.isFixed()) {
            throw new UnsupportedNodeException("it selects elements by tokens");
        }
        movable(call);
        boolean isFirst = x.kind() == Kind.TOKENS
                && x.batchAxis() == 0
                && x.tokenAxis() == 1
                && axis == 1
                && call.dims(1).isEmpty()
                && call.constant(1).filter(index -> index == 0).isPresent();
        if (isFirst) {
            call.replace(RaggedNodes.first(call.node(), call.name(0)));
            return RaggedValue.sequences(0);
        }
        requireOther(x, axis);
        return x.along(
                x.batchAxis() > axis ? x.batchAxis() + further : x.batchAxis(),
                x.tokenAxis() > axis ? x.tokenAxis() + further : x.tokenAxis());
    }

    /** Analyzes the sum of rows of three tables with a norm, whose positions are those of the tokens by default. */
    static RaggedValue embedding(RaggedCall call) throws UnsupportedNodeException {
        RaggedValue result = RaggedValue.tokens(0, 1);
        for (int i : List.of(0, 1, POSITION_IDS)) {
            if (call.has(i) && !call.in(i).hasAxesOf(result)) {
                throw new UnsupportedNodeException(
                        "its input " + i + " has the dims " + call.dims(i) + ", and is not computed from tokens");
            }
        }
        for (int i = 2; i < EMBEDDING_MASK; i++) {
            if (call.has(i) && !call.in(i).isFixed()) {
                throw new UnsupportedNodeException("its input " + i + " depends on the batch");
            }
        }
        call.replace(RaggedNodes.embedding(call.node(), call.has(POSITION_IDS)));
        return result;
    }

    /** Requires that a node does not combine sequences or tokens along its axis. */
    static void requireOther(RaggedValue x, int axis) throws UnsupportedNodeException {
        if (axis == x.batchAxis() || axis == x.tokenAxis()) {
            throw new UnsupportedNodeException("it combines or selects elements along the axis of the "
                    + (axis == x.tokenAxis() ? "tokens, among them the padding" : "sequences"));
        }
    }

    /** Returns the first operand, which must be a value of tokens or sequences. */
    static RaggedValue movable(RaggedCall call) throws UnsupportedNodeException {
        RaggedValue x = call.in(0);
        if (!x.hasTokens() && x.kind() != Kind.SEQUENCES) {
            throw new UnsupportedNodeException("it computes with sizes or scores of the padded batch");
        }
        return x;
    }
}
