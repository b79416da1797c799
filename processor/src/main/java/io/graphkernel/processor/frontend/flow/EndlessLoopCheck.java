package io.graphkernel.processor.frontend.flow;

import static io.graphkernel.processor.frontend.javac.Javac.child;

import com.sun.source.tree.ArrayAccessTree;
import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.CompoundAssignmentTree;
import com.sun.source.tree.DoWhileLoopTree;
import com.sun.source.tree.ForLoopTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MemberReferenceTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.StatementTree;
import com.sun.source.tree.ThrowTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.UnaryTree;
import com.sun.source.tree.WhileLoopTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import io.graphkernel.annotations.GraphOp;
import io.graphkernel.op.OpTable;
import io.graphkernel.processor.diagnostic.Diagnostic;
import io.graphkernel.processor.frontend.javac.AssignedVariables;
import io.graphkernel.processor.frontend.javac.Javac;
import io.graphkernel.processor.frontend.javac.RejectedTreeException;
import io.graphkernel.processor.frontend.javac.RuntimeTypeNames;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.lang.model.element.Element;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.ExecutableType;
import javax.lang.model.type.TypeKind;

/**
 * Check for loops that never end once their condition holds. Either the loop assigns nothing that the condition reads,
 * or it moves a counter away from its bound, and no statement leaves it.
 */
public final class EndlessLoopCheck {

    /** Methods of tensors whose results no statement changes. */
    private static final Set<String> FIXED_METHODS = Set.of("dimension", "rank");

    /** Classes of tensors and lists. */
    private static final Set<String> OBJECTS =
            Set.of(RuntimeTypeNames.TENSOR, RuntimeTypeNames.LIST, RuntimeTypeNames.ARRAY_LIST);

    /** Methods that read elements of tensors, and sizes of lists. */
    private static final Set<String> READS = Set.of("get", "getDouble", "getLong", "getBoolean", "size", "isEmpty");

    private final Javac javac;
    private final TreePath path;
    private final TreePath condition;
    /** Body and updates of the loop. */
    private final List<TreePath> statements = new ArrayList<>();
    /** Body, updates and condition of the loop. */
    private final List<TreePath> iteration = new ArrayList<>();

    private final Map<Element, TreePath> assigned;

    private EndlessLoopCheck(Javac javac, TreePath path) {
        this.javac = javac;
        this.path = path;
        Tree loop = path.getLeaf();
        Tree test;
        StatementTree body;
        if (loop instanceof ForLoopTree header) {
            test = header.getCondition();
            body = header.getStatement();
            header.getUpdate().forEach(update -> statements.add(child(path, update)));
        } else if (loop instanceof WhileLoopTree header) {
            test = header.getCondition();
            body = header.getStatement();
        } else {
            test = ((DoWhileLoopTree) loop).getCondition();
            body = ((DoWhileLoopTree) loop).getStatement();
        }
        this.condition = test == null ? null : Javac.unparenthesized(child(path, test));
        statements.add(child(path, body));
        iteration.addAll(statements);
        if (condition != null) {
            iteration.add(condition);
        }
        this.assigned = AssignedVariables.of(javac, iteration);
    }

    /**
     * Rejects a loop that never ends once its condition holds.
     *
     * @param javac services of javac
     * @param path a {@code for}, {@code while} or {@code do} loop
     * @throws RejectedTreeException if it never ends
     */
    public static void requireEnd(Javac javac, TreePath path) throws RejectedTreeException {
        new EndlessLoopCheck(javac, path).requireEnd();
    }

    private void requireEnd() throws RejectedTreeException {
        if (mayLeave()) {
            return;
        }
        if (condition == null || isConstant(condition, true)) {
            throw reject("its condition is always true");
        }
        if (isConstant(condition, false) || !holdsForever(condition)) {
            return;
        }
        throw reject(
                isFixed(condition)
                        ? "no iteration changes '" + Javac.text(condition.getLeaf()) + "'"
                        : "no iteration approaches the end of '" + Javac.text(condition.getLeaf()) + "'");
    }

    private RejectedTreeException reject(String cause) {
        return javac.reject(condition == null ? path : condition, Diagnostic.ENDLESS_LOOP, cause);
    }

    /** Returns true if a jump or an exception may end the loop. */
    private boolean mayLeave() {
        if (statements.stream().anyMatch(Jumps::mayBreak)) {
            return true;
        }
        boolean[] found = new boolean[1];
        TreePathScanner<Void, Void> scanner = new TreePathScanner<>() {
            @Override
            public Void visitThrow(ThrowTree tree, Void unused) {
                found[0] = true;
                return null;
            }
        };
        statements.forEach(statement -> scanner.scan(statement, null));
        return found[0];
    }

    /** Returns true if a condition that holds before an iteration also holds after it. */
    private boolean holdsForever(TreePath path) {
        TreePath test = Javac.unparenthesized(path);
        Tree tree = test.getLeaf();
        if (isFixed(test)) {
            return true;
        }
        if (!(tree instanceof BinaryTree operands)) {
            return false;
        }
        TreePath left = child(test, operands.getLeftOperand());
        TreePath right = child(test, operands.getRightOperand());
        return switch (tree.getKind()) {
            case CONDITIONAL_AND, CONDITIONAL_OR -> holdsForever(left) && holdsForever(right);
            case LESS_THAN, LESS_THAN_EQUAL ->
                moves(left, false) && isFixed(right) || isFixed(left) && moves(right, true);
            case GREATER_THAN, GREATER_THAN_EQUAL ->
                moves(left, true) && isFixed(right) || isFixed(left) && moves(right, false);
            default -> false;
        };
    }

    /** Returns true if an expression has the same value in all iterations. */
    private boolean isFixed(TreePath expression) {
        boolean[] changes = new boolean[1];
        new TreePathScanner<Void, Void>() {
            @Override
            public Void visitIdentifier(IdentifierTree tree, Void unused) {
                changes[0] |= assigned.containsKey(javac.element(getCurrentPath()));
                return null;
            }

            @Override
            public Void visitArrayAccess(ArrayAccessTree tree, Void unused) {
                // Another variable of the same array may assign its elements.
                changes[0] = true;
                return null;
            }

            @Override
            public Void visitNewClass(NewClassTree tree, Void unused) {
                changes[0] = true;
                return null;
            }

            @Override
            public Void visitMethodInvocation(MethodInvocationTree tree, Void unused) {
                changes[0] |= !isFunction(getCurrentPath(), tree);
                return super.visitMethodInvocation(tree, null);
            }
        }.scan(expression, null);
        return !changes[0];
    }

    /** Returns true for a call whose result depends on the values of its arguments only. */
    private boolean isFunction(TreePath call, MethodInvocationTree tree) {
        Element method = javac.element(child(call, tree.getMethodSelect()));
        if (method == null) {
            return false;
        }
        String owner = method.getEnclosingElement().toString();
        boolean isMath = owner.equals(Math.class.getName()) || owner.equals(StrictMath.class.getName());
        boolean isAccessor = method.getEnclosingElement() instanceof TypeElement type
                && method.asType() instanceof ExecutableType signature
                && signature.getReturnType().getKind().isPrimitive()
                && type.getRecordComponents().stream()
                        .anyMatch(component -> component.getSimpleName().equals(method.getSimpleName()));
        return isMath && !method.getSimpleName().contentEquals("random")
                || isAccessor
                || FIXED_METHODS.contains(method.getSimpleName().toString())
                        && tree.getMethodSelect() instanceof MemberSelectTree
                || isRead(method)
                        && tree.getMethodSelect() instanceof MemberSelectTree select
                        && isVariable(child(child(call, select), select.getExpression()))
                        && changesNoObject();
    }

    private boolean isVariable(TreePath receiver) {
        return javac.element(receiver) instanceof VariableElement;
    }

    /**
     * Returns true if the loop leaves tensors and lists as they are: it calls ops only, none of which updates an operand,
     * and methods that read objects.
     */
    private boolean changesNoObject() {
        boolean[] changes = new boolean[1];
        TreePathScanner<Void, Void> scanner = new TreePathScanner<>() {
            @Override
            public Void visitMethodInvocation(MethodInvocationTree tree, Void unused) {
                Element method = javac.element(child(getCurrentPath(), tree.getMethodSelect()));
                GraphOp op = method == null ? null : method.getAnnotation(GraphOp.class);
                changes[0] |= op == null
                        ? method == null || !isRead(method) && !isFunction(getCurrentPath(), tree)
                        : !OpTable.get().updates(op.value()).stream().allMatch(operand -> operand < 0);
                return super.visitMethodInvocation(tree, null);
            }

            @Override
            public Void visitMemberReference(MemberReferenceTree tree, Void unused) {
                changes[0] = true;
                return null;
            }

            @Override
            public Void visitNewClass(NewClassTree tree, Void unused) {
                changes[0] = true;
                return null;
            }
        };
        iteration.forEach(tree -> scanner.scan(tree, null));
        return !changes[0];
    }

    /** Returns true for a method of tensors or lists that reads an element or a size. */
    private static boolean isRead(Element method) {
        return READS.contains(method.getSimpleName().toString())
                && method.getEnclosingElement() instanceof TypeElement owner
                && OBJECTS.contains(owner.getQualifiedName().toString());
    }

    /**
     * Returns true if a variable changes in one direction only.
     *
     * @param isUpward true if no assignment may make it smaller, and false if none may make it larger
     */
    private boolean moves(TreePath side, boolean isUpward) {
        TreePath counter = Javac.unparenthesized(side);
        if (!(counter.getLeaf() instanceof IdentifierTree)) {
            return false;
        }
        Element variable = javac.element(counter);
        TypeKind type = variable.asType().getKind();
        if (type != TypeKind.INT && type != TypeKind.LONG) {
            // Smaller integers wrap around after few iterations.
            return false;
        }
        CounterUpdates updates = new CounterUpdates(javac, expression -> null);
        List<Integer> directions = new ArrayList<>();
        for (TreePath tree : iteration) {
            updates.assignments(tree, variable).forEach(update -> directions.add(direction(update, variable)));
        }
        return !directions.isEmpty()
                && directions.stream().allMatch(direction -> direction != null && direction == (isUpward ? 1 : -1));
    }

    /** Returns the sign of the number that an assignment adds to a variable; null if it is unknown. */
    private Integer direction(TreePath assignment, Element variable) {
        Tree tree = assignment.getLeaf();
        if (tree instanceof UnaryTree) {
            boolean isIncrement =
                    tree.getKind() == Tree.Kind.PREFIX_INCREMENT || tree.getKind() == Tree.Kind.POSTFIX_INCREMENT;
            return isIncrement ? 1 : -1;
        }
        if (tree instanceof CompoundAssignmentTree update) {
            return signed(
                    sign(child(assignment, update.getExpression())),
                    tree.getKind() == Tree.Kind.PLUS_ASSIGNMENT,
                    tree.getKind() == Tree.Kind.MINUS_ASSIGNMENT);
        }
        if (!(tree instanceof AssignmentTree update)) {
            return null;
        }
        TreePath value = Javac.unparenthesized(child(assignment, update.getExpression()));
        if (!(value.getLeaf() instanceof BinaryTree sum)
                || !(sum.getLeftOperand() instanceof IdentifierTree)
                || !variable.equals(javac.element(child(value, sum.getLeftOperand())))) {
            return null;
        }
        return signed(
                sign(child(value, sum.getRightOperand())),
                sum.getKind() == Tree.Kind.PLUS,
                sum.getKind() == Tree.Kind.MINUS);
    }

    private static Integer signed(Integer sign, boolean isAdded, boolean isSubtracted) {
        if (sign == null || !isAdded && !isSubtracted) {
            return null;
        }
        return isAdded ? sign : Integer.valueOf(-sign);
    }

    /** Returns the sign of an integer constant; null for another expression. */
    private Integer sign(TreePath expression) {
        Object value = constant(expression);
        if (value instanceof Integer || value instanceof Long) {
            int sign = Long.signum(((Number) value).longValue());
            return sign == 0 ? null : Integer.valueOf(sign);
        }
        TreePath inside = Javac.unparenthesized(expression);
        if (inside.getLeaf() instanceof UnaryTree negated && negated.getKind() == Tree.Kind.UNARY_MINUS) {
            Integer sign = sign(child(inside, negated.getExpression()));
            return sign == null ? null : Integer.valueOf(-sign);
        }
        return null;
    }

    private boolean isConstant(TreePath expression, boolean value) {
        return Boolean.valueOf(value).equals(constant(expression));
    }

    /** Returns the value of a literal or of a constant variable; null for another expression. */
    private Object constant(TreePath expression) {
        TreePath inside = Javac.unparenthesized(expression);
        if (inside.getLeaf() instanceof LiteralTree literal) {
            return literal.getValue();
        }
        return javac.element(inside) instanceof VariableElement variable ? variable.getConstantValue() : null;
    }
}
