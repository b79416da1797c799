package io.graphkernel.processor.gradient;

import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.build.ExpansionBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The adjoint of one value, accumulated from the contributions of its users. */
final class Adjoint {

    private final Node node;
    private final List<AdjointContribution> contributions = new ArrayList<>();
    private final List<Slice> slices = new ArrayList<>();

    Adjoint(Node node) {
        this.node = node;
    }

    void add(AdjointContribution contribution) {
        contributions.add(contribution);
    }

    void add(Slice slice) {
        slices.add(slice);
    }

    /** Adds a contribution where a mask holds, summing broadcast axes to the shape of the value. */
    void add(Node adjoint, Node mask, ExpansionBuilder ops) throws TypeException {
        if (adjoint.isNumber()) {
            add(new AdjointContribution(null, filled(adjoint, ops)).within(mask, ops));
        } else if (adjoint.shape().equals(node.shape())) {
            add(AdjointContribution.of(adjoint, ops).within(mask, ops));
        } else {
            add(new AdjointContribution(null, ops.sumTo(new AdjointContribution(mask, adjoint).withZeros(ops), node)));
        }
    }

    private Node filled(Node number, ExpansionBuilder ops) throws TypeException {
        if (node.shape().isScalar()) {
            return number;
        }
        return node.shape().isUnranked()
                ? ops.op("BroadcastLike", number, node)
                : ops.broadcastTo(number, ops.dims(node));
    }

    /**
     * Returns the sum of the contributions in order of insertion, so that results are bitwise independent of the number
     * of threads. 16-bit floats are rounded once.
     */
    AdjointContribution sum(ExpansionBuilder ops) throws TypeException {
        joinSlices(ops);
        mergeBranches(ops);
        if (contributions.size() > 1) {
            Node mask = contributions.get(0).mask();
            boolean sameMask = contributions.stream().allMatch(contribution -> contribution.mask() == mask);
            List<Node> values = new ArrayList<>();
            for (AdjointContribution contribution : contributions) {
                values.add(sameMask ? contribution.value() : contribution.withZeros(ops));
            }
            replace(new AdjointContribution(sameMask ? mask : null, sum(values, ops)));
        }
        AdjointContribution only = contributions.get(0);
        replace(new AdjointContribution(only.mask(), ops.castLike(only.value(), node)));
        return contributions.get(0);
    }

    private void joinSlices(ExpansionBuilder ops) throws TypeException {
        Optional<Node> joined = slices.isEmpty() ? Optional.empty() : Slice.joined(slices, node, ops);
        if (joined.isPresent()) {
            add(new AdjointContribution(null, joined.get()));
        } else {
            for (Slice slice : slices) {
                add(slice.builder().build(), null, ops);
            }
        }
        slices.clear();
    }

    /** Merges the contributions of both branches of one select into one select. */
    private void mergeBranches(ExpansionBuilder ops) throws TypeException {
        for (int i = 0; i < contributions.size(); i++) {
            for (int j = i + 1; j < contributions.size(); j++) {
                AdjointContribution contribution = contributions.get(i);
                AdjointContribution other = contributions.get(j);
                if (contribution.isOppositeOf(other)) {
                    contributions.set(
                            i,
                            new AdjointContribution(
                                    null, ops.select(other.mask(), other.value(), contribution.value())));
                    contributions.remove(j);
                } else if (other.isOppositeOf(contribution)) {
                    contributions.set(
                            i,
                            new AdjointContribution(
                                    null, ops.select(contribution.mask(), contribution.value(), other.value())));
                    contributions.remove(j);
                }
            }
        }
    }

    private void replace(AdjointContribution merged) {
        contributions.clear();
        contributions.add(merged);
    }

    private Node sum(List<Node> values, ExpansionBuilder ops) throws TypeException {
        boolean wide = values.stream().anyMatch(value -> value.dtype() == DataType.F32);
        List<Node> addends = new ArrayList<>();
        for (Node value : values) {
            Node tensor = tensor(value, ops);
            addends.add(wide ? ops.cast(tensor, DataType.F32) : tensor);
        }
        return ops.op("AddN", addends.toArray(Node[]::new));
    }

    /** Returns the adjoint as a tensor of the value's full shape. */
    Node tensor(ExpansionBuilder ops) throws TypeException {
        return tensor(sum(ops).withZeros(ops), ops);
    }

    private static Node tensor(Node value, ExpansionBuilder ops) throws TypeException {
        return value.isNumber() ? ops.op("BroadcastLike", value, ops.rowMajorIndex(ops.list())) : value;
    }
}
