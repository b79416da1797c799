package io.graphkernel.processor.onnx.block;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.build.ExpansionBuilder;
import io.graphkernel.processor.onnx.node.OnnxCall;
import io.graphkernel.processor.onnx.node.UnsupportedNodeException;
import java.util.List;

/**
 * Attention of heads, as the ops of all domains share it: operands of four axes, batch, heads, length and size. It has
 * the form that the fusion of attention recognizes. Heads that share keys become further queries of one head, so that
 * keys and values are not copied.
 */
public final class HeadAttention {

    private static final List<Long> HEADS_FIRST = List.of(0L, 2L, 1L, 3L);

    private final OnnxCall call;
    private final Node query;
    private final Node key;
    private final Node value;
    private final long groups;
    private final ScoreBias bias;
    /** Factor of the scores. */
    private double scale;
    /** Bound of the scores by a hyperbolic tangent; 0 for none. */
    private double softcap;
    /** Dtype of the softmax. */
    private DataType precision;

    private Node raw;
    private Node capped;
    private Node weights;
    private Node disabled;

    /** Creates the attention of some heads, with the square root of their size as the divisor of the scores. */
    public HeadAttention(OnnxCall call, Node query, Node key, Node value) throws UnsupportedNodeException {
        this.call = call;
        this.query = query;
        this.key = key;
        this.value = value;
        List<Dim> dims = query.shape().dims();
        Dim sharing = dims.get(1).floorDiv(key.shape().dims().get(1));
        if (!(sharing instanceof Dim.Constant count) || !(dims.get(3) instanceof Dim.Constant size)) {
            throw new UnsupportedNodeException("its heads are " + query.shape() + " and " + key.shape()
                    + ": their number and size have to be known when the model is compiled");
        }
        groups = count.size();
        scale = 1 / Math.sqrt(size.size());
        precision = query.dtype();
        call.requireEqual(dims.get(0), key.shape().dims().get(0), "one batch of queries and keys");
        bias = new ScoreBias(
                call,
                query.dtype(),
                List.of(
                        dims.get(0),
                        dims.get(1),
                        dims.get(2),
                        key.shape().dims().get(2)));
    }

    /** Returns heads [batch, heads, length, size] of rows [batch, length, heads · size]. */
    public static Node heads(OnnxCall call, Node rows, long count) throws TypeException, UnsupportedNodeException {
        List<Dim> dims = rows.shape().dims();
        if (count < 1 || dims.size() != 3) {
            throw new UnsupportedNodeException("it splits " + rows.shape() + " into " + count + " heads");
        }
        Dim size = dims.get(2).floorDiv(Dim.of(count));
        return call.transposed(
                call.reshaped(rows, List.of(dims.get(0), dims.get(1), Dim.of(count), size)), HEADS_FIRST);
    }

    /** Returns the inverse of the square root of the size of heads, the default factor of their scores. */
    public static double defaultScale(Node heads) throws UnsupportedNodeException {
        if (!(heads.shape().dims().get(3) instanceof Dim.Constant size)) {
            throw new UnsupportedNodeException(
                    "its heads are " + heads.shape() + ": their size has to be known when the model is compiled");
        }
        return 1 / Math.sqrt(size.size());
    }

    /** Returns rows [batch, length, heads · size] of heads. */
    public static Node rows(OnnxCall call, Node heads) throws TypeException {
        List<Dim> dims = heads.shape().dims();
        return call.reshaped(
                call.transposed(heads, HEADS_FIRST),
                List.of(dims.get(0), dims.get(2), dims.get(1).times(dims.get(3))));
    }

    public ScoreBias bias() {
        return bias;
    }

    public double scale() {
        return scale;
    }

    public void scaleBy(double factor) {
        scale = factor;
    }

    public void capAt(double bound) {
        softcap = bound;
    }

    public void computeSoftmaxIn(DataType dtype) {
        precision = dtype;
    }

    private Node product(Node a, Node b) throws TypeException {
        return call.op(
                "BatchMatMul",
                Attributes.NONE.with(Attributes.TRANSPOSE_A, false).with(Attributes.TRANSPOSE_B, false),
                a,
                b);
    }

    /** Builds the result. */
    public Node build() throws TypeException, UnsupportedNodeException {
        ExpansionBuilder b = call.ops();
        List<Dim> dims = query.shape().dims();
        Dim heads = key.shape().dims().get(1);
        Node grouped =
                call.reshaped(query, List.of(dims.get(0), heads, dims.get(2).times(Dim.of(groups)), dims.get(3)));
        // The scores of f16 are scaled before they overflow.
        boolean scaledBefore = query.dtype() == DataType.F16;
        Node products =
                product(scaledBefore ? b.mul(grouped, scale) : grouped, call.transposed(key, List.of(0L, 1L, 3L, 2L)));
        raw = scaledBefore ? products : b.mul(products, scale);
        capped = softcap == 0 ? raw : b.mul(call.op("Tanh", b.op("RealDiv", raw, softcap)), softcap);
        Node biased = capped;
        if (!bias.isEmpty()) {
            disabled = bias.disabledRows();
            // A row of minus infinities has no softmax.
            Node finite = disabled == null ? bias.sum() : b.select(disabled, call.number(0, bias.sum()), bias.sum());
            biased = call.op("Add", capped, bias.grouped(finite, groups));
        }
        Node softmax = call.op("Softmax", Attributes.NONE.with(Attributes.AXIS, 3L), call.cast(biased, precision));
        weights = call.cast(softmax, query.dtype());
        Node y = ofAllHeads(product(weights, value));
        return disabled == null ? y : b.select(disabled, call.number(0, y), y);
    }

    private Node ofAllHeads(Node x) throws TypeException {
        List<Dim> dims = query.shape().dims();
        return call.reshaped(
                x,
                List.of(dims.get(0), dims.get(1), dims.get(2), x.shape().dims().get(3)));
    }

    /** Returns the scores after the scale. */
    public Node scores() throws TypeException {
        return ofAllHeads(raw);
    }

    /** Returns the scores after the bound. */
    public Node cappedScores() throws TypeException {
        return ofAllHeads(capped);
    }

    /** Returns the scores after the bias. */
    public Node biasedScores() throws TypeException {
        return bias.isEmpty() ? cappedScores() : call.op("Add", cappedScores(), bias.sum());
    }

    /** Returns the scores after the softmax. */
    public Node probabilities() throws TypeException {
        Node probabilities = ofAllHeads(weights);
        return disabled == null
                ? probabilities
                : call.ops().select(disabled, call.number(0, probabilities), probabilities);
    }
}
