package io.graphkernel.processor.frontend;

import static io.graphkernel.processor.frontend.Javac.child;

import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreePath;
import io.graphkernel.processor.diagnostic.Diagnostic;
import io.graphkernel.processor.frontend.Value.ConstantValue;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import javax.lang.model.element.ExecutableElement;

/** Warns where a quotient of whole numbers that does not come out even becomes a number of a floating tensor. */
final class DroppedRemainders {

    private final Javac javac;
    private final boolean silenced;
    /** The division, by the very value that came of it. */
    private final Map<Value, TreePath> divisions = new IdentityHashMap<>();

    private final Set<Tree> reported = Collections.newSetFromMap(new IdentityHashMap<>());

    DroppedRemainders(Javac javac, ExecutableElement method) {
        this.javac = javac;
        this.silenced = javac.isSilenced(method, Diagnostic.REMAINDER_DROPPED.id());
    }

    /** Notes what came of an operation. */
    void combined(TreePath path, Tree.Kind operator, Value left, Value right, Value result) {
        boolean drops = operator == Tree.Kind.DIVIDE
                && left instanceof ConstantValue a
                && right instanceof ConstantValue b
                && isWhole(a)
                && isWhole(b)
                && ConstantArithmetic.binary(Tree.Kind.REMAINDER, a.value(), b.value()) instanceof Number rest
                && rest.longValue() != 0;
        if (drops && path.getLeaf() instanceof BinaryTree) {
            divisions.put(result, path);
        } else {
            derived(result, left);
            derived(result, right);
        }
    }

    /** Notes that a value was made of another one. */
    void derived(Value result, Value source) {
        TreePath division = divisions.get(source);
        if (division != null) {
            divisions.put(result, division);
        }
    }

    /** Reports a number that becomes an element of a floating dtype. */
    void becomesElement(Value number) {
        TreePath division = divisions.get(number);
        if (division == null || silenced || !reported.add(division.getLeaf())) {
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

    private static boolean isWhole(ConstantValue constant) {
        return !(constant.value() instanceof Boolean
                || constant.value() instanceof Float
                || constant.value() instanceof Double);
    }
}
