package io.graphkernel.graph;

import io.graphkernel.graph.TypeRules.SliceUpdate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Updates of a graph's parameters in place, in program order: the value or the memory that a read at this point of the
 * program reads, and the target of the next update.
 *
 * <p>The target of an update may be a region, a view of a parameter. Later reads of the parameter then read its memory,
 * {@code Updated(parameter, assign)}, and later updates of it have that view as target.
 */
final class ParameterUpdates {

    /** Addition of an op to the graph. */
    interface OpBuilder {

        /** Adds an op whose operands are resolved to their current values. */
        Node add(String op, List<Node> operands, Attributes attributes, String label, Origin origin)
                throws TypeException;
    }

    private final OpBuilder builder;
    private final TypeRules rules;
    private final boolean acceptsRegions;

    /** Values of nodes that were updated. */
    private final Map<Node, Node> assigned = new IdentityHashMap<>();

    /** Last update of each parameter. */
    private final Map<Node, Node> updates = new IdentityHashMap<>();

    /** Parameters of which a region was updated. */
    private final Set<Node> updatedByRegion = Collections.newSetFromMap(new IdentityHashMap<>());

    /** Parameters that ops were given as first operand, where the ops read an assigned value instead. */
    private final Map<Node, Node> givenOperands = new IdentityHashMap<>();

    /**
     * Creates an empty sequence.
     *
     * @param rules the type rules of the ops
     * @param acceptsRegions false for the body of a loop, whose iterations have no versions of memory
     */
    ParameterUpdates(OpBuilder builder, TypeRules rules, boolean acceptsRegions) {
        this.builder = builder;
        this.rules = rules;
        this.acceptsRegions = acceptsRegions;
    }

    /** Returns the value last assigned to a parameter, or the node itself. */
    Node current(Node node) {
        return assigned.getOrDefault(node, node);
    }

    /**
     * Records an op that read current values, which may be the view of an update's target.
     *
     * @param given operands of the op in the program
     */
    void addReader(Node reader, List<Node> given) {
        if (!given.isEmpty() && reader.operands().get(0) != given.get(0)) {
            givenOperands.put(reader, given.get(0));
        }
    }

    /** Adds the updates of the operands that an op updates in place by its results. */
    void updateOperands(String op, List<Node> operands, List<Node> results, Origin origin) throws TypeException {
        List<Integer> updated = rules.updates(op);
        for (int i = 0; i < updated.size(); i++) {
            int operand = updated.get(i);
            if (operand >= 0) {
                update(operands.get(operand), results.get(i), operand, origin);
            }
        }
    }

    private void update(Node target, Node value, int operand, Origin origin) throws TypeException {
        try {
            assign(Node.ASSIGN, List.of(target, value), Attributes.NONE, "", origin);
        } catch (TypeException e) {
            // The error is in the target of the updating op: the value is not an operand of the user's op.
            throw new TypeException(e.problem(), operand, e.getMessage());
        }
    }

    /**
     * Adds an update. One by a copy of its target with other slices only writes these, except in the body of a loop.
     *
     * @param op an op that updates in place
     * @param operands the target, the value, and the positions of an {@code AssignAt}
     */
    Node assign(String op, List<Node> operands, Attributes attributes, String label, Origin origin)
            throws TypeException {
        Node target = operands.get(0);
        Optional<SliceUpdate> slices =
                acceptsRegions && op.equals(Node.ASSIGN) ? sliceUpdate(target, operands.get(1)) : Optional.empty();
        if (slices.isPresent()) {
            SliceUpdate update = slices.get();
            Attributes axis = Attributes.NONE.with(Attributes.AXIS, update.axis());
            List<Node> indexed = List.of(update.x(), update.indices());
            Node positions = builder.add(
                    Node.DISTINCT_POSITIONS, indexed, axis, "", operands.get(1).origin());
            return assign(Node.ASSIGN_AT, List.of(target, update.updates(), positions), axis, label, origin);
        }
        if (op.equals(Node.ASSIGN_AT) && !acceptsRegions) {
            Node computed = operands.get(2);
            List<Node> replacement =
                    List.of(current(target), computed.operands().get(1), operands.get(1));
            Node copy = builder.add(Node.SCATTER, replacement, attributes, "", computed.origin());
            return assign(Node.ASSIGN, List.of(target, copy), Attributes.NONE, label, origin);
        }
        boolean isRegion = op.equals(Node.ASSIGN_AT);
        if (isRegion && updates.containsKey(base(target))) {
            updatedByRegion.add(base(target));
        }
        List<Node> onMemory = new ArrayList<>(operands);
        onMemory.set(0, onCurrentMemory(target));
        Node assign = builder.add(op, onMemory, attributes, label, origin);
        Node parameter = assign.updatedParameter();
        updates.put(parameter, assign);
        if (!isRegion) {
            assigned.put(target, operands.get(1));
        }
        if (isRegion || isRegionUpdate(assign)) {
            if (!acceptsRegions) {
                throw new TypeException(
                        TypeException.Problem.ASSIGN_NEEDS_PARAMETER,
                        0,
                        "a loop that is not unrolled cannot update a region of " + parameter.label());
            }
            updatedByRegion.add(parameter);
            assigned.put(parameter, afterUpdate(parameter, assign, origin));
            if (isRegion && target != parameter) {
                assigned.put(target, onCurrentMemory(target));
            }
        }
        return assign;
    }

    /** Returns the slices of a target that a value replaces, if it is otherwise the target itself. */
    private Optional<SliceUpdate> sliceUpdate(Node target, Node value) throws TypeException {
        Optional<SliceUpdate> found = rules.sliceUpdate(value);
        if (found.isEmpty() || !isParameter(base(target)) || target.shape().isUnranked()) {
            return Optional.empty();
        }
        SliceUpdate update = found.get();
        List<Dim> dims = new ArrayList<>(target.shape().dims());
        int axis = Axes.normalized(target.shape(), update.axis());
        List<Dim> indices = update.indices().shape().dims();
        List<Dim> updated = update.updates().shape().dims();
        boolean selectsRows = indices.size() == dims.size()
                && updated.size() == dims.size()
                && axis < dims.size() - 1
                && indices.get(dims.size() - 1).equals(Dim.ONE)
                && indices.get(axis).equals(updated.get(axis));
        if (!selectsRows) {
            return Optional.empty();
        }
        dims.set(axis, updated.get(axis));
        return dims.equals(updated) && isCurrent(update.x(), target) ? found : Optional.empty();
    }

    /** Returns true if a value has the elements of a target's memory after all updates so far. */
    private boolean isCurrent(Node value, Node target) {
        if (isParameter(target)) {
            return value == current(target);
        }
        if (target.op().equals(Node.UPDATED)) {
            return isCurrent(value, target.operands().get(0));
        }
        return value.isOperation()
                && value.op().equals(target.op())
                && value.attributes().equals(target.attributes())
                && isCurrent(value.operands().get(0), operand(target));
    }

    /** Returns the parameter of a target, or another node without operands. */
    private Node base(Node target) {
        Node node = target;
        while (node.isOperation() && !node.operands().isEmpty()) {
            node = operand(node);
        }
        return node;
    }

    /** Returns the first operand of a view in the program. */
    private Node operand(Node view) {
        return givenOperands.getOrDefault(view, view.operands().get(0));
    }

    /** Returns a target over the memory of its parameter after all updates so far. */
    private Node onCurrentMemory(Node target) throws TypeException {
        if (isParameter(target)) {
            Node update = updates.get(target);
            return updatedByRegion.contains(target) ? afterUpdate(target, update, update.origin()) : target;
        }
        if (!target.isOperation() || target.operands().isEmpty()) {
            return target;
        }
        Node operand = operand(target);
        if (isParameter(operand) && updates.containsKey(operand)) {
            updatedByRegion.add(operand);
        }
        Node memory = onCurrentMemory(operand);
        if (target.op().equals(Node.UPDATED)) {
            return memory;
        }
        if (memory == target.operands().get(0)) {
            return target;
        }
        List<Node> operands = new ArrayList<>(target.operands());
        operands.set(0, memory);
        return builder.add(target.op(), operands, target.attributes(), target.label(), target.origin());
    }

    private Node afterUpdate(Node parameter, Node update, Origin origin) throws TypeException {
        Node known = assigned.get(parameter);
        boolean current = known != null
                && known.op().equals(Node.UPDATED)
                && known.operands().get(1) == update;
        return current
                ? known
                : builder.add(Node.UPDATED, List.of(parameter, update), Attributes.NONE, parameter.label(), origin);
    }

    private static boolean isParameter(Node node) {
        return node.kind() == Node.Kind.PARAMETER;
    }

    private static boolean isRegionUpdate(Node assign) {
        Node target = assign.operands().get(0);
        return target.isOperation() && !target.op().equals(Node.UPDATED);
    }
}
