package io.graphkernel.processor.loop;

import io.graphkernel.graph.Node;
import io.graphkernel.op.OpTable;
import io.graphkernel.op.row.OpKind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Members of a group, classified for the loop analysis: <em>loaded</em> ones (index ops, and views of memory or of an
 * index op) and <em>computed</em> ones (all others, including views of computed values). Unused views are neither.
 */
final class LoopMembers {

    private final Predicate<Node> escapes;
    private final Set<Node> inside;
    private final Set<Node> loadedSet;
    private final Set<Node> alive;
    private final List<Node> computed = new ArrayList<>();
    private final List<Node> values = new ArrayList<>();

    LoopMembers(List<Node> members, Predicate<Node> escapes) {
        this.inside = identitySet(members.size());
        this.loadedSet = identitySet(0);
        this.alive = identitySet(2 * members.size());
        this.escapes = node -> inside.contains(node) && escapes.test(node);
        inside.addAll(members);
        members.stream().filter(this::isLoad).forEach(loadedSet::add);
        for (int i = members.size() - 1; i >= 0; i--) {
            Node node = members.get(i);
            if (!Views.isView(node) || escapes(node) || alive.contains(node)) {
                alive.add(node);
                if (!loadedSet.contains(node)) {
                    alive.addAll(OpTable.get().indexedOperands(node));
                }
            }
        }
        Set<Node> known = identitySet(2 * members.size());
        for (Node node : members) {
            if (!alive.contains(node)) {
                continue;
            }
            if (!loadedSet.contains(node)) {
                computed.add(node);
                OpTable.get().indexedOperands(node).stream()
                        .filter(operand -> isTensor(operand) && known.add(operand))
                        .forEach(values::add);
            }
            if ((!loadedSet.contains(node) || escapes(node)) && known.add(node)) {
                values.add(node);
            }
        }
    }

    /** Sized by the members, since fusion creates very many small sets. */
    private static Set<Node> identitySet(int size) {
        return Collections.newSetFromMap(new IdentityHashMap<>(size));
    }

    static boolean is(Node node, OpKind kind) {
        return OpTable.get().is(node, kind);
    }

    /** Returns true if a value has elements in memory or is computed; numbers are not tensors. */
    static boolean isTensor(Node node) {
        return node.isInputTensor() || node.isOperation();
    }

    private boolean isLoad(Node node) {
        if (is(node, OpKind.INDEX)) {
            return true;
        }
        if (!Views.isView(node)) {
            return false;
        }
        Node operand = node.operands().get(0);
        return isTensor(operand)
                && (!inside.contains(operand) || loadedSet.contains(operand))
                && (inside.contains(operand) || isTensor(Views.base(operand)));
    }

    /** Returns true if a member loads through a view, or is an index op. */
    boolean hasLoads() {
        return values.stream().anyMatch(value -> loadedSet.contains(value));
    }

    boolean has(OpKind kind) {
        return computed.stream().anyMatch(node -> is(node, kind));
    }

    /** Returns true if a Gather reads elements that the group itself computes. */
    boolean gathersFromComputed() {
        return computed.stream()
                .filter(node -> is(node, OpKind.GATHER))
                .anyMatch(node -> isComputed(node.operands().get(0)));
    }

    boolean escapes(Node node) {
        return escapes.test(node);
    }

    /** Returns true if an op of the group computes a value. */
    boolean isComputed(Node node) {
        return inside.contains(node) && !loadedSet.contains(node);
    }

    /** Returns the computed members, in order. */
    List<Node> computed() {
        return computed;
    }

    /** Returns true if there is a single op, or a single stored copy of a loaded member, apart from numbers. */
    boolean areOneOp() {
        long ops = computed.stream().filter(node -> !isNumber(node)).count();
        return ops + loadedSet.stream().filter(escapes).count() <= 1;
    }

    /** Returns true if a value is a number for its user, so that no loop stores it. */
    private boolean isNumber(Node node) {
        return Views.isView(node) && !isTensor(Views.base(node)) && !escapes(node);
    }

    /** Returns all tensors that computed members read or define, and stored loaded members; operands first. */
    List<Node> values() {
        return values;
    }
}
