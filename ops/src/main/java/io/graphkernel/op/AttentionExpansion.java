package io.graphkernel.op;

import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.build.DimsBuilder.Extent;
import io.graphkernel.op.build.ExpansionBuilder;
import io.graphkernel.op.build.GradientBuilder;
import io.graphkernel.op.definition.MultiplyAddCount;
import io.graphkernel.op.row.BasicOps;
import io.graphkernel.op.row.DtypeClass;
import io.graphkernel.op.row.OpDtype;
import io.graphkernel.op.row.OpKind;
import io.graphkernel.op.row.OpParameter;
import io.graphkernel.op.row.OpRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

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

    private static final String QUERY = "query";
    private static final String KEY = "key";
    private static final String VALUE = "value";
    private static final String SCALE = "scale";
    private static final String OPERANDS = "operands";
    private static final int RANK = 4;
    /** Number of indices of a score. */
    private static final int INDICES = 4;
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

    private AttentionExpansion(ExpansionBuilder b) throws TypeException {
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
     * @return an op over query, key, value, scale and the further operands of the function
     */
    public static OpRow row(Optional<Scores> scores) {
        return OpRow.composites(
                        "Attention",
                        b -> List.of(new AttentionExpansion(b).result(scores)),
                        OpParameter.tensor(QUERY),
                        OpParameter.tensor(KEY),
                        OpParameter.tensor(VALUE),
                        OpParameter.number(SCALE),
                        operands())
                .dtypes(DtypeClass.ANY)
                .build();
    }

    /**
     * Returns the row of attention by a score function, which is a kernel of its own. It has no method in {@code Ops}: in
     * eager mode, the Java function itself is called.
     *
     * @return its row
     */
    static OpRow scored() {
        return OpRow.special(
                        BasicOps.SCORED_ATTENTION,
                        OpKind.LIBRARY,
                        OpParameter.tensor(QUERY),
                        OpParameter.tensor(KEY),
                        OpParameter.tensor(VALUE),
                        OpParameter.number(SCALE, OpDtype.SHARED_OR_F32),
                        operands(),
                        OpParameter.attribute(ScalarFunction.ATTRIBUTE, OpParameter.Kind.TEXT))
                .dtypes(DtypeClass.FLOAT)
                .gradient(
                        b -> new AttentionExpansion(b).adjoints(b, b.choice(ScalarFunction.ATTRIBUTE)),
                        QUERY,
                        KEY,
                        VALUE)
                .gradient(
                        b -> new AttentionExpansion(b).furtherAdjoints(b, b.choice(ScalarFunction.ATTRIBUTE)),
                        OPERANDS)
                .multiplications(node -> MultiplyAddCount.ofAttention(node, 2))
                .cost(100)
                .document("softmax(function(query · keyᵀ · scale)) · value over the last two axes; the scores have no memory"
                        + " of their own")
                .build();
    }

    private static OpParameter operands() {
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

    private Extent dim(String operand, int axis) throws TypeException {
        return b.dim(b.operand(operand), b.axes(axis));
    }

    private Node result(Optional<Scores> function) throws TypeException {
        Node scores = b.op("Mul", product(folded(b.operand(QUERY)), b.operand(KEY), true), b.operand(SCALE));
        if (function.isPresent()) {
            List<Node> operands = indices();
            for (Node operand : b.has(OPERANDS) ? b.operands(OPERANDS) : List.<Node>of()) {
                operands.add(b.cast(foldedOperand(operand), DataType.F32));
            }
            scores = function.get().apply(b, scores, operands);
        }
        Node weights = b.call("Softmax", Map.of("axis", b.axes(-1)), scores);
        Node result = product(weights, b.operand(VALUE), false);
        return isShared ? b.reshape(result, b.list(batch, heads, queries, dim(VALUE, SIZE))) : result;
    }

    /** Scores of the folded heads in f32, the operands of the score function, and the weights with their adjoints. */
    private record Backward(List<Node> inputs, Node weights, Node adjoints, Node dy) {}

    private Backward backward(GradientBuilder gradient, String function) throws TypeException {
        Node scores = gradient.wide(product(folded(b.operand(QUERY)), b.operand(KEY), true));
        List<Node> inputs = new ArrayList<>(List.of(b.mul(scores, b.castLike(b.operand(SCALE), scores))));
        inputs.addAll(indices());
        for (Node operand : b.has(OPERANDS) ? b.operands(OPERANDS) : List.<Node>of()) {
            inputs.add(operand.isNumber() ? operand : foldedOperand(operand));
        }
        Node applied = b.call(BasicOps.MAP, Map.of(ScalarFunction.ATTRIBUTE, function), inputs.toArray(Node[]::new));
        Node weights = b.call("Softmax", Map.of("axis", b.axes(-1)), applied);
        Node dy = folded(gradient.dy());
        Node ofWeights = gradient.wide(product(dy, b.operand(VALUE), true));
        Node mean = b.reduce("ReduceSum", b.mul(weights, ofWeights), b.axes(-1), true);
        inputs.add(b.mul(weights, b.sub(ofWeights, mean)));
        return new Backward(inputs, weights, inputs.get(inputs.size() - 1), dy);
    }

    private Node adjoint(Backward backward, String function, int parameter) throws TypeException {
        String adjoint = ScalarFunction.parse(function).adjoint(parameter).text();
        return b.call(
                BasicOps.MAP, Map.of(ScalarFunction.ATTRIBUTE, adjoint), backward.inputs().toArray(Node[]::new));
    }

    /** Returns the adjoints of query, key and value. */
    private List<Node> adjoints(GradientBuilder gradient, String function) throws TypeException {
        Node query = b.operand(QUERY);
        Backward backward = backward(gradient, function);
        Node ofScores = adjoint(backward, function, 0);
        Node ofProducts = b.castLike(b.mul(ofScores, b.castLike(b.operand(SCALE), ofScores)), query);
        Node dquery = product(ofProducts, b.operand(KEY), false);
        return List.of(
                isShared ? b.reshape(dquery, b.list(batch, heads, queries, dim(QUERY, SIZE))) : dquery,
                transposedProduct(ofProducts, folded(query)),
                transposedProduct(b.castLike(backward.weights(), query), backward.dy()));
    }

    /** Returns the adjoints of the further operands; those of integers are zero. */
    private List<Node> furtherAdjoints(GradientBuilder gradient, String function) throws TypeException {
        Backward backward = backward(gradient, function);
        List<Node> adjoints = new ArrayList<>();
        for (Node operand : b.operands(OPERANDS)) {
            if (operand.isNumber() || !operand.dtype().isFloating()) {
                adjoints.add(b.number(0, operand));
                continue;
            }
            Node adjoint = adjoint(backward, function, 1 + INDICES + adjoints.size());
            adjoints.add(isShared ? b.reshape(adjoint, b.list(batch, heads, queries, keys)) : adjoint);
        }
        return adjoints;
    }

    private Node folded(Node query) throws TypeException {
        return isShared ? b.reshape(query, b.list(batch, groups, b.times(sharing, queries), dim(QUERY, SIZE))) : query;
    }

    private Node transposedProduct(Node x, Node y) throws TypeException {
        return b.call("BatchMatMul", Map.of("transposeA", true, "transposeB", false), x, y);
    }

    private Node product(Node x, Node y, boolean transposeSecond) throws TypeException {
        return b.call("BatchMatMul", Map.of("transposeA", false, "transposeB", transposeSecond), x, y);
    }

    /** Returns the batch, head, query and key of each score, each with the axes along which it differs. */
    private List<Node> indices() throws TypeException {
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

    /** Returns an operand that broadcasts to the scores of all heads, over the rows of the folded heads. */
    private Node foldedOperand(Node operand) throws TypeException {
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
