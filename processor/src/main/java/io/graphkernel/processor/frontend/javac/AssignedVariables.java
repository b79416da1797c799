package io.graphkernel.processor.frontend.javac;

import com.sun.source.tree.ArrayAccessTree;
import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.CompoundAssignmentTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.UnaryTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import javax.lang.model.element.Element;

/** Analysis of the variables that a statement assigns. */
public final class AssignedVariables {

    private AssignedVariables() {}

    /**
     * Returns the variables declared outside of a statement or expression that it assigns, or whose elements it assigns.
     *
     * @param javac services of javac
     * @param path the statement or expression
     * @return the last assignment by variable, in the order of the first assignments
     */
    public static Map<Element, TreePath> of(Javac javac, TreePath path) {
        Map<Element, TreePath> assigned = new LinkedHashMap<>();
        Set<Element> declared = new HashSet<>();
        new TreePathScanner<Void, Void>() {
            @Override
            public Void visitAssignment(AssignmentTree tree, Void unused) {
                target(tree.getVariable());
                return super.visitAssignment(tree, null);
            }

            @Override
            public Void visitCompoundAssignment(CompoundAssignmentTree tree, Void unused) {
                target(tree.getVariable());
                return super.visitCompoundAssignment(tree, null);
            }

            @Override
            public Void visitUnary(UnaryTree tree, Void unused) {
                switch (tree.getKind()) {
                    case PREFIX_INCREMENT, POSTFIX_INCREMENT, PREFIX_DECREMENT, POSTFIX_DECREMENT ->
                        target(tree.getExpression());
                    default -> {}
                }
                return super.visitUnary(tree, null);
            }

            @Override
            public Void visitVariable(VariableTree tree, Void unused) {
                declared.add(javac.element(getCurrentPath()));
                return super.visitVariable(tree, null);
            }

            private void target(ExpressionTree variable) {
                TreePath target = Javac.child(getCurrentPath(), variable);
                while (target.getLeaf() instanceof ArrayAccessTree access) {
                    target = Javac.child(target, access.getExpression());
                }
                Element element = javac.element(target);
                if (element != null) {
                    assigned.put(element, getCurrentPath());
                }
            }
        }.scan(path, null);
        assigned.keySet().removeAll(declared);
        return assigned;
    }
}
