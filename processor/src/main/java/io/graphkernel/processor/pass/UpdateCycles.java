package io.graphkernel.processor.pass;

import io.graphkernel.graph.Graph;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.verification.UpdateOrder;
import io.graphkernel.graph.verification.UpdateOrder.Hazard;
import io.graphkernel.op.OpTable;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Breaks cycles of reads and in-place updates by copying values before they are overwritten: a swap of two parameters,
 * or a slice that an op reads together with a value computed after its update.
 */
public final class UpdateCycles implements GraphPass {

    @Override
    public String name() {
        return "update_cycles";
    }

    @Override
    public int level() {
        return 0;
    }

    @Override
    public Graph run(Graph graph, PassContext context) {
        List<Hazard> cycles = new Order(graph).cycles(UpdateOrder.hazards(graph, OpTable.get()));
        if (cycles.isEmpty()) {
            return graph;
        }
        Map<Node, Set<Integer>> copied = new IdentityHashMap<>();
        cycles.forEach(hazard ->
                copied.computeIfAbsent(hazard.reader(), key -> new HashSet<>()).add(hazard.operand()));
        return GraphRewriter.rewriteWithOriginal(graph, (original, node, builder) -> {
            if (!copied.containsKey(original)) {
                return node;
            }
            List<Node> operands = new ArrayList<>(node.operands());
            for (int operand : copied.get(original)) {
                operands.set(operand, CopyOps.of(builder, operands.get(operand), ""));
            }
            return node.withOperands(operands);
        });
    }

    /** Dependences between the nodes of a graph, to which those between reads and updates are added. */
    private static final class Order {

        private final Map<Node, List<Node>> next;

        /** For each update of a hazard so far, the nodes that depend on it. */
        private final Map<Node, Set<Node>> dependents = new IdentityHashMap<>();

        Order(Graph graph) {
            next = new IdentityHashMap<>();
            graph.users().forEach((node, users) -> next.put(node, new ArrayList<>(users)));
        }

        /** Returns the reads that cannot run before an update, because they depend on it. */
        List<Hazard> cycles(List<Hazard> hazards) {
            List<Hazard> cycles = new ArrayList<>();
            // The first read of a cycle is copied.
            for (int i = hazards.size() - 1; i >= 0; i--) {
                Hazard hazard = hazards.get(i);
                Set<Node> after = dependents.computeIfAbsent(hazard.assign(), this::dependents);
                if (after.contains(hazard.reader())) {
                    cycles.add(hazard);
                } else {
                    next.get(hazard.reader()).add(hazard.assign());
                    dependents.values().stream()
                            .filter(known -> known.contains(hazard.reader()))
                            .forEach(known -> add(hazard.assign(), known));
                }
            }
            return cycles;
        }

        private Set<Node> dependents(Node update) {
            Set<Node> found = Collections.newSetFromMap(new IdentityHashMap<>());
            add(update, found);
            return found;
        }

        /** Adds a node and all that depend on it, of which those after a known node are known. */
        private void add(Node from, Set<Node> known) {
            Deque<Node> open = new ArrayDeque<>();
            if (known.add(from)) {
                open.add(from);
            }
            while (!open.isEmpty()) {
                next.get(open.remove()).stream().filter(known::add).forEach(open::add);
            }
        }
    }
}
