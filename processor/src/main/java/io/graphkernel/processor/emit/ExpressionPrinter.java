package io.graphkernel.processor.emit;

import io.graphkernel.processor.graph.Attributes;
import io.graphkernel.processor.graph.DType;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.op.OpRow;
import io.graphkernel.processor.op.OpTable;
import io.graphkernel.processor.op.ScalarForm;
import io.graphkernel.processor.op.TypeRule;
import java.util.List;
import java.util.stream.Collectors;

/** Prints the expression of an elementwise op from its row, for targets with C's operators and a function prefix. */
public abstract class ExpressionPrinter {

    private final String functionPrefix;

    /**
     * A printer.
     *
     * @param functionPrefix what comes before the op table's function names
     */
    protected ExpressionPrinter(String functionPrefix) {
        this.functionPrefix = functionPrefix;
    }

    /**
     * How an operand is written.
     *
     * @param node a value
     * @return a name or a literal
     */
    protected abstract String operand(Node node);

    /**
     * The expression of an op.
     *
     * @param node an elementwise op
     * @return its text, without enclosing parentheses
     */
    public final String expression(Node node) {
        OpRow row = OpTable.get().row(node);
        if (node.op().equals("IdentityMath")) {
            return operand(node.operands().get(0));
        }
        if (row.typeRule() == TypeRule.CONVERSION) {
            return conversion(node);
        }
        ScalarForm form = row.scalar(node.operands());
        List<String> operands = node.operands().stream().map(this::operand).toList();
        if (form instanceof ScalarForm.Infix infix) {
            return operands.get(0) + " " + infix.operator() + " " + operands.get(1);
        }
        ScalarForm.Call call = (ScalarForm.Call) form;
        long arity = call.function().equals(row.javaName()) ? operands.size() : 1;
        return operands.stream()
                .limit(arity)
                .collect(Collectors.joining(", ", functionPrefix + call.function() + "(", ")"));
    }

    private String conversion(Node node) {
        String operand = operand(node.operands().get(0));
        DType from = node.operands().get(0).dtype();
        DType to = DType.byText(node.attributes().text(Attributes.DTYPE)).orElseThrow();
        if (from == to) {
            return operand;
        }
        return functionPrefix + (to == DType.BOOL ? "f32_to_mask" : "mask_to_f32") + "(" + operand + ")";
    }
}
