package io.graphkernel.processor.gradient;

import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.build.ExpansionBuilder;

/**
 * Contribution of one user of a value to its adjoint: a value where a mask holds, 0 elsewhere.
 *
 * <p>The value is never read where the mask does not hold. The branch not taken of a {@code select} may be infinite,
 * and its product with 0 would be NaN.
 *
 * @param mask mask that broadcasts to the value; null if the value counts everywhere
 * @param value the value where the mask holds
 */
record AdjointContribution(Node mask, Node value) {

    private static final String SELECT = "Select";
    private static final String NOT = "LogicalNot";

    /** Returns the contribution of a rule's result, splitting {@code select(mask, value, 0)} into mask and value. */
    static AdjointContribution of(Node adjoint, ExpansionBuilder ops) throws TypeException {
        if (adjoint.isOperation() && adjoint.op().equals(SELECT)) {
            Node mask = adjoint.operands().get(0);
            Node held = adjoint.operands().get(1);
            Node other = adjoint.operands().get(2);
            if (isZero(other) && held.shape().equals(adjoint.shape())) {
                return new AdjointContribution(mask, held);
            }
            if (isZero(held) && other.shape().equals(adjoint.shape())) {
                return new AdjointContribution(ops.op(NOT, mask), other);
            }
        }
        return new AdjointContribution(null, adjoint);
    }

    private static boolean isZero(Node node) {
        return node.kind() == Node.Kind.CONSTANT && node.attributes().value() == 0;
    }

    /** Returns the contribution restricted to another mask. */
    AdjointContribution within(Node other, ExpansionBuilder ops) throws TypeException {
        if (other == null || other == mask) {
            return this;
        }
        return new AdjointContribution(mask == null ? other : ops.op("LogicalAnd", other, mask), value);
    }

    /** Returns true if this contribution's mask is the negation of another one's, with the same dtype. */
    boolean isOppositeOf(AdjointContribution other) {
        return mask != null
                && mask.isOperation()
                && mask.op().equals(NOT)
                && mask.operands().get(0) == other.mask
                && value.dtype() == other.value.dtype();
    }

    /** Returns the value with zeros where the mask does not hold. */
    Node withZeros(ExpansionBuilder ops) throws TypeException {
        return mask == null ? value : ops.select(mask, value, 0);
    }
}
