package io.graphkernel.processor.lower;

import io.graphkernel.processor.graph.Attributes;
import io.graphkernel.processor.graph.DType;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.lower.code.Expression;
import io.graphkernel.processor.op.OpDtype;
import io.graphkernel.processor.op.OpRow;
import io.graphkernel.processor.op.OpTable;
import io.graphkernel.processor.op.ScalarNotation;
import java.util.List;
import java.util.function.Function;

/** Lowers elementwise ops to expressions over one element, by their rows. */
public final class Scalars {

    private Scalars() {}

    /**
     * What an op gives for one element.
     *
     * @param node an elementwise op
     * @param operand how each of its operands is reached
     * @return the expression
     */
    public static Expression expression(Node node, Function<Node, Expression> operand) {
        OpRow row = OpTable.get().row(node);
        Node first = node.operands().get(0);
        if (row.isFirstOperand()) {
            return operand.apply(first);
        }
        if (row.results().get(0).dtype() == OpDtype.ATTRIBUTE) {
            DType to = DType.byText(node.attributes().text(Attributes.DTYPE)).orElseThrow();
            Expression value = operand.apply(first);
            return first.dtype() == to ? value : new Expression.Cast(first.dtype(), to, value);
        }
        ScalarNotation notation = row.scalar(node.operands());
        List<Expression> operands = node.operands().stream()
                .map(operand)
                .limit(arity(notation, node, row))
                .toList();
        return new Expression.Operation(row, notation, first.dtype(), node.dtype(), operands);
    }

    /** A special function in place of the row's own one needs the first operand only. */
    private static long arity(ScalarNotation notation, Node node, OpRow row) {
        boolean special =
                notation instanceof ScalarNotation.Call call && !call.function().equals(row.javaName());
        return special ? 1 : node.operands().size();
    }

    /** What combines the elements of a reduction or scan: sum, prod, max, min, all or any. */
    public static String combiner(Node reduction) {
        return OpTable.get().row(reduction).combiner().function();
    }
}
