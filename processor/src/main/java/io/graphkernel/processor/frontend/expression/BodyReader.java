package io.graphkernel.processor.frontend.expression;

import static io.graphkernel.processor.frontend.javac.Javac.child;

import com.sun.source.tree.ArrayAccessTree;
import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.BlockTree;
import com.sun.source.tree.BreakTree;
import com.sun.source.tree.CaseTree;
import com.sun.source.tree.ContinueTree;
import com.sun.source.tree.EmptyStatementTree;
import com.sun.source.tree.EnhancedForLoopTree;
import com.sun.source.tree.ExpressionStatementTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.ForLoopTree;
import com.sun.source.tree.IfTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.ReturnTree;
import com.sun.source.tree.StatementTree;
import com.sun.source.tree.SwitchExpressionTree;
import com.sun.source.tree.SwitchTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.tree.YieldTree;
import com.sun.source.util.TreePath;
import io.graphkernel.processor.diagnostic.Diagnostic;
import io.graphkernel.processor.frontend.javac.Javac;
import io.graphkernel.processor.frontend.javac.RejectedTreeException;
import io.graphkernel.processor.frontend.javac.UnsupportedConstructs;
import io.graphkernel.processor.frontend.value.BodyGraph;
import io.graphkernel.processor.frontend.value.SymbolicValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.ArrayValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.NoValue;
import io.graphkernel.processor.frontend.value.VariableScope;
import java.util.List;
import java.util.OptionalInt;
import javax.lang.model.element.Element;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;

/**
 * Reader of the statements of a body in execution order, which unrolls loops and resolves conditions.
 *
 * <p>A rejected simple statement does not stop the reader, so that one compilation reports every error. Its variable
 * has no value from then on. A rejected loop or condition does stop the reader.
 */
public final class BodyReader {

    /** State of the execution after a statement. */
    private enum Completion {
        NORMAL,
        BREAK,
        CONTINUE,
        RETURN
    }

    private final Javac javac;
    private final TypeMirror returnType;
    private final VariableScope scope;
    private final BodyGraph graph;
    private final ExpressionReader expressions;
    private final UnusedValueCheck unused;
    /** Symbol of the innermost loop around the statements; null outside of loops. */
    private final String loopIndex;

    private Completion completion = Completion.NORMAL;
    private boolean rejected;
    private SymbolicValue result;

    /**
     * Creates a reader of a body.
     *
     * @param javac services of javac, for messages
     * @param returnType type of the returned value
     * @param scope variables of the method, to which those of the body are added
     * @param graph graph that receives the ops
     * @param expressions reader of the expressions in the body
     * @param unused check that records variables
     */
    public BodyReader(
            Javac javac,
            TypeMirror returnType,
            VariableScope scope,
            BodyGraph graph,
            ExpressionReader expressions,
            UnusedValueCheck unused) {
        this(javac, returnType, scope, graph, expressions, unused, null);
    }

    private BodyReader(
            Javac javac,
            TypeMirror returnType,
            VariableScope scope,
            BodyGraph graph,
            ExpressionReader expressions,
            UnusedValueCheck unused,
            String loopIndex) {
        this.loopIndex = loopIndex;
        this.javac = javac;
        this.returnType = returnType;
        this.scope = scope;
        this.graph = graph;
        this.expressions = expressions;
        this.unused = unused;
    }

    /**
     * Reads a body.
     *
     * @param body the block, or the expression of a lambda
     * @return value returned by the method or lambda
     * @throws RejectedTreeException if any statement was rejected
     */
    public SymbolicValue read(TreePath body) throws RejectedTreeException {
        if (!(body.getLeaf() instanceof ExpressionTree)) {
            statement(body);
        } else if (returnType.getKind() == TypeKind.VOID) {
            effect(body);
        } else {
            result = expressions.readAs(returnType, body, "");
        }
        if (result == null && returnType.getKind() == TypeKind.VOID) {
            result = new NoValue();
        }
        if (rejected || result == null) {
            throw new RejectedTreeException();
        }
        return result;
    }

    /**
     * Reads the statements of a loop's body.
     *
     * @param values variables of the body
     * @param body graph of the body
     * @param inside reader of the body's expressions
     * @param index symbol of the loop's index
     * @throws RejectedTreeException if any statement was rejected
     */
    void readLoopBody(TreePath statement, VariableScope values, BodyGraph body, ExpressionReader inside, String index)
            throws RejectedTreeException {
        BodyReader reader = new BodyReader(javac, returnType, values, body, inside, unused, index);
        reader.statement(statement);
        if (reader.completion == Completion.RETURN) {
            throw javac.reject(
                    statement,
                    Diagnostic.LOOP_NOT_COMPILED,
                    "it returns from the method",
                    "assign the result to a variable, and return it after the loop");
        }
        if (reader.completion == Completion.BREAK) {
            throw javac.reject(
                    statement,
                    Diagnostic.LOOP_NOT_COMPILED,
                    "its first iteration ends it",
                    "remove the break, or the loop");
        }
        if (reader.rejected) {
            throw new RejectedTreeException();
        }
    }

    /** Returns true if the statements that follow are not executed. */
    private boolean completed() {
        return completion != Completion.NORMAL;
    }

    private void statement(TreePath path) throws RejectedTreeException {
        Tree tree = path.getLeaf();
        if (tree instanceof BlockTree block) {
            for (StatementTree statement : block.getStatements()) {
                if (!completed()) {
                    statement(child(path, statement));
                }
            }
        } else if (tree instanceof IfTree choice) {
            boolean condition = expressions.readCondition(child(path, choice.getCondition()));
            StatementTree chosen = condition ? choice.getThenStatement() : choice.getElseStatement();
            if (chosen != null) {
                statement(child(path, chosen));
            }
        } else if (tree instanceof ForLoopTree loop) {
            if (!new LoopReader(javac, scope, graph, expressions, this).read(path, loop)) {
                unroll(path, loop);
            }
        } else if (tree instanceof EnhancedForLoopTree loop) {
            unroll(path, loop);
        } else if (tree instanceof VariableTree variable) {
            declare(path, variable);
        } else if (tree instanceof ExpressionStatementTree statement) {
            effect(child(path, statement.getExpression()));
        } else if (tree instanceof ReturnTree statement) {
            returnStatement(path, statement);
        } else if (tree instanceof YieldTree statement) {
            result(child(path, statement.getValue()));
        } else if (tree instanceof SwitchTree choice) {
            cases(path, choice.getExpression(), choice.getCases());
            completion = completion == Completion.BREAK ? Completion.NORMAL : completion;
        } else if (tree instanceof BreakTree jump && jump.getLabel() == null) {
            completion = Completion.BREAK;
        } else if (tree instanceof ContinueTree jump && jump.getLabel() == null) {
            completion = Completion.CONTINUE;
        } else if (!(tree instanceof EmptyStatementTree)) {
            UnsupportedConstructs construct = UnsupportedConstructs.of(tree);
            throw javac.reject(path, Diagnostic.UNSUPPORTED_STATEMENT, construct.name(), construct.advice());
        }
    }

    private void unroll(TreePath path, ForLoopTree loop) throws RejectedTreeException {
        for (StatementTree initializer : loop.getInitializer()) {
            statement(child(path, initializer));
        }
        if (loop.getCondition() == null) {
            UnsupportedConstructs construct = UnsupportedConstructs.of(loop);
            throw javac.reject(path, Diagnostic.UNSUPPORTED_STATEMENT, construct.name(), construct.advice());
        }
        while (!completed() && !rejected && expressions.readLoopCondition(child(path, loop.getCondition()))) {
            iterate(path, loop.getStatement());
            for (ExpressionStatementTree update : loop.getUpdate()) {
                if (!completed()) {
                    statement(child(path, update));
                }
            }
        }
        finishLoop();
    }

    private void unroll(TreePath path, EnhancedForLoopTree loop) throws RejectedTreeException {
        TreePath values = child(path, loop.getExpression());
        if (!(expressions.read(values, "") instanceof ArrayValue array)) {
            throw expressions.unsupported(values);
        }
        expressions.arrays().requireAssigned(values, array);
        TreePath declaration = child(path, loop.getVariable());
        Element variable = javac.element(declaration);
        requireSupported(declaration, variable);
        for (SymbolicValue element : array.elements()) {
            if (completed() || rejected) {
                break;
            }
            scope.bind(variable, expressions.conversion().convert(variable.asType(), values, element));
            iterate(path, loop.getStatement());
        }
        finishLoop();
    }

    private void finishLoop() throws RejectedTreeException {
        if (rejected) {
            throw new RejectedTreeException();
        }
        completion = completion == Completion.BREAK ? Completion.NORMAL : completion;
    }

    private void iterate(TreePath loop, StatementTree body) throws RejectedTreeException {
        if (!graph.countIteration()) {
            throw javac.reject(loop, Diagnostic.LOOP_TOO_LONG, BodyGraph.MAX_ITERATIONS);
        }
        statement(child(loop, body));
        completion = completion == Completion.CONTINUE ? Completion.NORMAL : completion;
    }

    private void requireSupported(TreePath declaration, Element variable) throws RejectedTreeException {
        if (!expressions.conversion().isSupported(variable.asType())) {
            throw javac.reject(
                    declaration,
                    Diagnostic.UNSUPPORTED_VARIABLE,
                    variable.getSimpleName(),
                    variable.asType(),
                    UnsupportedConstructs.variableAdvice(variable.asType()));
        }
    }

    private void declare(TreePath path, VariableTree tree) {
        Element variable = javac.element(path);
        TypeMirror type = variable.asType();
        try {
            requireSupported(path, variable);
            if (tree.getInitializer() != null) {
                TreePath initializer = child(path, tree.getInitializer());
                int updates = graph.updateCount();
                SymbolicValue value =
                        expressions.readAs(type, initializer, tree.getName().toString());
                expressions.assignments().bind(path, variable, initializer, updates, value);
            }
        } catch (RejectedTreeException e) {
            rejected = true;
            scope.reject(variable);
        }
    }

    /** Reads an expression statement: an assignment, an increment, or a call that updates a parameter. */
    private void effect(TreePath path) {
        try {
            if (path.getLeaf() instanceof AssignmentTree assignment
                    && assignment.getVariable() instanceof ArrayAccessTree element
                    && expressions.stepArrays().isStep(child(path, element))) {
                store(path, assignment, element);
            } else if (AssignmentReader.isAssignment(path.getLeaf())) {
                expressions.read(path, "");
            } else {
                call(path);
            }
        } catch (RejectedTreeException e) {
            rejected = true;
        }
    }

    /** Assigns the element of an iteration. */
    private void store(TreePath path, AssignmentTree assignment, ArrayAccessTree element) throws RejectedTreeException {
        TreePath position = child(path, element);
        Element array = javac.element(child(position, element.getExpression()));
        try {
            SymbolicValue value = expressions.read(child(path, assignment.getExpression()), "");
            scope.bind(array, expressions.stepArrays().stored(position, element, value, loopIndex));
        } catch (RejectedTreeException e) {
            scope.reject(array);
            throw e;
        }
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

    private void returnStatement(TreePath path, ReturnTree statement) throws RejectedTreeException {
        if (statement.getExpression() == null) {
            if (returnType.getKind() != TypeKind.VOID) {
                // javac reports the missing value.
                throw new RejectedTreeException();
            }
            result = new NoValue();
            completion = Completion.RETURN;
        } else {
            result(child(path, statement.getExpression()));
        }
    }

    private void result(TreePath expression) throws RejectedTreeException {
        result = expressions.readAs(returnType, expression, "");
        expressions.arrays().requireAssigned(expression, result);
        completion = Completion.RETURN;
    }

    /**
     * Reads a {@code switch} expression, whose result type is that of this reader.
     *
     * @param path the expression
     * @return its value
     * @throws RejectedTreeException if it has none
     */
    SymbolicValue readSwitch(TreePath path, SwitchExpressionTree tree) throws RejectedTreeException {
        cases(path, tree.getExpression(), tree.getCases());
        if (rejected || result == null) {
            throw new RejectedTreeException();
        }
        return result;
    }

    private void cases(TreePath path, ExpressionTree selector, List<? extends CaseTree> cases)
            throws RejectedTreeException {
        OptionalInt selected = expressions.switches().selected(path, selector, cases);
        if (selected.isEmpty()) {
            return;
        }
        CaseTree first = cases.get(selected.getAsInt());
        TreePath firstPath = child(path, first);
        if (first.getBody() instanceof ExpressionTree value) {
            result(child(firstPath, value));
        } else if (first.getBody() instanceof StatementTree body) {
            statement(child(firstPath, body));
        } else {
            for (CaseTree next : cases.subList(selected.getAsInt(), cases.size())) {
                for (StatementTree statement : next.getStatements()) {
                    if (!completed()) {
                        statement(child(child(path, next), statement));
                    }
                }
            }
        }
    }
}
