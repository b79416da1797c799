package io.graphkernel.processor.emit.prelude;

import io.graphkernel.processor.graph.DType;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.lower.Scalars;
import io.graphkernel.processor.lower.code.Expression;
import io.graphkernel.processor.lower.code.Expression.Cast;
import io.graphkernel.processor.lower.code.Expression.Constant;
import io.graphkernel.processor.lower.code.Expression.Operation;
import io.graphkernel.processor.lower.code.Expression.Variable;
import io.graphkernel.processor.lower.code.Type;
import io.graphkernel.processor.op.ScalarForm;
import java.util.stream.Collectors;

/** Prints scalar expressions over the vectors of the C prelude. */
public class CExpressionPrinter {

    private final CNames names;

    /** A printer of one kernel's values. */
    public CExpressionPrinter(CNames names) {
        this.names = names;
    }

    /** The names of the values. */
    public final CNames names() {
        return names;
    }

    /** A value's name, or a number. */
    public String operand(Node node) {
        return node.kind() == Node.Kind.CONSTANT ? CTypes.constant(node) : names.value(node);
    }

    /** What an op gives, without parentheses around it. */
    public final String expression(Node node) {
        return text(Scalars.expression(node, this::lowered));
    }

    private Expression lowered(Node node) {
        return node.kind() == Node.Kind.CONSTANT
                ? new Constant(node)
                : new Variable(operand(node), new Type.Value(node.dtype()));
    }

    private static String text(Expression expression) {
        if (expression instanceof Variable variable) {
            return variable.name();
        }
        if (expression instanceof Constant constant) {
            return CTypes.constant(constant.node());
        }
        if (expression instanceof Cast cast) {
            return cast(cast, text(cast.value()));
        }
        Operation operation = (Operation) expression;
        if (operation.form() instanceof ScalarForm.Infix infix && isPlain(operation)) {
            return text(operation.operands().get(0)) + " " + infix.operator() + " "
                    + text(operation.operands().get(1));
        }
        return call(
                operation,
                operation.operands().stream().map(CExpressionPrinter::text).collect(Collectors.joining(", ")));
    }

    /**
     * Integers wrap around and divide without a trap, which C's operators do not promise; comparisons of lanes that are
     * not of 32 bits give no mask.
     */
    private static boolean isPlain(Operation operation) {
        DType dtype = CTypes.computed(operation.from());
        return operation.to() == DType.BOOL
                ? dtype == DType.F32 || dtype == DType.I32 || dtype == DType.BOOL
                : dtype.isFloating();
    }

    /** A conversion to another dtype, of vectors or of single values. */
    public static String cast(Cast cast, String value) {
        return (cast.from() == DType.BOOL ? "gk_mask_to_" : "gk_cast_") + cast.to() + "(" + value + ")";
    }

    /** A call of the prelude's function for an op, of vectors or of single values. */
    public static String call(Operation operation, String operands) {
        String function = operation.form() instanceof ScalarForm.Call call
                ? call.function()
                : operation.row().javaName();
        return "gk_" + function + "(" + operands + ")";
    }
}
