package io.graphkernel.processor.onnx.block;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.AttentionExpansion;
import io.graphkernel.op.ScalarFunction;
import io.graphkernel.op.ScoreFunctions;
import io.graphkernel.op.build.ExpansionBuilder;
import io.graphkernel.op.row.BasicOps;
import io.graphkernel.processor.onnx.node.OnnxCall;
import io.graphkernel.processor.onnx.node.OnnxRule;
import io.graphkernel.processor.onnx.node.UnsupportedNodeException;
import io.graphkernel.processor.onnx.reader.ElementType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/**
 * Rules of the nodes that models over ragged batches have in place of those over padded batches. Values are those of one
 * sequence of all tokens, [1, tokens, …], or of all sequences, [sequences, …].
 */
public final class RaggedNodeRules {

    private static final List<Long> LAST_AXES_SWAPPED = List.of(0L, 1L, 3L, 2L);

    /** Rules by op. */
    public static final Map<String, OnnxRule.Single> RULES = Map.ofEntries(
            Map.entry("RaggedAttention", RaggedNodeRules::attention),
            Map.entry("RaggedSum", call -> reduced(call, "SUM")),
            Map.entry("RaggedMax", call -> reduced(call, "MAX")),
            Map.entry("RaggedCumSum", RaggedNodeRules::runningSum),
            Map.entry("RaggedFirst", RaggedNodeRules::first),
            Map.entry("RaggedGather", RaggedNodeRules::gather),
            Map.entry("RaggedPositions", call -> call.cast(call.in(0), dtype(call))),
            Map.entry("RaggedCount", RaggedNodeRules::counted),
            Map.entry("RaggedMask", RaggedNodeRules::mask),
            Map.entry("RaggedJoin", call -> call.reshaped(call.in(0), with(Dim.ONE, call.dims(0)))),
            Map.entry("RaggedSplit", call -> call.reshaped(call.in(0), rows(call))));

    private RaggedNodeRules() {}

    private static Node gather(OnnxCall call) throws TypeException, UnsupportedNodeException {
        return call.op(
                "Gather", Attributes.NONE.with(Attributes.AXIS, call.integer("axis", 0)), call.in(0), call.in(1));
    }

    private static Node mask(OnnxCall call) throws TypeException, UnsupportedNodeException {
        Node one = call.add(Node.constant(1, dtype(call)));
        return call.expanded(one, List.of(Dim.ONE, call.dims(0).get(0)));
    }

    private static DataType dtype(OnnxCall call) throws UnsupportedNodeException {
        return ElementType.of(call.integer("to", 0)).dtype().orElseThrow();
    }

    private static List<Dim> with(Dim first, List<Dim> others) {
        List<Dim> dims = new ArrayList<>(List.of(first));
        dims.addAll(others);
        return dims;
    }

    /** Returns the dims of the tokens of one sequence. */
    private static List<Dim> rows(OnnxCall call) throws UnsupportedNodeException {
        return call.dims(0).subList(1, call.rank(0));
    }

    /** Returns the number of sequences, one less than that of the offsets, which are input 1. */
    private static Dim count(OnnxCall call) throws UnsupportedNodeException {
        return call.dims(1).get(0).minus(Dim.ONE);
    }

    /** Builds attention of queries, transposed keys and values, in which a query reads the keys of its sequence. */
    private static Node attention(OnnxCall call) throws TypeException, UnsupportedNodeException {
        Node keys = call.transposed(call.in(1), LAST_AXES_SWAPPED);
        return attention(call, List.of(call.in(0), keys, call.in(2)), call.real("scale", 1), call.in(3), call.in(4));
    }

    /**
     * Builds attention in which a query reads the keys of its sequence.
     *
     * @param heads queries, keys and values, [1, heads, tokens, size]
     * @param scale factor of the scores
     * @param offsets offsets of the batch
     * @param segments segments of the batch
     * @return rows of the values, [1, heads, tokens, size]
     */
    public static Node attention(OnnxCall call, List<Node> heads, double scale, Node offsets, Node segments)
            throws TypeException, UnsupportedNodeException {
        ExpansionBuilder b = call.ops();
        Node query = heads.get(0);
        if (query.dtype() == DataType.F64) {
            throw new UnsupportedNodeException("attention of ragged batches computes scores as float, and not double");
        }
        List<Node> operands = new ArrayList<>(heads);
        operands.add(b.number(scale, query));
        operands.addAll(AttentionExpansion.bounds(b, offsets, segments, heads.get(1)));
        Attributes attributes = Attributes.NONE
                .with(ScalarFunction.ATTRIBUTE, ScoreFunctions.identity().text())
                .with(AttentionExpansion.RAGGED, true);
        return call.op(BasicOps.SCORED_ATTENTION, attributes, operands.toArray(Node[]::new));
    }

    /** Builds the sums or maxima of the tokens of each sequence, and zeros for an empty one. */
    private static Node reduced(OnnxCall call, String mode) throws TypeException, UnsupportedNodeException {
        List<Dim> rows = rows(call);
        List<Dim> elements = rows.subList(1, rows.size());
        Node matrix = call.reshaped(call.in(0), List.of(rows.get(0), Dim.product(elements)));
        Node results = call.op("SegmentReduce", Attributes.NONE.with("mode", mode), matrix, call.in(1));
        List<Dim> dims = call.flag("keepdims", false) ? with(Dim.ONE, elements) : elements;
        return call.reshaped(results, with(count(call), dims));
    }

    /** Builds running sums over the tokens of all sequences, less the sum before each sequence. */
    private static Node runningSum(OnnxCall call) throws TypeException, UnsupportedNodeException {
        Attributes alongTokens = Attributes.NONE.with(Attributes.AXIS, 1L);
        Node x = call.in(0);
        Node sums = call.op("CumSum", alongTokens.with("exclusive", false).with("reverse", false), x);
        Node before = call.op("Sub", sums, x);
        Node begins = call.op("Gather", Attributes.NONE.with(Attributes.AXIS, 0L), call.in(1), call.in(2));
        Node ofSequences = call.op("Gather", alongTokens, before, begins);
        return call.op("Sub", call.flag("exclusive", false) ? before : sums, ofSequences);
    }

    private static Node counted(OnnxCall call) throws TypeException, UnsupportedNodeException {
        Node positions = call.cast(call.in(0), dtype(call));
        Node counts = call.ops().op("Add", positions, call.integer("offset", 0));
        return call.reshaped(counts, with(Dim.ONE, call.dims(0)));
    }

    /** Builds the first token of each sequence, and zeros for an empty one, as the sums of its tokens are. */
    private static Node first(OnnxCall call) throws TypeException, UnsupportedNodeException {
        ExpansionBuilder b = call.ops();
        Dim count = count(call);
        Node begins = call.inside(call.in(1), 0, Dim.ZERO, count);
        Node ends = call.inside(call.in(1), 0, Dim.ONE, count);
        Node hasTokens = b.op("Less", begins, ends);
        // The end of the last sequence is no row.
        Node indices = b.select(hasTokens, begins, b.number(0, begins));
        List<Dim> rows = rows(call);
        Node first =
                call.op("Gather", Attributes.NONE.with(Attributes.AXIS, 0L), call.reshaped(call.in(0), rows), indices);
        List<Dim> ones = Collections.nCopies(rows.size() - 1, Dim.ONE);
        return b.select(call.reshaped(hasTokens, with(count, ones)), first, b.number(0, first));
    }
}
