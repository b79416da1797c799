package io.graphkernel.processor.frontend.javac;

import static io.graphkernel.processor.frontend.javac.Javac.child;

import com.sun.source.tree.ArrayAccessTree;
import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.CompoundAssignmentTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.UnaryTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import javax.lang.model.element.Element;

/** Scanner for the variables that a statement changes but does not declare. */
public final class AssignedVariables extends TreePathScanner<Void, Void> {

    private static final Set<String> CHANGES = Set.of("add", "set");

    private final Javac javac;
    private final Map<Element, TreePath> assigned = new LinkedHashMap<>();
    private final Set<Element> declared = new HashSet<>();

    private AssignedVariables(Javac javac) {
        this.javac = javac;
    }

    /**
     * Returns the variables that a statement or expression assigns, or whose elements it assigns.
     *
     * @param javac services of javac
     * @param statement the statement or expression
     * @return the last assignment by variable, in the order of the first assignments
     */
    public static Map<Element, TreePath> of(Javac javac, TreePath statement) {
        AssignedVariables scanner = new AssignedVariables(javac);
        scanner.scan(statement, null);
        scanner.assigned.keySet().removeAll(scanner.declared);
        return scanner.assigned;
    }

    /**
     * Returns the variables that a statement declares.
     *
     * @param javac services of javac
     * @param statement the statement
     * @return variables of all its blocks
     */
    public static Set<Element> declared(Javac javac, TreePath statement) {
        AssignedVariables scanner = new AssignedVariables(javac);
        scanner.scan(statement, null);
        return scanner.declared;
    }

    @Override
    public Void visitVariable(VariableTree tree, Void unused) {
        declared.add(javac.element(getCurrentPath()));
        return super.visitVariable(tree, null);
    }

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
    public Void visitMethodInvocation(MethodInvocationTree tree, Void unused) {
        if (tree.getMethodSelect() instanceof MemberSelectTree select
                && CHANGES.contains(select.getIdentifier().toString())
                && select.getExpression() instanceof IdentifierTree list
                && isList(child(child(getCurrentPath(), select), list))) {
            target(child(getCurrentPath(), select), list);
        }
        if (isFill(javac, getCurrentPath(), tree)) {
            target(tree.getArguments().get(0));
        }
        return super.visitMethodInvocation(tree, null);
    }

    /**
     * Returns true for a call of {@code Arrays.fill} for all elements.
     *
     * @param javac services of javac
     * @param path the call
     * @param call its tree
     */
    public static boolean isFill(Javac javac, TreePath path, MethodInvocationTree call) {
        Element method = javac.element(child(path, call.getMethodSelect()));
        return call.getArguments().size() == 2
                && method != null
                && method.getSimpleName().contentEquals("fill")
                && method.getEnclosingElement().toString().equals(Arrays.class.getName());
    }

    private boolean isList(TreePath path) {
        return javac.isClass(javac.type(path), RuntimeTypeNames.LIST)
                || javac.isClass(javac.type(path), RuntimeTypeNames.ARRAY_LIST);
    }

    private void target(ExpressionTree variable) {
        target(getCurrentPath(), variable);
    }

    private void target(TreePath parent, ExpressionTree variable) {
        TreePath target = child(parent, variable);
        while (target.getLeaf() instanceof ArrayAccessTree access) {
            target = child(target, access.getExpression());
        }
        Element element = javac.element(target);
        if (element != null) {
            assigned.put(element, getCurrentPath());
        }
    }
}
