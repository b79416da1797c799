package io.graphkernel.processor.report;

import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.Shape;
import io.graphkernel.processor.loop.DataMovement;
import io.graphkernel.processor.loop.DataMovement.KernelMovement;
import io.graphkernel.processor.loop.StorageLayout;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Memory traffic of kernels and library calls, as formulas over the symbols of the signature. The element count of an
 * unranked shape is a symbol: {@code #(x, y)} is that of the broadcast of x and y.
 */
final class BytesMoved implements DataMovement.Sizes<Dim> {

    /** Cache of polynomial products. */
    private final Map<Integer, Map<Dim, Dim>> products = new HashMap<>();

    private BytesMoved() {}

    /**
     * Returns the movements of a partitioned graph.
     *
     * @param graph graph with groups, after views were materialized
     * @return one movement per group, in order
     */
    static List<KernelMovement<Dim>> of(Graph graph) {
        DataMovement<Dim> movements = movements(graph);
        return graph.groups().stream().map(group -> movements.by(group.nodes())).toList();
    }

    /**
     * Returns the minimum traffic of any plan: inputs are read once, results stored once.
     *
     * @param graph graph after views were materialized
     * @return traffic of a single kernel with all ops
     */
    static Dim unavoidable(Graph graph) {
        return bytes(movements(graph).by(graph.operations()));
    }

    /** Returns the movements in a graph after views were materialized. */
    static DataMovement<Dim> movements(Graph graph) {
        return new DataMovement<>(graph, new StorageLayout(graph), graph.users(), new BytesMoved());
    }

    /** Returns the total bytes that a kernel moves. */
    static Dim bytes(KernelMovement<Dim> movement) {
        return sum(movement.reads().values()).plus(sum(movement.writes().values()));
    }

    /**
     * Adds bytes.
     *
     * @param bytes formulas
     * @return their sum
     */
    static Dim sum(Collection<Dim> bytes) {
        // Most summands are equal, and counting is cheaper than adding polynomials.
        Map<Dim, Long> counts = new LinkedHashMap<>();
        bytes.forEach(node -> counts.merge(node, 1L, Long::sum));
        Dim sum = Dim.ZERO;
        for (Map.Entry<Dim, Long> entry : counts.entrySet()) {
            sum = sum.plus(entry.getKey().times(Dim.of(entry.getValue())));
        }
        return sum;
    }

    private static String unrankedText(Shape shape) {
        String declared = shape.declared().isScalar() ? "" : ", " + shape.declared();
        return String.join(", ", shape.parameters()) + declared;
    }

    @Override
    public Dim elements(Shape shape) {
        return shape.isUnranked() ? new Dim.Symbol("#(" + unrankedText(shape) + ")") : Dim.product(shape.dims());
    }

    @Override
    public Dim times(Dim size, int factor) {
        return products.computeIfAbsent(factor, key -> new HashMap<>())
                .computeIfAbsent(size, key -> size.times(Dim.of(factor)));
    }

    @Override
    public Dim plus(Dim a, Dim b) {
        return a.plus(b);
    }

    @Override
    public Dim min(Dim a, Dim b) {
        return a.min(b);
    }
}
