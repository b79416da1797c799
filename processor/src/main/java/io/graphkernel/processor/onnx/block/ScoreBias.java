package io.graphkernel.processor.onnx.block;

import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.processor.onnx.node.OnnxCall;
import io.graphkernel.processor.onnx.node.UnsupportedNodeException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Additive bias of attention scores, whose dims broadcast to batch, heads, queries and keys. A disabled key has minus
 * infinity.
 */
public final class ScoreBias {

    /** First version that pads masks of fewer keys; a last dim of 1 broadcasts before it. */
    private static final long FIRST_WITH_SHORTER_MASKS = 24;

    private final OnnxCall call;
    private final DataType dtype;
    private final List<Dim> scores;
    /** Null without a bias. */
    private Node sum;
    /** True if all keys of a query may be disabled. */
    private boolean mayDisableRows;

    /**
     * Creates an empty bias.
     *
     * @param dtype dtype of the scores
     * @param scores dims of the scores: batch, heads, queries, keys
     */
    public ScoreBias(OnnxCall call, DataType dtype, List<Dim> scores) {
        this.call = call;
        this.dtype = dtype;
        this.scores = scores;
    }

    /** Returns true if nothing was added. */
    public boolean isEmpty() {
        return sum == null;
    }

    public Node sum() {
        return sum;
    }

    private void plus(Node bias) throws TypeException {
        sum = sum == null ? bias : call.op("Add", sum, bias);
    }

    /** Adds a mask of an input: numbers to add, or booleans that enable keys. */
    public void addMask(Node mask) throws TypeException {
        Node bias = call.matched(mask.dtype() == DataType.BOOL ? enabled(mask) : call.cast(mask, dtype), scores, 3);
        List<Dim> dims = bias.shape().dims();
        Dim missing = scores.get(3).minus(dims.get(dims.size() - 1));
        boolean isBroadcast = dims.get(dims.size() - 1).equals(Dim.ONE) && call.opset() < FIRST_WITH_SHORTER_MASKS;
        if (!missing.equals(Dim.ZERO) && !isBroadcast) {
            call.require(missing, Dim.ZERO, "a mask of at most " + scores.get(3) + " keys");
            bias = call.framed(bias, call.number(Double.NEGATIVE_INFINITY, bias), dims.size() - 1, Dim.ZERO, missing);
        }
        plus(bias);
        mayDisableRows = true;
    }

    /** Adds numbers that disable no key. */
    public void addNumbers(Node bias) throws TypeException {
        plus(call.matched(call.cast(bias, dtype), scores, -1));
    }

    /** Adds a bias that disables all keys for which a condition is false. */
    public void addCondition(Node condition, boolean mayDisableAll) throws TypeException {
        plus(enabled(condition));
        mayDisableRows |= mayDisableAll;
    }

    /** Adds a finite number to the scores of keys for which a condition is false. */
    public void addCondition(Node condition, double disabled) throws TypeException {
        Node zero = call.expanded(
                call.add(Node.constant(0, dtype)), condition.shape().dims());
        plus(call.matched(call.ops().select(condition, zero, disabled), scores, -1));
    }

    /** Returns true if a dim is that of the batch. */
    public boolean hasBatch(Dim dim) {
        return dim.equals(scores.get(0));
    }

    private Node enabled(Node condition) throws TypeException {
        Node zero = call.expanded(
                call.add(Node.constant(0, dtype)), condition.shape().dims());
        return call.ops().select(condition, zero, Double.NEGATIVE_INFINITY);
    }

    /** Returns the positions of keys. */
    public Node keys() throws TypeException {
        return call.positions(List.of(Dim.ONE, scores.get(3)), 1);
    }

    /**
     * Returns the positions of queries among the keys.
     *
     * @param offset position of the first query: a number, or one for each sequence
     */
    public Node queries(Node offset) throws TypeException {
        return call.op("Add", call.positions(List.of(scores.get(2), Dim.ONE), 0), offset);
    }

    /** Returns a number for each sequence, which broadcasts to the scores. */
    public Node perSequence(Node numbers) throws TypeException, UnsupportedNodeException {
        Dim batch = scores.get(0);
        call.requireEqual(Dim.product(numbers.shape().dims()), batch, "a number for each sequence");
        return call.reshaped(call.cast(numbers, DataType.I64), List.of(batch, Dim.ONE, Dim.ONE, Dim.ONE));
    }

    /**
     * Disables keys before or after each query.
     *
     * @param queries positions of the queries
     * @param left number of enabled keys before the query; -1 for all
     * @param right number of enabled keys after it; -1 for all
     * @param mayDisableAll true if the position of a query may be negative
     */
    public void addWindow(Node queries, long left, long right, boolean mayDisableAll) throws TypeException {
        if (right >= 0) {
            Node last = right == 0 ? queries : call.ops().add(queries, right);
            addCondition(call.op("LessEqual", keys(), last), mayDisableAll);
        }
        if (left >= 0) {
            addCondition(call.op("GreaterEqual", keys(), call.ops().add(queries, -left)), true);
        }
    }

    /** Disables keys from a length of each sequence on. */
    public void addLengths(Node lengths) throws TypeException {
        addCondition(call.op("Less", keys(), lengths), true);
    }

    /** Returns the condition that all keys of a query are disabled; null if that is impossible. */
    public Node disabledRows() throws TypeException {
        if (!mayDisableRows) {
            return null;
        }
        List<Long> keys = List.of(sum.shape().rank() - 1L);
        return call.ops().op("Equal", call.reduced("ReduceMax", sum, keys, true), Double.NEGATIVE_INFINITY);
    }

    /**
     * Returns a bias for fewer heads, each of which has the queries of a group of heads.
     *
     * @param bias a bias of the scores
     * @param groups number of heads per remaining head
     */
    public Node grouped(Node bias, long groups) throws TypeException, UnsupportedNodeException {
        if (groups == 1) {
            return bias;
        }
        List<Dim> dims = new ArrayList<>(Collections.nCopies(4 - bias.shape().rank(), Dim.ONE));
        dims.addAll(bias.shape().dims());
        boolean sameForAll = dims.get(1).equals(Dim.ONE) && dims.get(2).equals(Dim.ONE);
        Node whole = call.reshaped(bias, dims);
        if (sameForAll) {
            return whole;
        }
        Dim heads = scores.get(1).floorDiv(Dim.of(groups));
        Dim queries = scores.get(2);
        boolean ofHeads = !dims.get(1).equals(Dim.ONE);
        List<Dim> apart = List.of(
                dims.get(0), ofHeads ? heads : Dim.ONE, ofHeads ? Dim.of(groups) : Dim.ONE, dims.get(2), dims.get(3));
        List<Dim> spread = List.of(apart.get(0), apart.get(1), Dim.of(groups), queries, dims.get(3));
        return call.reshaped(
                call.expanded(call.reshaped(whole, apart), spread),
                List.of(apart.get(0), apart.get(1), Dim.of(groups).times(queries), dims.get(3)));
    }
}
