package io.graphkernel.processor.emit.c;

import io.graphkernel.processor.emit.ExpressionPrinter;
import io.graphkernel.processor.graph.DType;
import io.graphkernel.processor.graph.FloatText;
import io.graphkernel.processor.graph.Node;

/** Expressions over the vectors of the C prelude. */
final class CExpressionPrinter extends ExpressionPrinter {

    private final CNames names;

    CExpressionPrinter(CNames names) {
        super("gk_");
        this.names = names;
    }

    @Override
    protected String operand(Node node) {
        return switch (node.kind()) {
            case CONSTANT -> "gk_splat(" + literal((float) node.attributes().value()) + ")";
            default -> names.value(node);
        };
    }

    @Override
    protected String conversion(String operand, DType from, DType to) {
        return (from == DType.BOOL ? "gk_mask_to_" : "gk_cast_") + to.text() + "(" + operand + ")";
    }

    /** The shortest decimal that the compiler reads back as the same float. */
    static String literal(float value) {
        if (Float.isNaN(value)) {
            return "__builtin_nanf(\"\")";
        }
        if (Float.isInfinite(value)) {
            return value > 0 ? "__builtin_inff()" : "-__builtin_inff()";
        }
        return FloatText.of(value) + "f";
    }
}
