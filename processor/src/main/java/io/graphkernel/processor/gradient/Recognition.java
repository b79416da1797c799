package io.graphkernel.processor.gradient;

import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.op.OpRow;
import io.graphkernel.processor.op.OpTable;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The values of several ops in whose place one op is recognised, and differentiated. Several rules would each compute again
 * what the ops have.
 */
final class Recognition {

    private final Map<Node, Node> wholes;

    /** All nodes that lead to results. */
    private final Set<Node> forward = Collections.newSetFromMap(new IdentityHashMap<>());

    /** Values through which nothing is differentiated. */
    private final Collection<Node> constants;

    /**
     * What is recognised in a graph.
     *
     * @param recognised the op of each value, which is not in the graph
     * @param forward the ops that lead to results
     * @param constants values through which nothing is differentiated
     */
    Recognition(Map<Node, Node> recognised, List<OpResults> forward, Set<Node> constants) {
        this.wholes = new IdentityHashMap<>(recognised);
        this.constants = constants;
        forward.forEach(op -> this.forward.addAll(op.results()));
    }

    /**
     * What one op computes in the place of several.
     *
     * @param whole the op
     * @param ops it, after those that only it reads
     */
    record Recognised(Node whole, List<OpResults> ops) {}

    /**
     * What is recognised in the place of a value, if one rule gives all its adjoints.
     *
     * @param active is told what of it is active
     * @return empty if the ops are differentiated one by one: where one of them counts as constant, its adjoint would be lost
     */
    Optional<Recognised> of(Node value, ActiveNodes active) {
        Node whole = wholes.get(value);
        if (whole == null) {
            return Optional.empty();
        }
        List<OpResults> ops = opsOf(whole);
        ops.forEach(active::activate);
        OpRow row = OpTable.get().row(whole);
        Set<String> operands = Set.copyOf(active.operands(whole).values());
        if (row.gradient().rules(Set.of(OpResults.name(whole)), operands).size() != 1) {
            return Optional.empty();
        }
        Set<Node> read = Collections.newSetFromMap(new IdentityHashMap<>());
        ops.forEach(op -> read.addAll(op.first().operands()));
        boolean constant = OpResults.between(read, List.of(value)).stream()
                .anyMatch(op -> op.first().isOperation() && constants.contains(op.first()));
        return constant ? Optional.empty() : Optional.of(new Recognised(whole, ops));
    }

    private List<OpResults> opsOf(Node whole) {
        return OpResults.between(forward, List.of(whole));
    }

    /**
     * Recognises the same in copies of ops.
     *
     * @param copies by the nodes that they are copies of; what has no copy of all that its op reads is left out
     */
    void copied(Map<Node, Node> copies) {
        Map<Node, Node> found = new IdentityHashMap<>();
        wholes.forEach((value, whole) -> {
            if (copies.containsKey(value)) {
                copy(whole, copies).ifPresent(copy -> found.put(copies.get(value), copy));
            }
        });
        wholes.putAll(found);
        forward.addAll(copies.values());
    }

    private Optional<Node> copy(Node whole, Map<Node, Node> copies) {
        Map<Node, Node> known = new IdentityHashMap<>(copies);
        for (OpResults op : opsOf(whole)) {
            for (Node node : op.results()) {
                if (!known.keySet().containsAll(node.operands())) {
                    return Optional.empty();
                }
                known.put(node, node.isOperation() ? ComputedAgain.copy(node, known) : node);
            }
        }
        return Optional.of(known.get(whole));
    }
}
