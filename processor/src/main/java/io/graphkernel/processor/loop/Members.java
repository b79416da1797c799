package io.graphkernel.processor.loop;

import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.op.OpKind;
import io.graphkernel.processor.op.OpTable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The members of a group by what they are for the loops: <em>loaded</em> ones (index ops, and views of memory or of an
 * index op) and <em>computed</em> ones (all others, among them views of what the group computes). Views that nobody
 * needs are neither.
 */
final class Members {

    private final Predicate<Node> escapes;
    private final Set<Node> inside;
    private final Set<Node> loadedSet;
    private final Set<Node> alive;
    private final List<Node> computed = new ArrayList<>();
    private final List<Node> values = new ArrayList<>();

    Members(List<Node> members, Predicate<Node> escapes) {
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
                    alive.addAll(operands(node));
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
                operands(node).stream()
                        .filter(operand -> isTensor(operand) && known.add(operand))
                        .forEach(values::add);
            }
            if ((!loadedSet.contains(node) || escapes(node)) && known.add(node)) {
                values.add(node);
            }
        }
    }

    /** Most sets are small, and fusion makes very many of them. */
    private static Set<Node> identitySet(int size) {
        return Collections.newSetFromMap(new IdentityHashMap<>(size));
    }

    static boolean is(Node node, OpKind kind) {
        return OpTable.get().is(node, kind);
    }

    /** Whether a value has elements in memory or is computed by an op; numbers have not. */
    static boolean isTensor(Node node) {
        return node.isGiven() || node.isOperation();
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

    /** Whether a member reads through a view, or is the elements of an index op. */
    boolean hasLoads() {
        return values.stream().anyMatch(value -> loadedSet.contains(value));
    }

    boolean has(OpKind kind) {
        return computed.stream().anyMatch(node -> is(node, kind));
    }

    /** Whether elements would be gathered that the group itself computes, in an order of its own. */
    boolean gathersFromComputed() {
        return computed.stream()
                .filter(node -> is(node, OpKind.GATHER))
                .anyMatch(node -> isComputed(node.operands().get(0)));
    }

    boolean escapes(Node node) {
        return escapes.test(node);
    }

    /** Whether an op of the group computes a value. */
    boolean isComputed(Node node) {
        return inside.contains(node) && !loadedSet.contains(node);
    }

    /** The computed members, in order. */
    List<Node> computed() {
        return computed;
    }

    /** Whether there is one op, or one copy of what is loaded, and nothing else but numbers. */
    boolean areOneOp() {
        long ops = computed.stream().filter(node -> !isNumber(node)).count();
        return ops + loadedSet.stream().filter(escapes).count() <= 1;
    }

    /** Whether a value is a number for the op that reads it: no loop stores it. */
    private boolean isNumber(Node node) {
        return Views.isView(node) && !isTensor(Views.base(node)) && !escapes(node);
    }

    /** Every tensor that a computed member reads or gives, and loaded members that are stored; operands first. */
    List<Node> values() {
        return values;
    }

    /** The values of the domain that a member reads: not the parameter that it updates, nor the memory it gathers from. */
    List<Node> operands(Node node) {
        boolean skipsFirst = is(node, OpKind.ASSIGN) || is(node, OpKind.GATHER);
        return skipsFirst ? node.operands().subList(1, 2) : node.operands();
    }
}
