package io.graphkernel.processor.emit.gpu;

import io.graphkernel.processor.emit.prelude.CExpressionPrinter;
import io.graphkernel.processor.emit.prelude.CNames;
import io.graphkernel.processor.graph.DType;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.op.OpTable;
import java.util.List;

/** Expressions over single values: a comparison of scalars is no mask, so that it needs a function. */
final class GpuExpressionPrinter extends CExpressionPrinter {

    GpuExpressionPrinter(CNames names) {
        super(names);
    }

    @Override
    protected String infix(Node node, String operator, List<String> operands) {
        return node.dtype() == DType.BOOL
                ? "gk_" + OpTable.get().row(node).javaName() + "(" + String.join(", ", operands) + ")"
                : super.infix(node, operator, operands);
    }
}
