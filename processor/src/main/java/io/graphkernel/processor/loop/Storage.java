package io.graphkernel.processor.loop;

import io.graphkernel.processor.graph.Access;
import io.graphkernel.processor.graph.Attributes;
import io.graphkernel.processor.graph.Axes;
import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.TypeException;
import io.graphkernel.processor.op.OpKind;
import io.graphkernel.processor.op.OpTable;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * In which order the values of a graph lie in memory: row-major, but for the operands of a concatenation, each of which
 * is a region of the whole. Accesses have one stride per axis of the value.
 */
public final class Storage {

    private final Map<Node, Node> concatenations = new IdentityHashMap<>();
    private final Map<Node, Access> accesses = new IdentityHashMap<>();

    /** The memory of values that no graph concatenates. */
    public Storage() {}

    /**
     * The memory of a graph's values.
     *
     * @param graph a graph in which every operand of a Concat is computed for it alone
     */
    public Storage(Graph graph) {
        for (Node node : graph.operations()) {
            if (OpTable.get().is(node, OpKind.CONCAT)) {
                node.operands().forEach(operand -> concatenations.put(operand, node));
            }
        }
    }

    /**
     * The value in whose memory another one lies.
     *
     * @param node any node
     * @return the outermost Concat of which the node is a region; the node itself if it has memory of its own
     */
    public Node whole(Node node) {
        Node whole = node;
        while (concatenations.containsKey(whole)) {
            whole = concatenations.get(whole);
        }
        return whole;
    }

    /**
     * The op that writes the elements of a result.
     *
     * @param result a result of the graph
     * @return the op that computes, before any reshapes; the result itself if there is none, so that it is a copy
     */
    public static Node writer(Node result) {
        Node base = Views.sameMemory(result);
        boolean computed =
                base.isOperation() && !Views.isView(base) && !OpTable.get().is(base, OpKind.INDEX);
        return computed ? base : result;
    }

    /**
     * Whether a library can store the result of an op as a region of something larger: the outermost axis may have any
     * stride then, the others are row-major.
     *
     * @param node any node
     * @return false for products of matrices, and for what no library computes
     */
    public static boolean storesRegions(Node node) {
        return node.isOperation() && OpTable.get().row(node).isStoredInRegions();
    }

    /**
     * Where the elements of a value lie.
     *
     * @param node a node of declared shape
     * @return its access in the memory of {@link #whole}; for a view, in that of its base
     * @throws IllegalStateException if no strides say where the elements of a view are
     */
    public Access access(Node node) {
        Access known = accesses.get(node);
        if (known == null) {
            known = find(node);
            accesses.put(node, known);
        }
        return known;
    }

    private Access find(Node node) {
        if (Views.isView(node)) {
            return Views.through(node, access(node.operands().get(0)))
                    .orElseThrow(() -> new IllegalStateException("no strides for " + node));
        }
        if (OpTable.get().is(node, OpKind.INDEX)) {
            return index(node);
        }
        Node concatenation = concatenations.get(node);
        return concatenation == null ? Views.rowMajor(node.shape().dims()) : region(node, concatenation);
    }

    private Access region(Node operand, Node concatenation) {
        Access whole = access(concatenation);
        int axis = axis(concatenation, concatenation);
        Dim before = Dim.ZERO;
        for (Node other : concatenation.operands()) {
            if (other == operand) {
                break;
            }
            before = before.plus(other.shape().dims().get(axis));
        }
        List<Dim> strides = new ArrayList<>();
        for (int i = 0; i < operand.shape().rank(); i++) {
            boolean unit = operand.shape().dims().get(i).equals(Dim.ONE);
            strides.add(unit ? Dim.ZERO : whole.strides().get(i));
        }
        return new Access(whole.offset().plus(before.times(whole.strides().get(axis))), strides);
    }

    /** The elements of an index op are its accesses. */
    private static Access index(Node node) {
        List<Dim> dims = node.shape().dims();
        if (!node.attributes().has(Attributes.AXIS)) {
            return Views.rowMajor(dims);
        }
        int counted = axis(node, node);
        List<Dim> strides = new ArrayList<>();
        for (int i = 0; i < dims.size(); i++) {
            boolean moves = i == counted && !dims.get(i).equals(Dim.ONE);
            strides.add(moves ? Dim.ONE : Dim.ZERO);
        }
        return new Access(Dim.ZERO, strides);
    }

    /** The axis attribute of an op, counted from the front of the shape of a value. */
    static int axis(Node op, Node value) {
        try {
            return Axes.normalized(value.shape(), op.attributes().integer(Attributes.AXIS));
        } catch (TypeException e) {
            throw new IllegalStateException(op + ": " + e.getMessage(), e);
        }
    }
}
