package io.graphkernel.processor.frontend.expression;

import static io.graphkernel.processor.frontend.javac.Javac.child;

import com.sun.source.tree.ArrayAccessTree;
import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.CompoundAssignmentTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.ParenthesizedTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.UnaryTree;
import com.sun.source.util.TreePath;
import io.graphkernel.processor.diagnostic.Diagnostic;
import io.graphkernel.processor.frontend.advice.UnusedValueCheck;
import io.graphkernel.processor.frontend.javac.Javac;
import io.graphkernel.processor.frontend.javac.RejectedTreeException;
import io.graphkernel.processor.frontend.value.BodyGraph;
import io.graphkernel.processor.frontend.value.SymbolicValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.ConstantValue;
import io.graphkernel.processor.frontend.value.VariableScope;
import java.util.Optional;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.type.TypeMirror;

/** Reader of assignments and increments of local variables and array elements, as statements and in expressions. */
final class AssignmentReader {

    /**
     * Assigned variable or array element.
     *
     * @param variable the variable, or that of the array; empty for the element of another expression
     * @param slot the array element; empty for a variable
     * @param type declared type
     */
    private record Target(Optional<Element> variable, Optional<ArrayReader.Slot> slot, TypeMirror type) {}

    private final Javac javac;
    private final VariableScope scope;
    private final BodyGraph graph;
    private final ExpressionReader expressions;
    private final ArrayReader arrays;
    private final UnusedValueCheck unused;

    AssignmentReader(
            Javac javac,
            VariableScope scope,
            BodyGraph graph,
            ExpressionReader expressions,
            ArrayReader arrays,
            UnusedValueCheck unused) {
        this.javac = javac;
        this.scope = scope;
        this.graph = graph;
        this.expressions = expressions;
        this.arrays = arrays;
        this.unused = unused;
    }

    /** Returns true for an assignment, a compound assignment, an increment and a decrement. */
    static boolean isAssignment(Tree tree) {
        return tree instanceof AssignmentTree
                || tree instanceof CompoundAssignmentTree
                || switch (tree.getKind()) {
                    case PREFIX_INCREMENT, PREFIX_DECREMENT, POSTFIX_INCREMENT, POSTFIX_DECREMENT -> true;
                    default -> false;
                };
    }

    /**
     * Executes an assignment.
     *
     * @param path the assignment
     * @return value of the expression: the assigned value, or the previous one for {@code i++} and {@code i--}
     * @throws RejectedTreeException if it has no value; the variable has none from then on
     */
    SymbolicValue read(TreePath path) throws RejectedTreeException {
        Target target = target(path, assigned(path.getLeaf()));
        try {
            if (path.getLeaf() instanceof AssignmentTree assignment) {
                return assign(path, target, child(path, assignment.getExpression()));
            }
            if (path.getLeaf() instanceof CompoundAssignmentTree assignment) {
                String operator = assignment.getKind().name();
                Tree.Kind binary = Tree.Kind.valueOf(operator.substring(0, operator.lastIndexOf('_')));
                SymbolicValue before = current(path, target);
                SymbolicValue operand = expressions.read(child(path, assignment.getExpression()), "");
                return update(path, target, binary, before, operand);
            }
            return count(path, target);
        } catch (RejectedTreeException e) {
            target.variable().ifPresent(scope::reject);
            throw e;
        }
    }

    /**
     * Assigns a value to a variable.
     *
     * @param path the declaration or assignment
     * @param expression source of the value
     * @param updatesBefore number of in-place updates before the expression
     */
    void bind(TreePath path, Element variable, TreePath expression, int updatesBefore, SymbolicValue value) {
        scope.bind(variable, value);
        if (graph.updateCount() == updatesBefore && !(expression.getLeaf() instanceof IdentifierTree)) {
            unused.bound(path, variable, value);
        }
    }

    private static ExpressionTree assigned(Tree tree) {
        if (tree instanceof AssignmentTree assignment) {
            return assignment.getVariable();
        }
        return tree instanceof CompoundAssignmentTree assignment
                ? assignment.getVariable()
                : ((UnaryTree) tree).getExpression();
    }

    private SymbolicValue assign(TreePath path, Target target, TreePath expression) throws RejectedTreeException {
        int updates = graph.updateCount();
        String label =
                target.variable().map(name -> name.getSimpleName().toString()).orElse("");
        SymbolicValue value = expressions.readAs(target.type(), expression, label);
        if (target.slot().isPresent()) {
            arrays.assign(target.slot().get(), value, expression);
        } else {
            Element variable = target.variable().orElseThrow();
            expressions.stepArrays().lists().requireOwn(expression, variable, value);
            bind(path, variable, expression, updates, value);
        }
        return value;
    }

    private SymbolicValue count(TreePath path, Target target) throws RejectedTreeException {
        Tree.Kind kind = path.getLeaf().getKind();
        boolean up = kind == Tree.Kind.PREFIX_INCREMENT || kind == Tree.Kind.POSTFIX_INCREMENT;
        boolean isPostfix = kind == Tree.Kind.POSTFIX_INCREMENT || kind == Tree.Kind.POSTFIX_DECREMENT;
        SymbolicValue before = current(path, target);
        SymbolicValue after = update(path, target, up ? Tree.Kind.PLUS : Tree.Kind.MINUS, before, new ConstantValue(1));
        return isPostfix ? before : after;
    }

    private SymbolicValue current(TreePath path, Target target) throws RejectedTreeException {
        if (target.slot().isPresent()) {
            return arrays.value(target.slot().get(), path);
        }
        return scope.find(target.variable().orElseThrow()).orElseThrow(RejectedTreeException::new);
    }

    private SymbolicValue update(
            TreePath path, Target target, Tree.Kind operator, SymbolicValue before, SymbolicValue operand)
            throws RejectedTreeException {
        if (!ScalarReader.isNumber(before) || !ScalarReader.isNumber(operand)) {
            throw expressions.unsupported(path);
        }
        SymbolicValue combined = expressions.arithmetic().combine(path, operator, before, operand);
        SymbolicValue after =
                expressions.arithmetic().convert(path, target.type().getKind(), combined);
        if (target.slot().isPresent()) {
            arrays.assign(target.slot().get(), after, path);
        } else {
            scope.bind(target.variable().orElseThrow(), after);
        }
        return after;
    }

    private Target target(TreePath path, ExpressionTree tree) throws RejectedTreeException {
        if (tree instanceof ParenthesizedTree parenthesized) {
            return target(path, parenthesized.getExpression());
        }
        TreePath assigned = child(path, tree);
        if (tree instanceof ArrayAccessTree access) {
            return element(assigned, access);
        }
        Element element = javac.element(assigned);
        boolean local = tree instanceof IdentifierTree
                && (element.getKind() == ElementKind.LOCAL_VARIABLE || element.getKind() == ElementKind.PARAMETER);
        if (!local) {
            throw notAssignable(
                    path, tree, "assign to local variables, or update a parameter with assign(parameter, value)");
        }
        return new Target(Optional.of(element), Optional.empty(), element.asType());
    }

    private Target element(TreePath assigned, ArrayAccessTree access) throws RejectedTreeException {
        ArrayReader.Slot slot = arrays.slot(assigned, access);
        if (!slot.isAssignable()) {
            throw notAssignable(
                    assigned, access, "copy the elements into an array that the kernel creates, new Tensor[] {…}");
        }
        Element array = javac.element(child(assigned, access.getExpression()));
        boolean isVariable = access.getExpression() instanceof IdentifierTree;
        return new Target(
                Optional.ofNullable(array).filter(variable -> isVariable), Optional.of(slot), javac.type(assigned));
    }

    private RejectedTreeException notAssignable(TreePath path, Tree tree, String advice) {
        return javac.reject(path, Diagnostic.UNSUPPORTED_STATEMENT, "assigning to '" + Javac.text(tree) + "'", advice);
    }
}
