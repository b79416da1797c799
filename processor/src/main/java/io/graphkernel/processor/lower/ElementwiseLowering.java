package io.graphkernel.processor.lower;

import io.graphkernel.graph.Node;
import io.graphkernel.op.OpTable;
import io.graphkernel.op.row.OpDtype;
import io.graphkernel.op.row.OpRow;
import io.graphkernel.op.row.ScalarNotation;
import io.graphkernel.processor.lower.code.Expression;
import java.util.List;
import java.util.function.Function;

/** Lowering of elementwise ops to expressions over one element, by their rows in the op table. */
public final class ElementwiseLowering {

    private ElementwiseLowering() {}

    /**
     * Lowers an elementwise op for one element.
     *
     * @param node an elementwise op
     * @param operand expression of each operand
     * @return the expression
     */
    public static Expression lower(Node node, Function<Node, Expression> operand) {
        OpRow row = OpTable.get().row(node);
        Node first = node.operands().get(0);
        if (row.isFirstOperand()) {
            return operand.apply(first);
        }
        OpDtype result = row.results().get(0).dtype();
        if (result == OpDtype.ATTRIBUTE || result == OpDtype.SAME_WIDTH) {
            Expression value = operand.apply(first);
            if (first.dtype() == node.dtype()) {
                return value;
            }
            return result == OpDtype.SAME_WIDTH
                    ? new Expression.Bitcast(first.dtype(), node.dtype(), value)
                    : new Expression.Cast(first.dtype(), node.dtype(), value);
        }
        ScalarNotation notation = row.scalar(node.operands());
        List<Expression> operands = node.operands().stream()
                .map(operand)
                .limit(arity(notation, node, row))
                .toList();
        return new Expression.ScalarOp(row, notation, first.dtype(), node.dtype(), operands);
    }

    /** Returns true if an op is lowered to a bitcast between different dtypes. */
    public static boolean isBitcast(Node node) {
        return OpTable.get().row(node).results().get(0).dtype() == OpDtype.SAME_WIDTH
                && node.operands().get(0).dtype() != node.dtype();
    }

    /**
     * Returns the number of operands: a specialized function that replaces the row's own takes the first operand only.
     */
    private static long arity(ScalarNotation notation, Node node, OpRow row) {
        boolean special =
                notation instanceof ScalarNotation.Call call && !call.function().equals(row.javaName());
        return special ? 1 : node.operands().size();
    }

    /** Returns the name of a reduction's or scan's combiner: sum, prod, max, min, all or any. */
    public static String combiner(Node reduction) {
        return OpTable.get().row(reduction).combiner().function();
    }
}
