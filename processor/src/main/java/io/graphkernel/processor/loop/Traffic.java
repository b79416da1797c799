package io.graphkernel.processor.loop;

import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.graph.Group;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.Shape;
import io.graphkernel.processor.loop.Movements.Movement;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The bytes that kernels and library calls move, as numbers that plans are compared by. A symbol stands for {@value
 * #TYPICAL_SIZE}, a rankless shape for a square of that. Counts are doubles: the typical sizes of many axes together are more
 * than a long holds.
 */
public final class Traffic {

    /** What a symbol stands for where sizes are weighed. */
    public static final long TYPICAL_SIZE = 512;

    private final Movements<Double> movements;

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
        this.movements = new Movements<>(graph, storage, users, new TypicalSizes());
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
        Movement<Double> movement = movements.by(members);
        return sum(movement.reads()) + sum(movement.writes());
    }

    private static double sum(Map<Node, Double> bytes) {
        return bytes.values().stream().mapToDouble(Double::doubleValue).sum();
    }

    /**
     * The bytes that a kernel reads of each memory.
     *
     * @param members its ops
     * @return by the value that lies in the memory, in the order of the first read
     */
    public Map<Node, Double> reads(Collection<Node> members) {
        return movements.reads(members);
    }

    /**
     * The bytes of a value.
     *
     * @param node any node
     * @return at typical sizes
     */
    public double bytes(Node node) {
        return movements.bytes(node);
    }

    /**
     * The elements of a value.
     *
     * @param node any node
     * @return at typical sizes
     */
    public double elements(Node node) {
        return movements.elements(node);
    }

    /** Numbers. */
    private static final class TypicalSizes implements Movements.Sizes<Double> {

        private final Map<Dim, Double> sizes = new HashMap<>();

        @Override
        public Double elements(Shape shape) {
            if (shape.isRankless()) {
                return (double) TYPICAL_SIZE * TYPICAL_SIZE;
            }
            double product = 1;
            for (Dim dim : shape.dims()) {
                product *= sizes.computeIfAbsent(dim, TypicalSizes::size);
            }
            return product;
        }

        private static double size(Dim dim) {
            return Math.max(0, dim.estimate(TYPICAL_SIZE));
        }

        @Override
        public Double times(Double size, int factor) {
            return size * factor;
        }

        @Override
        public Double plus(Double a, Double b) {
            return a + b;
        }

        @Override
        public Double least(Double a, Double b) {
            return Math.min(a, b);
        }
    }
}
