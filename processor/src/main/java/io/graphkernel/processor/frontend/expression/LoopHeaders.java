package io.graphkernel.processor.frontend.expression;

import static io.graphkernel.processor.frontend.javac.Javac.child;

import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.CompoundAssignmentTree;
import com.sun.source.tree.ExpressionStatementTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.ForLoopTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.ParenthesizedTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.UnaryTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import io.graphkernel.graph.Dim;
import io.graphkernel.processor.diagnostic.Diagnostic;
import io.graphkernel.processor.frontend.javac.Javac;
import io.graphkernel.processor.frontend.javac.RejectedTreeException;
import io.graphkernel.processor.frontend.value.DimArithmetic;
import io.graphkernel.processor.frontend.value.SymbolicValue.ConstantValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.lang.model.element.Element;
import javax.lang.model.type.TypeKind;

/** Reader of loop headers that count one variable up to a bound. */
final class LoopHeaders {

    private final Javac javac;
    private final ExpressionReader expressions;

    LoopHeaders(Javac javac, ExpressionReader expressions) {
        this.javac = javac;
        this.expressions = expressions;
    }

    /**
     * The header of {@code for (int i = start; i < bound; i += step)}, or of a loop that counts down.
     *
     * @param start initial value of the variable
     * @param condition comparison with the bound
     * @param step difference of the variable between two iterations, not 0
     */
    record Header(Element variable, ExpressionTree start, TreePath condition, long step) {

        /** Returns the number of iterations. */
        private Dim trips(Dim first, Dim bound) {
            Tree.Kind comparison = condition.getLeaf().getKind();
            boolean inclusive = comparison == Tree.Kind.LESS_THAN_EQUAL || comparison == Tree.Kind.GREATER_THAN_EQUAL;
            Dim distance = step > 0 ? bound.minus(first) : first.minus(bound);
            Dim count = inclusive ? distance.plus(Dim.ONE) : distance;
            long stride = Math.abs(step);
            Dim steps = stride == 1 ? count : count.plus(Dim.of(stride - 1)).floorDiv(Dim.of(stride));
            return steps.max(Dim.ZERO);
        }
    }

    /**
     * The range of a header.
     *
     * @param start value of the variable in the first iteration
     * @param trips number of iterations
     */
    record Bound(Dim start, Dim trips) {}

    /** Returns the operands of {@code a && b && c}; a condition of another form is its only operand. */
    static List<TreePath> conjuncts(TreePath condition) {
        if (condition.getLeaf() instanceof ParenthesizedTree inside) {
            return conjuncts(child(condition, inside.getExpression()));
        }
        if (condition.getLeaf() instanceof BinaryTree both && both.getKind() == Tree.Kind.CONDITIONAL_AND) {
            List<TreePath> conjuncts = new ArrayList<>(conjuncts(child(condition, both.getLeftOperand())));
            conjuncts.addAll(conjuncts(child(condition, both.getRightOperand())));
            return conjuncts;
        }
        return List.of(condition);
    }

    /**
     * Returns the header of a loop.
     *
     * @param conditions conditions of the loop, of which one compares the variable with its bound
     * @return empty if the loop does not count
     */
    Optional<Header> find(TreePath path, ForLoopTree loop, List<TreePath> conditions) throws RejectedTreeException {
        boolean single = loop.getInitializer().size() == 1 && loop.getUpdate().size() == 1;
        if (!single
                || !(loop.getInitializer().get(0) instanceof VariableTree variable)
                || variable.getInitializer() == null) {
            return Optional.empty();
        }
        Element element = javac.element(child(path, variable));
        TypeKind type = element.asType().getKind();
        if (type != TypeKind.INT && type != TypeKind.LONG) {
            return Optional.empty();
        }
        for (TreePath condition : conditions) {
            boolean compares = condition.getLeaf() instanceof BinaryTree comparison
                    && isVariable(child(condition, comparison.getLeftOperand()), element)
                    && !reads(child(condition, comparison.getRightOperand()), element);
            long step = compares ? step(child(path, loop.getUpdate().get(0)), element) : 0;
            boolean approaches = switch (condition.getLeaf().getKind()) {
                case LESS_THAN, LESS_THAN_EQUAL -> step > 0;
                case GREATER_THAN, GREATER_THAN_EQUAL -> step < 0;
                default -> false;
            };
            if (approaches) {
                return Optional.of(new Header(element, variable.getInitializer(), condition, step));
            }
        }
        return Optional.empty();
    }

    /** Returns the range of a header; empty if it is not known before the kernels run. */
    Optional<Bound> bound(TreePath path, Header header) throws RejectedTreeException {
        TreePath initializer =
                child(path, ((ForLoopTree) path.getLeaf()).getInitializer().get(0));
        ExpressionTree last = ((BinaryTree) header.condition().getLeaf()).getRightOperand();
        Optional<Dim> start = DimArithmetic.dim(expressions.scalars().readNumber(child(initializer, header.start())));
        Optional<Dim> bound = DimArithmetic.dim(expressions.scalars().readNumber(child(header.condition(), last)));
        return start.isPresent() && bound.isPresent()
                ? Optional.of(new Bound(start.get(), header.trips(start.get(), bound.get())))
                : Optional.empty();
    }

    /** Returns true if an iteration assigns a variable of the bound or of the step. */
    boolean changesRange(TreePath path, Header header, Map<Element, TreePath> assigned) {
        return rangeVariable(path, header, assigned).isPresent();
    }

    private Optional<Element> rangeVariable(TreePath path, Header header, Map<Element, TreePath> assigned) {
        ExpressionTree last = ((BinaryTree) header.condition().getLeaf()).getRightOperand();
        TreePath bound = child(header.condition(), last);
        TreePath update = child(path, ((ForLoopTree) path.getLeaf()).getUpdate().get(0));
        return assigned.keySet().stream()
                .filter(variable -> !variable.equals(header.variable()))
                .filter(variable -> variable.asType().getKind().isPrimitive())
                .filter(variable -> reads(bound, variable) || reads(update, variable))
                .findFirst();
    }

    /** Rejects a loop that assigns the variable which counts its iterations, or one of its bound or step. */
    void requireUnassigned(TreePath path, Header header, Map<Element, TreePath> assigned) throws RejectedTreeException {
        if (assigned.containsKey(header.variable())) {
            throw javac.reject(
                    assigned.get(header.variable()),
                    Diagnostic.LOOP_NOT_COMPILED,
                    "'" + header.variable().getSimpleName() + "' is assigned in the loop that counts it",
                    "change it in the loop's header only");
        }
        Optional<Element> changed = rangeVariable(path, header, assigned);
        if (changed.isPresent()) {
            throw javac.reject(
                    assigned.get(changed.get()),
                    Diagnostic.LOOP_NOT_COMPILED,
                    "'" + changed.get().getSimpleName() + "' is assigned in the loop whose iterations it counts",
                    "copy it to another variable before the loop, or end the loop with a condition and break");
        }
    }

    /** Returns the constant that an update adds to the variable; 0 for other updates. */
    private long step(TreePath path, Element variable) throws RejectedTreeException {
        TreePath update = child(path, ((ExpressionStatementTree) path.getLeaf()).getExpression());
        if (update.getLeaf() instanceof UnaryTree unary && isVariable(child(update, unary.getExpression()), variable)) {
            return switch (unary.getKind()) {
                case POSTFIX_INCREMENT, PREFIX_INCREMENT -> 1;
                case POSTFIX_DECREMENT, PREFIX_DECREMENT -> -1;
                default -> 0;
            };
        }
        if (!(update.getLeaf() instanceof CompoundAssignmentTree assignment)
                || !isVariable(child(update, assignment.getVariable()), variable)
                || reads(child(update, assignment.getExpression()), variable)
                || !(expressions.scalars().readNumber(child(update, assignment.getExpression()))
                        instanceof ConstantValue constant)
                || !(constant.value() instanceof Integer || constant.value() instanceof Long)) {
            return 0;
        }
        long number = ((Number) constant.value()).longValue();
        return switch (assignment.getKind()) {
            case PLUS_ASSIGNMENT -> number;
            case MINUS_ASSIGNMENT -> -number;
            default -> 0;
        };
    }

    private boolean reads(TreePath expression, Element variable) {
        boolean[] found = new boolean[1];
        new TreePathScanner<Void, Void>() {
            @Override
            public Void visitIdentifier(IdentifierTree tree, Void unused) {
                found[0] |= isVariable(getCurrentPath(), variable);
                return null;
            }
        }.scan(expression, null);
        return found[0];
    }

    private boolean isVariable(TreePath path, Element variable) {
        return path.getLeaf() instanceof IdentifierTree && variable.equals(javac.element(path));
    }
}
