package io.graphkernel.processor.frontend.value;

import static io.graphkernel.processor.frontend.javac.Javac.child;

import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreePath;
import io.graphkernel.processor.diagnostic.Diagnostic;
import io.graphkernel.processor.frontend.javac.Javac;
import io.graphkernel.processor.frontend.value.SymbolicValue.ConstantValue;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import javax.lang.model.element.ExecutableElement;

/** Warning for an inexact quotient of integers that becomes an element of a floating-point tensor. */
public final class IntegerDivisionCheck {

    private final Javac javac;
    private final boolean silenced;
    /** Division by its result, a value of a kernel or of an element function, compared by identity. */
    private final Map<Object, TreePath> divisions = new IdentityHashMap<>();

    private final Set<Tree> reported = Collections.newSetFromMap(new IdentityHashMap<>());

    public IntegerDivisionCheck(Javac javac, ExecutableElement method) {
        this.javac = javac;
        this.silenced = Javac.isSilenced(method, Diagnostic.REMAINDER_DROPPED.id());
    }

    /** Records the result of an operation. */
    public void combined(
            TreePath path, Tree.Kind operator, SymbolicValue left, SymbolicValue right, SymbolicValue result) {
        if (left instanceof ConstantValue a
                && right instanceof ConstantValue b
                && drops(operator, a.value(), b.value())
                && path.getLeaf() instanceof BinaryTree) {
            divisions.put(result, path);
        } else {
            derived(result, left);
            derived(result, right);
        }
    }

    /**
     * Records the quotient of two constants in an element function.
     *
     * @param path a binary expression
     */
    public void divided(TreePath path, Object left, Object right, Object result) {
        if (drops(Tree.Kind.DIVIDE, left, right)) {
            divisions.put(result, path);
        }
    }

    private static boolean drops(Tree.Kind operator, Object left, Object right) {
        return operator == Tree.Kind.DIVIDE
                && isWhole(left)
                && isWhole(right)
                && ConstantArithmetic.binary(Tree.Kind.REMAINDER, left, right) instanceof Number rest
                && rest.longValue() != 0;
    }

    /** Records that a value is derived from another one. */
    public void derived(Object result, Object source) {
        TreePath division = divisions.get(source);
        if (division != null) {
            divisions.put(result, division);
        }
    }

    /** Reports a number that becomes an element of a floating-point dtype. */
    public void becomesElement(Object number) {
        TreePath division = divisions.get(number);
        if (division == null || isSilenced(division) || !reported.add(division.getLeaf())) {
            return;
        }
        BinaryTree tree = (BinaryTree) division.getLeaf();
        String left = Javac.text(tree.getLeftOperand());
        String remedy = (tree.getLeftOperand() instanceof LiteralTree ? left + ".0" : "(double) " + left) + " / "
                + Javac.text(tree.getRightOperand());
        javac.report(
                javac.position(child(division.getParentPath(), tree)),
                Diagnostic.REMAINDER_DROPPED,
                Javac.text(tree),
                remedy,
                Diagnostic.REMAINDER_DROPPED.id());
    }

    /** Returns true if the kernel method, or the helper with the division, suppresses the warning. */
    private boolean isSilenced(TreePath division) {
        TreePath enclosing = division;
        while (enclosing != null && !(enclosing.getLeaf() instanceof MethodTree)) {
            enclosing = enclosing.getParentPath();
        }
        return silenced
                || enclosing != null && Javac.isSilenced(javac.element(enclosing), Diagnostic.REMAINDER_DROPPED.id());
    }

    private static boolean isWhole(Object constant) {
        return !(constant instanceof Boolean || constant instanceof Float || constant instanceof Double);
    }
}
