package io.graphkernel.processor.emit;

import io.graphkernel.processor.graph.Attributes;
import io.graphkernel.processor.graph.DType;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.op.OpDtype;
import io.graphkernel.processor.op.OpRow;
import io.graphkernel.processor.op.OpTable;
import io.graphkernel.processor.op.ScalarForm;
import java.util.List;

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
        if (row.isFirstOperand()) {
            return operand(node.operands().get(0));
        }
        if (row.results().get(0).dtype() == OpDtype.ATTRIBUTE) {
            return conversion(node);
        }
        ScalarForm form = row.scalar(node.operands());
        List<String> operands = node.operands().stream().map(this::operand).toList();
        if (form instanceof ScalarForm.Infix infix) {
            return infix(node, infix.operator(), operands);
        }
        ScalarForm.Call call = (ScalarForm.Call) form;
        long arity = call.function().equals(row.javaName()) ? operands.size() : 1;
        return call(row, call.function(), operands.stream().limit(arity).toList());
    }

    /**
     * How a function of the prelude is called.
     *
     * @param row the op's row
     * @param function the function's name
     * @param operands their text
     * @return its text
     */
    protected String call(OpRow row, String function, List<String> operands) {
        return functionPrefix + function + "(" + String.join(", ", operands) + ")";
    }

    /**
     * How an operator between two operands is written.
     *
     * @param node the op
     * @param operator for example {@code +}
     * @param operands their text
     * @return its text, without enclosing parentheses
     */
    protected String infix(Node node, String operator, List<String> operands) {
        return operands.get(0) + " " + operator + " " + operands.get(1);
    }

    /**
     * How a conversion between two different dtypes is written.
     *
     * @param operand its text
     * @param from the operand's dtype
     * @param to the result's dtype
     * @return its text
     */
    protected abstract String conversion(String operand, DType from, DType to);

    private String conversion(Node node) {
        String operand = operand(node.operands().get(0));
        DType from = node.operands().get(0).dtype();
        DType to = DType.byText(node.attributes().text(Attributes.DTYPE)).orElseThrow();
        return from == to ? operand : conversion(operand, from, to);
    }
}
