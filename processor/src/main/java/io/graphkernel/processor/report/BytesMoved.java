package io.graphkernel.processor.report;

import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.Shape;
import io.graphkernel.processor.loop.Movements;
import io.graphkernel.processor.loop.Storage;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The bytes that kernels and library calls move, as formulas over the symbols of the signature. The elements of an open
 * shape are a symbol of their own: {@code #(x, y)} stands for those of the broadcast of x and y.
 */
final class BytesMoved implements Movements.Sizes<Dim> {

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

    /** Products of polynomials cost more than looking them up. */
    private final Map<Integer, Map<Dim, Dim>> products = new HashMap<>();

    private BytesMoved() {}

    /**
     * The movements of a partitioned graph.
     *
     * @param graph with groups, after views were formed
     * @return one movement per group, in order
     */
    static List<Movement> of(Graph graph) {
        Movements<Dim> movements = movements(graph);
        return graph.groups().stream()
                .map(group -> by(movements, group.nodes()))
                .toList();
    }

    /**
     * The bytes that no plan can do without: inputs are read once, results stored once.
     *
     * @param graph after views were formed
     * @return what one kernel with all ops would move
     */
    static Dim unavoidable(Graph graph) {
        return by(movements(graph), graph.operations()).bytes();
    }

    private static Movements<Dim> movements(Graph graph) {
        return new Movements<>(graph, new Storage(graph), graph.users(), new BytesMoved());
    }

    private static Movement by(Movements<Dim> movements, List<Node> members) {
        Movements.Movement<Dim> movement = movements.by(members);
        return new Movement(movement.reads(), movement.writes());
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

    @Override
    public Dim elements(Shape shape) {
        return shape.isOpen()
                ? new Dim.Symbol("#(" + String.join(", ", shape.openOver()) + ")")
                : Dim.product(shape.dims());
    }

    @Override
    public Dim times(Dim size, int factor) {
        return products.computeIfAbsent(factor, any -> new HashMap<>())
                .computeIfAbsent(size, any -> size.times(Dim.of(factor)));
    }

    @Override
    public Dim plus(Dim a, Dim b) {
        return a.plus(b);
    }

    @Override
    public Dim least(Dim a, Dim b) {
        return a.min(b);
    }
}
