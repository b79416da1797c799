package io.graphkernel.op;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.GraphBuilder;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.Shape;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.row.BasicOps;
import io.graphkernel.op.row.OpParameter;
import io.graphkernel.op.row.ViewKind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * Attention whose keys and values are conversions of narrow tensors, with a scale per row or without one, as attention
 * that reads these tensors.
 */
public final class StoredAttention {

    private static final String ATTENTION = "PromptFlashAttention";
    private static final int KEY = 1;
    private static final int VALUE = 2;
    private static final int MATRICES = 3;
    private static final int RANK = 4;

    /** Rows in their storage dtype, and their scales. */
    private record Stored(Node rows, Optional<Node> scales) {}

    private final Node attention;
    private final GraphBuilder builder;

    private StoredAttention(Node attention, GraphBuilder builder) {
        this.attention = attention;
        this.builder = builder;
    }

    /**
     * Returns the attention that reads the stored keys and values.
     *
     * @param node any node
     * @param builder builder that receives the new ops
     * @return empty if the node is not an attention, or its keys and values are not conversions
     * @throws TypeException never for a valid graph
     */
    public static Optional<Node> of(Node node, GraphBuilder builder) throws TypeException {
        boolean isScored = node.op().equals(BasicOps.SCORED_ATTENTION);
        return (isScored || node.op().equals(ATTENTION)) && node.dtype() == DataType.F32
                ? new StoredAttention(node, builder).attention(isScored)
                : Optional.empty();
    }

    private Optional<Node> attention(boolean isScored) throws TypeException {
        Optional<Stored> key = stored(attention.operands().get(KEY));
        Optional<Stored> value = stored(attention.operands().get(VALUE));
        if (key.isEmpty()
                || value.isEmpty()
                || key.get().rows().dtype() != value.get().rows().dtype()
                || key.get().scales().isPresent() != value.get().scales().isPresent()) {
            return Optional.empty();
        }
        boolean isMasked = !isScored && !attention.attributes().has(OpParameter.ABSENT);
        int scale = isMasked ? MATRICES + 1 : MATRICES;
        List<Node> operands = new ArrayList<>(List.of(
                attention.operands().get(0),
                key.get().rows(),
                value.get().rows(),
                attention.operands().get(scale)));
        boolean hasScales = key.get().scales().isPresent();
        if (hasScales) {
            operands.add(key.get().scales().get());
            operands.add(value.get().scales().orElseThrow());
        }
        if (isMasked) {
            operands.add(attention.operands().get(MATRICES));
        }
        operands.addAll(
                attention.operands().subList(scale + 1, attention.operands().size()));
        Attributes attributes = isScored
                ? attention.attributes()
                : Attributes.NONE.with(
                        ScalarFunction.ATTRIBUTE,
                        (isMasked ? ScoreFunctions.masked() : ScoreFunctions.identity()).text());
        if (hasScales) {
            attributes = attributes.with(AttentionExpansion.ROW_SCALES, true);
        }
        return Optional.of(builder.operation(
                BasicOps.SCORED_ATTENTION, operands, attributes, attention.label(), attention.origin()));
    }

    /** Returns the tensors that a conversion to f32 reads; empty for another value. */
    private Optional<Stored> stored(Node value) throws TypeException {
        if (isConversion(value)) {
            return Optional.of(new Stored(value.operands().get(0), Optional.empty()));
        }
        if (!value.isOperation() || !value.op().equals("Mul")) {
            return Optional.empty();
        }
        for (int i = 0; i < 2; i++) {
            Node rows = value.operands().get(i);
            Node scales = value.operands().get(1 - i);
            if (isConversion(rows) && rows.shape().equals(value.shape()) && isPerRow(scales)) {
                return Optional.of(new Stored(rows.operands().get(0), Optional.of(withRank(scales))));
            }
        }
        return Optional.empty();
    }

    private static boolean isConversion(Node value) {
        return value.isOperation()
                && value.op().equals(BasicOps.CAST)
                && value.dtype() == DataType.F32
                && AttentionExpansion.STORAGE.contains(value.operands().get(0).dtype());
    }

    /** Returns true for a tensor with one number per row. */
    private static boolean isPerRow(Node scales) {
        Shape shape = scales.shape();
        return !scales.isNumber()
                && scales.dtype() == DataType.F32
                && !shape.isUnranked()
                && (shape.rank() == 0 || shape.dims().get(shape.rank() - 1).equals(Dim.ONE));
    }

    private Node withRank(Node scales) throws TypeException {
        int missing = RANK - scales.shape().rank();
        List<Dim> dims = new ArrayList<>(Collections.nCopies(missing, Dim.ONE));
        dims.addAll(scales.shape().dims());
        return missing == 0
                ? scales
                : builder.operation(
                        ViewKind.RESHAPE.op(),
                        List.of(scales),
                        Attributes.NONE.with(Attributes.DIMS, dims),
                        "",
                        attention.origin());
    }
}
