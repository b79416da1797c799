package io.graphkernel.processor.frontend.javac;

import static io.graphkernel.processor.frontend.javac.Javac.child;
import static java.util.Map.entry;

import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.CompoundAssignmentTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.UnaryTree;
import com.sun.source.util.TreePath;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** Ops that replace Java operators on tensors. */
final class TensorOperators {

    private static final Map<Tree.Kind, String> OPS = Map.ofEntries(
            entry(Tree.Kind.PLUS, "add"),
            entry(Tree.Kind.MINUS, "sub"),
            entry(Tree.Kind.MULTIPLY, "mul"),
            entry(Tree.Kind.DIVIDE, "div"),
            entry(Tree.Kind.REMAINDER, "mod"),
            entry(Tree.Kind.LESS_THAN, "less"),
            entry(Tree.Kind.LESS_THAN_EQUAL, "lessEqual"),
            entry(Tree.Kind.GREATER_THAN, "greater"),
            entry(Tree.Kind.GREATER_THAN_EQUAL, "greaterEqual"),
            entry(Tree.Kind.EQUAL_TO, "equal"),
            entry(Tree.Kind.NOT_EQUAL_TO, "notEqual"),
            entry(Tree.Kind.CONDITIONAL_AND, "logicalAnd"),
            entry(Tree.Kind.CONDITIONAL_OR, "logicalOr"),
            entry(Tree.Kind.AND, "logicalAnd"),
            entry(Tree.Kind.OR, "logicalOr"),
            entry(Tree.Kind.XOR, "logicalXor"),
            entry(Tree.Kind.LOGICAL_COMPLEMENT, "logicalNot"),
            entry(Tree.Kind.LEFT_SHIFT, "leftShift"),
            entry(Tree.Kind.RIGHT_SHIFT, "rightShift"),
            entry(Tree.Kind.UNSIGNED_RIGHT_SHIFT, "unsignedRightShift"),
            entry(Tree.Kind.BITWISE_COMPLEMENT, "bitwiseNot"),
            entry(Tree.Kind.UNARY_MINUS, "neg"),
            entry(Tree.Kind.PLUS_ASSIGNMENT, "add"),
            entry(Tree.Kind.MINUS_ASSIGNMENT, "sub"),
            entry(Tree.Kind.MULTIPLY_ASSIGNMENT, "mul"),
            entry(Tree.Kind.DIVIDE_ASSIGNMENT, "div"),
            entry(Tree.Kind.REMAINDER_ASSIGNMENT, "mod"),
            entry(Tree.Kind.AND_ASSIGNMENT, "logicalAnd"),
            entry(Tree.Kind.OR_ASSIGNMENT, "logicalOr"),
            entry(Tree.Kind.XOR_ASSIGNMENT, "logicalXor"),
            entry(Tree.Kind.LEFT_SHIFT_ASSIGNMENT, "leftShift"),
            entry(Tree.Kind.RIGHT_SHIFT_ASSIGNMENT, "rightShift"),
            entry(Tree.Kind.UNSIGNED_RIGHT_SHIFT_ASSIGNMENT, "unsignedRightShift"),
            entry(Tree.Kind.PREFIX_INCREMENT, "add"),
            entry(Tree.Kind.POSTFIX_INCREMENT, "add"),
            entry(Tree.Kind.PREFIX_DECREMENT, "sub"),
            entry(Tree.Kind.POSTFIX_DECREMENT, "sub"));

    private final Predicate<TreePath> isPlainTensor;

    /**
     * Creates the replacements.
     *
     * @param isPlainTensor returns true if an expression without operators is a tensor
     */
    TensorOperators(Predicate<TreePath> isPlainTensor) {
        this.isPlainTensor = isPlainTensor;
    }

    /** Returns true if an expression is a tensor, or was meant to be one. */
    boolean isTensor(TreePath path) {
        TreePath inside = Javac.unparenthesized(path);
        return isPlainTensor.test(inside) || applies(inside);
    }

    /** Returns true if a tree is an operator that has an op, and an operand is a tensor, but none is a string or null. */
    boolean applies(TreePath path) {
        List<TreePath> operands = operands(path);
        return OPS.containsKey(path.getLeaf().getKind())
                && operands.stream().anyMatch(this::isTensor)
                && operands.stream().noneMatch(TensorOperators::isText);
    }

    /** Returns the statement or the call that replaces an operator. */
    String replacement(TreePath path) {
        return isUpdate(path.getLeaf()) ? operand(operands(path).get(0)) + " = " + call(path) : call(path);
    }

    /** Returns an expression in which the operators on tensors are calls of ops. */
    String call(TreePath path) {
        if (!applies(path)) {
            return Javac.text(path.getLeaf());
        }
        List<String> operands = operands(path).stream().map(this::operand).toList();
        String arguments = String.join(", ", operands) + (isCount(path.getLeaf()) ? ", 1" : "");
        return OPS.get(path.getLeaf().getKind()) + "(" + arguments + ")";
    }

    private String operand(TreePath path) {
        return call(Javac.unparenthesized(path));
    }

    private static List<TreePath> operands(TreePath path) {
        if (path.getLeaf() instanceof BinaryTree binary) {
            return List.of(child(path, binary.getLeftOperand()), child(path, binary.getRightOperand()));
        }
        if (path.getLeaf() instanceof CompoundAssignmentTree assignment) {
            return List.of(child(path, assignment.getVariable()), child(path, assignment.getExpression()));
        }
        return path.getLeaf() instanceof UnaryTree unary ? List.of(child(path, unary.getExpression())) : List.of();
    }

    private static boolean isUpdate(Tree tree) {
        return tree instanceof CompoundAssignmentTree || isCount(tree);
    }

    private static boolean isCount(Tree tree) {
        return switch (tree.getKind()) {
            case PREFIX_INCREMENT, POSTFIX_INCREMENT, PREFIX_DECREMENT, POSTFIX_DECREMENT -> true;
            default -> false;
        };
    }

    private static boolean isText(TreePath operand) {
        Tree.Kind kind = Javac.unparenthesized(operand).getLeaf().getKind();
        return kind == Tree.Kind.STRING_LITERAL || kind == Tree.Kind.NULL_LITERAL;
    }
}
