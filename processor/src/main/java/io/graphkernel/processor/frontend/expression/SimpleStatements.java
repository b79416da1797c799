package io.graphkernel.processor.frontend.expression;

import static io.graphkernel.processor.frontend.javac.Javac.child;

import com.sun.source.tree.ArrayAccessTree;
import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.BlockTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreePath;
import io.graphkernel.processor.diagnostic.Diagnostic;
import io.graphkernel.processor.frontend.javac.AssignedVariables;
import io.graphkernel.processor.frontend.javac.Javac;
import io.graphkernel.processor.frontend.javac.RejectedTreeException;
import io.graphkernel.processor.frontend.javac.UnsupportedConstructs;
import io.graphkernel.processor.frontend.value.BodyGraph;
import io.graphkernel.processor.frontend.value.SymbolicValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.StepArray;
import io.graphkernel.processor.frontend.value.VariableScope;
import javax.lang.model.element.Element;
import javax.lang.model.type.TypeMirror;

/** Reader of statements without statements inside: declarations, assignments, and calls. */
final class SimpleStatements {

    private final Javac javac;
    private final VariableScope scope;
    private final BodyGraph graph;
    private final ExpressionReader expressions;
    /** Symbol of the innermost loop around the statements; null outside of loops. */
    private final String loopIndex;

    SimpleStatements(BodyContext context, String loopIndex) {
        this.javac = context.javac();
        this.scope = context.scope();
        this.graph = context.graph();
        this.expressions = context.expressions();
        this.loopIndex = loopIndex;
    }

    /** Requires that a variable of the body may have its type. */
    void requireSupported(TreePath declaration, Element variable) throws RejectedTreeException {
        if (!expressions.conversion().isSupported(variable.asType())) {
            throw javac.reject(
                    declaration,
                    Diagnostic.UNSUPPORTED_VARIABLE,
                    variable.getSimpleName(),
                    variable.asType(),
                    UnsupportedConstructs.variableAdvice(variable.asType()));
        }
    }

    /**
     * Reads the declaration of a variable, which has no value if it is rejected.
     *
     * @throws RejectedTreeException if it is rejected
     */
    void declare(TreePath path, VariableTree tree) throws RejectedTreeException {
        Element variable = javac.element(path);
        TypeMirror type = variable.asType();
        try {
            requireSupported(path, variable);
            if (tree.getInitializer() != null) {
                TreePath initializer = child(path, tree.getInitializer());
                int updates = graph.updateCount();
                SymbolicValue value =
                        expressions.readAs(type, initializer, tree.getName().toString());
                expressions.stepArrays().lists().requireOwn(initializer, variable, value);
                expressions.assignments().bind(path, variable, initializer, updates, value);
            }
        } catch (RejectedTreeException e) {
            scope.reject(variable);
            throw e;
        }
    }

    /**
     * Reads an expression statement: an assignment, an increment, or a call that updates a parameter.
     *
     * @throws RejectedTreeException if it is rejected
     */
    void effect(TreePath path) throws RejectedTreeException {
        if (path.getLeaf() instanceof AssignmentTree assignment
                && assignment.getVariable() instanceof ArrayAccessTree element
                && expressions.stepArrays().isStep(child(path, element))) {
            TreePath position = child(path, element);
            store(
                    position,
                    child(position, element.getExpression()),
                    child(position, element.getIndex()),
                    child(path, assignment.getExpression()));
        } else if (AssignmentReader.isAssignment(path.getLeaf())) {
            expressions.read(path, "");
        } else if (path.getLeaf() instanceof MethodInvocationTree call && AssignedVariables.isFill(javac, path, call)) {
            fill(path, call);
        } else if (path.getLeaf() instanceof MethodInvocationTree call
                && expressions.stepArrays().lists().isAddition(path, call)) {
            expressions.stepArrays().lists().add(path, call);
        } else if (path.getLeaf() instanceof MethodInvocationTree call && isSet(path, call)) {
            TreePath list = receiver(path, (MemberSelectTree) call.getMethodSelect());
            store(
                    path,
                    list,
                    child(path, call.getArguments().get(0)),
                    child(path, call.getArguments().get(1)));
        } else {
            call(path);
        }
    }

    /** Returns true for {@code list.set(index, element)} of a list that a loop fills. */
    private boolean isSet(TreePath path, MethodInvocationTree call) throws RejectedTreeException {
        if (!(call.getMethodSelect() instanceof MemberSelectTree select)
                || !select.getIdentifier().contentEquals("set")
                || call.getArguments().size() != 2
                || !(select.getExpression() instanceof IdentifierTree)) {
            return false;
        }
        return scope.find(javac.element(receiver(path, select))).orElse(null) instanceof StepArray;
    }

    private static TreePath receiver(TreePath path, MemberSelectTree select) {
        return child(child(path, select), select.getExpression());
    }

    /**
     * Assigns the element of an iteration.
     *
     * @param position the element, or the call that sets it
     * @param list expression of the array or list
     * @param index expression of the index
     * @param expression expression of the value
     */
    private void store(TreePath position, TreePath list, TreePath index, TreePath expression)
            throws RejectedTreeException {
        Element array = javac.element(list);
        try {
            SymbolicValue value = expressions.read(expression, "");
            StepArray before = (StepArray) expressions.read(list, "");
            scope.bind(array, expressions.stepArrays().stored(position, before, index, value, loopIndex));
        } catch (RejectedTreeException e) {
            scope.reject(array);
            throw e;
        }
    }

    /** Stores a tensor in all elements of an array that the same block declares. */
    private void fill(TreePath path, MethodInvocationTree call) throws RejectedTreeException {
        TreePath target = child(path, call.getArguments().get(0));
        Element array = javac.element(target);
        if (!isDeclaredBeside(path, array)) {
            throw javac.reject(
                    path,
                    Diagnostic.UNSUPPORTED_STATEMENT,
                    "'" + Javac.text(path.getLeaf()) + "' here",
                    "fill an array in the block that declares it");
        }
        try {
            SymbolicValue value =
                    expressions.read(child(path, call.getArguments().get(1)), "");
            scope.bind(array, expressions.stepArrays().filled(path, expressions.read(target, ""), value));
        } catch (RejectedTreeException e) {
            scope.reject(array);
            throw e;
        }
    }

    private boolean isDeclaredBeside(TreePath path, Element variable) {
        TreePath statement = path.getParentPath();
        if (variable == null || !(statement.getParentPath().getLeaf() instanceof BlockTree block)) {
            return false;
        }
        return block.getStatements().stream()
                .filter(VariableTree.class::isInstance)
                .anyMatch(declaration -> variable.equals(javac.element(child(statement.getParentPath(), declaration))));
    }

    private void call(TreePath path) throws RejectedTreeException {
        int updates = graph.updateCount();
        int changes = expressions.arrays().changeCount();
        expressions.read(path, "");
        if (graph.updateCount() == updates && expressions.arrays().changeCount() == changes) {
            TreePath position =
                    path.getLeaf() instanceof MethodInvocationTree call ? child(path, call.getMethodSelect()) : path;
            throw javac.reject(position, Diagnostic.RESULT_DROPPED, Javac.text(path.getLeaf()));
        }
    }
}
