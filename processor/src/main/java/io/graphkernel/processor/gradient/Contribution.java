package io.graphkernel.processor.gradient;

import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.TypeException;
import io.graphkernel.processor.op.ExpansionBuilder;

/**
 * What one reader of a value adds to its adjoint: a value where a mask holds, 0 elsewhere. What the value is where the mask
 * does not hold is never read: a branch that a {@code select} did not take may be infinite there, and the product of that
 * with a 0 would be NaN.
 *
 * @param mask of bools, which broadcasts to the value; null if the value counts everywhere
 * @param value the value
 */
record Contribution(Node mask, Node value) {

    private static final String SELECT = "Select";
    private static final String NOT = "LogicalNot";

    /** An adjoint as a rule gives it: {@code select(mask, value, 0)} is taken apart. */
    static Contribution of(Node adjoint, ExpansionBuilder ops) throws TypeException {
        if (adjoint.isOperation() && adjoint.op().equals(SELECT)) {
            Node mask = adjoint.operands().get(0);
            Node held = adjoint.operands().get(1);
            Node other = adjoint.operands().get(2);
            if (isZero(other) && held.shape().equals(adjoint.shape())) {
                return new Contribution(mask, held);
            }
            if (isZero(held) && other.shape().equals(adjoint.shape())) {
                return new Contribution(ops.op(NOT, mask), other);
            }
        }
        return new Contribution(null, adjoint);
    }

    private static boolean isZero(Node node) {
        return node.kind() == Node.Kind.CONSTANT && node.attributes().value() == 0;
    }

    /** The same, where another mask holds too. */
    Contribution within(Node other, ExpansionBuilder ops) throws TypeException {
        if (other == null || other == mask) {
            return this;
        }
        return new Contribution(mask == null ? other : ops.op("LogicalAnd", other, mask), value);
    }

    /** Whether this counts exactly where another one, of the same dtype, does not. */
    boolean isOppositeOf(Contribution other) {
        return mask != null
                && mask.isOperation()
                && mask.op().equals(NOT)
                && mask.operands().get(0) == other.mask
                && value.dtype() == other.value.dtype();
    }

    /** The value with zeros. */
    Node whole(ExpansionBuilder ops) throws TypeException {
        return mask == null ? value : ops.select(mask, value, 0);
    }
}
