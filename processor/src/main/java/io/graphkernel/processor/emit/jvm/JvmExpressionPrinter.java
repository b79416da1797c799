package io.graphkernel.processor.emit.jvm;

import io.graphkernel.processor.emit.ExpressionPrinter;
import io.graphkernel.processor.graph.DType;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.op.OpRow;
import java.util.List;

/** Expressions over one element, in Java. */
final class JvmExpressionPrinter extends ExpressionPrinter {

    private final JvmNames names;

    JvmExpressionPrinter(JvmNames names) {
        super("ScalarMath.");
        this.names = names;
    }

    @Override
    protected String operand(Node node) {
        return node.kind() == Node.Kind.CONSTANT ? JvmType.literal(node) : names.value(node);
    }

    /** What the language has as an operator needs no function. */
    @Override
    protected String call(OpRow row, String function, List<String> operands) {
        return switch (row.name()) {
            case "Select" -> operands.get(0) + " ? " + operands.get(1) + " : " + operands.get(2);
            case "LogicalNot" -> "!" + operands.get(0);
            default -> super.call(row, function, operands);
        };
    }

    @Override
    protected String conversion(String operand, DType from, DType to) {
        return "Casts.to" + to.name() + "(" + operand + ")";
    }

    /** The value of an op, in the range of its dtype. */
    String value(Node node) {
        return JvmType.wrapped(node.dtype(), expression(node));
    }
}
