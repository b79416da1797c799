package io.graphkernel.processor.pass.arithmetic;

import io.graphkernel.processor.graph.Attributes;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.op.OpRow;
import io.graphkernel.processor.op.OpTable;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** A node of a graph that is being rewritten: its operands change, and it knows who reads it. */
final class Value {

    /** Operands of the node are those at its creation; only the op, the attributes and the type are up to date. */
    private final Node node;

    private final List<Value> operands;
    private final Set<Value> users = new LinkedHashSet<>();
    private final Place place;
    private boolean pinned;
    private boolean dropped;

    /**
     * Where a value is in the order of the graph, as far as its operands allow.
     *
     * @param index of the node that it is or replaces
     * @param serial numbers the values that replace one node
     */
    record Place(int index, int serial) implements Comparable<Place> {
        @Override
        public int compareTo(Place other) {
            return index == other.index ? Integer.compare(serial, other.serial) : Integer.compare(index, other.index);
        }
    }

    Value(Node node, List<Value> operands, Place place) {
        this.node = node;
        this.operands = new ArrayList<>(operands);
        this.place = place;
    }

    Node node() {
        return node;
    }

    List<Value> operands() {
        return operands;
    }

    Set<Value> users() {
        return users;
    }

    Place place() {
        return place;
    }

    /** Whether it stays although nobody reads it: a result, a parameter or an update in place. */
    boolean isPinned() {
        return pinned;
    }

    void setPinned(boolean newPinned) {
        pinned = newPinned;
    }

    boolean isDropped() {
        return dropped;
    }

    void drop() {
        dropped = true;
    }

    boolean isConstant() {
        return node.kind() == Node.Kind.CONSTANT;
    }

    /** Whether two values are one: the same, or equal numbers. */
    boolean isSame(Value other) {
        return this == other
                || isConstant()
                        && other.isConstant()
                        && node.dtype() == other.node.dtype()
                        && node.attributes().equals(other.node.attributes());
    }

    /** The op's name in patterns, where a division of floats has one name. */
    String op() {
        return node.isOperation() && node.dtype().isFloating() ? row().floatName() : node.op();
    }

    /** The attribute that names the composite op of which it is part and which is kept whole, if there is one. */
    Attributes scope() {
        return node.attributes().has(Attributes.SCOPE)
                ? Attributes.NONE.with(Attributes.SCOPE, node.attributes().text(Attributes.SCOPE))
                : Attributes.NONE;
    }

    boolean isOperation(String op, List<Value> wanted, Attributes attributes) {
        return node.isOperation()
                && node.op().equals(op)
                && operands.equals(wanted)
                && node.attributes().equals(attributes);
    }

    OpRow row() {
        return OpTable.get().row(node);
    }
}
