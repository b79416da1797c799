package io.graphkernel.processor.report;

import io.graphkernel.processor.gradient.Choice;
import io.graphkernel.processor.gradient.Choices;
import io.graphkernel.processor.gradient.SavedValue;
import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.graph.Group;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.Origin;
import io.graphkernel.processor.loop.Movements;
import io.graphkernel.processor.loop.Storage;
import io.graphkernel.processor.loop.Views;
import io.graphkernel.processor.op.OpKind;
import io.graphkernel.processor.op.OpTable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What became of the values that a gradient inside a method reads. Forward ops and gradient are one graph there, so that fusion decides
 * it: what a kernel of the gradient reads from memory is saved; what is neither saved nor computed again never leaves its kernel.
 * An op that takes the place of several, as a rule or a named fusion puts it, counts as the last of them.
 */
final class GradientInside {

    private final Graph graph;
    private final Movements<Dim> movements;
    private final Map<Node, Group> kernelOf = new IdentityHashMap<>();
    /** The kernels of the gradient that read each value of the method from memory. */
    private final Map<Node, Set<Group>> readers = new IdentityHashMap<>();

    private final Set<Node> again = Collections.newSetFromMap(new IdentityHashMap<>());

    private GradientInside(Graph graph) {
        this.graph = graph;
        this.movements = BytesMoved.movements(graph);
        graph.groups().forEach(group -> group.nodes().forEach(node -> kernelOf.put(node, group)));
        graph.groups().forEach(group -> group.nodes().forEach(node -> add(node, group)));
    }

    /**
     * The values of a method that a gradient in it reads, without parameters, which take no memory of their own.
     *
     * @param fused its final graph
     * @return empty if no gradient is computed in it
     */
    static Optional<Choices> of(Graph fused) {
        return fused.nodes().stream().anyMatch(node -> role(node) == Origin.Role.GRADIENT)
                ? Optional.of(new Choices(new GradientInside(fused).choices(), true, true))
                : Optional.empty();
    }

    private static Origin.Role role(Node node) {
        return node.origin().role();
    }

    private void add(Node reader, Group kernel) {
        // A view reads nothing: what reads the view does.
        if (role(reader) == Origin.Role.METHOD || Views.isView(reader)) {
            return;
        }
        for (Node operand : reader.operands()) {
            Node value = Views.base(operand);
            if (!value.isOperation() || OpTable.get().is(value, OpKind.INDEX)) {
                continue;
            }
            if (role(value) == Origin.Role.METHOD && kernelOf.get(value) != kernel) {
                readers.computeIfAbsent(value, any -> Collections.newSetFromMap(new IdentityHashMap<>()))
                        .add(kernel);
            } else if (role(value).isAgain() && role(reader) == Origin.Role.GRADIENT) {
                again.add(value);
            }
        }
    }

    private List<Choice> choices() {
        Set<Node> results = Collections.newSetFromMap(new IdentityHashMap<>());
        graph.outputs().forEach(output -> results.add(Storage.writer(output.node())));
        List<Choice> choices = new ArrayList<>();
        for (Node value : graph.operations()) {
            if (readers.containsKey(value)) {
                SavedValue.Kind kind = results.contains(value) ? SavedValue.Kind.RESULT : SavedValue.Kind.STORED;
                choices.add(choice(
                        value, Optional.of(kind), kernels(readers.get(value).size())));
            } else if (again.contains(value)) {
                choices.add(choice(value, Optional.empty(), reason(value)));
            }
        }
        return choices;
    }

    private Choice choice(Node value, Optional<SavedValue.Kind> saved, String reason) {
        return new Choice(value, saved, movements.bytes(value), reason);
    }

    private static String kernels(int count) {
        return count == 1 ? "1 kernel of the gradient reads it" : count + " kernels of the gradient read it";
    }

    private static String reason(Node value) {
        return switch (role(value)) {
            case AGAIN_AS_SAID -> "the kernel that it is of has saves = INPUTS";
            case AGAIN_FOR_BYTES -> "a kernel of the gradient computes it from what it reads, which moves fewer bytes";
            case AGAIN_INSIDE -> "the op that it is inside of gives its result alone";
            default -> throw new IllegalStateException(value + " is not computed again");
        };
    }
}
