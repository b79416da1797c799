package io.graphkernel.processor.frontend.expression;

import static io.graphkernel.processor.frontend.javac.Javac.child;

import com.sun.source.tree.ParenthesizedTree;
import com.sun.source.util.TreePath;
import io.graphkernel.processor.diagnostic.Diagnostic;
import io.graphkernel.processor.frontend.javac.Javac;
import io.graphkernel.processor.frontend.javac.RejectedTreeException;
import io.graphkernel.processor.frontend.value.DimArithmetic;
import io.graphkernel.processor.frontend.value.ScalarArithmetic;
import io.graphkernel.processor.frontend.value.SymbolicValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.ConstantValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.TensorNumber;

/** Reader of expressions that are numbers, booleans or sizes. */
final class ScalarReader {

    private final Javac javac;
    private final ExpressionReader expressions;

    ScalarReader(Javac javac, ExpressionReader expressions) {
        this.javac = javac;
        this.expressions = expressions;
    }

    /**
     * Reads a number whose expression Java evaluates only if a runtime condition holds, so that it may not assign.
     *
     * @param path the expression
     * @return a number, boolean or size
     * @throws RejectedTreeException if it is another kind of value
     */
    SymbolicValue readConditionalNumber(TreePath path) throws RejectedTreeException {
        SymbolicValue value = expressions.readConditional(path, "");
        if (!isNumber(value)) {
            throw expressions.unsupported(path);
        }
        return value;
    }

    /**
     * Reads a number, boolean or size.
     *
     * @param path the expression
     * @return a constant, a runtime scalar or a dim
     * @throws RejectedTreeException if it is another kind of value
     */
    SymbolicValue readNumber(TreePath path) throws RejectedTreeException {
        SymbolicValue value = expressions.read(path, "");
        if (!isNumber(value)) {
            throw expressions.unsupported(path);
        }
        return value;
    }

    /** Returns true for a number, boolean or size. */
    static boolean isNumber(SymbolicValue value) {
        return ScalarArithmetic.isScalar(value) || DimArithmetic.isDim(value) || value instanceof TensorNumber;
    }

    /** Reports a number that depends on elements where one that is known before the kernels run is required. */
    void requireKnownBefore(TreePath path, SymbolicValue value) throws RejectedTreeException {
        if (value instanceof TensorNumber) {
            throw javac.reject(path, Diagnostic.NUMBER_OF_TENSOR, Javac.text(path.getLeaf()));
        }
    }

    /** Reports a size where only runtime scalars are supported. */
    RejectedTreeException sizeOutOfPlace(TreePath path) {
        return javac.reject(path, Diagnostic.SIZE_OUT_OF_PLACE, Javac.text(path.getLeaf()));
    }

    /**
     * Reads a condition that selects the ops to run.
     *
     * @param path a boolean expression
     * @return its value
     * @throws RejectedTreeException if it is not a constant
     */
    boolean readConstantCondition(TreePath path) throws RejectedTreeException {
        if (expressions.read(path, "") instanceof ConstantValue constant && constant.value() instanceof Boolean value) {
            return value;
        }
        TreePath condition = path;
        while (condition.getLeaf() instanceof ParenthesizedTree inside) {
            condition = child(condition, inside.getExpression());
        }
        throw javac.reject(path, Diagnostic.NON_CONSTANT_LOOP, Javac.text(condition.getLeaf()));
    }
}
