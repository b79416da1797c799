package io.graphkernel.processor.loop;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.Axes;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.Loop;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.graph.iteration.AccessMap;
import io.graphkernel.op.OpTable;
import io.graphkernel.op.row.OpKind;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Memory layout of a graph's values: row-major, except for the operands of a concatenation, which are regions of its
 * result. Accesses have one stride per axis of the value.
 */
public final class StorageLayout {

    private final Map<Node, Node> concatenations = new IdentityHashMap<>();
    /** Results of loops, by the copies that initialize their memory. */
    private final Map<Node, Node> carried = new IdentityHashMap<>();

    private final Map<Node, AccessMap> accesses = new IdentityHashMap<>();
    /** Accesses of the slices that an iteration of a loop stores, in the memory of their stacks. */
    private final Map<Node, AccessMap> stacks = new IdentityHashMap<>();

    /** Creates the layout of values without concatenations. */
    public StorageLayout() {}

    /**
     * Creates the layout of a graph's values.
     *
     * @param graph a graph in which every operand of a Concat, and every initial value of a loop, has a single use
     */
    public StorageLayout(Graph graph) {
        for (Node node : graph.operations()) {
            if (OpTable.get().is(node, OpKind.CONCAT)) {
                node.operands().forEach(operand -> concatenations.put(operand, node));
            }
            if (Loop.isResult(node)) {
                int output = (int) node.attributes().integer(Attributes.OUTPUT);
                Node loop = node.operands().get(0);
                if (output < Loop.of(loop).carried()
                        && loop.operands().get(output).isOperation()) {
                    carried.put(loop.operands().get(output), node);
                }
            }
        }
    }

    /**
     * Creates the layout of a loop's body whose results are stored in stacks.
     *
     * @param stacks access of each stored slice in the memory of its stack
     */
    StorageLayout(Map<Node, AccessMap> stacks) {
        this.stacks.putAll(stacks);
    }

    /** Returns the access of a slice in the memory of its stack; empty for other values. */
    Optional<AccessMap> stack(Node node) {
        return Optional.ofNullable(stacks.get(node));
    }

    /**
     * Returns the value that owns the memory of another one.
     *
     * @param node any node
     * @return the outermost Concat of which the node is a region; for the initial value of a loop's result the result;
     *     the node itself if it has memory of its own
     */
    public Node root(Node node) {
        Node root = node;
        while (concatenations.containsKey(root)) {
            root = concatenations.get(root);
        }
        return carried.getOrDefault(root, root);
    }

    /**
     * Returns the op that writes the elements of a result.
     *
     * @param result a result of the graph
     * @return the computing op, before any reshapes; the result itself if it is a copy, as of a loop's result
     */
    public static Node writer(Node result) {
        Node base = Views.sameMemory(result);
        boolean computed = base.isOperation()
                && !Views.isView(base)
                && !OpTable.get().is(base, OpKind.INDEX)
                && !Loop.isResult(base);
        return computed ? base : result;
    }

    /**
     * Returns true if a library can store the result of an op as a region: any stride of the outermost axis, row-major
     * for the others.
     *
     * @param node any node
     * @return false for matmuls and for ops that no library computes
     */
    public static boolean storesRegions(Node node) {
        return node.isOperation() && OpTable.get().row(node).isStoredInRegions();
    }

    /**
     * Returns the access of a value's elements.
     *
     * @param node a node of declared shape
     * @return its access in the memory of {@link #root}; for a view, in that of its base
     * @throws IllegalStateException if a view has no strides
     */
    public AccessMap access(Node node) {
        AccessMap known = accesses.get(node);
        if (known == null) {
            known = find(node);
            accesses.put(node, known);
        }
        return known;
    }

    private AccessMap find(Node node) {
        if (Views.isView(node)) {
            return Views.through(node, access(node.operands().get(0)))
                    .orElseThrow(() -> new IllegalStateException("no strides for " + node));
        }
        if (OpTable.get().is(node, OpKind.INDEX)) {
            return index(node);
        }
        if (node.isAssign()) {
            AccessMap target = access(node.operands().get(0));
            return node.isAssignAt() ? slice(target, axis(node, node)) : target;
        }
        Node concatenation = concatenations.get(node);
        return concatenation == null ? Views.rowMajor(node.shape().dims()) : region(node, concatenation);
    }

    private AccessMap region(Node operand, Node concatenation) {
        AccessMap parent = access(concatenation);
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
            strides.add(unit ? Dim.ZERO : parent.strides().get(i));
        }
        return new AccessMap(parent.offset().plus(before.times(parent.strides().get(axis))), strides);
    }

    /** Returns the access to a slice at position 0 of an axis. */
    private static AccessMap slice(AccessMap access, int axis) {
        List<Dim> strides = new ArrayList<>(access.strides());
        strides.set(axis, Dim.ZERO);
        return new AccessMap(access.offset(), strides);
    }

    /** The elements of an index op are its access offsets. */
    private static AccessMap index(Node node) {
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
        return new AccessMap(Dim.ZERO, strides);
    }

    /** Returns the axis attribute of an op, normalized for the shape of a value. */
    static int axis(Node op, Node value) {
        try {
            return Axes.normalized(value.shape(), op.attributes().integer(Attributes.AXIS));
        } catch (TypeException e) {
            throw new IllegalStateException(op + ": " + e.getMessage(), e);
        }
    }
}
