package io.graphkernel.processor.loop;

import io.graphkernel.common.target.ReferenceModel;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.FusionGroup;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.Shape;
import io.graphkernel.processor.loop.DataMovement.KernelMovement;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Memory traffic of kernels and library calls in bytes, by which plans are compared. Symbols are estimated as {@link
 * ReferenceModel.Estimates#symbolSize}, unranked shapes as its square. Counts are doubles, because products of many typical sizes overflow a
 * long.
 */
public final class MemoryTraffic {

    private static final long SYMBOL_SIZE = ReferenceModel.DEFAULT.estimates().symbolSize();

    private final DataMovement<Double> movements;

    /**
     * Creates the traffic analysis of a graph.
     *
     * @param graph a graph after view forming; its partition is irrelevant
     */
    public MemoryTraffic(Graph graph) {
        this(graph, new StorageLayout(graph), graph.users());
    }

    /**
     * Creates the traffic analysis of a graph.
     *
     * @param graph a graph after view forming; its partition is irrelevant
     * @param storage memory layout of its values
     * @param users {@link Graph#users}
     */
    public MemoryTraffic(Graph graph, StorageLayout storage, Map<Node, List<Node>> users) {
        this.movements = new DataMovement<>(graph, storage, users, new TypicalSizes());
    }

    /**
     * Returns the traffic of a partition into kernels.
     *
     * @param graph a partitioned graph
     * @return the sum over its groups
     */
    public static double of(Graph graph) {
        MemoryTraffic traffic = new MemoryTraffic(graph);
        return graph.groups().stream()
                .map(FusionGroup::nodes)
                .mapToDouble(traffic::of)
                .sum();
    }

    /**
     * Returns the traffic that no plan avoids: inputs are read once, results are stored once.
     *
     * @param graph any graph that this class accepts
     * @return the traffic of a single kernel with all of its ops
     */
    public static double unavoidable(Graph graph) {
        return new MemoryTraffic(graph).of(graph.operations());
    }

    /**
     * Returns the traffic of one kernel or library call.
     *
     * @param members its ops
     * @return bytes read and stored
     */
    public double of(Collection<Node> members) {
        KernelMovement<Double> movement = movements.by(members);
        return sum(movement.reads()) + sum(movement.writes());
    }

    private static double sum(Map<Node, Double> bytes) {
        return bytes.values().stream().mapToDouble(Double::doubleValue).sum();
    }

    /**
     * Returns the bytes that a kernel reads.
     *
     * @param members its ops
     * @return bytes by the value that owns the memory, in order of first read
     */
    public Map<Node, Double> reads(Collection<Node> members) {
        return movements.reads(members);
    }

    /**
     * Returns the size of a value in bytes.
     *
     * @param node any node
     * @return bytes at typical sizes
     */
    public double bytes(Node node) {
        return movements.bytes(node);
    }

    /**
     * Returns the number of elements of a value.
     *
     * @param node any node
     * @return elements at typical sizes
     */
    public double elements(Node node) {
        return movements.elements(node);
    }

    /** Arithmetic of estimated sizes. */
    private static final class TypicalSizes implements DataMovement.Sizes<Double> {

        private final Map<Dim, Double> sizes = new HashMap<>();

        @Override
        public Double elements(Shape shape) {
            if (shape.isUnranked()) {
                return (double) SYMBOL_SIZE * SYMBOL_SIZE;
            }
            double product = 1;
            for (Dim dim : shape.dims()) {
                product *= sizes.computeIfAbsent(dim, TypicalSizes::size);
            }
            return product;
        }

        private static double size(Dim dim) {
            return Math.max(0, dim.estimate(SYMBOL_SIZE));
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
        public Double min(Double a, Double b) {
            return Math.min(a, b);
        }
    }
}
