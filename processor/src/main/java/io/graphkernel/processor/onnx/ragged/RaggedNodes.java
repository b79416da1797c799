package io.graphkernel.processor.onnx.ragged;

import io.graphkernel.graph.DataType;
import io.graphkernel.processor.onnx.node.ModelNames;
import io.graphkernel.processor.onnx.ragged.RaggedValue.Scores;
import io.graphkernel.processor.onnx.reader.ElementType;
import io.graphkernel.processor.onnx.reader.OnnxAttribute;
import io.graphkernel.processor.onnx.reader.OnnxAttribute.Kind;
import io.graphkernel.processor.onnx.reader.OnnxNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Nodes of the domain of ragged batches. In their graph, the batch is one sequence of all tokens. */
final class RaggedNodes {

    /** Domain of the nodes, which {@code RaggedNodeRules} lowers. */
    static final String DOMAIN = "io.graphkernel";

    /** Number of axes of rows [batch, tokens, size]. */
    static final int ROWS = 3;

    static final String OFFSETS = ModelNames.BATCH + ".offsets";
    static final String SEGMENTS = ModelNames.BATCH + ".segments";
    static final String POSITIONS = ModelNames.BATCH + ".positions";

    private RaggedNodes() {}

    /** Returns attention in which a query reads the keys of its own sequence. */
    static OnnxNode attention(OnnxNode node, Scores scores, String values) {
        return like(
                node,
                "RaggedAttention",
                Map.of("scale", real("scale", scores.scale())),
                scores.query(),
                scores.keys(),
                values,
                OFFSETS,
                SEGMENTS);
    }

    /** Returns ONNX's attention in which a query reads the keys of its own sequence. */
    static OnnxNode standardAttention(OnnxNode node) {
        return ofSequences(node, "RaggedOnnxAttention", 3, "scale", "q_num_heads", "kv_num_heads");
    }

    /** Returns ONNX Runtime's attention of projected operands and a bias of them, of the keys of each sequence. */
    static OnnxNode attentionOfOperands(OnnxNode node) {
        return ofSequences(node, "RaggedMultiHeadAttention", 4, "scale", "num_heads");
    }

    /** Returns ONNX Runtime's attention with projections and their bias, of the keys of each sequence. */
    static OnnxNode attentionOfWeights(OnnxNode node) {
        return ofSequences(node, "RaggedProjectedAttention", 3, "scale", "num_heads", "qkv_hidden_sizes");
    }

    /** Returns a node with its first inputs, the offsets and segments, and some of its attributes. */
    private static OnnxNode ofSequences(OnnxNode node, String op, int count, String... attributes) {
        List<String> inputs = new ArrayList<>(
                node.inputs().subList(0, Math.min(count, node.inputs().size())));
        while (inputs.size() < count) {
            inputs.add("");
        }
        inputs.add(OFFSETS);
        inputs.add(SEGMENTS);
        Map<String, OnnxAttribute> used = new HashMap<>(node.attributes());
        used.keySet().retainAll(List.of(attributes));
        return like(node, op, used, inputs.toArray(String[]::new));
    }

    /** Returns the embeddings of tokens without a mask, at their own positions or those of the batch. */
    static OnnxNode embedding(OnnxNode node, boolean hasPositions) {
        List<String> inputs = new ArrayList<>(node.inputs()
                .subList(
                        0,
                        Math.min(MovementAnalysis.EMBEDDING_MASK, node.inputs().size())));
        inputs.add("");
        inputs.add(hasPositions ? node.inputs().get(MovementAnalysis.POSITION_IDS) : POSITIONS);
        return new OnnxNode(
                node.title(),
                node.op(),
                node.domain(),
                inputs,
                List.of(node.outputs().get(0)),
                node.attributes());
    }

    /** Returns the sums of the tokens of each sequence. */
    static OnnxNode sum(OnnxNode node, String x, boolean keepsDims) {
        return like(node, "RaggedSum", Map.of("keepdims", integer("keepdims", keepsDims ? 1 : 0)), x, OFFSETS);
    }

    /** Returns the maxima of the tokens of each sequence; zeros for an empty one. */
    static OnnxNode maximum(OnnxNode node, String x, boolean keepsDims) {
        return like(node, "RaggedMax", Map.of("keepdims", integer("keepdims", keepsDims ? 1 : 0)), x, OFFSETS);
    }

    /** Returns the sums of the elements of a sequence up to each of its tokens, or before it. */
    static OnnxNode runningSum(OnnxNode node, String x, boolean isExclusive) {
        return like(
                node,
                "RaggedCumSum",
                Map.of("exclusive", integer("exclusive", isExclusive ? 1 : 0)),
                x,
                OFFSETS,
                SEGMENTS);
    }

    /** Returns the number of tokens of a sequence before each of its tokens, and an offset, [1, tokens]. */
    static OnnxNode count(OnnxNode node, DataType dtype, long offset) {
        return like(
                node,
                "RaggedCount",
                Map.of("to", integer("to", ElementType.of(dtype).number()), "offset", integer("offset", offset)),
                POSITIONS);
    }

    /** Returns the first token of each sequence; zeros for an empty one. */
    static OnnxNode first(OnnxNode node, String x) {
        return like(node, "RaggedFirst", Map.of(), x, OFFSETS);
    }

    /** Returns the elements of a constant at the positions of the tokens. */
    static OnnxNode positions(OnnxNode node, String table, int axis) {
        return like(node, "RaggedGather", Map.of("axis", integer("axis", axis)), table, POSITIONS);
    }

    /** Returns the positions of the tokens. */
    static OnnxNode range(OnnxNode node, DataType dtype) {
        ElementType type = dtype == DataType.I64 ? ElementType.INT64 : ElementType.INT32;
        return like(node, "RaggedPositions", Map.of("to", integer("to", type.number())), POSITIONS);
    }

    /** Returns the mask of a batch without padding. */
    static OnnxNode mask(String name, ElementType type) {
        return node("RaggedMask", Map.of("to", integer("to", type.number())), SEGMENTS, name);
    }

    /** Returns the values of all tokens as one sequence. */
    static OnnxNode joined(String tokens, String sequence) {
        return node("RaggedJoin", Map.of(), tokens, sequence);
    }

    /** Returns the tokens of one sequence. */
    static OnnxNode split(String sequence, String tokens) {
        return node("RaggedSplit", Map.of(), sequence, tokens);
    }

    private static OnnxNode node(String op, Map<String, OnnxAttribute> attributes, String input, String output) {
        return new OnnxNode("", op, DOMAIN, List.of(input), List.of(output), attributes);
    }

    private static OnnxNode like(OnnxNode node, String op, Map<String, OnnxAttribute> attributes, String... inputs) {
        return new OnnxNode(
                node.title(),
                op,
                DOMAIN,
                List.of(inputs),
                List.of(node.outputs().get(0)),
                attributes);
    }

    private static OnnxAttribute integer(String name, long value) {
        return new OnnxAttribute(name, Kind.INT, List.of(value), List.of(), List.of(), null, null);
    }

    private static OnnxAttribute real(String name, double value) {
        return new OnnxAttribute(name, Kind.FLOAT, List.of(), List.of((float) value), List.of(), null, null);
    }
}
