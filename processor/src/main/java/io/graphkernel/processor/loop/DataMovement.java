package io.graphkernel.processor.loop;

import io.graphkernel.graph.Graph;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.Shape;
import io.graphkernel.op.OpTable;
import io.graphkernel.op.row.OpKind;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Data movement of kernels and library calls between memory and a processor.
 *
 * <p>Per kernel each element is read once, however often it is used, and each stored element is written once. A
 * temporary counts where it is stored and in each kernel that reads it; an in-place update is a store. Index ops,
 * numbers and concatenations, whose operands are stored in place, move nothing. All views of the graph must have
 * strides.
 *
 * @param <S> type of sizes: numbers, or formulas over the symbols of the signature
 */
public final class DataMovement<S> {

    /**
     * Arithmetic of sizes.
     *
     * @param <S> type of sizes
     */
    public interface Sizes<S> {

        /**
         * Returns the number of elements of a shape.
         *
         * @param shape a ranked or unranked shape
         * @return the number of elements
         */
        S elements(Shape shape);

        /**
         * Returns a product.
         *
         * @param size elements or bytes
         * @param factor at least 1
         * @return the product
         */
        S times(S size, int factor);

        /**
         * Returns a sum.
         *
         * @param a bytes
         * @param b bytes
         * @return the sum
         */
        S plus(S a, S b);

        /**
         * Returns the minimum.
         *
         * @param a a size
         * @param b a size
         * @return the smaller one
         */
        S min(S a, S b);
    }

    /**
     * Data movement of one kernel.
     *
     * @param reads bytes by the value that owns the memory, in order of first read
     * @param writes bytes by the stored value, in op order; empty if there is nothing to launch
     * @param <S> type of sizes
     */
    public record KernelMovement<S>(Map<Node, S> reads, Map<Node, S> writes) {}

    private final StorageLayout storage;
    private final Map<Node, List<Node>> users;
    private final Sizes<S> sizes;
    /** Number of results that each op stores. */
    private final Map<Node, Integer> results = new IdentityHashMap<>();

    private final Map<Shape, S> elements = new HashMap<>();

    /**
     * Creates the analysis of a graph.
     *
     * @param graph a graph after view forming; its partition is irrelevant
     * @param storage memory layout of its values
     * @param users {@link Graph#users}
     * @param sizes arithmetic of sizes
     */
    public DataMovement(Graph graph, StorageLayout storage, Map<Node, List<Node>> users, Sizes<S> sizes) {
        this.storage = storage;
        this.users = users;
        this.sizes = sizes;
        graph.outputs().forEach(output -> results.merge(StorageLayout.writer(output.node()), 1, Integer::sum));
    }

    /**
     * Returns the data movement of one kernel or library call.
     *
     * @param members its ops
     * @return bytes
     */
    public KernelMovement<S> by(Collection<Node> members) {
        Set<Node> inside = identitySet(members);
        Map<Node, S> writes = new LinkedHashMap<>();
        for (Node node : members) {
            int copies = isRegions(node, inside) ? 0 : copies(node, inside);
            if (copies > 0) {
                writes.put(node, copies == 1 ? bytes(node) : sizes.times(bytes(node), copies));
            }
        }
        return new KernelMovement<>(reads(members, inside), writes);
    }

    /**
     * Returns the bytes that a kernel reads.
     *
     * @param members its ops
     * @return bytes by the value that owns the memory, in order of first read
     */
    public Map<Node, S> reads(Collection<Node> members) {
        return reads(members, identitySet(members));
    }

    /**
     * Returns the size of a value in bytes.
     *
     * @param node any node
     * @return bytes of all its elements
     */
    public S bytes(Node node) {
        return sizes.times(elements(node), node.dtype().byteSize());
    }

    /**
     * Returns the number of elements of a value.
     *
     * @param node any node
     * @return the number of elements
     */
    public S elements(Node node) {
        S known = elements.get(node.shape());
        if (known == null) {
            known = sizes.elements(node.shape());
            elements.put(node.shape(), known);
        }
        return known;
    }

    private Map<Node, S> reads(Collection<Node> members, Set<Node> inside) {
        Map<Node, Set<Object>> locations = new IdentityHashMap<>(members.size());
        Map<Node, S> reads = new LinkedHashMap<>();
        for (Node node : members) {
            // A view that is a result is stored as a copy.
            if (Views.isView(node) && !results.containsKey(node) || isRegions(node, inside)) {
                continue;
            }
            for (int i = is(node, OpKind.ASSIGN) ? 1 : 0; i < node.operands().size(); i++) {
                Node operand = node.operands().get(i);
                Node base = Views.base(operand);
                boolean memory = !base.isNumber() && !is(base, OpKind.INDEX) && !inside.contains(base);
                if (memory
                        && locations
                                .computeIfAbsent(base, key -> new HashSet<>())
                                .add(locationKey(operand))) {
                    boolean gathered = is(node, OpKind.GATHER) && i == 0;
                    S read = gathered ? sizes.min(elements(node), visible(operand)) : visible(operand);
                    reads.merge(
                            base,
                            sizes.times(read, base.dtype().byteSize()),
                            (a, b) -> sizes.min(sizes.plus(a, b), bytes(base)));
                }
            }
        }
        return reads;
    }

    private int copies(Node node, Set<Node> inside) {
        Node root = storage.root(node);
        if (root != node && inside.contains(root)) {
            return 0;
        }
        boolean escapes = is(node, OpKind.ASSIGN) || users.get(node).stream().anyMatch(user -> !inside.contains(user));
        return results.getOrDefault(root, escapes ? 1 : 0);
    }

    /** Returns true if other kernels store the operands of a concatenation. */
    private static boolean isRegions(Node node, Set<Node> inside) {
        return is(node, OpKind.CONCAT) && !inside.containsAll(node.operands());
    }

    private static boolean is(Node node, OpKind kind) {
        return node.isOperation() && OpTable.get().is(node, kind);
    }

    private Object locationKey(Node operand) {
        return Views.isView(operand) ? List.of(storage.access(operand), operand.shape()) : operand;
    }

    /** Returns the number of elements that a view accesses. */
    private S visible(Node operand) {
        S min = elements(operand);
        for (Node node = operand; Views.isView(node); node = node.operands().get(0)) {
            min = sizes.min(min, elements(node.operands().get(0)));
        }
        return min;
    }

    private static Set<Node> identitySet(Collection<Node> members) {
        Set<Node> inside = Collections.newSetFromMap(new IdentityHashMap<>(members.size()));
        inside.addAll(members);
        return inside;
    }
}
