package io.graphkernel.processor.gradient;

import io.graphkernel.common.target.ReferenceModel;
import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.GraphBuilder;
import io.graphkernel.graph.Loop;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.Origin;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.GraphExpansion;
import io.graphkernel.op.OpTable;
import io.graphkernel.op.row.OpKind;
import io.graphkernel.op.row.OpRow;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;

/**
 * Cost model of saving or recomputing a value, in bytes moved between memory and a core. It is independent of targets
 * and machines, so that builds are reproducible.
 */
final class RecomputeCostModel {

    private static final ReferenceModel.Estimates MODEL = ReferenceModel.DEFAULT.estimates();

    private final Map<Node, Double> instructions = new IdentityHashMap<>();

    /** Returns the number of elements of a value, as far as dims are known. */
    static double elements(Node value) {
        return Dim.product(value.shape().dims()).estimate(MODEL.recomputedSymbolSize());
    }

    /** Returns the size of a value in bytes. */
    static double bytes(Node value) {
        return elements(value) * value.dtype().byteSize();
    }

    /** Returns the size of a value in bytes as a formula. */
    static Dim formula(Node value) {
        return Dim.product(value.shape().dims()).times(Dim.of(value.dtype().byteSize()));
    }

    /**
     * Returns the cost of recomputing a value from available operands: the arithmetic that is not hidden by the memory
     * traffic of the value.
     */
    double recomputationCost(Node value) {
        return Math.max(0, instructions(value) * MODEL.bytesPerInstruction() - bytes(value));
    }

    /**
     * Returns the cost of saving a value: a write in the forward call and a read in the gradient call.
     *
     * @param stored true if the value is in memory anyway
     */
    static double savingCost(Node value, boolean stored) {
        return bytes(value) * (stored ? 1 : 1 + MODEL.storedByteCost());
    }

    /**
     * Returns true if a value must not be recomputed: because other ranks would have to take part, or because it is the
     * result of a loop.
     */
    static boolean isNotRecomputable(Node value) {
        return value.attributes().has(Attributes.GROUP) || Loop.isResult(value);
    }

    /** Returns the vector instructions of an op; of a composite op those of its expansion. */
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
            // A reduction reads each element of its operand; the cost of a library call is per element of the result.
            if (row.kind() == OpKind.REDUCTION || row.kind() == OpKind.SCAN) {
                elements = Math.max(elements, elements(operand));
            }
        }
        return row.cost(value.operands()) * elements * value.dtype().computeBytes() / MODEL.vectorBytes();
    }

    private double expanded(OpRow row, Node value) {
        try {
            GraphBuilder apart = new GraphBuilder(OpTable.get());
            Set<Node> leaves = new HashSet<>(value.operands());
            double count = 0;
            var results = GraphExpansion.expand(row, apart, value.operands(), value.attributes(), Origin.NONE);
            Node result = results.get((int) value.attributes().integer(Attributes.OUTPUT));
            for (Node inside : NodeSets.transitiveOperands(Set.of(result), leaves)) {
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
