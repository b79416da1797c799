package io.graphkernel.processor.onnx.rule;

import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.build.ExpansionBuilder;
import io.graphkernel.processor.onnx.block.HeadAttention;
import io.graphkernel.processor.onnx.block.ScoreBias;
import io.graphkernel.processor.onnx.node.OnnxCall;
import io.graphkernel.processor.onnx.node.OnnxValue;
import io.graphkernel.processor.onnx.node.UnsupportedNodeException;
import java.util.List;

/**
 * Rule of GroupQueryAttention: causal attention over caches of keys and values in which each sequence has its own
 * length.
 */
final class GroupQueryAttentionRule {

    private static final int PAST_KEY = 3;
    private static final int PAST_VALUE = 4;
    private static final int LENGTHS = 5;
    private static final int TOTAL = 6;
    private static final int COS = 7;
    private static final int SIN = 8;
    private static final int POSITIONS = 9;
    private static final int BIAS = 10;

    private final OnnxCall call;
    private final long heads;
    private final long keyHeads;
    /** Number of new tokens. */
    private final Dim length;
    /** Size of the new caches. */
    private final Dim total;

    private GroupQueryAttentionRule(OnnxCall call) throws UnsupportedNodeException {
        this.call = call;
        heads = call.integer("num_heads", 0);
        keyHeads = call.integer("kv_num_heads", 0);
        length = call.dims(0).get(1);
        total = call.sizes(TOTAL).get(0);
    }

    static List<OnnxValue> build(OnnxCall call) throws TypeException, UnsupportedNodeException {
        call.only("smooth_softmax", 0);
        return new GroupQueryAttentionRule(call).build();
    }

    private List<OnnxValue> build() throws TypeException, UnsupportedNodeException {
        ExpansionBuilder b = call.ops();
        Node query = part(0, heads, 0);
        Node key = part(1, keyHeads, heads);
        Node value = part(2, keyHeads, heads + keyHeads);
        // The input has the last position of each sequence.
        Node last = call.cast(call.value(LENGTHS).whole(call), DataType.I64);
        Dim batch = call.dims(0).get(0);
        call.requireEqual(Dim.product(last.shape().dims()), batch, "a length of each sequence");
        Node lengths = b.add(call.reshaped(last, List.of(batch)), 1);
        Node past = b.max(call.op("Sub", lengths, call.add(Node.dimension(length, DataType.I64))), 0);
        if (call.flag("do_rotary", false)) {
            query = rotated(query, past);
            key = rotated(key, past);
        }
        Node keys = cache(PAST_KEY, key, past);
        Node values = cache(PAST_VALUE, value, past);
        HeadAttention attention = new HeadAttention(call, query, keys, values);
        double scale = call.real("scale", 0);
        attention.scaleBy(scale == 0 ? attention.scale() : scale);
        attention.capAt(call.real("softcap", 0));
        ScoreBias bias = attention.bias();
        if (call.has(BIAS)) {
            bias.addMask(call.in(BIAS));
        }
        long window = call.integer("local_window_size", -1);
        bias.addWindow(bias.queries(bias.perSequence(past)), window, 0, false);
        bias.addLengths(bias.perSequence(lengths));
        return List.of(
                OnnxValue.of(HeadAttention.rows(call, attention.build())), OnnxValue.of(keys), OnnxValue.of(values));
    }

    /** Returns the heads of an input, or of a part of input 0 if that has queries, keys and values. */
    private Node part(int input, long count, long before) throws TypeException, UnsupportedNodeException {
        if (call.has(1)) {
            return HeadAttention.heads(call, call.in(input), count);
        }
        Node packed = call.in(0);
        Dim size = packed.shape().dims().get(2).floorDiv(Dim.of(heads + 2 * keyHeads));
        Dim begin = Dim.of(before).times(size);
        return HeadAttention.heads(
                call, call.narrowed(packed, 2, begin, begin.plus(Dim.of(count).times(size)), 1), count);
    }

    private Node rotated(Node x, Node past) throws TypeException, UnsupportedNodeException {
        Node positions;
        if (call.has(POSITIONS)) {
            positions = call.value(POSITIONS).whole(call);
        } else {
            Node first = call.reshaped(past, List.of(past.shape().dims().get(0), Dim.ONE));
            positions = call.op("Add", call.positions(List.of(Dim.ONE, length), 1), first);
        }
        return RotaryRules.rotated(
                call,
                x,
                angles(RotaryRules.atPositions(call, call.in(COS), positions)),
                angles(RotaryRules.atPositions(call, call.in(SIN), positions)),
                call.flag("rotary_interleaved", false),
                0);
    }

    private Node angles(Node ofPositions) throws TypeException {
        List<Dim> dims = ofPositions.shape().dims();
        return call.reshaped(ofPositions, List.of(dims.get(0), Dim.ONE, dims.get(1), dims.get(2)));
    }

    /** Returns a cache with new rows after the past of each sequence. */
    private Node cache(int input, Node rows, Node past) throws TypeException, UnsupportedNodeException {
        boolean hasCache =
                call.has(input) && !call.in(input).shape().dims().get(2).equals(Dim.ZERO);
        if (total.equals(length) && !hasCache) {
            return rows;
        }
        List<Dim> dims = rows.shape().dims();
        Node before;
        if (call.has(input)) {
            Node own = call.in(input);
            Dim more = total.max(own.shape().dims().get(2))
                    .minus(own.shape().dims().get(2));
            before = call.framed(own, call.number(0, own), 2, Dim.ZERO, more);
        } else {
            before = call.expanded(call.number(0, rows), List.of(dims.get(0), dims.get(1), total, dims.get(3)));
        }
        return StateRules.inserted(call, before, rows, 2, past, false);
    }
}
