package io.graphkernel.processor.gradient;

import io.graphkernel.processor.graph.DType;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.TypeException;
import io.graphkernel.processor.op.ExpansionBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The adjoint of one value while its readers contribute to it. */
final class Adjoint {

    private final Node node;
    private final List<Contribution> contributions = new ArrayList<>();
    private final List<Slice> slices = new ArrayList<>();

    Adjoint(Node node) {
        this.node = node;
    }

    void add(Contribution contribution) {
        contributions.add(contribution);
    }

    void add(Slice slice) {
        slices.add(slice);
    }

    /** Adds what a rule gives, where a mask holds. What has the shape of a broadcast is summed to the shape of the value. */
    void add(Node adjoint, Node mask, ExpansionBuilder ops) throws TypeException {
        if (adjoint.isNumber()) {
            add(new Contribution(null, filled(adjoint, ops)).within(mask, ops));
        } else if (adjoint.shape().equals(node.shape())) {
            add(Contribution.of(adjoint, ops).within(mask, ops));
        } else {
            add(new Contribution(null, ops.sumTo(new Contribution(mask, adjoint).whole(ops), node)));
        }
    }

    private Node filled(Node number, ExpansionBuilder ops) throws TypeException {
        if (node.shape().isScalar()) {
            return number;
        }
        return node.shape().isRankless()
                ? ops.op("BroadcastLike", number, node)
                : ops.broadcastTo(number, ops.dims(node));
    }

    /**
     * The sum of the contributions, in the order in which they came: the same bits for any number of threads. 16-bit floats are
     * rounded once.
     */
    Contribution merged(ExpansionBuilder ops) throws TypeException {
        joinSlices(ops);
        joinBranches(ops);
        if (contributions.size() > 1) {
            Node mask = contributions.get(0).mask();
            boolean sameMask = contributions.stream().allMatch(one -> one.mask() == mask);
            List<Node> values = new ArrayList<>();
            for (Contribution one : contributions) {
                values.add(sameMask ? one.value() : one.whole(ops));
            }
            replace(new Contribution(sameMask ? mask : null, sum(values, ops)));
        }
        Contribution only = contributions.get(0);
        replace(new Contribution(only.mask(), ops.castLike(only.value(), node)));
        return contributions.get(0);
    }

    private void joinSlices(ExpansionBuilder ops) throws TypeException {
        Optional<Node> joined = slices.isEmpty() ? Optional.empty() : Slice.joined(slices, node, ops);
        if (joined.isPresent()) {
            add(new Contribution(null, joined.get()));
        } else {
            for (Slice slice : slices) {
                add(slice.whole().make(), null, ops);
            }
        }
        slices.clear();
    }

    /** What both branches of one choice contribute is one choice. */
    private void joinBranches(ExpansionBuilder ops) throws TypeException {
        for (int i = 0; i < contributions.size(); i++) {
            for (int j = i + 1; j < contributions.size(); j++) {
                Contribution one = contributions.get(i);
                Contribution other = contributions.get(j);
                if (one.isOppositeOf(other)) {
                    contributions.set(i, new Contribution(null, ops.select(other.mask(), other.value(), one.value())));
                    contributions.remove(j);
                } else if (other.isOppositeOf(one)) {
                    contributions.set(i, new Contribution(null, ops.select(one.mask(), one.value(), other.value())));
                    contributions.remove(j);
                }
            }
        }
    }

    private void replace(Contribution merged) {
        contributions.clear();
        contributions.add(merged);
    }

    private Node sum(List<Node> values, ExpansionBuilder ops) throws TypeException {
        boolean wide = values.stream().anyMatch(value -> value.dtype() == DType.F32);
        List<Node> addends = new ArrayList<>();
        for (Node value : values) {
            Node tensor = tensor(value, ops);
            addends.add(wide ? ops.cast(tensor, DType.F32) : tensor);
        }
        return ops.op("AddN", addends.toArray(Node[]::new));
    }

    /** The whole adjoint as a tensor. */
    Node tensor(ExpansionBuilder ops) throws TypeException {
        return tensor(merged(ops).whole(ops), ops);
    }

    private static Node tensor(Node value, ExpansionBuilder ops) throws TypeException {
        return value.isNumber() ? ops.op("BroadcastLike", value, ops.rowMajorIndex(ops.list())) : value;
    }
}
