package io.graphkernel.processor.frontend.javac;

import static io.graphkernel.processor.frontend.javac.Javac.child;

import com.sun.source.tree.ArrayAccessTree;
import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.CompoundAssignmentTree;
import com.sun.source.tree.ExpressionStatementTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.UnaryTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.lang.model.element.Element;

/** Scanner for the variables that a statement changes but does not declare. */
public final class AssignedVariables extends TreePathScanner<Void, Void> {

    private static final Set<String> CHANGES = Set.of("add", "set");

    private final Javac javac;
    private final Map<Element, TreePath> assigned = new LinkedHashMap<>();
    private final Map<Element, TreePath> extended = new LinkedHashMap<>();
    private final Map<Element, TreePath> replaced = new LinkedHashMap<>();
    private final Map<Element, TreePath> changed = new LinkedHashMap<>();
    /** Number of occurrences by name, and of those that are the list of an addition. */
    private final Map<Element, Integer> occurrences = new LinkedHashMap<>();

    private final Map<Element, Integer> additions = new HashMap<>();
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
        return of(javac, List.of(statement));
    }

    /**
     * Returns the variables that consecutive statements assign, or whose elements they assign, without those that they
     * declare.
     *
     * @param javac services of javac
     * @param statements statements or expressions
     * @return the last assignment by variable, in the order of the first assignments
     */
    public static Map<Element, TreePath> of(Javac javac, List<TreePath> statements) {
        AssignedVariables scanner = new AssignedVariables(javac);
        statements.forEach(statement -> scanner.scan(statement, null));
        scanner.assigned.keySet().removeAll(scanner.declared);
        return scanner.assigned;
    }

    /**
     * Returns the lists to which statements add elements.
     *
     * @param javac services of javac
     * @param statements statements or expressions
     * @return the last addition by variable, without variables that the statements declare
     */
    public static Map<Element, TreePath> extended(Javac javac, List<TreePath> statements) {
        AssignedVariables scanner = new AssignedVariables(javac);
        statements.forEach(statement -> scanner.scan(statement, null));
        scanner.extended.keySet().removeAll(scanner.declared);
        return scanner.extended;
    }

    /**
     * Returns the variables that statements assign as a whole, without those that they declare.
     *
     * @param javac services of javac
     * @param statements statements or expressions
     * @return the last assignment by variable
     */
    public static Map<Element, TreePath> replaced(Javac javac, List<TreePath> statements) {
        AssignedVariables scanner = new AssignedVariables(javac);
        statements.forEach(statement -> scanner.scan(statement, null));
        scanner.replaced.keySet().removeAll(scanner.declared);
        return scanner.replaced;
    }

    /**
     * Returns the arrays and lists whose elements statements assign, or to which they add elements.
     *
     * @param javac services of javac
     * @param statements statements or expressions
     * @return the last change by variable, without variables that the statements declare
     */
    public static Map<Element, TreePath> changed(Javac javac, List<TreePath> statements) {
        AssignedVariables scanner = new AssignedVariables(javac);
        statements.forEach(statement -> scanner.scan(statement, null));
        scanner.changed.keySet().removeAll(scanner.declared);
        return scanner.changed;
    }

    /**
     * Returns the lists that statements use only to add elements.
     *
     * @param javac services of javac
     * @param statements statements or expressions
     */
    public static Set<Element> onlyExtended(Javac javac, List<TreePath> statements) {
        AssignedVariables scanner = new AssignedVariables(javac);
        statements.forEach(statement -> scanner.scan(statement, null));
        scanner.extended
                .keySet()
                .removeIf(list -> !scanner.occurrences.get(list).equals(scanner.additions.get(list)));
        return scanner.extended.keySet();
    }

    /**
     * Returns the named elements that an expression reads or assigns.
     *
     * @param javac services of javac
     * @param expression the expression
     */
    public static Set<Element> named(Javac javac, TreePath expression) {
        AssignedVariables scanner = new AssignedVariables(javac);
        scanner.scan(expression, null);
        return scanner.occurrences.keySet();
    }

    @Override
    public Void visitIdentifier(IdentifierTree tree, Void unused) {
        occurrences.merge(javac.element(getCurrentPath()), 1, Integer::sum);
        return super.visitIdentifier(tree, null);
    }

    @Override
    public Void visitVariable(VariableTree tree, Void unused) {
        declared.add(javac.element(getCurrentPath()));
        return super.visitVariable(tree, null);
    }

    @Override
    public Void visitAssignment(AssignmentTree tree, Void unused) {
        target(tree.getVariable());
        if (!(tree.getVariable() instanceof ArrayAccessTree)) {
            replaced.put(javac.element(child(getCurrentPath(), tree.getVariable())), getCurrentPath());
        }
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
            if (select.getIdentifier().contentEquals("add")
                    && tree.getArguments().size() == 1) {
                Element variable = javac.element(child(child(getCurrentPath(), select), list));
                extended.put(variable, getCurrentPath());
                boolean isStatement = getCurrentPath().getParentPath().getLeaf() instanceof ExpressionStatementTree;
                additions.merge(variable, isStatement ? 1 : 0, Integer::sum);
            }
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
        boolean isElement = getCurrentPath().getLeaf() instanceof MethodInvocationTree;
        while (target.getLeaf() instanceof ArrayAccessTree access) {
            target = child(target, access.getExpression());
            isElement = true;
        }
        Element element = javac.element(target);
        if (element != null) {
            assigned.put(element, getCurrentPath());
            if (isElement) {
                changed.put(element, getCurrentPath());
            }
        }
    }
}
