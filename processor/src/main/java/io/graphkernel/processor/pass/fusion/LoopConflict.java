package io.graphkernel.processor.pass.fusion;

import io.graphkernel.graph.Node;
import io.graphkernel.op.OpTable;
import io.graphkernel.op.row.OpKind;
import io.graphkernel.op.row.ViewKind;
import io.graphkernel.processor.loop.Views;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Explanation in the user's words of why no loop nest holds the ops of two kernels. */
final class LoopConflict {

    private LoopConflict() {}

    /** Explains the conflict of a value and an op of another kernel that reads it. */
    static UnfusedCause describe(Node producer, Node consumer, FusionCluster first, FusionCluster second) {
        if (OpTable.get().is(consumer, OpKind.GATHER)
                && Views.base(consumer.operands().get(0)) == producer) {
            return new UnfusedCause(
                    name(consumer) + " gathers elements of " + name(producer)
                            + " in arbitrary order, so all of them are stored first",
                    "Gather from the operands first, and apply the ops to the gathered elements.");
        }
        Optional<Node> updated = updatedAndRead(first, second);
        if (updated.isPresent()) {
            return new UnfusedCause(
                    name(updated.get()) + " is overwritten by one kernel and read at other positions by the other",
                    "Return the new value instead of updating the parameter, if the caller can keep both.");
        }
        Optional<Node> reduction = reduction(first);
        if (reduction.isPresent() && isFed(producer, reduction.get(), first)) {
            return new UnfusedCause(
                    "a value of " + name(consumer) + " depends on " + over(reduction.get())
                            + ", which is complete only after other rows are read",
                    "Reduce only along the last axis, if possible: then it is complete after each row. Otherwise no change"
                            + " is possible.");
        }
        Optional<Node> other = reduction(second);
        if (reduction.isPresent() && other.isPresent() && !axes(reduction.get()).equals(axes(other.get()))) {
            return new UnfusedCause(
                    over(reduction.get()) + " and " + over(other.get()) + " need different loops",
                    "Reduce along the same axes in both, or in one op over all of them, if that is equivalent.");
        }
        Optional<Node> scan = kind(second, OpKind.SCAN).or(() -> kind(first, OpKind.SCAN));
        if (scan.isPresent()) {
            return UnfusedCause.ofTheData(
                    name(scan.get()) + " runs along its axis in order, unlike the other kernel's loops");
        }
        Optional<Node> view = view(producer, consumer);
        if (view.isPresent()) {
            return new UnfusedCause(
                    name(consumer) + " reads " + name(producer) + " through " + name(view.get())
                            + ", in a different order than it is computed",
                    "Apply " + view.get().op()
                            + " to the parameters, or pass them in that layout: then values are computed"
                            + " in the order in which they are read.");
        }
        Node reduced = other.or(() -> reduction).orElse(null);
        if (reduced != null) {
            return UnfusedCause.ofTheData(over(reduced) + " and the ops over "
                    + shape(reduced == other.orElse(null) ? producer : consumer) + " need different loops");
        }
        if (producer.shape().isUnranked() || consumer.shape().isUnranked()) {
            return new UnfusedCause(
                    "the shapes of " + name(producer) + " and " + name(consumer)
                            + " are not declared and may differ at a call; with @TensorType on the parameters they can be fused",
                    "Declare the shapes of the parameters with @TensorType.");
        }
        return UnfusedCause.ofTheData("loops over " + shape(producer) + " do not match loops over " + shape(consumer));
    }

    /** Returns the Java variable and the op. */
    static String name(Node node) {
        boolean parameter = node.kind() == Node.Kind.PARAMETER;
        String op = parameter ? "parameter" : node.op();
        return node.label().isEmpty() ? op : op + " '" + node.label() + "'";
    }

    static String shape(Node node) {
        return node.shape().toString();
    }

    private static String over(Node reduction) {
        return name(reduction) + " over " + axes(reduction);
    }

    private static String axes(Node reduction) {
        return "axes " + reduction.attributes().axes() + " of "
                + shape(reduction.operands().get(0));
    }

    private static Optional<Node> reduction(FusionCluster cluster) {
        return kind(cluster, OpKind.REDUCTION);
    }

    private static Optional<Node> kind(FusionCluster cluster, OpKind kind) {
        return cluster.members().stream()
                .filter(node -> OpTable.get().is(node, kind))
                .findFirst();
    }

    /** Returns true if a value depends on a reduced one of the same cluster. */
    private static boolean isFed(Node value, Node reduction, FusionCluster cluster) {
        Set<Node> inside = Set.copyOf(cluster.members());
        Set<Node> seen = new HashSet<>(List.of(value));
        List<Node> open = new ArrayList<>(List.of(value));
        while (!open.isEmpty()) {
            Node node = open.remove(open.size() - 1);
            if (node == reduction) {
                return true;
            }
            node.operands().stream()
                    .filter(operand -> inside.contains(operand) && seen.add(operand))
                    .forEach(open::add);
        }
        return false;
    }

    private static Optional<Node> updatedAndRead(FusionCluster first, FusionCluster second) {
        return Stream.of(List.of(first, second), List.of(second, first))
                .flatMap(pair -> pair.get(0).members().stream()
                        .filter(Node::isAssign)
                        .map(Node::updatedParameter)
                        .filter(parameter -> pair.get(1).reads().containsKey(parameter)))
                .findFirst();
    }

    /** Returns the order-changing view through which an op reads a value. */
    private static Optional<Node> view(Node producer, Node consumer) {
        for (Node operand : consumer.operands()) {
            if (Views.base(operand) == producer) {
                Node node = operand;
                while (Views.isView(node)) {
                    if (!Views.is(node, ViewKind.BROADCAST)) {
                        return Optional.of(node);
                    }
                    node = node.operands().get(0);
                }
            }
        }
        return Optional.empty();
    }
}
