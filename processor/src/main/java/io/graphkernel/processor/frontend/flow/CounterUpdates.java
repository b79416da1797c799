package io.graphkernel.processor.frontend.flow;

import static io.graphkernel.processor.frontend.javac.Javac.child;

import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.CompoundAssignmentTree;
import com.sun.source.tree.ConditionalExpressionTree;
import com.sun.source.tree.ExpressionStatementTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.SwitchExpressionTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.UnaryTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import io.graphkernel.graph.Dim;
import io.graphkernel.processor.frontend.javac.Javac;
import io.graphkernel.processor.frontend.javac.RejectedTreeException;
import io.graphkernel.processor.frontend.value.DimArithmetic;
import io.graphkernel.processor.frontend.value.SymbolicValue;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.Element;

/** Finder of the assignment that adds the same number to a variable, once in each iteration of a loop. */
public final class CounterUpdates {

    private final Javac javac;
    private final Numbers numbers;

    /**
     * Creates a finder.
     *
     * @param javac services of javac
     * @param numbers reader of steps
     */
    public CounterUpdates(Javac javac, Numbers numbers) {
        this.javac = javac;
        this.numbers = numbers;
    }

    /** Reader of numbers. */
    public interface Numbers {

        /** Returns the value of an expression. */
        SymbolicValue read(TreePath expression) throws RejectedTreeException;
    }

    /**
     * Update of a counter.
     *
     * @param path update of a header, or an assignment in the body
     * @param step the number that it adds, whose sign is known
     * @param isAfterBreak true if a {@code break} may end an iteration before the update
     */
    public record Update(TreePath path, Dim step, boolean isAfterBreak) {

        /** Returns true if the variable grows, and false if it becomes smaller. */
        public boolean isUpward() {
            return step.isNonNegative();
        }
    }

    /** Returns the update of a variable that the header of a {@code for} loop declares. */
    public Optional<Update> ofHeader(LoopStructure loop, Element variable) throws RejectedTreeException {
        if (loop.updates().size() != 1) {
            return Optional.empty();
        }
        TreePath update = loop.updates().get(0);
        return isFixed(loop, update, variable)
                ? step(update, variable).map(step -> new Update(update, step, false))
                : Optional.empty();
    }

    /** Returns the only assignment of a variable in a loop, if each iteration executes it or ends the loop. */
    public Optional<Update> ofLoop(LoopStructure loop, Element variable) throws RejectedTreeException {
        List<TreePath> assignments = assignments(loop.path(), variable);
        if (assignments.size() != 1) {
            return Optional.empty();
        }
        TreePath assignment = assignments.get(0);
        List<TreePath> before = new ArrayList<>();
        Optional<TreePath> statement = Optional.empty();
        for (TreePath candidate : loop.statements()) {
            if (contains(candidate, assignment)) {
                statement = Optional.of(candidate);
                break;
            }
            before.add(candidate);
        }
        if (statement.isEmpty() || !isUnconditional(statement.get(), assignment)) {
            return Optional.empty();
        }
        boolean isInHeader = loop.updates().contains(statement.get());
        List<TreePath> after = new ArrayList<>(loop.body());
        after.removeAll(before);
        boolean isAfterBreak = before.stream().anyMatch(Jumps::mayBreak);
        boolean mayBeSkipped = !isInHeader && before.stream().anyMatch(Jumps::mayContinue)
                || isAfterBreak
                        && (after.stream().anyMatch(Jumps::mayBreak)
                                || !loop.lastTests().isEmpty());
        Optional<Dim> step =
                mayBeSkipped || !isFixed(loop, assignment, variable) ? Optional.empty() : step(assignment, variable);
        TreePath update = isInHeader ? statement.get() : assignment;
        return step.map(distance -> new Update(update, distance, isAfterBreak));
    }

    /** Returns true if the loop neither assigns nor declares the other variables of an update. */
    private boolean isFixed(LoopStructure loop, TreePath update, Element variable) {
        Set<Element> others = variables(update);
        others.remove(variable);
        return others.stream().allMatch(other -> assignments(loop.path(), other).isEmpty() && !declares(loop, other));
    }

    /** Returns true if a loop declares a variable. */
    public boolean declares(LoopStructure loop, Element variable) {
        boolean[] found = new boolean[1];
        new TreePathScanner<Void, Void>() {
            @Override
            public Void visitVariable(VariableTree tree, Void unused) {
                found[0] |= variable.equals(javac.element(getCurrentPath()));
                return super.visitVariable(tree, null);
            }
        }.scan(loop.path(), null);
        return found[0];
    }

    private static boolean contains(TreePath statement, TreePath inside) {
        for (TreePath path = inside; path != null; path = path.getParentPath()) {
            if (path.getLeaf() == statement.getLeaf()) {
                return true;
            }
        }
        return false;
    }

    /** Returns true if an assignment in a declaration or expression is executed whenever the statement is. */
    private static boolean isUnconditional(TreePath statement, TreePath assignment) {
        if (!(statement.getLeaf() instanceof ExpressionStatementTree)
                && !(statement.getLeaf() instanceof VariableTree)) {
            return false;
        }
        for (TreePath path = assignment; path.getLeaf() != statement.getLeaf(); path = path.getParentPath()) {
            Tree tree = path.getLeaf();
            boolean isConditional = tree instanceof ConditionalExpressionTree
                    || tree instanceof LambdaExpressionTree
                    || tree instanceof SwitchExpressionTree
                    || tree.getKind() == Tree.Kind.CONDITIONAL_AND
                    || tree.getKind() == Tree.Kind.CONDITIONAL_OR;
            if (isConditional) {
                return false;
            }
        }
        return true;
    }

    /** Returns the assignments of a variable in a tree. */
    List<TreePath> assignments(TreePath loop, Element variable) {
        List<TreePath> found = new ArrayList<>();
        new TreePathScanner<Void, Void>() {
            @Override
            public Void visitAssignment(AssignmentTree tree, Void unused) {
                add(tree.getVariable());
                return super.visitAssignment(tree, null);
            }

            @Override
            public Void visitCompoundAssignment(CompoundAssignmentTree tree, Void unused) {
                add(tree.getVariable());
                return super.visitCompoundAssignment(tree, null);
            }

            @Override
            public Void visitUnary(UnaryTree tree, Void unused) {
                switch (tree.getKind()) {
                    case PREFIX_INCREMENT, POSTFIX_INCREMENT, PREFIX_DECREMENT, POSTFIX_DECREMENT ->
                        add(tree.getExpression());
                    default -> {}
                }
                return super.visitUnary(tree, null);
            }

            private void add(ExpressionTree target) {
                if (isVariable(child(getCurrentPath(), target), variable)) {
                    found.add(getCurrentPath());
                }
            }
        }.scan(loop, null);
        return found;
    }

    /** Returns the number that an update adds to the variable; empty for other updates. */
    private Optional<Dim> step(TreePath path, Element variable) throws RejectedTreeException {
        if (path.getLeaf() instanceof ExpressionStatementTree statement) {
            return step(child(path, statement.getExpression()), variable);
        }
        if (path.getLeaf() instanceof UnaryTree unary && isVariable(child(path, unary.getExpression()), variable)) {
            return switch (unary.getKind()) {
                case POSTFIX_INCREMENT, PREFIX_INCREMENT -> Optional.of(Dim.ONE);
                case POSTFIX_DECREMENT, PREFIX_DECREMENT -> Optional.of(Dim.of(-1));
                default -> Optional.empty();
            };
        }
        if (path.getLeaf() instanceof CompoundAssignmentTree assignment
                && isVariable(child(path, assignment.getVariable()), variable)) {
            Optional<Dim> number = number(child(path, assignment.getExpression()), variable);
            return switch (assignment.getKind()) {
                case PLUS_ASSIGNMENT -> number;
                case MINUS_ASSIGNMENT -> number.map(Dim.ZERO::minus);
                default -> Optional.empty();
            };
        }
        if (path.getLeaf() instanceof AssignmentTree assignment
                && isVariable(child(path, assignment.getVariable()), variable)
                && assignment.getExpression() instanceof BinaryTree sum
                && isVariable(child(child(path, sum), sum.getLeftOperand()), variable)) {
            Optional<Dim> number = number(child(child(path, sum), sum.getRightOperand()), variable);
            return switch (sum.getKind()) {
                case PLUS -> number;
                case MINUS -> number.map(Dim.ZERO::minus);
                default -> Optional.empty();
            };
        }
        return Optional.empty();
    }

    /** Returns an integer that is known before the kernels run and whose sign is known; empty for another expression. */
    private Optional<Dim> number(TreePath expression, Element variable) throws RejectedTreeException {
        if (reads(expression, variable)) {
            return Optional.empty();
        }
        return DimArithmetic.dim(numbers.read(expression))
                .filter(number -> !number.equals(Dim.ZERO))
                .filter(number ->
                        number.isNonNegative() || Dim.ZERO.minus(number).isNonNegative());
    }

    /** Returns true if an expression reads a variable. */
    public boolean reads(TreePath expression, Element variable) {
        return variables(expression).contains(variable);
    }

    /** Returns the variables and other named elements that an expression reads. */
    public Set<Element> variables(TreePath expression) {
        Set<Element> variables = new LinkedHashSet<>();
        new TreePathScanner<Void, Void>() {
            @Override
            public Void visitIdentifier(IdentifierTree tree, Void unused) {
                Element element = javac.element(getCurrentPath());
                if (element != null) {
                    variables.add(element);
                }
                return null;
            }
        }.scan(expression, null);
        return variables;
    }

    private boolean isVariable(TreePath path, Element variable) {
        return path.getLeaf() instanceof IdentifierTree && variable.equals(javac.element(path));
    }
}
