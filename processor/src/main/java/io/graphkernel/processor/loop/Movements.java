package io.graphkernel.processor.loop;

import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.Shape;
import io.graphkernel.processor.op.OpKind;
import io.graphkernel.processor.op.OpTable;
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
 * What kernels and library calls move between memory and a processor: per kernel each element that it reads once, however
 * often and through however many views it does, and each element that it stores. A temporary counts where it is stored and
 * in each kernel that reads it; an update in place is a store; an index op, a number and a concatenation, whose operands
 * are stored in place, move nothing. The graph must be one whose views all have strides.
 *
 * @param <S> what sizes are: numbers, or formulas over the symbols of the signature
 */
public final class Movements<S> {

    /**
     * How sizes are computed.
     *
     * @param <S> what sizes are
     */
    public interface Sizes<S> {

        /**
         * The elements of a shape.
         *
         * @param shape ranked or rankless
         * @return how many there are
         */
        S elements(Shape shape);

        /**
         * A product.
         *
         * @param size some elements or bytes
         * @param factor at least 1
         * @return so many times the size
         */
        S times(S size, int factor);

        /**
         * A sum.
         *
         * @param a bytes
         * @param b bytes
         * @return both together
         */
        S plus(S a, S b);

        /**
         * The lesser.
         *
         * @param a a size
         * @param b a size
         * @return the one that is not larger
         */
        S least(S a, S b);
    }

    /**
     * What one kernel moves.
     *
     * @param reads bytes by the value in whose memory they lie, in the order of the first read
     * @param writes bytes by the value stored, in the order of the ops; empty if there is nothing to launch
     * @param <S> what sizes are
     */
    public record Movement<S>(Map<Node, S> reads, Map<Node, S> writes) {}

    private final Storage storage;
    private final Map<Node, List<Node>> users;
    private final Sizes<S> sizes;
    /** How many results are stored from each op. */
    private final Map<Node, Integer> results = new IdentityHashMap<>();

    private final Map<Shape, S> elements = new HashMap<>();

    /**
     * The movements in a graph.
     *
     * @param graph after views were formed; its groups do not matter here
     * @param storage how its values lie in memory
     * @param users {@link Graph#users}
     * @param sizes what shapes count
     */
    public Movements(Graph graph, Storage storage, Map<Node, List<Node>> users, Sizes<S> sizes) {
        this.storage = storage;
        this.users = users;
        this.sizes = sizes;
        graph.outputs().forEach(output -> results.merge(Storage.writer(output.node()), 1, Integer::sum));
    }

    /**
     * What one kernel or library call moves.
     *
     * @param members its ops
     * @return bytes
     */
    public Movement<S> by(Collection<Node> members) {
        Set<Node> inside = identitySet(members);
        Map<Node, S> writes = new LinkedHashMap<>();
        for (Node node : members) {
            int copies = isRegions(node, inside) ? 0 : copies(node, inside);
            if (copies > 0) {
                writes.put(node, copies == 1 ? bytes(node) : sizes.times(bytes(node), copies));
            }
        }
        return new Movement<>(reads(members, inside), writes);
    }

    /**
     * What a kernel reads.
     *
     * @param members its ops
     * @return bytes by the value that lies in the memory, in the order of the first read
     */
    public Map<Node, S> reads(Collection<Node> members) {
        return reads(members, identitySet(members));
    }

    /**
     * The bytes of a value.
     *
     * @param node any node
     * @return of all its elements
     */
    public S bytes(Node node) {
        return sizes.times(elements(node), node.dtype().byteSize());
    }

    /**
     * The elements of a value.
     *
     * @param node any node
     * @return how many there are
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
        Map<Node, Set<Object>> places = new IdentityHashMap<>(members.size());
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
                        && places.computeIfAbsent(base, any -> new HashSet<>()).add(place(operand))) {
                    boolean gathered = is(node, OpKind.GATHER) && i == 0;
                    S read = gathered ? sizes.least(elements(node), visible(operand)) : visible(operand);
                    reads.merge(
                            base,
                            sizes.times(read, base.dtype().byteSize()),
                            (a, b) -> sizes.least(sizes.plus(a, b), bytes(base)));
                }
            }
        }
        return reads;
    }

    private int copies(Node node, Set<Node> inside) {
        Node whole = storage.whole(node);
        if (whole != node && inside.contains(whole)) {
            return 0;
        }
        boolean escapes = is(node, OpKind.ASSIGN) || users.get(node).stream().anyMatch(user -> !inside.contains(user));
        return results.getOrDefault(whole, escapes ? 1 : 0);
    }

    /** Whether a node is a concatenation whose operands other kernels store. */
    private static boolean isRegions(Node node, Set<Node> inside) {
        return is(node, OpKind.CONCAT) && !inside.containsAll(node.operands());
    }

    private static boolean is(Node node, OpKind kind) {
        return node.isOperation() && OpTable.get().is(node, kind);
    }

    private Object place(Node operand) {
        return Views.isView(operand) ? List.of(storage.access(operand), operand.shape()) : operand;
    }

    /** The elements of its memory that a view shows. */
    private S visible(Node operand) {
        S least = elements(operand);
        for (Node node = operand; Views.isView(node); node = node.operands().get(0)) {
            least = sizes.least(least, elements(node.operands().get(0)));
        }
        return least;
    }

    private static Set<Node> identitySet(Collection<Node> members) {
        Set<Node> inside = Collections.newSetFromMap(new IdentityHashMap<>(members.size()));
        inside.addAll(members);
        return inside;
    }
}
