package io.graphkernel.processor.gradient;

import io.graphkernel.processor.graph.Attributes;
import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.GraphBuilder;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.Origin;
import io.graphkernel.processor.graph.TypeException;
import io.graphkernel.processor.op.OpKind;
import io.graphkernel.processor.op.OpRow;
import io.graphkernel.processor.op.OpTable;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;

/**
 * What it costs to keep a value or to compute it again, in bytes that move between memory and a core. They are the same
 * for all targets and machines, so that a build is the same everywhere.
 */
final class Prices {

    /** The size that every symbol counts as: polynomials of a higher degree win over those of a lower one. */
    static final double SYMBOL = 1024;

    /** The bytes that move in the time of one vector instruction, as the costs of fusion have it: 64 bytes in 8. */
    private static final double BYTES_PER_INSTRUCTION = 8;

    private static final double VECTOR_BYTES = 64;

    /** A store moves a line to the core and back unless it bypasses the caches, and its memory is held until the gradient call. */
    static final double STORED = 1.5;

    private final Map<Node, Double> instructions = new IdentityHashMap<>();

    /** The elements of a value, as far as dims are known. */
    static double elements(Node value) {
        return Dim.product(value.shape().dims()).estimate(SYMBOL);
    }

    /** The bytes that a value takes in memory. */
    static double bytes(Node value) {
        return elements(value) * value.dtype().byteSize();
    }

    /** The bytes as a formula. */
    static Dim formula(Node value) {
        return Dim.product(value.shape().dims()).times(Dim.of(value.dtype().byteSize()));
    }

    /**
     * What it costs to compute a value again when its operands are there: the arithmetic, less what is hidden while as many
     * bytes move as the value has.
     */
    double recomputation(Node value) {
        return Math.max(0, instructions(value) * BYTES_PER_INSTRUCTION - bytes(value));
    }

    /**
     * What it costs that the gradient call is given a value: the call reads it, and the forward call writes it.
     *
     * @param stored whether it is in memory anyway
     */
    static double keeping(Node value, boolean stored) {
        return bytes(value) * (stored ? 1 : 1 + STORED);
    }

    /** Whether a value comes out otherwise if it is computed again: other ranks would have to take part. */
    static boolean isOnce(Node value) {
        return value.attributes().has(Attributes.GROUP);
    }

    /** Vector instructions of an op; of a composite one those of what it expands into. */
    private double instructions(Node value) {
        Double known = instructions.get(value);
        if (known != null) {
            return known;
        }
        OpRow row = OpTable.get().row(value);
        double count = row.kind() == OpKind.COMPOSITE ? expanded(row, value) : basic(row, value);
        instructions.put(value, count);
        return count;
    }

    private static double basic(OpRow row, Node value) {
        double elements = elements(value);
        for (Node operand : value.operands()) {
            // A reduction looks at each element of its operand; the cost of a library call is by element of the result.
            if (row.kind() == OpKind.REDUCTION || row.kind() == OpKind.SCAN) {
                elements = Math.max(elements, elements(operand));
            }
        }
        return row.cost(value.operands()) * elements * value.dtype().computeBytes() / VECTOR_BYTES;
    }

    private double expanded(OpRow row, Node value) {
        try {
            GraphBuilder apart = new GraphBuilder(OpTable.get());
            Set<Node> leaves = new HashSet<>(value.operands());
            double count = 0;
            var results = row.expand(apart, value.operands(), value.attributes(), Origin.NONE);
            Node result = results.get((int) value.attributes().integer(Attributes.OUTPUT));
            for (Node inside : NodeSets.leadingTo(Set.of(result), leaves)) {
                if (inside.isOperation() && !leaves.contains(inside)) {
                    count += instructions(inside);
                }
            }
            return count;
        } catch (TypeException e) {
            throw new IllegalStateException("no expansion of " + value, e);
        }
    }
}
