package io.graphkernel.processor.frontend;

import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.Tree;
import java.util.Map;

/** What to write where a number that is known at the call only was to decide between two tensors. */
final class NumberChoice {

    private static final Map<Tree.Kind, String> COMPARISONS = Map.of(
            Tree.Kind.GREATER_THAN, "greater",
            Tree.Kind.GREATER_THAN_EQUAL, "greaterEqual",
            Tree.Kind.LESS_THAN, "less",
            Tree.Kind.LESS_THAN_EQUAL, "lessEqual",
            Tree.Kind.EQUAL_TO, "equal",
            Tree.Kind.NOT_EQUAL_TO, "notEqual");

    private NumberChoice() {}

    /** A call of {@code select} with the condition as a tensor; with {@code a > 0} if it is no comparison. */
    static String recipe(Tree condition) {
        String comparison = "greater(fillV2(a), 0)";
        if (condition instanceof BinaryTree binary && COMPARISONS.containsKey(binary.getKind())) {
            comparison = COMPARISONS.get(binary.getKind()) + "(fillV2(" + Javac.text(binary.getLeftOperand()) + "), "
                    + Javac.text(binary.getRightOperand()) + ")";
        }
        return "select(" + comparison + ", x, y)";
    }
}
