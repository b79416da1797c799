package io.graphkernel.processor.gradient;

import io.graphkernel.graph.Node;
import io.graphkernel.op.OpTable;
import io.graphkernel.op.row.OpRow;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Recognizer of composite ops whose gradient replaces the gradients of their parts. The rules of the parts would each
 * recompute intermediate values.
 */
final class CompositeRecognizer {

    private final Map<Node, Node> composites;

    /** All nodes that results are computed from. */
    private final Set<Node> forward = Collections.newSetFromMap(new IdentityHashMap<>());

    /** Values that are constants for the gradient. */
    private final Collection<Node> constants;

    /**
     * Creates a recognizer of composite ops.
     *
     * @param recognized the composite op by the value that it computes, outside the graph
     * @param forward the ops that results are computed from
     * @param constants values that are constants for the gradient
     */
    CompositeRecognizer(Map<Node, Node> recognized, List<OpResults> forward, Set<Node> constants) {
        this.composites = new IdentityHashMap<>(recognized);
        this.constants = constants;
        forward.forEach(op -> this.forward.addAll(op.results()));
    }

    /**
     * Composite op and the ops that it replaces.
     *
     * @param composite the composite op
     * @param ops the replaced ops: those only used inside, then the one that computes the result
     */
    record Recognized(Node composite, List<OpResults> ops) {}

    /**
     * Returns the composite op recognized in place of a value, if one rule computes all its adjoints.
     *
     * @param active the active values, to which those of the composite op are added
     * @return empty if the ops must be differentiated separately: an adjoint of an intermediate constant would be lost
     */
    Optional<Recognized> of(Node value, ActiveNodes active) {
        Node composite = composites.get(value);
        if (composite == null) {
            return Optional.empty();
        }
        List<OpResults> ops = opsOf(composite);
        ops.forEach(active::activate);
        OpRow row = OpTable.get().row(composite);
        Set<String> operands = Set.copyOf(active.operands(composite).values());
        if (row.gradient().rules(Set.of(OpResults.name(composite)), operands).size() != 1) {
            return Optional.empty();
        }
        Set<Node> read = Collections.newSetFromMap(new IdentityHashMap<>());
        ops.forEach(op -> read.addAll(op.first().operands()));
        boolean constant = OpResults.between(read, List.of(value)).stream()
                .anyMatch(op -> op.first().isOperation() && constants.contains(op.first()));
        return constant ? Optional.empty() : Optional.of(new Recognized(composite, ops));
    }

    private List<OpResults> opsOf(Node composite) {
        return OpResults.between(forward, List.of(composite));
    }

    /**
     * Recognizes composite ops in copies of their ops.
     *
     * @param copies copy by node; composite ops with an operand that has no copy are skipped
     */
    void recognizeCopies(Map<Node, Node> copies) {
        Map<Node, Node> found = new IdentityHashMap<>();
        composites.forEach((value, composite) -> {
            if (copies.containsKey(value)) {
                copy(composite, copies).ifPresent(copy -> found.put(copies.get(value), copy));
            }
        });
        composites.putAll(found);
        forward.addAll(copies.values());
    }

    private Optional<Node> copy(Node composite, Map<Node, Node> copies) {
        Map<Node, Node> known = new IdentityHashMap<>(copies);
        for (OpResults op : opsOf(composite)) {
            for (Node node : op.results()) {
                if (!known.keySet().containsAll(node.operands())) {
                    return Optional.empty();
                }
                known.put(node, node.isOperation() ? RecomputedOps.copy(node, known) : node);
            }
        }
        return Optional.of(known.get(composite));
    }
}
