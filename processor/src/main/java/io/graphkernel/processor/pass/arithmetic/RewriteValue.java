package io.graphkernel.processor.pass.arithmetic;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.Node;
import io.graphkernel.op.OpTable;
import io.graphkernel.op.row.OpRow;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** A mutable node of a graph during rewriting, with links to operands and users. */
final class RewriteValue {

    /** Its operands are the original ones; only the op, the attributes and the type are up to date. */
    private final Node node;

    private final List<RewriteValue> operands;
    private final Set<RewriteValue> users = new LinkedHashSet<>();
    private final Position position;
    private boolean pinned;
    private boolean dropped;

    /**
     * Position of a value in the order of the graph, as far as its operands permit.
     *
     * @param index index of the node that it is or replaces
     * @param serial number among the values that replace one node
     */
    record Position(int index, int serial) implements Comparable<Position> {
        @Override
        public int compareTo(Position other) {
            return index == other.index ? Integer.compare(serial, other.serial) : Integer.compare(index, other.index);
        }
    }

    RewriteValue(Node node, List<RewriteValue> operands, Position position) {
        this.node = node;
        this.operands = new ArrayList<>(operands);
        this.position = position;
    }

    Node node() {
        return node;
    }

    List<RewriteValue> operands() {
        return operands;
    }

    Set<RewriteValue> users() {
        return users;
    }

    Position position() {
        return position;
    }

    /** Returns true if the value is kept without users: a result, a parameter or an in-place update. */
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

    /** Returns true if two values are identical or equal constants. */
    boolean isSame(RewriteValue other) {
        return this == other
                || isConstant()
                        && other.isConstant()
                        && node.dtype() == other.node.dtype()
                        && node.attributes().equals(other.node.attributes());
    }

    /** Returns the op's name in patterns, where floating-point divisions have one name. */
    String op() {
        return node.isOperation() && node.dtype().isFloating() ? row().floatName() : node.op();
    }

    /** Returns the attribute that names the whole composite op it was expanded from, if there is one. */
    Attributes scope() {
        return node.attributes().has(Attributes.SCOPE)
                ? Attributes.NONE.with(Attributes.SCOPE, node.attributes().text(Attributes.SCOPE))
                : Attributes.NONE;
    }

    boolean isOperation(String op, List<RewriteValue> expectedOperands, Attributes attributes) {
        return node.isOperation()
                && node.op().equals(op)
                && operands.equals(expectedOperands)
                && node.attributes().equals(attributes);
    }

    OpRow row() {
        return OpTable.get().row(node);
    }
}
