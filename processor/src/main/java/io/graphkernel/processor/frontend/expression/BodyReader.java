package io.graphkernel.processor.frontend.expression;

import static io.graphkernel.processor.frontend.javac.Javac.child;

import com.sun.source.tree.BlockTree;
import com.sun.source.tree.BreakTree;
import com.sun.source.tree.CaseTree;
import com.sun.source.tree.ContinueTree;
import com.sun.source.tree.DoWhileLoopTree;
import com.sun.source.tree.EmptyStatementTree;
import com.sun.source.tree.EnhancedForLoopTree;
import com.sun.source.tree.ExpressionStatementTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.ForLoopTree;
import com.sun.source.tree.IfTree;
import com.sun.source.tree.ReturnTree;
import com.sun.source.tree.StatementTree;
import com.sun.source.tree.SwitchExpressionTree;
import com.sun.source.tree.SwitchTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.tree.WhileLoopTree;
import com.sun.source.tree.YieldTree;
import com.sun.source.util.TreePath;
import io.graphkernel.processor.diagnostic.Diagnostic;
import io.graphkernel.processor.frontend.javac.Javac;
import io.graphkernel.processor.frontend.javac.RejectedTreeException;
import io.graphkernel.processor.frontend.javac.UnsupportedConstructs;
import io.graphkernel.processor.frontend.value.BodyGraph;
import io.graphkernel.processor.frontend.value.SymbolicValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.ConstantValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.NoValue;
import io.graphkernel.processor.frontend.value.VariableScope;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
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
    private final SimpleStatements simple;

    /** Body of the method or lambda; null for a part of it. */
    private Tree body;

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
        this.javac = javac;
        this.returnType = returnType;
        this.scope = scope;
        this.graph = graph;
        this.expressions = expressions;
        this.unused = unused;
        this.simple = new SimpleStatements(javac, scope, graph, expressions, loopIndex);
    }

    /**
     * Reads a body.
     *
     * @param body the block, or the expression of a lambda
     * @return value returned by the method or lambda
     * @throws RejectedTreeException if any statement was rejected
     */
    public SymbolicValue read(TreePath body) throws RejectedTreeException {
        this.body = body.getLeaf();
        if (!(body.getLeaf() instanceof ExpressionTree)) {
            statement(body);
        } else if (returnType.getKind() == TypeKind.VOID) {
            attempt(() -> simple.effect(body));
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
        inLoop(values, body, inside, index).readIteration(List.of(statement), statement);
    }

    /** Returns a reader of statements in the body of a loop. */
    BodyReader inLoop(VariableScope values, BodyGraph body, ExpressionReader inside, String index) {
        return new BodyReader(javac, returnType, values, body, inside, unused, index);
    }

    /**
     * Reads the statements of an iteration.
     *
     * @param position tree for messages
     * @throws RejectedTreeException if any statement was rejected, or leaves the loop
     */
    void readIteration(List<TreePath> iteration, TreePath position) throws RejectedTreeException {
        for (TreePath statement : iteration) {
            if (!completed()) {
                statement(statement);
            }
        }
        if (completion == Completion.RETURN) {
            throw javac.reject(
                    position,
                    Diagnostic.LOOP_NOT_COMPILED,
                    "it returns from the method",
                    "assign the result to a variable, and return it after the loop");
        }
        if (completion == Completion.BREAK) {
            throw javac.reject(
                    position,
                    Diagnostic.LOOP_NOT_COMPILED,
                    "its first iteration ends it",
                    "remove the break, or the loop");
        }
        completion = Completion.NORMAL;
        if (rejected) {
            throw new RejectedTreeException();
        }
    }

    /**
     * Reads the statement of a branch whose condition is known only when the kernels run.
     *
     * @param values variables of the branch
     * @param body graph of the branch
     * @param inside reader of the branch's expressions
     * @throws RejectedTreeException if any statement was rejected, or leaves the branch
     */
    void readBranch(List<TreePath> statements, VariableScope values, BodyGraph body, ExpressionReader inside)
            throws RejectedTreeException {
        BodyReader reader = inLoop(values, body, inside, null);
        reader.statements(statements, false);
        TreePath statement = statements.get(0);
        switch (reader.completion) {
            case RETURN ->
                throw javac.reject(
                        statement,
                        Diagnostic.BRANCH_NOT_COMPILED,
                        "it returns from the method",
                        "assign the result to a variable in each branch, and return it after them");
            case BREAK, CONTINUE ->
                throw javac.reject(
                        statement,
                        Diagnostic.BRANCH_NOT_COMPILED,
                        "it leaves an iteration of the loop",
                        "write if (…) break; as the first or last statement of the loop's body");
            default -> {}
        }
        if (reader.rejected) {
            throw new RejectedTreeException();
        }
    }

    /**
     * Reads the statements of a branch that returns from the method, like {@link #readBranch}.
     *
     * @param position tree for messages
     * @return value that the method returns
     * @throws RejectedTreeException if any statement was rejected, or the branch does not return
     */
    SymbolicValue readReturningBranch(
            List<TreePath> statements, TreePath position, VariableScope values, BodyGraph body, ExpressionReader inside)
            throws RejectedTreeException {
        BodyReader reader = inLoop(values, body, inside, null);
        reader.statements(statements, true);
        if (reader.rejected) {
            throw new RejectedTreeException();
        }
        if (reader.completion != Completion.RETURN || reader.result instanceof NoValue) {
            throw javac.reject(
                    position,
                    Diagnostic.BRANCH_NOT_COMPILED,
                    "it returns from the method, and the statements after it do not return a value",
                    "assign the result to a variable in each branch, and return it after them");
        }
        return reader.result;
    }

    /**
     * Reads a statement.
     *
     * @throws RejectedTreeException if it was rejected
     */
    void readStatement(TreePath statement) throws RejectedTreeException {
        statement(statement);
        if (rejected) {
            throw new RejectedTreeException();
        }
    }

    /** Reading of a simple statement. */
    private interface Attempt {
        void run() throws RejectedTreeException;
    }

    /** Reads a simple statement, whose rejection does not end the reading. */
    private void attempt(Attempt statement) {
        try {
            statement.run();
        } catch (RejectedTreeException e) {
            rejected = true;
        }
    }

    /** Returns true if the statements that follow are not executed. */
    private boolean completed() {
        return completion != Completion.NORMAL;
    }

    private void statement(TreePath path) throws RejectedTreeException {
        Tree tree = path.getLeaf();
        if (tree instanceof BlockTree block) {
            List<TreePath> inside = new ArrayList<>();
            block.getStatements().forEach(statement -> inside.add(child(path, statement)));
            statements(inside, path.getLeaf() == body);
        } else if (tree instanceof IfTree choice) {
            branch(path, choice);
        } else if (tree instanceof ForLoopTree || tree instanceof WhileLoopTree || tree instanceof DoWhileLoopTree) {
            loop(path);
        } else if (tree instanceof EnhancedForLoopTree loop) {
            new LoopUnroller(javac, scope, graph, expressions, this).unroll(path, loop);
        } else if (tree instanceof VariableTree variable) {
            attempt(() -> simple.declare(path, variable));
        } else if (tree instanceof ExpressionStatementTree statement) {
            attempt(() -> simple.effect(child(path, statement.getExpression())));
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

    /**
     * Reads statements.
     *
     * @param isWhole true if they are a method's body, so that a branch that returns has the rest as its alternative
     */
    private void statements(List<TreePath> statements, boolean isWhole) throws RejectedTreeException {
        for (int i = 0; i < statements.size() && !completed(); i++) {
            boolean returns = isWhole
                    && statements.get(i).getLeaf() instanceof IfTree choice
                    && EarlyReturns.returns(choice.getThenStatement());
            if (returns) {
                returningBranch(statements.get(i), statements.subList(i + 1, statements.size()));
                return;
            } else {
                statement(statements.get(i));
            }
        }
    }

    /** Reads a branch that returns from the method, and the statements after it. */
    private void returningBranch(TreePath path, List<TreePath> rest) throws RejectedTreeException {
        IfTree choice = (IfTree) path.getLeaf();
        SymbolicValue condition = expressions.readNumber(child(path, choice.getCondition()));
        if (condition instanceof ConstantValue constant) {
            chosen(path, choice, constant);
            statements(completed() ? List.of() : rest, true);
            return;
        }
        List<TreePath> otherwise = new ArrayList<>();
        if (choice.getElseStatement() != null) {
            otherwise.add(child(path, choice.getElseStatement()));
        }
        otherwise.addAll(rest);
        result = expressions
                .branches()
                .returned(path, condition, List.of(child(path, choice.getThenStatement())), otherwise, this);
        completion = Completion.RETURN;
    }

    private void branch(TreePath path, IfTree choice) throws RejectedTreeException {
        SymbolicValue condition = expressions.readNumber(child(path, choice.getCondition()));
        if (condition instanceof ConstantValue constant) {
            chosen(path, choice, constant);
        } else {
            expressions.branches().read(path, choice, condition, this);
        }
    }

    private void chosen(TreePath path, IfTree choice, ConstantValue constant) throws RejectedTreeException {
        StatementTree chosen = constant.value().equals(true) ? choice.getThenStatement() : choice.getElseStatement();
        if (chosen != null) {
            statement(child(path, chosen));
        }
    }

    private void loop(TreePath path) throws RejectedTreeException {
        if (new ConditionalLoopReader(javac, scope, graph, expressions, this).read(path)) {
            return;
        }
        LoopUnroller unroller = new LoopUnroller(javac, scope, graph, expressions, this);
        if (!(path.getLeaf() instanceof ForLoopTree loop)) {
            unroller.unrollWhile(path);
        } else if (!new LoopReader(javac, scope, graph, expressions, this).read(path, loop)) {
            unroller.unroll(path, loop);
        }
    }

    /** Returns true if no further iteration of an unrolled loop is executed. */
    boolean isEnded() {
        return completed() || rejected;
    }

    /** Reads a statement of an unrolled loop, after which the loop may be ended. */
    void readUnrolled(TreePath statement) throws RejectedTreeException {
        statement(statement);
    }

    /** Ends an iteration of an unrolled loop. */
    void endIteration() {
        completion = completion == Completion.CONTINUE ? Completion.NORMAL : completion;
    }

    /**
     * Ends an unrolled loop.
     *
     * @throws RejectedTreeException if a statement was rejected
     */
    void endLoop() throws RejectedTreeException {
        if (rejected) {
            throw new RejectedTreeException();
        }
        completion = completion == Completion.BREAK ? Completion.NORMAL : completion;
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
