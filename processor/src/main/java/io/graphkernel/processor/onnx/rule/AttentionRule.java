package io.graphkernel.processor.onnx.rule;

import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.processor.onnx.block.HeadAttention;
import io.graphkernel.processor.onnx.block.RaggedNodeRules;
import io.graphkernel.processor.onnx.block.ScoreBias;
import io.graphkernel.processor.onnx.node.OnnxCall;
import io.graphkernel.processor.onnx.node.OnnxValue;
import io.graphkernel.processor.onnx.node.UnsupportedNodeException;
import java.util.ArrayList;
import java.util.List;

/** Rule of Attention, with caches of keys and values, masks, windows and groups of heads. */
final class AttentionRule {

    private static final int MASK = 3;
    private static final int PAST_KEY = 4;
    private static final int PAST_VALUE = 5;
    private static final int LENGTHS = 6;
    private static final int SCORES = 3;

    private AttentionRule() {}

    static List<OnnxValue> build(OnnxCall call) throws TypeException, UnsupportedNodeException {
        boolean rows = call.rank(0) == 3;
        List<Node> operands = heads(call, rows);
        Node query = operands.get(0);
        Node key = operands.get(1);
        Node value = operands.get(2);
        boolean isCached = call.has(PAST_KEY) && call.has(PAST_VALUE);
        Dim past = Dim.ZERO;
        if (isCached) {
            past = call.dims(PAST_KEY).get(2);
            key = call.concatenated(2, call.in(PAST_KEY), key);
            value = call.concatenated(2, call.in(PAST_VALUE), value);
        }
        HeadAttention attention = new HeadAttention(call, query, key, value);
        attention.scaleBy(call.real("scale", attention.scale()));
        attention.capAt(call.real("softcap", 0));
        if (call.has("softmax_precision")) {
            attention.computeSoftmaxIn(ElementwiseRules.dtype(call.integer("softmax_precision", 0)));
        }
        addBias(call, attention.bias(), query, past);
        Node y = attention.build();
        List<OnnxValue> outputs = new ArrayList<>();
        outputs.add(OnnxValue.of(rows ? HeadAttention.rows(call, y) : y));
        outputs.add(OnnxValue.of(MovementRules.same(call, key)));
        outputs.add(OnnxValue.of(MovementRules.same(call, value)));
        long mode = call.integer("qk_matmul_output_mode", 0);
        if (call.isUsed(SCORES)) {
            outputs.add(OnnxValue.of(
                    switch ((int) mode) {
                        case 0 -> attention.scores();
                        case 1 -> attention.cappedScores();
                        case 2 -> attention.biasedScores();
                        case 3 -> attention.probabilities();
                        default -> throw new UnsupportedNodeException("its qk_matmul_output_mode is " + mode);
                    }));
        }
        return outputs;
    }

    /** Builds attention over a ragged batch, whose offsets and segments are inputs 3 and 4. */
    static Node ofSequences(OnnxCall call) throws TypeException, UnsupportedNodeException {
        boolean rows = call.rank(0) == 3;
        List<Node> operands = heads(call, rows);
        double scale = call.real("scale", HeadAttention.defaultScale(operands.get(0)));
        Node y = RaggedNodeRules.attention(call, operands, scale, call.in(3), call.in(4));
        return rows ? HeadAttention.rows(call, y) : y;
    }

    /**
     * Returns the heads of queries, keys and values.
     *
     * @param rows true if the operands are rows of all heads
     */
    private static List<Node> heads(OnnxCall call, boolean rows) throws TypeException, UnsupportedNodeException {
        Node query = rows ? HeadAttention.heads(call, call.in(0), call.integer("q_num_heads", 0)) : call.in(0);
        long heads = call.integer("kv_num_heads", 0);
        Node key = rows ? HeadAttention.heads(call, call.in(1), heads) : call.in(1);
        Node value = rows ? HeadAttention.heads(call, call.in(2), heads) : call.in(2);
        if (query.shape().rank() != 4
                || key.shape().rank() != 4
                || value.shape().rank() != 4) {
            throw new UnsupportedNodeException("its operands have " + call.rank(0) + " axes");
        }
        return List.of(query, key, value);
    }

    /** Adds the mask, the causal mask, the window and the lengths of sequences. */
    private static void addBias(OnnxCall call, ScoreBias bias, Node query, Dim past)
            throws TypeException, UnsupportedNodeException {
        if (call.has(MASK)) {
            bias.addMask(call.value(MASK).whole(call));
        }
        boolean hasLengths = call.has(LENGTHS);
        Node lengths = hasLengths ? bias.perSequence(call.value(LENGTHS).whole(call)) : null;
        boolean causal = call.flag("is_causal", false);
        long left = call.integer("left_window_size", -1);
        long right = call.integer("right_window_size", -1);
        if (causal || left >= 0 || right >= 0) {
            Node length = call.add(Node.dimension(query.shape().dims().get(2), DataType.I64));
            Node offset = hasLengths ? call.op("Sub", lengths, length) : call.add(Node.dimension(past, DataType.I64));
            bias.addWindow(bias.queries(offset), left, causal ? 0 : right, hasLengths);
        }
        if (hasLengths) {
            bias.addLengths(lengths);
        }
    }
}
