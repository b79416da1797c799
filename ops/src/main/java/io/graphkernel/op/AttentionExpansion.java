package io.graphkernel.op;

import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.build.DimsBuilder.Extent;
import io.graphkernel.op.build.ExpansionBuilder;
import io.graphkernel.op.row.BasicOps;
import io.graphkernel.op.row.DtypeClass;
import io.graphkernel.op.row.OpDtype;
import io.graphkernel.op.row.OpParameter;
import io.graphkernel.op.row.OpRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Attention with a score function: two products with a softmax between them, in the form that the fusion of attention
 * recognizes. Heads that share keys become further queries of one head, so that each key is read once for all of them and
 * never copied.
 */
public final class AttentionExpansion {

    /** Application of a score function. */
    @FunctionalInterface
    public interface Scores {

        /**
         * Applies the function.
         *
         * @param b builder of the expansion
         * @param scores scaled scores, in the dtype of the queries
         * @param operands batch, head, query and key of each score as {@code i32}, and further operands as {@code f32};
         *     all broadcast to the scores
         * @return scores of the same dtype and shape
         * @throws TypeException if the operands violate a type rule
         */
        Node apply(ExpansionBuilder b, Node scores, List<Node> operands) throws TypeException;
    }

    /** Number of parameters of a score function before the further operands: the score, batch, head, query and key. */
    public static final int SCORE_PARAMETERS = 5;

    /**
     * Flag of attention over sequences of different lengths, whose next two operands are, for each query, the first key
     * of its sequence and the end of its keys.
     */
    public static final String RAGGED = "ragged";

    /** Flag of attention whose first two operands after the scale are the scales of the rows of keys and values. */
    public static final String ROW_SCALES = "row_scales";

    /** Storage dtypes of keys and values of f32 queries. */
    public static final Set<DataType> STORAGE = Set.of(DataType.F16, DataType.BF16, DataType.I8);

    /** Number of operands that are scales of rows: of keys, and of values. */
    public static final int SCALES = 2;

    /** Number of operands of ragged attention before those of the score function. */
    public static final int BOUNDS = 2;

    private static final String QUERY = "query";
    private static final String KEY = "key";
    private static final String VALUE = "value";
    private static final String SCALE = "scale";
    private static final String OPERANDS = "operands";
    private static final int RANK = 4;
    private static final int ROWS = 2;
    private static final int SIZE = 3;

    private final ExpansionBuilder b;
    private final Extent one;
    private final Extent batch;
    private final Extent heads;
    private final Extent queries;
    private final Extent keys;
    /** Number of heads of the keys. */
    private final Extent groups;
    /** Number of heads that share keys. */
    private final Extent sharing;

    private final boolean isShared;

    AttentionExpansion(ExpansionBuilder b) throws TypeException {
        this.b = b;
        for (String operand : List.of(QUERY, KEY, VALUE)) {
            b.requireRank(operand, b.operand(operand), RANK, RANK);
        }
        one = b.extent(1);
        batch = dim(QUERY, 0);
        heads = dim(QUERY, 1);
        queries = dim(QUERY, ROWS);
        keys = dim(KEY, ROWS);
        groups = dim(KEY, 1);
        isShared = !b.areKnownEqual(heads, groups);
        sharing = isShared ? b.dividedBy(heads, groups) : one;
    }

    /**
     * Returns the op for a score function. It is expanded where it is called, so that no graph contains it.
     *
     * @param scores the score function, or empty for plain attention
     * @param isRagged true if the first operands are the bounds of the keys of each query
     * @return an op over query, key, value, scale and the further operands of the function
     */
    public static OpRow row(Optional<Scores> scores, boolean isRagged) {
        return OpRow.composites(
                        "Attention",
                        b -> List.of(new AttentionExpansion(b).result(scores, isRagged)),
                        OpParameter.tensor(QUERY),
                        OpParameter.tensor(KEY),
                        OpParameter.tensor(VALUE),
                        OpParameter.number(SCALE),
                        operands())
                .dtypes(DtypeClass.ANY)
                .build();
    }

    /** Returns the parameter of the further operands of a score function. */
    static OpParameter operands() {
        return new OpParameter(OPERANDS, OpParameter.Kind.TENSORS, OpDtype.OWN, false, Optional.empty(), "");
    }

    /**
     * Returns queries divided by the square root of their size, in place of a scale that is known only in a call.
     *
     * @param b a builder
     * @param query queries of rank 4
     * @return the quotients
     * @throws TypeException never for such queries
     */
    public static Node dividedByRootOfSize(ExpansionBuilder b, Node query) throws TypeException {
        Node sizes = b.op(BasicOps.BROADCAST_LIKE, b.number(b.dim(query, b.axes(SIZE)), query), query);
        return b.op("RealDiv", query, b.op("Sqrt", sizes));
    }

    /**
     * Returns the first key of the sequence of each query, and the end of its keys. Both are positions of keys, whatever
     * the layout, since kernels read keys by them.
     *
     * @param b a builder
     * @param offsets positions of the first tokens of the sequences, and the number of all tokens
     * @param segments sequence of each token
     * @param keys keys of any shape
     * @return operands of ragged attention
     * @throws TypeException if the layout is not one of integers along an axis
     */
    public static List<Node> bounds(ExpansionBuilder b, Node offsets, Node segments, Node keys) throws TypeException {
        List<Node> bounds =
                List.of(b.gather(offsets, segments, b.axes(0)), b.gather(offsets, b.add(segments, 1), b.axes(0)));
        if (keys.shape().isUnranked() || keys.shape().rank() <= ROWS) {
            return bounds;
        }
        Extent count = b.dim(keys, b.axes(ROWS));
        List<Node> clamped = new ArrayList<>();
        for (Node bound : bounds) {
            Node atMost = b.op("Minimum", bound, b.number(count, bound));
            clamped.add(b.op("Maximum", atMost, b.number(0, bound)));
        }
        return clamped;
    }

    private Extent dim(String operand, int axis) throws TypeException {
        return b.dim(b.operand(operand), b.axes(axis));
    }

    private Node result(Optional<Scores> function, boolean isRagged) throws TypeException {
        Node scores = b.op("Mul", product(folded(b.operand(QUERY)), b.operand(KEY), true), b.operand(SCALE));
        List<Node> further = b.has(OPERANDS) ? b.operands(OPERANDS) : List.of();
        if (function.isPresent()) {
            List<Node> operands = indices();
            for (Node operand : further.subList(isRagged ? BOUNDS : 0, further.size())) {
                operands.add(b.cast(foldedOperand(operand), DataType.F32));
            }
            scores = function.get().apply(b, scores, operands);
        }
        if (isRagged) {
            scores = bounded(scores, further);
        }
        Node weights = b.call("Softmax", Map.of("axis", b.axes(-1)), scores);
        Node result = product(weights, b.operand(VALUE), false);
        return unfolded(result);
    }

    /** Returns queries, or values of their shape, of heads that share keys as those of one head. */
    Node folded(Node query) throws TypeException {
        return isShared ? b.reshape(query, b.list(batch, groups, b.times(sharing, queries), dim(QUERY, SIZE))) : query;
    }

    Node product(Node x, Node y, boolean transposeSecond) throws TypeException {
        return b.call("BatchMatMul", Map.of("transposeA", false, "transposeB", transposeSecond), x, y);
    }

    /** Returns a value of the shape of the folded queries in that of the queries. */
    Node unfolded(Node query) throws TypeException {
        return isShared ? b.reshape(query, b.list(batch, heads, queries, dim(QUERY, SIZE))) : query;
    }

    /** Returns a value of the shape of the folded scores in that of the scores of all heads. */
    Node unfoldedScores(Node scores) throws TypeException {
        return isShared ? b.reshape(scores, b.list(batch, heads, queries, keys)) : scores;
    }

    /** Returns the number of queries that share keys. */
    Extent rows() throws TypeException {
        return b.times(sharing, queries);
    }

    /** Returns the number of keys. */
    Extent keys() {
        return keys;
    }

    /** Returns the batch, head, query and key of each score, each with the axes along which it differs. */
    List<Node> indices() throws TypeException {
        Node ofBatch = b.index(b.list(batch, one, one, one), b.axes(0));
        Node ofHead = b.index(b.list(heads, one, one), b.axes(0));
        Node ofQuery = b.index(b.list(queries, one), b.axes(0));
        Node ofKey = b.index(b.list(keys), b.axes(0));
        List<Node> indices = new ArrayList<>();
        for (Node index : List.of(ofBatch, foldedOperand(ofHead), foldedOperand(ofQuery), ofKey)) {
            indices.add(b.cast(index, DataType.I32));
        }
        return indices;
    }

    /** Returns scores that are minus infinity for keys outside of the bounds of their query. */
    Node bounded(Node scores, List<Node> bounds) throws TypeException {
        Node key = b.cast(b.index(b.list(keys), b.axes(0)), DataType.I32);
        Node first = foldedOperand(b.reshape(bounds.get(0), b.list(queries, one)));
        Node end = foldedOperand(b.reshape(bounds.get(1), b.list(queries, one)));
        Node isInside = b.op("LogicalAnd", b.op("LessEqual", first, key), b.op("Less", key, end));
        return b.select(isInside, scores, Double.NEGATIVE_INFINITY);
    }

    /** Returns an operand that broadcasts to the scores of all heads, over the rows of the folded heads. */
    Node foldedOperand(Node operand) throws TypeException {
        b.requireRank("an operand", operand, 0, RANK);
        int rank = b.rank(operand);
        if (!isShared || rank < ROWS) {
            return operand;
        }
        Extent[] dims = {one, one, one, one};
        for (int axis = 0; axis < rank; axis++) {
            dims[RANK - rank + axis] = b.dim(operand, b.axes(axis));
        }
        boolean isOfHeads = !b.areKnownEqual(dims[1], one);
        if (!isOfHeads && b.areKnownEqual(dims[ROWS], one)) {
            return operand;
        }
        Extent outer = isOfHeads ? groups : one;
        Node apart = b.reshape(operand, b.list(dims[0], outer, isOfHeads ? sharing : one, dims[ROWS], dims[SIZE]));
        Node spread = b.broadcastTo(apart, b.list(dims[0], outer, sharing, queries, dims[SIZE]));
        return b.reshape(spread, b.list(dims[0], outer, b.times(sharing, queries), dims[SIZE]));
    }
}
