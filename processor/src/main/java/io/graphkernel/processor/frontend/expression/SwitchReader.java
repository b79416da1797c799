package io.graphkernel.processor.frontend.expression;

import static io.graphkernel.processor.frontend.javac.Javac.child;

import com.sun.source.tree.CaseTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreePath;
import io.graphkernel.processor.frontend.javac.RejectedTreeException;
import io.graphkernel.processor.frontend.value.ConstantArithmetic;
import io.graphkernel.processor.frontend.value.SymbolicValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.ConstantValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.DTypeValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.EnumValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.TextValue;
import java.util.List;
import java.util.OptionalInt;
import javax.lang.model.type.TypeKind;

/** Selection of a case of a {@code switch} on a constant number, enum constant or string. */
final class SwitchReader {

    private final ExpressionReader expressions;

    SwitchReader(ExpressionReader expressions) {
        this.expressions = expressions;
    }

    /**
     * Selects a case.
     *
     * @param path the {@code switch}
     * @param selectorPath the expression in its parentheses
     * @param selector its value
     * @param cases the cases, in order
     * @return index of the selected case, or of the default; empty without a matching case
     * @throws RejectedTreeException if the selector or a label is not a constant; the reason has been reported
     */
    OptionalInt selected(TreePath path, TreePath selectorPath, SymbolicValue selector, List<? extends CaseTree> cases)
            throws RejectedTreeException {
        Object value = constant(selector);
        if (value == null) {
            throw expressions.unsupported(selectorPath);
        }
        OptionalInt otherwise = OptionalInt.empty();
        for (int i = 0; i < cases.size(); i++) {
            CaseTree candidate = cases.get(i);
            TreePath casePath = child(path, candidate);
            for (ExpressionTree label : candidate.getExpressions()) {
                TreePath labelPath = child(casePath, label);
                Object constant = constant(expressions.read(labelPath, ""));
                if (constant == null) {
                    throw expressions.unsupported(labelPath);
                }
                if (constant.equals(value)) {
                    return OptionalInt.of(i);
                }
            }
            if (candidate.getExpressions().isEmpty()) {
                requireDefault(casePath, candidate);
                otherwise = OptionalInt.of(i);
            }
        }
        return otherwise;
    }

    /** Rejects a pattern, which also has no constants. */
    void requireDefault(TreePath path, Tree candidate) throws RejectedTreeException {
        if (!candidate.toString().stripLeading().startsWith("default")) {
            throw expressions.unsupported(path);
        }
    }

    /** Returns a value that is equal for equal constants; null for a value that is not a constant. */
    private static Object constant(SymbolicValue value) {
        if (value instanceof ConstantValue number && !(number.value() instanceof Boolean)) {
            return ConstantArithmetic.convert(number.value(), TypeKind.LONG);
        }
        return value instanceof TextValue || value instanceof EnumValue || value instanceof DTypeValue ? value : null;
    }
}
