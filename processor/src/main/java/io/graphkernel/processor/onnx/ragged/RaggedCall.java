package io.graphkernel.processor.onnx.ragged;

import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Dim;
import io.graphkernel.processor.onnx.node.OnnxCall;
import io.graphkernel.processor.onnx.node.OnnxValue;
import io.graphkernel.processor.onnx.node.UnsupportedNodeException;
import io.graphkernel.processor.onnx.reader.OnnxNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Node of a padded model with its operands, as the rules of the analysis see it. */
final class RaggedCall {

    /** Axis of the queries of scores [batch, heads, queries, keys]. */
    static final int QUERY_AXIS = 2;

    /** Axis of the keys of scores. */
    static final int KEY_AXIS = 3;

    private final OnnxNode node;
    private final OnnxCall call;
    private final RaggedDims dims;
    /** Null for an omitted input. */
    private final List<RaggedValue> inputs;

    private final Map<String, OnnxValue> values;
    private OnnxNode replacement;

    /**
     * Creates a call.
     *
     * @param node the node, with the outputs that are used
     * @param call access to the attributes
     * @param dims dims of the batch
     * @param inputs dependence of each input
     * @param values values of the padded model by name
     */
    RaggedCall(OnnxNode node, OnnxCall call, RaggedDims dims, List<RaggedValue> inputs, Map<String, OnnxValue> values) {
        this.node = node;
        this.call = call;
        this.dims = dims;
        this.inputs = inputs;
        this.values = values;
    }

    OnnxNode node() {
        return node;
    }

    /** Returns access to the attributes. */
    OnnxCall attributes() {
        return call;
    }

    RaggedDims batch() {
        return dims;
    }

    int inputCount() {
        return inputs.size();
    }

    boolean has(int input) {
        return input < inputs.size() && inputs.get(input) != null;
    }

    RaggedValue in(int input) throws UnsupportedNodeException {
        if (!has(input)) {
            throw new UnsupportedNodeException("it lacks input " + input);
        }
        return inputs.get(input);
    }

    String name(int input) {
        return node.inputs().get(input);
    }

    OnnxValue value(int input) {
        return values.get(node.inputs().get(input));
    }

    List<Dim> dims(int input) {
        return value(input).dims();
    }

    /** Returns the dims of the first output in the padded model. */
    List<Dim> result() {
        return values.get(node.outputs().get(0)).dims();
    }

    /** Returns the dtype of the first output. */
    DataType resultType() {
        return values.get(node.outputs().get(0)).type().dtype();
    }

    /** Returns the number that an input is, if it is constant. */
    Optional<Double> constant(int input) {
        return Optional.ofNullable(value(input)).flatMap(OnnxValue::number).map(Number::doubleValue);
    }

    /** Returns a number for messages: an integer has no fraction. */
    static String printed(double number) {
        return number == Math.rint(number) && Math.abs(number) < Long.MAX_VALUE
                ? Long.toString((long) number)
                : Double.toString(number);
    }

    /** Requires that all inputs from one on are independent of the batch. */
    void requireFixed(int first) throws UnsupportedNodeException {
        for (int i = first; i < inputs.size(); i++) {
            if (inputs.get(i) != null && !inputs.get(i).isFixed()) {
                throw new UnsupportedNodeException("its input " + i + " depends on the batch");
            }
        }
    }

    /** Replaces the node by one of the domain of ragged batches. */
    void replace(OnnxNode other) {
        replacement = other;
    }

    Optional<OnnxNode> replacement() {
        return Optional.ofNullable(replacement);
    }

    /** Returns the dependence of a result whose elements depend on the operands at the same, broadcast position. */
    RaggedValue broadcast() throws UnsupportedNodeException {
        int rank = result().size();
        int batch = -1;
        int token = -1;
        boolean hasSequences = false;
        for (int i = 0; i < inputs.size(); i++) {
            RaggedValue operand = inputs.get(i);
            if (operand == null || operand.isFixed()) {
                continue;
            }
            if (!operand.hasTokens() && operand.kind() != RaggedValue.Kind.SEQUENCES) {
                throw new UnsupportedNodeException("it combines its operands with sizes or scores of the padded batch");
            }
            int offset = rank - dims(i).size();
            batch = joined(batch, operand.batchAxis(), offset);
            token = joined(token, operand.tokenAxis(), offset);
            hasSequences |= !operand.hasTokens();
        }
        if (hasSequences && token >= 0) {
            throw new UnsupportedNodeException("it combines values of tokens with those of whole sequences");
        }
        requireNoSize(rank, batch);
        requireNoSize(rank, token);
        return hasSequences ? RaggedValue.sequences(batch) : RaggedValue.tokens(batch, token);
    }

    private static int joined(int known, int axis, int offset) throws UnsupportedNodeException {
        if (axis < 0) {
            return known;
        }
        if (known >= 0 && known != axis + offset) {
            throw new UnsupportedNodeException("its operands have their sequences or tokens along different axes");
        }
        return axis + offset;
    }

    /** Requires that operands without tokens or sequences broadcast along their axis. */
    private void requireNoSize(int rank, int axis) throws UnsupportedNodeException {
        for (int i = 0; axis >= 0 && i < inputs.size(); i++) {
            RaggedValue operand = inputs.get(i);
            int own = operand == null ? -1 : axis - (rank - dims(i).size());
            boolean isOpen = own >= 0 && own != operand.batchAxis() && own != operand.tokenAxis();
            if (isOpen && !dims(i).get(own).equals(Dim.ONE)) {
                throw new UnsupportedNodeException("its operand " + i + " has the size " + dims(i).get(own)
                        + " along the axis of the sequences or tokens");
            }
        }
    }
}
