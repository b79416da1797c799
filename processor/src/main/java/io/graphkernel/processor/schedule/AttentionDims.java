package io.graphkernel.processor.schedule;

import io.graphkernel.common.target.CpuLibraryModel;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Node;
import io.graphkernel.op.AttentionExpansion;
import io.graphkernel.op.row.BasicOps;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Sizes of attention by a score function. Heads that share keys are one head with all their queries.
 *
 * @param heads number of heads of the keys in all batches
 * @param queries number of queries that share keys
 * @param keys number of keys
 * @param size number of columns
 * @param groups number of heads of the keys per batch
 * @param headQueries number of queries of a head
 * @param strides strides of each further operand along batch, head, query and key, in elements
 * @param scaleStrides strides of the scales of keys and of values along batch, head and row, in elements
 */
public record AttentionDims(
        Dim heads,
        Dim queries,
        Dim keys,
        Dim size,
        Dim groups,
        Dim headQueries,
        List<List<Dim>> strides,
        List<List<Dim>> scaleStrides) {

    /** Query, key and value. */
    private static final int MATRICES_OF_RESULT = 3;
    /** Query, key, value and cotangent. */
    private static final int MATRICES_OF_GRADIENT = 4;

    private static final int RANK = 4;
    /** Sums of rows are whole vectors. */
    private static final long PITCH_UNIT = 16;
    /** Queries, cotangents and their adjoints, of which the first two are also rows. */
    private static final long GRADIENT_LINES = 5;
    /** Scores, their adjoints, and the slopes of the score function. */
    private static final long GRADIENT_SCORES = 3;

    private static final int ROWS = 2;
    private static final CpuLibraryModel MODEL = CpuLibraryModel.DEFAULT;
    /** Queries, results, and joined results. */
    private static final long MATRICES = 3;
    /** Tiles of scores and masks, and those of further operands. */
    private static final long TILES = 4;
    /** Rows of softmax state and positions. */
    private static final long STATE_ROWS = 10;

    public AttentionDims {
        strides = strides.stream().map(List::copyOf).toList();
        scaleStrides = scaleStrides.stream().map(List::copyOf).toList();
    }

    /**
     * Returns the sizes of an op.
     *
     * @param node the op
     * @return its sizes
     */
    public static AttentionDims of(Node node) {
        List<Dim> query = node.operands().get(0).shape().dims();
        List<Dim> key = node.operands().get(1).shape().dims();
        Dim sharing = query.get(1).floorDiv(key.get(1));
        return new AttentionDims(
                key.get(0).times(key.get(1)),
                sharing.times(query.get(ROWS)),
                key.get(ROWS),
                key.get(RANK - 1),
                key.get(1),
                query.get(ROWS),
                further(node).stream().map(AttentionDims::strides).toList(),
                node.operands().subList(scale(node) + 1, scale(node) + 1 + scales(node)).stream()
                        .map(scales -> strides(scales).subList(0, RANK - 1))
                        .toList());
    }

    /**
     * Returns the further tensors of the score function.
     *
     * @param node the op
     * @return the tensors, in order
     */
    public static List<Node> further(Node node) {
        int first = scale(node) + 1 + scales(node) + bounds(node);
        return node.operands().subList(first, node.operands().size()).stream()
                .filter(operand -> !operand.isNumber())
                .toList();
    }

    /**
     * Returns the number of operands that are scales of rows.
     *
     * @param node attention by a score function or its gradient
     * @return 2 for scaled keys and values, else 0
     */
    public static int scales(Node node) {
        return node.attributes().flag(AttentionExpansion.ROW_SCALES) ? AttentionExpansion.SCALES : 0;
    }

    /**
     * Returns the number of operands that are bounds of the keys of each query.
     *
     * @param node attention by a score function or its gradient
     * @return 2 for ragged attention, else 0
     */
    public static int bounds(Node node) {
        return node.attributes().flag(AttentionExpansion.RAGGED) ? AttentionExpansion.BOUNDS : 0;
    }

    /**
     * Returns true if the op is the gradient.
     *
     * @param node attention by a score function or its gradient
     */
    public static boolean isGradient(Node node) {
        return node.op().equals(BasicOps.SCORED_ATTENTION_GRAD);
    }

    /**
     * Returns the position of the scale among the operands, before the further operands.
     *
     * @param node attention by a score function or its gradient
     * @return the number of operands before it
     */
    public static int scale(Node node) {
        return isGradient(node) ? MATRICES_OF_GRADIENT : MATRICES_OF_RESULT;
    }

    private static List<Dim> strides(Node operand) {
        List<Dim> dims = operand.shape().dims();
        List<Dim> strides = new ArrayList<>();
        Dim stride = Dim.ONE;
        for (int axis = dims.size() - 1; axis >= 0; axis--) {
            strides.add(0, dims.get(axis).equals(Dim.ONE) ? Dim.ZERO : stride);
            stride = stride.times(dims.get(axis));
        }
        while (strides.size() < RANK) {
            strides.add(0, Dim.ZERO);
        }
        return strides;
    }

    /** Returns all sizes. */
    Stream<Dim> all() {
        return Stream.concat(
                Stream.of(heads, queries, keys, size, groups, headQueries),
                Stream.concat(strides.stream(), scaleStrides.stream()).flatMap(List::stream));
    }

    /**
     * Returns the number of items of the first function: blocks of queries, of which a head has at least one for a gradient.
     */
    public Dim blocks(boolean isGradient) {
        Dim rounded = queries.plus(Dim.of(isGradient ? MODEL.attentionQueries() : MODEL.attentionQueries() - 1));
        return rounded.floorDiv(Dim.of(MODEL.attentionQueries()));
    }

    /** Returns the scratch memory of a thread of the gradient on the host, in bytes. */
    public Dim gradientScratchBytes() {
        long tileKeys = MODEL.attentionKeys();
        Dim pitch =
                size.plus(Dim.of(PITCH_UNIT - 1)).floorDiv(Dim.of(PITCH_UNIT)).times(Dim.of(PITCH_UNIT));
        Dim rows = pitch.times(Dim.of(GRADIENT_LINES))
                .plus(keys.times(Dim.of(GRADIENT_SCORES)))
                .plus(size.max(Dim.of(tileKeys)))
                .plus(Dim.of(TILES * tileKeys + STATE_ROWS));
        Dim floats = keys.times(size.plus(pitch)).times(Dim.of(2)).plus(keys);
        return rows.times(Dim.of(MODEL.longAttentionRowBytes())).plus(floats.times(Dim.of(Float.BYTES)));
    }

    /** Returns the scratch memory of a thread on the host, in bytes. */
    public Dim scratchBytes() {
        long tileKeys = MODEL.attentionKeys();
        Dim rows = Dim.of(MATRICES)
                .times(size)
                .plus(size.max(Dim.of(tileKeys)))
                .plus(Dim.of(TILES * tileKeys + STATE_ROWS));
        return rows.times(Dim.of(MODEL.longAttentionRowBytes())).plus(size.times(Dim.of(2 * tileKeys * Float.BYTES)));
    }
}
