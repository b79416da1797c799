package io.graphkernel.processor.report;

import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.Shape;
import io.graphkernel.processor.graph.ValueType;
import io.graphkernel.processor.loop.Storage;
import io.graphkernel.processor.loop.Views;
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
 * The bytes that kernels and library calls move between memory and a processor, as formulas over the symbols of the
 * signature: per kernel each element that it reads once, however often and through however many views it does, and each
 * element that it stores. An update in place is a store; an index op, a number and a concatenation, whose operands are
 * stored in place, move nothing. The elements of an open shape are a symbol of their own: {@code #(x, y)} stands for
 * those of the broadcast of x and y.
 */
final class BytesMoved {

    /**
     * What one kernel moves.
     *
     * @param reads bytes by the value in whose memory they lie, in the order of the first read
     * @param writes bytes by the value stored, in the order of the ops; empty if there is nothing to launch
     */
    record Movement(Map<Node, Dim> reads, Map<Node, Dim> writes) {

        /** All bytes. */
        Dim bytes() {
            return sum(reads.values()).plus(sum(writes.values()));
        }
    }

    private final Storage storage;
    private final Map<Node, List<Node>> users;
    /** How many results are stored from each op. */
    private final Map<Node, Integer> results = new IdentityHashMap<>();

    private final Map<Shape, Dim> elements = new HashMap<>();
    private final Map<ValueType, Dim> bytes = new HashMap<>();

    private BytesMoved(Graph graph) {
        this.storage = new Storage(graph);
        this.users = graph.users();
        graph.outputs().forEach(output -> results.merge(Storage.writer(output.node()), 1, Integer::sum));
    }

    /**
     * The movements of a partitioned graph.
     *
     * @param graph with groups, after views were formed
     * @return one movement per group, in order
     */
    static List<Movement> of(Graph graph) {
        BytesMoved moved = new BytesMoved(graph);
        return graph.groups().stream().map(group -> moved.by(group.nodes())).toList();
    }

    /**
     * The bytes that no plan can do without: inputs are read once, results stored once.
     *
     * @param graph after views were formed
     * @return what one kernel with all ops would move
     */
    static Dim unavoidable(Graph graph) {
        return new BytesMoved(graph).by(graph.operations()).bytes();
    }

    /**
     * Adds bytes.
     *
     * @param bytes formulas
     * @return their sum
     */
    static Dim sum(Collection<Dim> bytes) {
        // Few of the summands differ, and adding polynomials costs more than counting them.
        Map<Dim, Long> counts = new LinkedHashMap<>();
        bytes.forEach(each -> counts.merge(each, 1L, Long::sum));
        Dim sum = Dim.ZERO;
        for (Map.Entry<Dim, Long> entry : counts.entrySet()) {
            sum = sum.plus(entry.getKey().times(Dim.of(entry.getValue())));
        }
        return sum;
    }

    private Movement by(List<Node> members) {
        Set<Node> inside = Collections.newSetFromMap(new IdentityHashMap<>());
        inside.addAll(members);
        Map<Node, Dim> writes = new LinkedHashMap<>();
        for (Node node : members) {
            int copies = isRegions(node, inside) ? 0 : copies(node, inside);
            if (copies > 0) {
                writes.put(node, copies == 1 ? bytes(node) : bytes(node).times(Dim.of(copies)));
            }
        }
        return new Movement(reads(members, inside), writes);
    }

    private Map<Node, Dim> reads(List<Node> members, Set<Node> inside) {
        Map<Node, Set<Object>> places = new IdentityHashMap<>();
        Map<Node, Dim> reads = new LinkedHashMap<>();
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
                    Dim read = gathered ? elements(node).min(visible(operand)) : visible(operand);
                    Dim size = Dim.of(base.dtype().byteSize());
                    reads.merge(
                            base,
                            read == elements(base) ? bytes(base) : read.times(size),
                            (a, b) -> a.plus(b).min(bytes(base)));
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
    private Dim visible(Node operand) {
        Dim least = elements(operand);
        for (Node node = operand; Views.isView(node); node = node.operands().get(0)) {
            least = least.min(elements(node.operands().get(0)));
        }
        return least;
    }

    private Dim bytes(Node node) {
        return bytes.computeIfAbsent(
                node.type(), type -> elements(node).times(Dim.of(type.dtype().byteSize())));
    }

    private Dim elements(Node node) {
        return elements.computeIfAbsent(node.shape(), BytesMoved::elements);
    }

    private static Dim elements(Shape shape) {
        return shape.isOpen()
                ? new Dim.Symbol("#(" + String.join(", ", shape.openOver()) + ")")
                : Dim.product(shape.dims());
    }
}
