package io.graphkernel.processor.onnx.rule;

import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.build.ExpansionBuilder;
import io.graphkernel.processor.onnx.block.HeadAttention;
import io.graphkernel.processor.onnx.block.RaggedNodeRules;
import io.graphkernel.processor.onnx.block.ScoreBias;
import io.graphkernel.processor.onnx.node.OnnxCall;
import io.graphkernel.processor.onnx.node.OnnxValue;
import io.graphkernel.processor.onnx.node.UnsupportedNodeException;
import java.util.ArrayList;
import java.util.List;

/** Rules of the contrib domain for attention with as many heads of keys as of queries. */
final class ContribAttentionRules {

    private static final float DISABLED = -10000;

    private ContribAttentionRules() {}

    static void addTo(OnnxOps ops) {
        ops.addContrib("MultiHeadAttention", ContribAttentionRules::ofOperands);
        ops.addContrib("Attention", ContribAttentionRules::ofWeights);
        ops.single(OnnxOps.RAGGED + "RaggedMultiHeadAttention", ContribAttentionRules::ofRaggedOperands);
        ops.single(OnnxOps.RAGGED + "RaggedProjectedAttention", ContribAttentionRules::ofRaggedWeights);
        ops.addContrib("GroupQueryAttention", GroupQueryAttentionRule::build);
    }

    /** Builds attention whose operands are projected before. */
    private static List<OnnxValue> ofOperands(OnnxCall call) throws TypeException, UnsupportedNodeException {
        long heads = call.integer("num_heads", 0);
        if (call.rank(0) != 3 || !call.has(1) || call.rank(1) == 5) {
            throw new UnsupportedNodeException("its queries, keys and values are packed in one input");
        }
        List<Node> operands = shiftedHeads(call, heads);
        Node key = operands.get(1);
        Node value = operands.get(2);
        Dim past = Dim.ZERO;
        if (call.has(6) && call.has(7)) {
            past = call.dims(6).get(2);
            key = call.concatenated(2, call.in(6), key);
            value = call.concatenated(2, call.in(7), value);
        }
        Node y = attended(call, operands.get(0), key, value, past, 4, 5);
        return List.of(
                OnnxValue.of(y),
                OnnxValue.of(MovementRules.same(call, key)),
                OnnxValue.of(MovementRules.same(call, value)));
    }

    /** Builds attention of projected operands over a ragged batch. */
    private static Node ofRaggedOperands(OnnxCall call) throws TypeException, UnsupportedNodeException {
        return ofSequences(call, shiftedHeads(call, call.integer("num_heads", 0)), 4);
    }

    /** Builds attention with projections over a ragged batch. */
    private static Node ofRaggedWeights(OnnxCall call) throws TypeException, UnsupportedNodeException {
        return ofSequences(call, projectedHeads(call), 3);
    }

    /**
     * Builds attention over a ragged batch.
     *
     * @param heads queries, keys and values
     * @param offsets input with the offsets, before that with the segments
     */
    private static Node ofSequences(OnnxCall call, List<Node> heads, int offsets)
            throws TypeException, UnsupportedNodeException {
        double scale = call.real("scale", 0);
        double factor = scale == 0 ? HeadAttention.defaultScale(heads.get(0)) : scale;
        Node y = RaggedNodeRules.attention(call, heads, factor, call.in(offsets), call.in(offsets + 1));
        return HeadAttention.rows(call, y);
    }

    /** Returns the heads of queries, keys and values after the bias, which is input 3. */
    private static List<Node> shiftedHeads(OnnxCall call, long heads) throws TypeException, UnsupportedNodeException {
        Node bias = call.has(3) ? call.in(3) : null;
        Dim width = call.dims(0).get(2);
        Node query = HeadAttention.heads(call, shifted(call, call.in(0), bias, Dim.ZERO), heads);
        // Keys and values of four axes come from an encoder, as heads.
        Node key = call.rank(1) == 4
                ? call.in(1)
                : HeadAttention.heads(call, shifted(call, call.in(1), bias, width), heads);
        Node value = call.rank(2) == 4
                ? call.in(2)
                : HeadAttention.heads(call, shifted(call, call.in(2), bias, width.plus(width)), heads);
        return List.of(query, key, value);
    }

    /** Adds a part of a bias of queries, keys and values to rows. */
    private static Node shifted(OnnxCall call, Node rows, Node bias, Dim begin) throws TypeException {
        if (bias == null) {
            return rows;
        }
        return call.op(
                "Add",
                rows,
                call.narrowed(bias, 0, begin, begin.plus(rows.shape().dims().get(2)), 1));
    }

    /** Builds attention with the projections of queries, keys and values in one matrix. */
    private static List<OnnxValue> ofWeights(OnnxCall call) throws TypeException, UnsupportedNodeException {
        call.only("do_rotary", 0);
        call.only("past_present_share_buffer", 0);
        List<Node> heads = projectedHeads(call);
        Node key = heads.get(1);
        Node value = heads.get(2);
        Dim past = Dim.ZERO;
        if (call.has(4)) {
            past = call.dims(4).get(3);
            key = call.concatenated(2, half(call, call.in(4), 0), key);
            value = call.concatenated(2, half(call, call.in(4), 1), value);
        }
        Node y = attended(call, heads.get(0), key, value, past, 3, 5);
        List<OnnxValue> outputs = new ArrayList<>(List.of(OnnxValue.of(y)));
        if (call.isUsed(1)) {
            outputs.add(OnnxValue.of(call.concatenated(0, stacked(call, key), stacked(call, value))));
        }
        return outputs;
    }

    /** Returns the heads of queries, keys and values of input 0, by the matrix and the bias of inputs 1 and 2. */
    private static List<Node> projectedHeads(OnnxCall call) throws TypeException, UnsupportedNodeException {
        long count = call.integer("num_heads", 0);
        Node projections = MatMulRules.product(call, call.in(0), call.in(1));
        if (call.has(2)) {
            projections = call.op("Add", projections, call.in(2));
        }
        Dim third = projections.shape().dims().get(2).floorDiv(Dim.of(3));
        List<Dim> widths = call.integers("qkv_hidden_sizes", List.of()).stream()
                .map(Dim::of)
                .toList();
        Dim begin = Dim.ZERO;
        List<Node> heads = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            Dim end = begin.plus(widths.isEmpty() ? third : widths.get(i));
            heads.add(HeadAttention.heads(call, call.narrowed(projections, 2, begin, end, 1), count));
            begin = end;
        }
        return heads;
    }

    private static Node half(OnnxCall call, Node past, int number) throws TypeException {
        Dim begin = Dim.of(number);
        List<Dim> dims = past.shape().dims();
        return call.reshaped(call.narrowed(past, 0, begin, begin.plus(Dim.ONE), 1), dims.subList(1, dims.size()));
    }

    private static Node stacked(OnnxCall call, Node x) throws TypeException {
        List<Dim> dims = new ArrayList<>(x.shape().dims());
        dims.add(0, Dim.ONE);
        return call.reshaped(x, dims);
    }

    /**
     * Returns the rows of attention with the attributes of both ops.
     *
     * @param past number of keys before those of the queries
     * @param mask input with the mask of keys
     * @param bias input with the bias of the scores
     */
    private static Node attended(OnnxCall call, Node query, Node key, Node value, Dim past, int mask, int bias)
            throws TypeException, UnsupportedNodeException {
        HeadAttention attention = new HeadAttention(call, query, key, value);
        double scale = call.real("scale", 0);
        attention.scaleBy(scale == 0 ? attention.scale() : scale);
        double disabled = call.real("mask_filter_value", DISABLED);
        if (call.has(mask)) {
            addMask(call, attention.bias(), call.value(mask).whole(call), disabled);
        }
        if (call.has(bias)) {
            attention.bias().addNumbers(call.in(bias));
        }
        if (call.flag("unidirectional", false)) {
            Node offset = call.add(Node.dimension(past, DataType.I64));
            attention.bias().addWindow(attention.bias().queries(offset), -1, 0, false);
        }
        return HeadAttention.rows(call, attention.build());
    }

    /** Adds a finite number to disabled keys: those after a length, or those whose element is 0. */
    private static void addMask(OnnxCall call, ScoreBias bias, Node mask, double disabled)
            throws TypeException, UnsupportedNodeException {
        ExpansionBuilder b = call.ops();
        List<Dim> dims = mask.shape().dims();
        Node enabled;
        switch (dims.size()) {
            case 1 -> {
                if (!bias.hasBatch(dims.get(0))) {
                    throw new UnsupportedNodeException("its mask has the shape " + mask.shape());
                }
                enabled = call.op("Less", bias.keys(), bias.perSequence(mask));
            }
            case 2 ->
                enabled = b.op("Greater", call.reshaped(mask, List.of(dims.get(0), Dim.ONE, Dim.ONE, dims.get(1))), 0);
            case 3 ->
                enabled = b.op(
                        "Greater", call.reshaped(mask, List.of(dims.get(0), Dim.ONE, dims.get(1), dims.get(2))), 0);
            default -> throw new UnsupportedNodeException("its mask has the shape " + mask.shape());
        }
        bias.addCondition(enabled, disabled);
    }
}
