package io.graphkernel.processor.emit.prelude;

import io.graphkernel.processor.emit.ExpressionPrinter;
import io.graphkernel.processor.graph.DType;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.op.OpTable;
import java.util.List;

/** Expressions over the vectors of the C prelude. */
public class CExpressionPrinter extends ExpressionPrinter {

    private final CNames names;

    /** A printer of one kernel's values. */
    public CExpressionPrinter(CNames names) {
        super("gk_");
        this.names = names;
    }

    /** The names of the values. */
    public CNames names() {
        return names;
    }

    @Override
    public String operand(Node node) {
        return node.kind() == Node.Kind.CONSTANT ? CTypes.constant(node) : names.value(node);
    }

    /**
     * Integers wrap around and divide without a trap, which C's operators do not promise; comparisons of lanes that are
     * not of 32 bits give no mask.
     */
    @Override
    protected String infix(Node node, String operator, List<String> operands) {
        DType dtype = CTypes.computed(node.operands().get(0).dtype());
        boolean comparison = node.dtype() == DType.BOOL;
        boolean plain =
                comparison ? dtype == DType.F32 || dtype == DType.I32 || dtype == DType.BOOL : dtype.isFloating();
        return plain
                ? super.infix(node, operator, operands)
                : "gk_" + OpTable.get().row(node).javaName() + "(" + String.join(", ", operands) + ")";
    }

    @Override
    protected String conversion(String operand, DType from, DType to) {
        return (from == DType.BOOL ? "gk_mask_to_" : "gk_cast_") + to + "(" + operand + ")";
    }
}
