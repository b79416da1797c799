package io.graphkernel.processor.pass.fusion;

import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.loop.Views;
import io.graphkernel.processor.op.OpKind;
import io.graphkernel.processor.op.OpTable;
import io.graphkernel.processor.op.ViewKind;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Says in the user's words why no loop nest holds the ops of two kernels. */
final class LoopConflict {

    private LoopConflict() {}

    /** About a value and the op of another kernel that reads it. */
    static Cause describe(Node producer, Node consumer, Area first, Area second) {
        if (OpTable.get().is(consumer, OpKind.GATHER)
                && Views.base(consumer.operands().get(0)) == producer) {
            return new Cause(
                    name(consumer) + " picks elements of " + name(producer)
                            + " in any order, so all of them are stored first",
                    "Pick first and compute then: gather from the operands, and apply the ops to what was picked.");
        }
        Optional<Node> updated = updatedAndRead(first, second);
        if (updated.isPresent()) {
            return new Cause(
                    name(updated.get()) + " is overwritten by the one kernel and read elsewhere by the other",
                    "Give the new value as a result instead of updating the parameter, if the caller can keep both.");
        }
        Optional<Node> reduction = reduction(first);
        if (reduction.isPresent() && isFed(producer, reduction.get(), first)) {
            return new Cause(
                    "a value of " + name(consumer) + " needs " + over(reduction.get())
                            + ", which is known only after other rows were read",
                    "Along the last axis alone it would be known row by row. If all rows belong to it, nothing can be"
                            + " changed.");
        }
        Optional<Node> other = reduction(second);
        if (reduction.isPresent() && other.isPresent() && !axes(reduction.get()).equals(axes(other.get()))) {
            return new Cause(
                    over(reduction.get()) + " and " + over(other.get()) + " need different loops",
                    "Reduce along the same axes in both, or in one op over all of them, if that says the same.");
        }
        Optional<Node> scan = kind(second, OpKind.SCAN).or(() -> kind(first, OpKind.SCAN));
        if (scan.isPresent()) {
            return Cause.ofTheData(
                    name(scan.get()) + " runs along its axis in order, which the other kernel's loops do not");
        }
        Optional<Node> view = view(producer, consumer);
        if (view.isPresent()) {
            return new Cause(
                    name(consumer) + " reads " + name(producer) + " through " + name(view.get())
                            + ", in another order than it is computed",
                    "Apply " + view.get().op()
                            + " to the parameters, or hand them in so: then values are computed in the"
                            + " order in which they are read.");
        }
        Node reduced = other.or(() -> reduction).orElse(null);
        if (reduced != null) {
            return Cause.ofTheData(over(reduced) + " and the ops over "
                    + shape(reduced == other.orElse(null) ? producer : consumer) + " need different loops");
        }
        if (producer.shape().isRankless() || consumer.shape().isRankless()) {
            return new Cause(
                    "the shapes of " + name(producer) + " and " + name(consumer)
                            + " are not declared and may differ at a call: with @TensorType on the parameters they can be one",
                    "Declare the shapes of the parameters with @TensorType.");
        }
        return Cause.ofTheData("no loops over " + shape(producer) + " are loops over " + shape(consumer) + " too");
    }

    /** The Java variable and the op. */
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

    private static Optional<Node> reduction(Area area) {
        return kind(area, OpKind.REDUCTION);
    }

    private static Optional<Node> kind(Area area, OpKind kind) {
        return area.members().stream()
                .filter(node -> OpTable.get().is(node, kind))
                .findFirst();
    }

    /** Whether a value is computed from a reduced one of the same area. */
    private static boolean isFed(Node value, Node reduction, Area area) {
        Set<Node> inside = Set.copyOf(area.members());
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

    private static Optional<Node> updatedAndRead(Area first, Area second) {
        return Stream.of(List.of(first, second), List.of(second, first))
                .flatMap(pair -> pair.get(0).members().stream()
                        .filter(Node::isAssign)
                        .map(assign -> assign.operands().get(0))
                        .filter(parameter -> pair.get(1).reads().containsKey(parameter)))
                .findFirst();
    }

    /** The view that changes the order through which an op reads a value. */
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
