package io.graphkernel.processor.report;

import io.graphkernel.graph.Dim;
import io.graphkernel.graph.FusionGroup;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.Origin;
import io.graphkernel.op.OpTable;
import io.graphkernel.op.row.OpKind;
import io.graphkernel.processor.gradient.ActivationDecision;
import io.graphkernel.processor.gradient.ActivationDecisions;
import io.graphkernel.processor.gradient.SavedValue;
import io.graphkernel.processor.loop.DataMovement;
import io.graphkernel.processor.loop.StorageLayout;
import io.graphkernel.processor.loop.Views;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Save and recompute decisions for gradients inside a method, which follow from fusion, since forward ops and gradient
 * share a graph. A value is saved if a kernel of the gradient loads it. A value that is neither saved nor recomputed
 * stays within its kernel. A composite op counts as the last op that it replaces.
 */
final class InlineGradientDecisions {

    private final Graph graph;
    private final DataMovement<Dim> movements;
    private final Map<Node, FusionGroup> kernelOf = new IdentityHashMap<>();
    /** Kernels of the gradient that load each value of the method. */
    private final Map<Node, Set<FusionGroup>> readers = new IdentityHashMap<>();

    private final Set<Node> again = Collections.newSetFromMap(new IdentityHashMap<>());

    private InlineGradientDecisions(Graph graph) {
        this.graph = graph;
        this.movements = BytesMoved.movements(graph);
        graph.groups().forEach(group -> group.nodes().forEach(node -> kernelOf.put(node, group)));
        graph.groups().forEach(group -> group.nodes().forEach(node -> add(node, group)));
    }

    /**
     * Returns the decisions for values of a method that a gradient reads, without parameters, which need no additional
     * memory.
     *
     * @param fused its final graph
     * @return the decisions; empty if the method contains no gradient
     */
    static Optional<ActivationDecisions> of(Graph fused) {
        return fused.nodes().stream().anyMatch(node -> role(node) == Origin.Role.GRADIENT)
                ? Optional.of(new ActivationDecisions(new InlineGradientDecisions(fused).choices(), true, true))
                : Optional.empty();
    }

    private static Origin.Role role(Node node) {
        return node.origin().role();
    }

    private void add(Node reader, FusionGroup kernel) {
        // A view performs no load itself; its users do.
        if (role(reader) == Origin.Role.METHOD || Views.isView(reader)) {
            return;
        }
        for (Node operand : reader.operands()) {
            Node value = Views.base(operand);
            if (!value.isOperation() || OpTable.get().is(value, OpKind.INDEX)) {
                continue;
            }
            if (role(value) == Origin.Role.METHOD && kernelOf.get(value) != kernel) {
                readers.computeIfAbsent(value, key -> Collections.newSetFromMap(new IdentityHashMap<>()))
                        .add(kernel);
            } else if (role(value).isRecomputed() && role(reader) == Origin.Role.GRADIENT) {
                again.add(value);
            }
        }
    }

    private List<ActivationDecision> choices() {
        Set<Node> results = Collections.newSetFromMap(new IdentityHashMap<>());
        graph.outputs().forEach(output -> results.add(StorageLayout.writer(output.node())));
        List<ActivationDecision> choices = new ArrayList<>();
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

    private ActivationDecision choice(Node value, Optional<SavedValue.Kind> saved, String reason) {
        return new ActivationDecision(value, saved, movements.bytes(value), reason);
    }

    private static String kernels(int count) {
        return count == 1 ? "1 kernel of the gradient reads it" : count + " kernels of the gradient read it";
    }

    private static String reason(Node value) {
        return switch (role(value)) {
            case RECOMPUTED_ON_REQUEST -> "the kernel that it is of has saves = INPUTS";
            case RECOMPUTED_FOR_TRAFFIC ->
                "a kernel of the gradient computes it from what it reads, which moves fewer bytes";
            case RECOMPUTED_INSIDE_COMPOSITE -> "the enclosing op returns only its result";
            default -> throw new IllegalStateException(value + " is not recomputed");
        };
    }
}
