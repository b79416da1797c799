package io.graphkernel.processor.loop;

import io.graphkernel.processor.graph.Access;
import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.graph.Group;
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
 * The bytes that kernels and library calls move between memory and a processor: per kernel each element that it reads
 * once, however often and through however many views it does, and each element that it stores. A temporary counts where
 * it is stored and in each kernel that reads it; an update in place counts as a store; an index op, a number and a
 * concatenation, whose operands are stored in place, count nothing.
 *
 * <p>A symbol stands for {@value #TYPICAL_SIZE}, an open shape for a square of that. Counts are doubles: the typical
 * sizes of many axes together are more than a long holds. The graph must be one whose views all have strides.
 */
public final class Traffic {

    /** What a symbol stands for where sizes are weighed. */
    public static final long TYPICAL_SIZE = 512;

    private static final Dim TYPICAL = Dim.of(TYPICAL_SIZE);

    private final Storage storage;
    private final Map<Node, List<Node>> users;
    /** How many results are stored from each op. */
    private final Map<Node, Integer> results = new IdentityHashMap<>();

    private final Map<Node, Double> elements = new IdentityHashMap<>();
    private final Map<Dim, Double> sizes = new HashMap<>();

    /**
     * The traffic in a graph.
     *
     * @param graph after views were formed; its groups do not matter here
     */
    public Traffic(Graph graph) {
        this(graph, new Storage(graph), graph.users());
    }

    /**
     * The traffic in a graph of which more is known.
     *
     * @param graph after views were formed; its groups do not matter here
     * @param storage how its values lie in memory
     * @param users {@link Graph#users}
     */
    public Traffic(Graph graph, Storage storage, Map<Node, List<Node>> users) {
        this.storage = storage;
        this.users = users;
        graph.outputs().forEach(output -> results.merge(Storage.writer(output.node()), 1, Integer::sum));
    }

    /**
     * The bytes that a partition into kernels moves.
     *
     * @param graph partitioned
     * @return the sum over its groups
     */
    public static double of(Graph graph) {
        Traffic traffic = new Traffic(graph);
        return graph.groups().stream()
                .map(Group::nodes)
                .mapToDouble(traffic::of)
                .sum();
    }

    /**
     * The bytes that no plan avoids: inputs are read once, results are stored once.
     *
     * @param graph any graph that this class takes
     * @return what one kernel with all of its ops would move
     */
    public static double unavoidable(Graph graph) {
        return new Traffic(graph).of(graph.operations());
    }

    /**
     * The bytes that one kernel or library call moves.
     *
     * @param members its ops
     * @return what it reads and what it stores
     */
    public double of(Collection<Node> members) {
        Set<Node> inside = Collections.newSetFromMap(new IdentityHashMap<>());
        inside.addAll(members);
        double bytes = reads(members, inside).values().stream()
                .mapToDouble(Double::doubleValue)
                .sum();
        for (Node node : members) {
            bytes += stored(node, inside);
        }
        return bytes;
    }

    /**
     * The bytes that a kernel reads of each memory.
     *
     * @param members its ops
     * @return by the value that lies in the memory, in the order of the first read
     */
    public Map<Node, Double> reads(Collection<Node> members) {
        Set<Node> inside = Collections.newSetFromMap(new IdentityHashMap<>());
        inside.addAll(members);
        return reads(members, inside);
    }

    private Map<Node, Double> reads(Collection<Node> members, Set<Node> inside) {
        Map<Node, Set<Object>> places = new IdentityHashMap<>();
        Map<Node, Double> bytes = new LinkedHashMap<>();
        for (Node node : members) {
            if (Views.isView(node) && !isCopy(node) || isRegions(node, inside)) {
                continue;
            }
            int first = OpTable.get().is(node, OpKind.ASSIGN) ? 1 : 0;
            boolean gathers = OpTable.get().is(node, OpKind.GATHER);
            for (int i = first; i < node.operands().size(); i++) {
                Node operand = node.operands().get(i);
                Node base = Views.base(operand);
                if (!isMemory(base) || inside.contains(base)) {
                    continue;
                }
                double read = gathers && i == 0 ? Math.min(elements(node), visible(operand)) : visible(operand);
                if (places.computeIfAbsent(base, any -> new HashSet<>()).add(place(operand))) {
                    bytes.merge(base, read * base.dtype().byteSize(), (a, b) -> Math.min(a + b, bytes(base)));
                }
            }
        }
        return bytes;
    }

    /** A view that nobody reads is a result, and stored as one. */
    private boolean isCopy(Node view) {
        return results.containsKey(view);
    }

    /** The bytes that a member stores: 0 if only members read it. */
    private double stored(Node node, Set<Node> inside) {
        if (isRegions(node, inside)) {
            return 0;
        }
        boolean escapes = OpTable.get().is(node, OpKind.ASSIGN)
                || users.get(node).stream().anyMatch(user -> !inside.contains(user));
        int copies = results.getOrDefault(storage.whole(node), escapes ? 1 : 0);
        boolean inWhole = storage.whole(node) != node && inside.contains(storage.whole(node));
        return inWhole ? 0 : copies * bytes(node);
    }

    /** Whether a node is a concatenation whose operands other kernels store. */
    private static boolean isRegions(Node node, Set<Node> inside) {
        return OpTable.get().is(node, OpKind.CONCAT) && !inside.containsAll(node.operands());
    }

    private static boolean isMemory(Node base) {
        boolean index = base.isOperation() && OpTable.get().is(base, OpKind.INDEX);
        return (base.isOperation() || base.kind() == Node.Kind.PARAMETER) && !index;
    }

    private Object place(Node operand) {
        if (!Views.isView(operand)) {
            return operand;
        }
        Access access = storage.access(operand);
        return List.of(access, operand.shape());
    }

    /** The elements of its memory that a view shows. */
    private double visible(Node operand) {
        double least = elements(operand);
        for (Node node = operand; Views.isView(node); node = node.operands().get(0)) {
            least = Math.min(least, elements(node.operands().get(0)));
        }
        return least;
    }

    /**
     * The bytes of a value.
     *
     * @param node any node
     * @return at typical sizes
     */
    public double bytes(Node node) {
        return elements(node) * node.dtype().byteSize();
    }

    /**
     * The elements of a value.
     *
     * @param node any node
     * @return at typical sizes
     */
    public double elements(Node node) {
        return elements.computeIfAbsent(node, any -> elements(node.shape()));
    }

    private double elements(Shape shape) {
        if (shape.isOpen()) {
            return (double) TYPICAL_SIZE * TYPICAL_SIZE;
        }
        double product = 1;
        for (Dim dim : shape.dims()) {
            product *= sizes.computeIfAbsent(dim, Traffic::size);
        }
        return product;
    }

    private static double size(Dim dim) {
        Map<String, Dim> typical = new HashMap<>();
        dim.symbols().forEach(symbol -> typical.put(symbol, TYPICAL));
        return Math.max(0, ((Dim.Constant) dim.substitute(typical)).size());
    }
}
