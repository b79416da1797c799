package io.graphkernel.processor.frontend.advice;

import static io.graphkernel.processor.frontend.javac.Javac.child;

import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreePath;
import io.graphkernel.processor.frontend.javac.Javac;
import io.graphkernel.processor.frontend.value.ConstantArithmetic;
import io.graphkernel.processor.frontend.value.ScalarArithmetic;
import java.util.Map;
import javax.lang.model.type.TypeKind;

/** Advice for a branch on a runtime scalar between two tensors. */
public final class ScalarBranchAdvice {

    private static final Map<Tree.Kind, String> COMPARISONS = Map.of(
            Tree.Kind.GREATER_THAN, "greater",
            Tree.Kind.GREATER_THAN_EQUAL, "greaterEqual",
            Tree.Kind.LESS_THAN, "less",
            Tree.Kind.LESS_THAN_EQUAL, "lessEqual",
            Tree.Kind.EQUAL_TO, "equal",
            Tree.Kind.NOT_EQUAL_TO, "notEqual");

    private ScalarBranchAdvice() {}

    /**
     * Returns a call of {@code select} with the condition as a tensor; with {@code a > 0} if it is not a comparison.
     * The left number becomes a tensor of its Java type, whose dtype applies to the right one. A cast makes it the type
     * in which Java compares.
     *
     * @param javac services that resolve the types
     * @param path the condition
     */
    public static String recipe(Javac javac, TreePath path) {
        Tree condition = path.getLeaf();
        String comparison = "greater(fillV2(a), 0)";
        if (condition instanceof BinaryTree binary && COMPARISONS.containsKey(binary.getKind())) {
            comparison = COMPARISONS.get(binary.getKind()) + "(fillV2(" + left(javac, path, binary) + "), "
                    + Javac.text(binary.getRightOperand()) + ")";
        }
        return "select(" + comparison + ", x, y)";
    }

    private static String left(Javac javac, TreePath path, BinaryTree comparison) {
        String text = Javac.text(comparison.getLeftOperand());
        TypeKind left = javac.type(child(path, comparison.getLeftOperand())).getKind();
        TypeKind right = javac.type(child(path, comparison.getRightOperand())).getKind();
        if (!left.isPrimitive() || !right.isPrimitive()) {
            return text;
        }
        TypeKind compared = ConstantArithmetic.promoted(left, right);
        return compared == left ? text : "(" + ScalarArithmetic.javaName(compared) + ") (" + text + ")";
    }
}
