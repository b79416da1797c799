package io.graphkernel.processor.report;

import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.graph.Shape;
import io.graphkernel.processor.loop.Movements;
import io.graphkernel.processor.loop.Movements.Movement;
import io.graphkernel.processor.loop.Storage;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The bytes that kernels and library calls move, as formulas over the symbols of the signature. The elements of a rankless
 * shape are a symbol of their own: {@code #(x, y)} is those of the broadcast of x and y.
 */
final class BytesMoved implements Movements.Sizes<Dim> {

    /** Products of polynomials cost more than looking them up. */
    private final Map<Integer, Map<Dim, Dim>> products = new HashMap<>();

    private BytesMoved() {}

    /**
     * The movements of a partitioned graph.
     *
     * @param graph with groups, after views were formed
     * @return one movement per group, in order
     */
    static List<Movement<Dim>> of(Graph graph) {
        Movements<Dim> movements = movements(graph);
        return graph.groups().stream().map(group -> movements.by(group.nodes())).toList();
    }

    /**
     * The bytes that no plan can do without: inputs are read once, results stored once.
     *
     * @param graph after views were formed
     * @return what one kernel with all ops would move
     */
    static Dim unavoidable(Graph graph) {
        return bytes(movements(graph).by(graph.operations()));
    }

    /** The movements in a graph after views were formed. */
    static Movements<Dim> movements(Graph graph) {
        return new Movements<>(graph, new Storage(graph), graph.users(), new BytesMoved());
    }

    /** What a kernel moves in all. */
    static Dim bytes(Movement<Dim> movement) {
        return sum(movement.reads().values()).plus(sum(movement.writes().values()));
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

    private static String ranklessText(Shape shape) {
        String declared = shape.declared().isScalar() ? "" : ", " + shape.declared();
        return String.join(", ", shape.parameters()) + declared;
    }

    @Override
    public Dim elements(Shape shape) {
        return shape.isRankless() ? new Dim.Symbol("#(" + ranklessText(shape) + ")") : Dim.product(shape.dims());
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
