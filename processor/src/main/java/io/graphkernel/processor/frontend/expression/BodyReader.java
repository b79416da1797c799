package io.graphkernel.processor.frontend.expression;

import static io.graphkernel.processor.frontend.javac.Javac.child;

import com.sun.source.tree.BlockTree;
import com.sun.source.tree.BreakTree;
import com.sun.source.tree.ContinueTree;
import com.sun.source.tree.DoWhileLoopTree;
import com.sun.source.tree.EmptyStatementTree;
import com.sun.source.tree.EnhancedForLoopTree;
import com.sun.source.tree.ExpressionStatementTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.ForLoopTree;
import com.sun.source.tree.IfTree;
import com.sun.source.tree.ReturnTree;
import com.sun.source.tree.SwitchExpressionTree;
import com.sun.source.tree.SwitchTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.tree.WhileLoopTree;
import com.sun.source.tree.YieldTree;
import com.sun.source.util.TreePath;
import io.graphkernel.processor.diagnostic.Diagnostic;
import io.graphkernel.processor.frontend.flow.BodyState;
import io.graphkernel.processor.frontend.flow.EarlyReturns;
import io.graphkernel.processor.frontend.flow.LoopJumps;
import io.graphkernel.processor.frontend.javac.RejectedTreeException;
import io.graphkernel.processor.frontend.javac.UnsupportedConstructs;
import io.graphkernel.processor.frontend.value.SymbolicValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.NoValue;
import java.util.ArrayList;
import java.util.List;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;

/**
 * Reader of the statements of a body in execution order, which unrolls loops and resolves conditions.
 *
 * <p>A rejected simple statement does not stop the reader, so that one compilation reports every error. Its variable
 * has no value from then on. A rejected loop or condition does stop the reader.
 */
public final class BodyReader {

    private final BodyContext context;
    private final TypeMirror returnType;
    private final SimpleStatements simple;
    private final BodyState state = new BodyState();
    private final BranchStatements branches;
    private final SwitchStatements switches;
    /** Symbol of the innermost loop around the statements; null outside of loops. */
    private final String loopIndex;
    /** Jumps of the loop around the statements; null where its iterations end with the last statement. */
    private final LoopJumps jumps;

    /** Body of the method or lambda; null for a part of it. */
    private Tree body;

    /**
     * Creates a reader of a body.
     *
     * @param context services for the readers
     * @param returnType type of the returned value
     */
    public BodyReader(BodyContext context, TypeMirror returnType) {
        this(context, returnType, null, null);
    }

    private BodyReader(BodyContext context, TypeMirror returnType, String loopIndex, LoopJumps jumps) {
        this.context = context;
        this.returnType = returnType;
        this.loopIndex = loopIndex;
        this.jumps = jumps;
        this.simple = new SimpleStatements(context, loopIndex);
        this.branches = new BranchStatements(context, state, this);
        this.switches = new SwitchStatements(context, state, this);
    }

    BodyContext context() {
        return context;
    }

    BodyState state() {
        return state;
    }

    /** Returns the jumps of the loop around the statements; null if they cannot end an iteration. */
    LoopJumps jumps() {
        return jumps;
    }

    BranchStatements branches() {
        return branches;
    }

    /**
     * Reads a body.
     *
     * @param path the block, or the expression of a lambda
     * @return value returned by the method or lambda
     * @throws RejectedTreeException if any statement was rejected
     */
    public SymbolicValue read(TreePath path) throws RejectedTreeException {
        body = path.getLeaf();
        if (!(body instanceof ExpressionTree)) {
            statement(path);
        } else if (returnType.getKind() == TypeKind.VOID) {
            attempt(() -> simple.effect(path));
        } else {
            state.returns(context.expressions().readAs(returnType, path, ""));
        }
        state.requireAccepted();
        if (state.result() == null) {
            if (returnType.getKind() != TypeKind.VOID) {
                throw new RejectedTreeException();
            }
            state.returns(new NoValue());
        }
        return state.result();
    }

    /** Returns a reader of statements in the body of a loop, which may jump if its jumps are not null. */
    BodyReader inLoop(BodyContext inside, String index, LoopJumps ofLoop) {
        return new BodyReader(inside, returnType, index, ofLoop);
    }

    /** Returns a reader of the statements of a branch. */
    BodyReader inBranch(BodyContext inside, LoopJumps ofLoop) {
        return new BodyReader(inside, returnType, loopIndex, ofLoop);
    }

    /**
     * Reads the statements of an iteration.
     *
     * @param position tree for messages
     * @throws RejectedTreeException if any statement was rejected, or leaves the loop
     */
    void readIteration(List<TreePath> iteration, TreePath position) throws RejectedTreeException {
        statements(iteration, false);
        if (state.completion() == BodyState.Completion.RETURN) {
            throw context.javac()
                    .reject(
                            position,
                            Diagnostic.LOOP_NOT_COMPILED,
                            "it returns from the method",
                            "assign the result to a variable, and return it after the loop");
        }
        if (state.completion() == BodyState.Completion.BREAK) {
            if (jumps == null) {
                throw context.javac()
                        .reject(
                                position,
                                Diagnostic.LOOP_NOT_COMPILED,
                                "its first iteration ends it",
                                "remove the break, or the loop");
            }
            jumps.jump(context.scope(), true);
        }
        state.complete(BodyState.Completion.NORMAL);
        state.requireAccepted();
    }

    /**
     * Reads a statement.
     *
     * @throws RejectedTreeException if it was rejected
     */
    void readStatement(TreePath statement) throws RejectedTreeException {
        statement(statement);
        state.requireAccepted();
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
            state.reject();
        }
    }

    /** Reads a statement, after which the body or a loop around it may be completed. */
    void statement(TreePath path) throws RejectedTreeException {
        Tree tree = path.getLeaf();
        if (tree instanceof BlockTree block) {
            List<TreePath> inside = new ArrayList<>();
            block.getStatements().forEach(statement -> inside.add(child(path, statement)));
            statements(inside, tree == body);
        } else if (tree instanceof IfTree choice) {
            branches.read(path, choice);
        } else if (tree instanceof ForLoopTree || tree instanceof WhileLoopTree || tree instanceof DoWhileLoopTree) {
            loop(path);
        } else if (tree instanceof EnhancedForLoopTree loop) {
            new LoopUnroller(context, this).unroll(path, loop);
        } else if (tree instanceof VariableTree variable) {
            attempt(() -> simple.declare(path, variable));
        } else if (tree instanceof ExpressionStatementTree statement) {
            attempt(() -> simple.effect(child(path, statement.getExpression())));
        } else if (tree instanceof ReturnTree statement) {
            returnStatement(path, statement);
        } else if (tree instanceof YieldTree statement) {
            result(child(path, statement.getValue()));
        } else if (tree instanceof SwitchTree choice) {
            switches.read(path, choice);
        } else if (tree instanceof BreakTree jump && jump.getLabel() == null) {
            state.complete(BodyState.Completion.BREAK);
        } else if (tree instanceof ContinueTree jump && jump.getLabel() == null) {
            state.complete(BodyState.Completion.CONTINUE);
        } else if (!(tree instanceof EmptyStatementTree)) {
            UnsupportedConstructs construct = UnsupportedConstructs.of(tree);
            throw context.javac().reject(path, Diagnostic.UNSUPPORTED_STATEMENT, construct.name(), construct.advice());
        }
    }

    /**
     * Reads statements.
     *
     * @param isWhole true if they are a method's body, so that a branch that returns has the rest as its alternative
     */
    void statements(List<TreePath> statements, boolean isWhole) throws RejectedTreeException {
        for (int i = 0; i < statements.size() && !state.isCompleted(); i++) {
            TreePath path = statements.get(i);
            List<TreePath> rest = statements.subList(i + 1, statements.size());
            if (isWhole && path.getLeaf() instanceof IfTree choice && EarlyReturns.returns(choice.getThenStatement())) {
                branches.readReturning(path, rest);
                return;
            }
            if (isWhole && path.getLeaf() instanceof SwitchTree choice && EarlyReturns.returns(choice)) {
                switches.readReturning(path, choice, rest);
                return;
            }
            statement(path);
            if (!rest.isEmpty() && mayHaveEnded(path)) {
                SymbolicValue ended = context.scope().find(jumps.ended()).orElseThrow();
                SymbolicValue continues =
                        context.expressions().tensorNumbers().unary(path, Tree.Kind.LOGICAL_COMPLEMENT, ended);
                context.expressions().branches().read(path, continues, rest, List.of(), this);
                return;
            }
        }
    }

    /** Returns true if a statement may have ended the iteration, by a condition that is not a constant. */
    private boolean mayHaveEnded(TreePath statement) throws RejectedTreeException {
        return jumps != null
                && !state.isCompleted()
                && LoopJumps.mayJump(statement)
                && jumps.mayHaveEnded(context.scope());
    }

    private void loop(TreePath path) throws RejectedTreeException {
        if (new ConditionalLoopReader(context, this).read(path)) {
            return;
        }
        LoopUnroller unroller = new LoopUnroller(context, this);
        if (!(path.getLeaf() instanceof ForLoopTree loop)) {
            unroller.unrollWhile(path);
        } else if (!new LoopReader(context, this).read(path, loop)) {
            unroller.unroll(path, loop);
        }
    }

    private void returnStatement(TreePath path, ReturnTree statement) throws RejectedTreeException {
        if (statement.getExpression() == null) {
            if (returnType.getKind() != TypeKind.VOID) {
                // javac reports the missing value.
                throw new RejectedTreeException();
            }
            state.returns(new NoValue());
        } else {
            result(child(path, statement.getExpression()));
        }
    }

    /** Ends the body with the value of an expression. */
    void result(TreePath expression) throws RejectedTreeException {
        SymbolicValue value = context.expressions().readAs(returnType, expression, "");
        context.expressions().arrays().requireAssigned(expression, value);
        state.returns(value);
    }

    /**
     * Reads a {@code switch} expression, whose result type is that of this reader.
     *
     * @param path the expression
     * @return its value
     * @throws RejectedTreeException if it has none
     */
    SymbolicValue readSwitch(TreePath path, SwitchExpressionTree tree) throws RejectedTreeException {
        return switches.read(path, tree, returnType);
    }
}
